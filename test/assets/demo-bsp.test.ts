/**
 * The demo's materials, and the committed demo, which must equal what its sources make today,
 * except for light, which takes long. Both are in one file because making the materials takes long
 * too.
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMPILER_FILES } from "../../assets/compiler-files.ts";
import { buildDemoContent } from "../../assets/demo-content.ts";
import { buildDemoMap } from "../../assets/maps/visleaf-demo.ts";
import { SKY_NAME } from "../../assets/materials/sky.ts";
import * as walls from "../../assets/materials/walls.ts";
import { selectContent } from "../../assets/pack-content.ts";
import { toRgba } from "../../assets/textures/surface.ts";
import { compileGeometry } from "../../src/compile/compile-map.ts";
import { compileVtex } from "../../src/compile/compile-vtex.ts";
import { createFindMaterial, listMaterials, readFromMap } from "../../src/compile/material-info.ts";
import type { CompiledMap, FindMaterial } from "../../src/compile/types.ts";
import { Diagnostics } from "../../src/core/diagnostics.ts";
import { Ledger } from "../../src/core/ledger.ts";
import {
  CONTENTS_GRATE,
  CONTENTS_SOLID,
  CONTENTS_WATER,
  CONTENTS_WINDOW,
} from "../../src/formats/bsp/layouts/contents-flags.ts";
import * as surf from "../../src/formats/bsp/layouts/surface-flags.ts";
import type { LumpName } from "../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import type { Bsp } from "../../src/formats/bsp/types.ts";
import { parseVmt } from "../../src/formats/vmt/parse-vmt.ts";
import { decodeVtfImage } from "../../src/formats/vtf/decode-vtf-image.ts";
import { parseVtf } from "../../src/formats/vtf/parse-vtf.ts";
import { parseZip } from "../../src/formats/zip/parse-zip.ts";
import { readEntry } from "../../src/formats/zip/read-entry.ts";
import { readSky } from "../../src/scene/sky/sky.ts";
import { decodePvsRow } from "../../src/visibility/pvs.ts";

const file = new Uint8Array(
  readFileSync(resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp")),
);
const STALE = "assets/visleaf_demo.bsp is not what its sources make: run `npm run assets`";

/** Lumps that vrad and the pakfile leave as vbsp and vvis wrote them. */
const UNLIT: readonly LumpName[] = [
  ...(["LUMP_PLANES", "LUMP_VERTEXES", "LUMP_NODES", "LUMP_TEXINFO", "LUMP_EDGES"] as const),
  ...(["LUMP_BRUSHES", "LUMP_LEAFFACES", "LUMP_MODELS", "LUMP_DISPINFO"] as const),
  ...(["LUMP_DISP_VERTS", "LUMP_OVERLAYS", "LUMP_CUBEMAPS", "LUMP_VISIBILITY"] as const),
];

/** Materials and models by path. */
let files: Map<string, Uint8Array>;
const warnings: string[] = [];
const report = { progress() {}, warn: (message: string) => void warnings.push(message) };

beforeAll(() => {
  files = buildDemoContent(report);
}, 300_000);

describe("the demo's materials", () => {
  let find: FindMaterial;

  beforeAll(async () => {
    find = await createFindMaterial(listMaterials(files.keys()), readFromMap(files), report);
    expect(warnings).toEqual([]);
  });

  it("have no missing textures", () => {
    for (const [path, bytes] of files) {
      if (!path.endsWith(".vmt")) continue;
      const { params } = parseVmt(new TextDecoder().decode(bytes));
      for (const [key, value] of params) {
        const isTexture =
          /^(\$(basetexture2?|bumpmap|normalmap|hdrcompressedtexture)|%tooltexture)$/;
        if (isTexture.test(key))
          expect(files.has(`materials/${value}.vtf`), `${path} ${key}`).toBe(true);
        if (key === "$bottommaterial") expect(files.has(`materials/${value}.vmt`)).toBe(true);
      }
    }
  });

  it("use each texture, and every texture decodes", () => {
    const texts = [...files].filter(([path]) => path.endsWith(".vmt"));
    const used = texts.map(([, bytes]) => new TextDecoder().decode(bytes)).join("\n");
    for (const [path, bytes] of files) {
      if (!path.endsWith(".vtf")) continue;
      const vtf = parseVtf(bytes);
      expect(decodeVtfImage(vtf, vtf.mipCount - 1).length, path).toBeGreaterThan(0);
      expect(used, path).toContain(`"${path.slice("materials/".length, -".vtf".length)}"`);
    }
  });

  it("give vbsp the right surface flags and contents for each kind", () => {
    const bits = (name: string) => {
      const info = find(name);
      expect(info, name).not.toBeNull();
      return [info!.surfaceFlags, info!.contents];
    };
    const nodraw = surf.SURF_NODRAW | surf.SURF_NOLIGHT;
    expect(bits("visleaf/plaster")).toEqual([0, CONTENTS_SOLID]);
    expect(bits("visleaf/brick")).toEqual([surf.SURF_BUMPLIGHT, CONTENTS_SOLID]);
    expect(bits("visleaf/brick_flat")).toEqual([0, CONTENTS_SOLID]);
    expect(bits("visleaf/glass")).toEqual([surf.SURF_TRANS, CONTENTS_WINDOW]);
    expect(bits("visleaf/grate")).toEqual([0, CONTENTS_GRATE]);
    expect(bits("visleaf/water")[1]).toBe(CONTENTS_WATER);
    expect(bits("visleaf/lamp_glow")).toEqual([0, CONTENTS_SOLID]);
    expect(bits("tools/toolsnodraw")).toEqual([nodraw, CONTENTS_SOLID]);
    expect(bits("tools/toolsskybox")).toEqual([surf.SURF_SKY | surf.SURF_NOLIGHT, CONTENTS_SOLID]);
    expect(bits("tools/toolshint")).toEqual([nodraw | surf.SURF_HINT, 0]);
    expect(bits("tools/toolsskip")).toEqual([nodraw | surf.SURF_SKIP, 0]);
    expect(bits("tools/toolstrigger")[0]).toBe(surf.SURF_TRIGGER | surf.SURF_NOLIGHT);
    expect(bits("tools/toolsareaportal")).toEqual([nodraw, CONTENTS_SOLID]);
    expect(find("visleaf/terrain_blend")?.detailType).toBe("visleaf_grass");
    expect(find("visleaf/paving")?.width).toBe(512);
  });

  it("include a sky without warnings", async () => {
    const diagnostics = new Diagnostics();
    const read = async (path: string) => files.get(path) ?? null;
    const options = { textureCompressionBc: true, maxTextureDimension: 4096 };
    const access = { content: { read }, diagnostics, ledger: new Ledger() };
    const sky = await readSky(SKY_NAME, "hdr", access, options as never);
    expect(diagnostics.warnings).toEqual([]);
    const shapes = sky?.sides.map((side) => [side?.width, side?.height]);
    expect(shapes).toEqual([...new Array(4).fill([512, 256]), [512, 512], [64, 64]]);
  });

  it("are the same bytes each time", () => {
    const { width, height, ...brick } = walls.brickWall();
    const again = compileVtex([toRgba({ width, height, ...brick })], { width, height });
    expect(Buffer.compare(again, files.get("materials/visleaf/brick.vtf")!)).toBe(0);
  });
});

describe("the committed demo", () => {
  let bsp: Bsp;
  let map: CompiledMap;

  beforeAll(async () => {
    bsp = parseBsp(file);
    const all = new Map(files);
    for (const [path, text] of Object.entries(COMPILER_FILES)) {
      all.set(path, new TextEncoder().encode(text));
    }
    ({ map } = await compileGeometry(buildDemoMap(), { read: readFromMap(all) }, report));
  });

  it("compiles without a warning", () => {
    expect(warnings).toEqual([]);
  });

  it("is smaller than 8.7 MB", () => {
    expect(file.length).toBeLessThan(8_700_000);
  });

  it("has the geometry and visibility of the current sources and compilers", () => {
    for (const name of UNLIT) {
      const made = map.lumps.get(name)!.bytes;
      const entry = bsp.lumps.find((lump) => lump.name === name)!;
      const stored = file.subarray(entry.offset, entry.offset + entry.length);
      expect(made.length, name).toBeGreaterThan(0);
      expect(Buffer.compare(stored, made), `${name}: ${STALE}`).toBe(0);
    }
  });

  it("packs the current materials and models, and none that it does not use", () => {
    const wanted = selectContent(buildDemoMap(), files);
    const zip = parseZip(bsp.pakfile);
    const packed = zip.entries.filter(({ name }) => !name.endsWith(".vhv"));
    expect(packed.map(({ name }) => name).sort()).toEqual([...wanted.keys()].sort());
    for (const entry of packed) {
      const bytes = readEntry(bsp.pakfile, entry);
      expect(Buffer.compare(bytes, wanted.get(entry.name)!), `${entry.name}: ${STALE}`).toBe(0);
    }
  });

  it("is lit for LDR and HDR, with its props", () => {
    for (const side of [bsp.ldr!, bsp.hdr!]) {
      expect(side.lighting.some((value) => value > 0)).toBe(true);
      expect(side.ambient!.count).toBeGreaterThan(50);
    }
    const styles = new Set(bsp.faces.styles);
    // Steady light, the flickering corridor lamps, and two lamps that can be switched.
    for (const style of [0, 10, 32, 33]) expect(styles).toContain(style);
    expect(parseZip(bsp.pakfile).entries.filter(({ name }) => /^sp_\d/.test(name)).length).toBe(
      Array.from(bsp.staticProps!.flags).filter((flags) => (flags & 0x40) === 0).length,
    );
  });

  it("hides the far rooms behind the corners of its corridors", () => {
    const { clusterCount, pvsOffset, bytes } = bsp.visibility!;
    const row = new Uint32Array((clusterCount + 31) >>> 5);
    const sees = (from: number[], to: number[]): boolean => {
      decodePvsRow({ clusterCount, rowOffset: pvsOffset, bytes }, clusterOf(bsp, from), row);
      const cluster = clusterOf(bsp, to);
      return ((row[cluster >>> 5] >>> (cluster & 31)) & 1) === 1;
    };
    const [hall, court] = [
      [0, -900, 100],
      [0, -300, 100],
    ];
    const [corridor, gallery, machines] = [
      [-900, -928, 80],
      [-1150, 300, 80],
      [1300, 300, 80],
    ];
    expect(sees(hall, court)).toBe(true);
    expect(sees(corridor, hall)).toBe(true);
    expect(sees(corridor, gallery)).toBe(false);
    expect(sees([-1184, -400, 80], machines)).toBe(false);
    // No other part of the map sees the room of the far hills.
    for (const place of [hall, court, gallery]) expect(sees(place, [0, -2816, 40])).toBe(false);
  });
});

function clusterOf({ nodes, planes, leafs }: Bsp, [x, y, z]: number[]): number {
  let node = 0;
  while (node >= 0) {
    const plane = nodes.plane[node];
    const [nx, ny, nz] = planes.normal.subarray(plane * 3, plane * 3 + 3);
    const isBehind = nx * x + ny * y + nz * z < planes.dist[plane];
    node = nodes.children[node * 2 + (isBehind ? 1 : 0)];
  }
  return leafs.cluster[-1 - node];
}
