import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/index.ts";
import { LUMP_NAMES } from "../../../src/formats/bsp/lumps.ts";
import { assembleBsp, type MakeBspOptions, makeBsp, makeBspLumps } from "./make-bsp.ts";
import { type Point, ROOM_FACES, ROOM_MATERIALS, ROOM_PLANES } from "./room.ts";

function parse(options: MakeBspOptions = {}) {
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(makeBsp(options), diagnostics);
  expect(diagnostics.warnings).toEqual([]);
  return bsp;
}

describe("the generated room", () => {
  it("winds its faces clockwise seen from the front", () => {
    for (const { corners, plane } of ROOM_FACES) {
      const [a, b, c] = corners;
      const u = b.map((value, i) => value - a[i]);
      const v = c.map((value, i) => value - a[i]);
      const cross: Point = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
      ];
      const { normal, dist } = ROOM_PLANES[plane];
      const along = cross.reduce((sum, value, i) => sum + value * normal[i], 0);
      expect(along).toBeLessThan(0);
      for (const corner of corners) {
        expect(corner.reduce((sum, value, i) => sum + value * normal[i], 0)).toBe(dist);
      }
    }
  });
});

describe("parseBsp", () => {
  const bsp = parse();

  it("reads the header", () => {
    expect(bsp).toMatchObject({
      version: 20,
      endian: "little",
      headerOrder: "standard",
      mapRevision: 7,
      byteLength: makeBsp().length,
    });
  });

  it("reads planes, vertexes, edges and surfedges", () => {
    expect(bsp.planes.count).toBe(14);
    expect([...bsp.planes.normal.subarray(3, 6)]).toEqual([1, 0, 0]);
    expect([...bsp.planes.dist]).toEqual(ROOM_PLANES.map((plane) => plane.dist));
    expect([...bsp.planes.type]).toEqual([0, 0, 1, 1, 2, 2, 0, 0, 0, 1, 1, 2, 2, 0]);
    expect(bsp.vertexes.count).toBe(ROOM_FACES.length * 4);
    expect(bsp.edges.length).toBe((ROOM_FACES.length * 4 + 1) * 2);
  });

  it("finds each face's corners through surfedges and edges", () => {
    for (let face = 0; face < bsp.faces.count; face++) {
      const corners = Array.from({ length: bsp.faces.edgeCount[face] }, (_, k) => {
        const surfEdge = bsp.surfEdges[bsp.faces.firstEdge[face] + k];
        const vertex = surfEdge >= 0 ? bsp.edges[surfEdge * 2] : bsp.edges[-surfEdge * 2 + 1];
        return [...bsp.vertexes.position.subarray(vertex * 3, vertex * 3 + 3)];
      });
      expect(corners).toEqual(ROOM_FACES[face].corners);
    }
  });

  it("reads every face column", () => {
    const { faces } = bsp;
    expect([...faces.plane]).toEqual(ROOM_FACES.map((face) => face.plane));
    expect([...faces.side]).toEqual(ROOM_FACES.map((face) => face.side));
    expect([...faces.texinfo]).toEqual(ROOM_FACES.map((face) => face.texinfo));
    expect([...faces.dispInfo]).toEqual(ROOM_FACES.map((face) => face.dispInfo));
    expect([...faces.primitiveCount]).toEqual(ROOM_FACES.map((face) => face.primitiveCount));
    expect([...faces.styles.subarray(8, 12)]).toEqual([0, 32, 255, 255]);
    expect([...faces.lightmapSize.subarray(0, 2)]).toEqual([8, 8]);
    expect([...faces.lightmapMins.subarray(10, 12)]).toEqual([8, 0]);
    expect([...faces.origFace]).toEqual(ROOM_FACES.map((_, i) => i));
    expect([...faces.smoothingGroups]).toEqual(ROOM_FACES.map((_, i) => 1 << i));
    expect([...faces.area]).toEqual(ROOM_FACES.map(() => 128 * 128));
    expect(bsp.origFaceCount).toBe(ROOM_FACES.length);
  });

  it("reads materials", () => {
    expect(bsp.texDatas.name).toEqual(ROOM_MATERIALS);
    expect([...bsp.texDatas.reflectivity.subarray(0, 3)]).toEqual([0.5, 0.25, 0.125]);
    expect([...bsp.texDatas.width]).toEqual([64, 64]);
    expect([...bsp.texDatas.height]).toEqual([32, 32]);
    expect([...bsp.texInfos.texdata]).toEqual([0, 0, 0, 1, -1]);
    expect([...bsp.texInfos.textureVecs.subarray(0, 8)]).toEqual([4, 0, 0, 0, 0, 4, 0, 0]);
    expect(bsp.texInfos.lightmapVecs[8 + 6]).toBe(1 / 16);
    expect(bsp.texInfos.flags[3]).toBe(0x800);
  });

  it("reads the BSP tree", () => {
    expect([...bsp.nodes.children]).toEqual([1, -1, -1, 2, 3, -1, -1, 4, 5, -1, -1, 6, -3, -2]);
    expect([...bsp.nodes.maxs.subarray(0, 3)]).toEqual([256, 128, 128]);
    expect([...bsp.leafs.cluster]).toEqual([-1, 0, 1]);
    expect([...bsp.leafs.area]).toEqual([0, 1, 1]);
    expect([...bsp.leafs.flags]).toEqual([4, 4, 4]);
    expect([...bsp.leafs.mins.subarray(6, 9)]).toEqual([128, 0, 0]);
    expect([...bsp.leafs.leafWaterData]).toEqual([-1, -1, -1]);
    expect([...bsp.leafFaces]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...bsp.models.firstFace]).toEqual([0, 10]);
    expect([...bsp.models.headNode]).toEqual([0, -1]);
    expect(bsp.models.mins[3]).toBe(100);
  });

  it("reads visibility", () => {
    expect(bsp.visibility?.clusterCount).toBe(2);
    expect([...(bsp.visibility?.pvsOffset ?? [])]).toEqual([20, 21]);
    expect(bsp.visibility?.bytes.length).toBe(22);
  });

  it("reads the displacement and the primitives", () => {
    expect(bsp.dispInfos.count).toBe(1);
    expect([...bsp.dispInfos.mapFace]).toEqual([5]);
    expect([...bsp.dispInfos.power]).toEqual([2]);
    expect([...bsp.dispInfos.minTess]).toEqual([3]);
    expect([...bsp.dispInfos.smoothingAngle]).toEqual([45]);
    expect([...bsp.dispInfos.contents]).toEqual([1]);
    expect([...bsp.dispInfos.startPosition]).toEqual([128, 0, 0]);
    expect([...bsp.dispInfos.allowedVerts]).toEqual(Array(10).fill(0xffffffff));
    expect(bsp.dispVerts.count).toBe(25);
    expect(bsp.dispVerts.alpha[24]).toBe(240);
    expect(bsp.dispVerts.dist[24]).toBe(4);
    expect([...bsp.dispTris.tags]).toEqual(Array(32).fill(1));
    expect([...bsp.primitives.indices]).toEqual([0, 1, 2, 0, 2, 3]);
    expect([...bsp.primitives.indexCount]).toEqual([6]);
  });

  it("reads the game lumps, cubemaps, overlays and the pakfile", () => {
    expect(bsp.gameLumps.map(({ id, version }) => [id, version])).toEqual([
      ["sprp", 5],
      ["dprp", 4],
    ]);
    expect(bsp.staticProps).toMatchObject({ count: 2, recordBytes: 60 });
    expect(bsp.detailProps?.objects.count).toBe(0);
    expect([...bsp.cubemaps.origin]).toEqual([64, 64, 64]);
    expect([...bsp.cubemaps.size]).toEqual([6]);
    expect(bsp.overlays.count).toBe(0);
    expect(bsp.pakfile.length).toBe(22);
  });

  it("reads the entities", () => {
    expect(bsp.entities.map((entity) => entity.get("classname"))).toEqual([
      "worldspawn",
      "func_brush",
      "info_player_start",
    ]);
  });

  it("lists all 64 lumps with their records and sizes", () => {
    expect(bsp.lumps.map((lump) => lump.name)).toEqual(LUMP_NAMES);
    expect(bsp.lumps[1]).toMatchObject({ index: 1, records: 14, recordBytes: 20, length: 280 });
    expect(bsp.lumps[58]).toMatchObject({ length: 0, records: 0, compressed: false });
    expect(bsp.lumps.filter((lump) => lump.problem)).toEqual([]);
  });

  it("returns views, not copies, of bytes that it does not convert", () => {
    const file = makeBsp();
    const { ldr, visibility, pakfile } = parseBsp(file);
    expect(ldr?.lighting.buffer).toBe(file.buffer);
    expect(visibility?.bytes.buffer).toBe(file.buffer);
    expect(pakfile.buffer).toBe(file.buffer);
  });

  it("reads a file at any alignment within a buffer", () => {
    const file = makeBsp();
    for (const shift of [1, 2, 3]) {
      const shifted = new Uint8Array(file.length + shift);
      shifted.set(file, shift);
      expect(parseBsp(shifted.subarray(shift))).toEqual(parseBsp(file));
    }
  });
});

describe("parseBsp with LDR and HDR light", () => {
  it("LDR only: the faces are the LDR ones", () => {
    const bsp = parse({ light: "ldr" });
    expect(bsp.hdr).toBeNull();
    expect(bsp.faces).toBe(bsp.ldr?.faces);
    const lit = [...bsp.faces.lightOffset].filter((offset) => offset >= 0);
    expect(lit.length).toBe(10);
    // One style's average, 81 luxels, then the next face's average.
    expect(lit.slice(0, 2)).toEqual([4, 4 + 81 * 4 + 4]);
  });

  it("HDR only, with LUMP_FACES_HDR", () => {
    const bsp = parse({ light: "hdr" });
    expect(bsp.ldr).toBeNull();
    expect(bsp.faces).toBe(bsp.hdr?.faces);
    expect(bsp.faces.count).toBe(11);
  });

  it("HDR only, for the faces of LUMP_FACES", () => {
    const bsp = parse({ light: "hdr7" });
    expect(bsp.ldr).toBeNull();
    expect(bsp.faces).toBe(bsp.hdr?.faces);
    expect(bsp.faces.lightOffset[0]).toBe(4);
  });

  it("both: bsp.faces are the HDR faces", () => {
    const bsp = parse({ light: "both" });
    expect(bsp.faces).toBe(bsp.hdr?.faces);
    expect(bsp.ldr?.faces.count).toBe(11);
    expect(bsp.ldr?.lighting).not.toBe(bsp.hdr?.lighting);
  });

  it("both: each side has the faces of its own lump", () => {
    const lumps = makeBspLumps({ light: "both" });
    const { bytes } = lumps.get("LUMP_FACES_HDR")!;
    // The first face has another style in HDR (`dface_t::styles`).
    lumps.set("LUMP_FACES_HDR", { version: 1, bytes: bytes.slice().fill(7, 16, 17) });
    const { ldr, hdr } = parseBsp(assembleBsp(lumps));
    expect(ldr!.faces.styles[0]).toBe(0);
    expect(hdr!.faces.styles[0]).toBe(7);
  });

  it("neither: every face is unlit", () => {
    const bsp = parse({ light: "none" });
    expect(bsp.ldr).toBeNull();
    expect(bsp.hdr).toBeNull();
    expect([...bsp.faces.lightOffset]).toEqual(Array(11).fill(-1));
  });
});

describe("ambient cubes", () => {
  it("are read from separate lumps in version 20", () => {
    const ambient = parse().ldr?.ambient;
    expect(ambient?.count).toBe(2);
    expect([...(ambient?.sampleCount ?? [])]).toEqual([0, 1, 1]);
    expect([...(ambient?.firstSample ?? [])]).toEqual([0, 0, 1]);
    expect([...(ambient?.position ?? [])]).toEqual([10, 20, 30, 10, 20, 30]);
    expect(ambient?.cube[24]).toBe(80);
  });

  it("are read from the leaf records in version 19", () => {
    const ambient = parse({ version: 19 }).ldr?.ambient;
    expect(ambient?.count).toBe(3);
    expect([...(ambient?.firstSample ?? [])]).toEqual([0, 1, 2]);
    expect(ambient?.position[0]).toBe(128);
    expect(ambient?.cube[48]).toBe(80);
  });
});

describe("parseBsp on other file forms", () => {
  const comparable = (options: MakeBspOptions) => {
    const { endian, headerOrder, lumps, gameLumps, visibility, byteLength, ...rest } =
      parse(options);
    return { ...rest, visibility: visibility && { ...visibility, bytes: null } };
  };
  const plain = comparable({});

  it("reads big-endian maps to the same values", () => {
    expect(comparable({ littleEndian: false })).toEqual(plain);
    expect(parse({ littleEndian: false }).endian).toBe("big");
  });

  it("reads Left 4 Dead 2's header order to the same values", () => {
    const options = { headerOrder: "left4dead2", version: 21 } as const;
    expect(comparable(options)).toEqual({ ...plain, version: 21 });
    expect(parse(options).headerOrder).toBe("left4dead2");
  });

  it("reads compressed lumps to the same values", () => {
    const lzma = ["LUMP_PLANES", "LUMP_FACES", "LUMP_LIGHTING", "LUMP_VISIBILITY"] as const;
    expect(comparable({ lzma })).toEqual(plain);
    expect(parse({ lzma }).lumps[1].compressed).toBe(true);
    expect(comparable({ lzma, littleEndian: false })).toEqual(plain);
  });

  it("reads a map without visibility", () => {
    expect(parse({ visibility: false }).visibility).toBeNull();
  });
});
