/**
 * Builds a small map in memory: a room of 256 x 128 x 128 inches with two leafs in separate
 * clusters, lighting, visibility, a displacement, T-junction primitives, a brush model, props and a
 * pakfile. It is as valid as a compiled map, so that tests need no game files.
 */

import { compress } from "lzma1";
import { LUMP_NAMES, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { BSP_HEADER_BYTES } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { ByteWriter } from "./byte-writer.ts";
import { ROOM_FACES, ROOM_MATERIALS, ROOM_PLANES } from "./room.ts";

export interface MakeBspOptions {
  /** Version 19 has leafs of version 0 with an ambient cube each. */
  readonly version?: 19 | 20 | 21;
  readonly littleEndian?: boolean;
  readonly headerOrder?: "standard" | "left4dead2";
  /** Sides with lighting; "hdr7" is HDR light for the faces of LUMP_FACES. */
  readonly light?: "ldr" | "hdr" | "hdr7" | "both" | "none";
  readonly visibility?: boolean;
  /** Adds detail props: a sprite in each half of the room, and a model. */
  readonly detailProps?: boolean;
  /** Lumps to store compressed. */
  readonly lzma?: readonly LumpName[];
}

export interface MadeLump {
  version: number;
  bytes: Uint8Array;
}
export type MadeLumps = Map<LumpName, MadeLump>;

export const LUXEL_INCHES = 16;
export const ROOM_LEAFS = 3;

export function makeBsp(options: MakeBspOptions = {}): Uint8Array {
  return assembleBsp(makeBspLumps(options), options);
}

/** Builds the lumps before they are assembled, for tests that damage one of them. */
export function makeBspLumps(options: MakeBspOptions = {}): MadeLumps {
  const { version = 20, littleEndian = true, light = "ldr", visibility = true } = options;
  const lumps: MadeLumps = new Map();
  const writer = () => new ByteWriter(littleEndian);
  const put = (name: LumpName, bytes: ByteWriter | Uint8Array, lumpVersion = 0) =>
    lumps.set(name, {
      version: lumpVersion,
      bytes: bytes instanceof ByteWriter ? bytes.done() : bytes,
    });

  const planes = writer();
  for (const { normal, dist } of ROOM_PLANES) {
    planes.f32(...normal, dist).i32(normal.findIndex((n) => n !== 0));
  }
  put("LUMP_PLANES", planes);
  putMaterials(put, writer);

  // No two faces share an edge, and edge 0 is unused, as in compiled maps.
  const vertexes = writer();
  const edges = writer().i16(0, 0);
  const surfEdges = writer();
  const faces = writer();
  const lighting = writer();
  ROOM_FACES.forEach((face, index) => {
    face.corners.forEach((corner, k) => {
      vertexes.f32(...corner);
      const at = index * 4 + k;
      const next = index * 4 + ((k + 1) % 4);
      // Every other edge is stored reversed and walked backwards.
      edges.i16(...(k % 2 === 0 ? [at, next] : [next, at]));
      surfEdges.i32((index * 4 + k + 1) * (k % 2 === 0 ? 1 : -1));
    });
    const luxels = (face.lightmapSize[0] + 1) * (face.lightmapSize[1] + 1);
    const maps = face.styles.length * (face.bumped ? 4 : 1);
    for (const _ of face.styles) lighting.u8(20, 20, 20, 0);
    const lightOffset = face.styles.length === 0 || light === "none" ? -1 : lighting.length;
    if (face.styles.length > 0) {
      for (let i = 0; i < luxels * maps; i++) lighting.u8(i & 255, index * 16, 64, 0);
    }
    faces
      .i16(face.plane)
      .u8(face.side, 1)
      .i32(index * 4)
      .i16(4, face.texinfo, face.dispInfo, -1);
    faces.u8(...face.styles, ...Array(4 - face.styles.length).fill(255)).i32(lightOffset);
    faces.f32(128 * 128).i32(...face.lightmapMins, ...face.lightmapSize, index);
    faces.i16(face.primitiveCount | 0x8000, 0).i32(1 << index);
  });
  put("LUMP_VERTEXES", vertexes);
  put("LUMP_EDGES", edges);
  put("LUMP_SURFEDGES", surfEdges);
  put("LUMP_ORIGINALFACES", faces);
  if (light !== "hdr") put("LUMP_FACES", faces, 1);
  if (light === "hdr" || light === "both") put("LUMP_FACES_HDR", faces, 1);
  if (light === "ldr" || light === "both") put("LUMP_LIGHTING", lighting, 1);
  if (light === "hdr" || light === "hdr7" || light === "both") {
    put("LUMP_LIGHTING_HDR", lighting, 1);
  }

  putTree(put, writer, version);
  if (visibility) {
    // Cluster 0 sees both clusters, cluster 1 only itself. A row of 2 bits takes one byte.
    put("LUMP_VISIBILITY", writer().i32(2, 20, 20, 21, 21).u8(0b11, 0b10));
  }
  putDisplacement(put, writer);
  put("LUMP_PRIMITIVES", writer().u8(0, 0).i16(0, 6, 0, 0));
  put("LUMP_PRIMINDICES", writer().i16(0, 1, 2, 0, 2, 3));
  put("LUMP_ENTITIES", writer().text(ROOM_ENTITIES).u8(0));
  put("LUMP_CUBEMAPS", writer().i32(64, 64, 64).u8(6, 0, 0, 0));
  put("LUMP_PAKFILE", new ByteWriter().text("PK").u8(5, 6).zeros(18));
  return lumps;
}

type Put = (name: LumpName, bytes: ByteWriter | Uint8Array, version?: number) => void;

function putMaterials(put: Put, writer: () => ByteWriter): void {
  const texdata = writer();
  const strings = writer();
  const table = writer();
  ROOM_MATERIALS.forEach((name, i) => {
    texdata.f32(0.5, 0.25, 0.125).i32(i, 64, 32, 64, 32);
    table.i32(strings.length);
    strings.text(name).u8(0);
  });
  put("LUMP_TEXDATA", texdata);
  put("LUMP_TEXDATA_STRING_DATA", strings);
  put("LUMP_TEXDATA_STRING_TABLE", table);
  // One projection for each kind of wall; the last is bumped, and one belongs to a tool texture.
  const texinfo = writer();
  const axes = [
    [1, 0, 0, 0, 1, 0],
    [1, 0, 0, 0, 0, 1],
    [0, 1, 0, 0, 0, 1],
    [0, 1, 0, 0, 0, 1],
  ];
  axes.forEach(([sx, sy, sz, tx, ty, tz], i) => {
    texinfo.f32(4 * sx, 4 * sy, 4 * sz, 0, 4 * tx, 4 * ty, 4 * tz, 0);
    texinfo.f32(...[sx, sy, sz, 0, tx, ty, tz, 0].map((value) => value / LUXEL_INCHES));
    texinfo.i32(i === 3 ? 0x800 : 0, i === 3 ? 1 : 0);
  });
  texinfo.zeros(64).i32(0x80, -1);
  put("LUMP_TEXINFO", texinfo);
}

function putTree(put: Put, writer: () => ByteWriter, version: number): void {
  // Nodes 0 to 5 separate the outside, node 6 splits the room.
  const nodes = writer();
  for (let i = 0; i < 7; i++) {
    const solid = -1;
    const inside = i + 1;
    const children = i === 6 ? [-3, -2] : i % 2 === 0 ? [inside, solid] : [solid, inside];
    nodes
      .i32(i, ...children)
      .i16(0, 0, 0, 256, 128, 128, 0, i === 6 ? ROOM_FACES.length - 1 : 0, 0, 0);
  }
  put("LUMP_NODES", nodes);
  const leafs = writer();
  const boxes = [
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 128, 128, 128],
    [128, 0, 0, 256, 128, 128],
  ];
  const faceRuns = [
    [0, 0],
    [0, 5],
    [5, 5],
  ];
  for (let i = 0; i < ROOM_LEAFS; i++) {
    leafs
      .i32(i === 0 ? 1 : 0)
      .i16(i - 1, (i === 0 ? 0 : 1) | (4 << 9), ...boxes[i], ...faceRuns[i], 0, 0, -1);
    if (version === 19) leafs.u8(...ambientCube(i), 0, 0);
    else leafs.zeros(2);
  }
  put("LUMP_LEAFS", leafs, version === 19 ? 0 : 1);
  if (version !== 19) {
    put("LUMP_LEAF_AMBIENT_INDEX", writer().i16(0, 0, 1, 0, 1, 1));
    const lighting = writer();
    for (const leaf of [1, 2]) lighting.u8(...ambientCube(leaf), 10, 20, 30, 0);
    put("LUMP_LEAF_AMBIENT_LIGHTING", lighting, 1);
  }
  put("LUMP_LEAFFACES", writer().i16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  const last = ROOM_FACES.length - 1;
  const models = writer().f32(0, 0, 0, 256, 128, 128, 0, 0, 0).i32(0, 0, last);
  models.f32(100, 0, 0, 100, 128, 128, 0, 0, 0).i32(-1, last, 1);
  put("LUMP_MODELS", models);
}

function ambientCube(leaf: number): number[] {
  return Array.from({ length: 24 }, (_, i) => (i % 4 === 3 ? 1 : leaf * 40 + i));
}

function putDisplacement(put: Put, writer: () => ByteWriter): void {
  const mapFace = ROOM_FACES.findIndex((face) => face.dispInfo === 0);
  const info = writer()
    .f32(...ROOM_FACES[mapFace].corners[0])
    .i32(0, 0, 2, 3)
    .f32(45)
    .i32(1);
  // Map face and lightmap words, then neighbours, then all vertices allowed.
  info
    .i16(mapFace, 0)
    .zeros(96)
    .i32(...Array(10).fill(-1));
  put("LUMP_DISPINFO", info);
  const verts = writer();
  for (let i = 0; i < 25; i++) verts.f32(0, 0, 1, i % 5, i * 10);
  put("LUMP_DISP_VERTS", verts);
  const tris = writer();
  for (let i = 0; i < 32; i++) tris.i16(1);
  put("LUMP_DISP_TRIS", tris);
}

const ROOM_ENTITIES = `{
"classname" "worldspawn"
"skyname" "sky_day01_01"
}
{
"classname" "func_brush"
"model" "*1"
"OnUser1" "a,Kill,,0,-1"
"OnUser1" "b,Kill,,1,-1"
}
{
"classname" "info_player_start"
"origin" "64 64 16"
}
`;

/**
 * Builds a sprite of 16 x 32 inches in the first half of the room, two crossed ones in the second,
 * and a model.
 */
function makeDetailProps(isFilled: boolean, littleEndian: boolean): ByteWriter {
  const out = new ByteWriter(littleEndian);
  if (!isFilled) return out.i32(0, 0, 0);
  out.i32(1).text("models/tuft.mdl", 128);
  out.i32(1).f32(-8, 32, 8, 0, 0.25, 0.5, 0.5, 1);
  out.i32(3);
  // Origin, angles; model, leaf; lighting; styles; sway, shape; orientation; type; scale.
  out.f32(64, 64, 0, 0, 30, 0).i16(0, 1).u8(128, 64, 32, 0xff).i32(-1);
  out.u8(0, 10, 20, 30).u8(2, 0, 0, 0).u8(1, 0, 0, 0).f32(1);
  out.f32(192, 32, 0, 0, 90, 0).i16(0, 2).u8(255, 255, 255, 0).i32(-1);
  out.u8(0, 0, 0, 0).u8(0, 0, 0, 0).u8(2, 0, 0, 0).f32(1.5);
  out.f32(200, 100, 0, 0, 0, 0).i16(0, 2).u8(255, 255, 255, 0).i32(-1);
  return out.u8(0, 0, 0, 0).u8(0, 0, 0, 0).u8(0, 0, 0, 0).f32(1);
}

/** Builds two props of one model in version 5 records. `base` is the lump's offset. */
function makeGameLump(base: number, littleEndian: boolean, hasDetailProps: boolean): Uint8Array {
  const sprp = new ByteWriter(littleEndian).i32(1).text("models/crate.mdl", 128).i32(3);
  sprp.i16(1, 2, 2).i32(2);
  for (let i = 0; i < 2; i++) {
    sprp
      .f32(64 + 128 * i, 64, 0, 10, 20, 30)
      .i16(0, i, i + 1)
      .u8(6, 2);
    sprp.i32(i).f32(100, 200, 64, 64, 32, 0.5);
  }
  const dprp = makeDetailProps(hasDetailProps, littleEndian);
  const start = base + 4 + 2 * 16;
  const out = new ByteWriter(littleEndian).i32(2);
  // The id is the number formed by its four letters, most significant first.
  out.i32(0x73707270).i16(0, 5).i32(start, sprp.length);
  out
    .i32(0x64707270)
    .i16(0, 4)
    .i32(start + sprp.length, dprp.length);
  return out.bytes(sprp.done()).bytes(dprp.done()).done();
}

/** Lumps written last, as compilers do, so that a truncated download loses these first. */
const LAST: readonly LumpName[] = ["LUMP_LIGHTING", "LUMP_LIGHTING_HDR", "LUMP_PAKFILE"];

/** Writes a header and the lumps, each at a multiple of four. */
export function assembleBsp(lumps: MadeLumps, options: MakeBspOptions = {}): Uint8Array {
  const { version = 20, littleEndian = true, headerOrder = "standard", lzma = [] } = options;
  const { detailProps = false } = options;
  const body = new ByteWriter(littleEndian);
  const directory = new Map<LumpName, number[]>();
  const first = LUMP_NAMES.filter((name) => !LAST.includes(name));
  for (const name of [...first, ...LAST]) {
    body.zeros(-body.length & 3);
    const offset = BSP_HEADER_BYTES + body.length;
    const gameLump = { version: 0, bytes: makeGameLump(offset, littleEndian, detailProps) };
    const lump = lumps.get(name) ?? (name === "LUMP_GAME_LUMP" ? gameLump : undefined);
    if (!lump || lump.bytes.length === 0) continue;
    const packed = lzma.includes(name);
    const stored = packed ? packValveLzma(lump.bytes) : lump.bytes;
    const place = [offset, stored.length];
    const fields = headerOrder === "standard" ? [...place, lump.version] : [lump.version, ...place];
    directory.set(name, [...fields, packed ? lump.bytes.length : 0]);
    body.bytes(stored);
  }
  const header = new ByteWriter(littleEndian).text(littleEndian ? "VBSP" : "PSBV").i32(version);
  for (const name of LUMP_NAMES) header.i32(...(directory.get(name) ?? [0, 0, 0, 0]));
  return header.i32(7).bytes(body.done()).done();
}

/** Packs bytes with Valve's LZMA header, which is little-endian in every file. */
export function packValveLzma(bytes: Uint8Array): Uint8Array {
  // The package writes five property bytes and a u64 size before the data.
  const file = compress(bytes);
  const out = new ByteWriter().text("LZMA").i32(bytes.length, file.length - 13);
  return out.bytes(file.subarray(0, 5)).bytes(file.subarray(13)).done();
}
