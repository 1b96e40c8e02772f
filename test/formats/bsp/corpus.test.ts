import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { type Bsp, type LightSide, parseBsp } from "../../../src/formats/bsp/index.ts";
import { LUMP, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { hasCorpus, listCorpusFiles, listCorpusMaps, readCorpus } from "../../support/corpus.ts";
import { findIndexFaults } from "./index-faults.ts";

const MAPS = listCorpusMaps();

describe.skipIf(!hasCorpus)("every map of the corpus", () => {
  it.each(MAPS)("%s parses without warnings", (path) => {
    const diagnostics = new Diagnostics();
    const bsp = parseBsp(readCorpus(path), diagnostics);
    expect(diagnostics.warnings).toEqual([]);
    expect(bsp.lumps.filter((lump) => lump.problem)).toEqual([]);
    expect(bsp.entities[0].get("classname")).toBe("worldspawn");
    expect(bsp.entities.every((entity) => entity.get("classname"))).toBe(true);
    const text = bsp.lumps[LUMP.LUMP_ENTITIES];
    if (!text.compressed) {
      const pairs = bsp.entities.reduce((sum, entity) => sum + entity.pairs.length, 0);
      expect(pairs * 4).toBe(countQuotes(readCorpus(path), text.offset, text.length));
    }
    expect(bsp.texDatas.name.every((name) => name.length > 0)).toBe(true);
    expect(findIndexFaults(bsp)).toEqual([]);
    for (const side of [bsp.ldr, bsp.hdr]) {
      if (side) expect(luxelFaults(bsp, side)).toEqual([]);
    }
    expect(normalFaults(bsp)).toEqual([]);
  });

  it.each(MAPS)("%s still parses when the file is cut inside the pakfile", (path) => {
    const file = readCorpus(path);
    const whole = parseBsp(file);
    const { offset, length } = whole.lumps[LUMP.LUMP_PAKFILE];
    const diagnostics = new Diagnostics();
    const cut = parseBsp(file.subarray(0, offset + (length >> 1)), diagnostics);
    expect(diagnostics.subjects("damaged-section")).toEqual(["LUMP_PAKFILE"]);
    expect(cut.pakfile.length).toBe(0);
    const { lightOffset } = whole.faces;
    expect(cut.faces.count).toBe(whole.faces.count);
    expect(cut.faces.lightOffset.every((value, i) => value === lightOffset[i])).toBe(true);
    expect(cut.headerOrder).toBe(whole.headerOrder);
  });

  it.each(MAPS)(
    "%s cut inside its vertexes is refused with an error that names the lump",
    (path) => {
      const file = readCorpus(path);
      const { offset, length } = parseBsp(file).lumps[LUMP.LUMP_VERTEXES];
      let error: unknown;
      try {
        parseBsp(file.subarray(0, offset + (length >> 1)));
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(FormatError);
      expect(error).toMatchObject({ format: "BSP", code: "truncated" });
    },
  );

  it("include maps of each dialect", () => {
    const kinds = new Set(
      MAPS.map((path) => {
        const { version, endian, headerOrder } = parseBsp(readCorpus(path));
        return `${version} ${endian} ${headerOrder}`;
      }),
    );
    expect([...kinds].sort()).toEqual([
      "19 little standard",
      "20 big standard",
      "20 little standard",
      "21 little left4dead2",
      "21 little standard",
      "25 little standard",
    ]);
  });
});

function countQuotes(file: Uint8Array, offset: number, length: number): number {
  return file.subarray(offset, offset + length).filter((byte) => byte === 0x22).length;
}

/** Lists faces whose luxels and averages overlap those of the next face in a lighting lump. */
function luxelFaults({ texInfos }: Bsp, { faces, lighting }: LightSide): string[] {
  const runs: { start: number; end: number; face: number }[] = [];
  for (let face = 0; face < faces.count; face++) {
    const offset = faces.lightOffset[face];
    if (offset < 0) continue;
    const styles = [...faces.styles.subarray(face * 4, face * 4 + 4)].filter((s) => s !== 255);
    const maps = styles.length * (texInfos.flags[faces.texinfo[face]] & 0x800 ? 4 : 1);
    const [s, t] = faces.lightmapSize.subarray(face * 2, face * 2 + 2);
    const end = offset + maps * (s + 1) * (t + 1) * 4;
    runs.push({ start: offset - styles.length * 4, end, face });
  }
  runs.sort((a, b) => a.start - b.start);
  const faults = runs.slice(1).filter((run, i) => run.start < runs[i].end);
  if (runs.length > 0 && runs[runs.length - 1].end > lighting.length) {
    faults.push(runs[runs.length - 1]);
  }
  return faults.map(({ face, start }) => `face ${face} at ${start}`);
}

/** Lists faces whose corners do not lie on their plane, which indicates a wrong column or edge. */
function normalFaults({ faces, planes, surfEdges, edges, vertexes }: Bsp): string[] {
  const faults: string[] = [];
  for (let face = 0; face < faces.count; face++) {
    const plane = faces.plane[face];
    const [nx, ny, nz] = planes.normal.subarray(plane * 3, plane * 3 + 3);
    for (let k = 0; k < faces.edgeCount[face]; k++) {
      const surfEdge = surfEdges[faces.firstEdge[face] + k];
      const vertex = surfEdge >= 0 ? edges[surfEdge * 2] : edges[-surfEdge * 2 + 1];
      const [x, y, z] = vertexes.position.subarray(vertex * 3, vertex * 3 + 3);
      const away = Math.abs(nx * x + ny * y + nz * z - planes.dist[plane]);
      // Compilers snap vertices to whole inches within this distance.
      if (away > 1) faults.push(`face ${face} corner ${k}: ${away}`);
    }
  }
  return faults;
}

/** Rows of the statistics that Valve's `vbspinfo` prints, with the parsed lump for each. */
const ROWS: Record<string, { lump: LumpName; count?: (bsp: Bsp) => number }> = {
  models: { lump: "LUMP_MODELS", count: (bsp) => bsp.models.count },
  planes: { lump: "LUMP_PLANES", count: (bsp) => bsp.planes.count },
  vertexes: { lump: "LUMP_VERTEXES", count: (bsp) => bsp.vertexes.count },
  nodes: { lump: "LUMP_NODES", count: (bsp) => bsp.nodes.count },
  texinfos: { lump: "LUMP_TEXINFO", count: (bsp) => bsp.texInfos.count },
  texdata: { lump: "LUMP_TEXDATA", count: (bsp) => bsp.texDatas.count },
  dispinfos: { lump: "LUMP_DISPINFO", count: (bsp) => bsp.dispInfos.count },
  disp_verts: { lump: "LUMP_DISP_VERTS", count: (bsp) => bsp.dispVerts.count },
  disp_tris: { lump: "LUMP_DISP_TRIS", count: (bsp) => bsp.dispTris.count },
  faces: { lump: "LUMP_FACES" },
  "hdr faces": { lump: "LUMP_FACES_HDR" },
  origfaces: { lump: "LUMP_ORIGINALFACES", count: (bsp) => bsp.origFaceCount },
  leaves: { lump: "LUMP_LEAFS", count: (bsp) => bsp.leafs.count },
  leaffaces: { lump: "LUMP_LEAFFACES", count: (bsp) => bsp.leafFaces.length },
  surfedges: { lump: "LUMP_SURFEDGES", count: (bsp) => bsp.surfEdges.length },
  edges: { lump: "LUMP_EDGES", count: (bsp) => bsp.edges.length / 2 },
  waterstrips: { lump: "LUMP_PRIMITIVES", count: (bsp) => bsp.primitives.count },
  waterverts: { lump: "LUMP_PRIMVERTS", count: (bsp) => bsp.primitives.verts.length / 3 },
  waterindices: { lump: "LUMP_PRIMINDICES", count: (bsp) => bsp.primitives.indices.length },
  cubemapsamples: { lump: "LUMP_CUBEMAPS", count: (bsp) => bsp.cubemaps.count },
  overlays: { lump: "LUMP_OVERLAYS", count: (bsp) => bsp.overlays.count },
  "LDR ambient table": { lump: "LUMP_LEAF_AMBIENT_INDEX" },
  "HDR ambient table": { lump: "LUMP_LEAF_AMBIENT_INDEX_HDR" },
  "LDR leaf ambient": {
    lump: "LUMP_LEAF_AMBIENT_LIGHTING",
    count: (bsp) => bsp.ldr?.ambient?.count ?? -1,
  },
  "HDR leaf ambient": {
    lump: "LUMP_LEAF_AMBIENT_LIGHTING_HDR",
    count: (bsp) => bsp.hdr?.ambient?.count ?? -1,
  },
};

/** Rows for which only bytes are printed. */
const BYTE_ROWS: Record<string, LumpName> = {
  "LDR lightdata": "LUMP_LIGHTING",
  "HDR lightdata": "LUMP_LIGHTING_HDR",
  visdata: "LUMP_VISIBILITY",
  entdata: "LUMP_ENTITIES",
  pakfile: "LUMP_PAKFILE",
};

interface Printed {
  readonly name: string;
  readonly count: number;
  readonly bytes: number;
}

/**
 * Parses lines such as `planes 160/65536 3200/1310720 ( 0.2%)` or `visdata [variable] 688/16777216
 * ( 0.0%)`.
 */
function parsePrintout(text: string): Printed[] {
  const row = /^(\S.*?)\s+(?:(\d+)\/\d+|\[variable\])\s+(\d+)\/\d+\s+\(/gm;
  return [...text.matchAll(row)].map(([, name, count, bytes]) => ({
    name,
    count: Number(count ?? -1),
    bytes: Number(bytes),
  }));
}

describe.skipIf(!hasCorpus)("lump counts match the printout of the compiler's own tool", () => {
  // The printout next to the console map describes the PC map that it was converted from.
  const printouts = listCorpusFiles(".bsp.info.txt");

  it.each(printouts.filter((path) => !path.includes(".360.")))("for %s", (path) => {
    const bsp = parseBsp(readCorpus(path.replace(".info.txt", "")));
    const printed = parsePrintout(new TextDecoder().decode(readCorpus(path)));
    let compared = 0;
    for (const { name, count, bytes } of printed) {
      const row = ROWS[name];
      const lump = bsp.lumps[LUMP[row?.lump ?? BYTE_ROWS[name]]];
      if (!lump) continue;
      compared++;
      expect([name, lump.length]).toEqual([name, bytes]);
      if (!row) continue;
      // Ambient lumps of a side without lighting are not read.
      if (lump.records >= 0) expect([name, lump.records]).toEqual([name, count]);
      const own = row.count?.(bsp) ?? -1;
      if (own >= 0) expect([name, own]).toEqual([name, count]);
    }
    expect(compared).toBe(Object.keys(ROWS).length + Object.keys(BYTE_ROWS).length);
  });

  it("for the console map, except for the lumps that consoles strip", () => {
    const [path] = printouts.filter((name) => name.includes(".360."));
    const bsp = parseBsp(readCorpus(path.replace(".info.txt", "")));
    const printed = parsePrintout(new TextDecoder().decode(readCorpus(path)));
    const stripped = ["faces", "origfaces", "LDR ambient table", "LDR leaf ambient"];
    const other = printed
      .filter(({ name }) => name in ROWS && !stripped.includes(name))
      .filter(({ name, count }) => {
        const { lump, count: own } = ROWS[name];
        return (own?.(bsp) ?? bsp.lumps[LUMP[lump]].records) !== count;
      });
    expect(other).toEqual([]);
    expect(bsp.hdr?.lighting.length).toBe(245736);
  });
});
