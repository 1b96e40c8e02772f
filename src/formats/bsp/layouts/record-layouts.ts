/**
 * The records of each lump, one layout for each lump version that is read. Sources: Valve's public
 * `bspfile.h` for versions 19 to 21; the wider records of version 25 as its compiler prints and
 * writes them.
 */

import { byte, float, int, short, uint, ushort, vector } from "../../binary/columns.ts";
import type { ColumnArray, RecordLayout } from "../../binary/record-layout.ts";
import type {
  DispInfos,
  DispTris,
  DispVerts,
  Faces,
  Models,
  Nodes,
  Planes,
  TexInfos,
  Vertexes,
} from "../types.ts";

/** A layout and the lump versions it is written under. */
export interface LumpLayout<C extends { readonly [K in keyof C]: ColumnArray }>
  extends RecordLayout<C> {
  readonly lumpVersions: readonly number[];
}

export type Columns<T> = Omit<T, "count">;

const shortBox = (at: number) => ({ at, type: "i16", as: Float32Array, arity: 3 }) as const;

export const PLANES: readonly LumpLayout<Columns<Planes>>[] = [
  { lumpVersions: [0], bytes: 20, columns: { normal: vector(0), dist: float(12), type: int(16) } },
];

export const VERTEXES: readonly LumpLayout<Columns<Vertexes>>[] = [
  { lumpVersions: [0], bytes: 12, columns: { position: vector(0) } },
];

export interface DTexData {
  readonly reflectivity: Float32Array;
  readonly nameStringTableId: Int32Array;
  readonly width: Int32Array;
  readonly height: Int32Array;
}

export const TEXDATA: readonly LumpLayout<DTexData>[] = [
  {
    lumpVersions: [0],
    bytes: 32,
    columns: {
      reflectivity: vector(0),
      nameStringTableId: int(12),
      width: int(16),
      height: int(20),
    },
  },
];

export const TEXINFO: readonly LumpLayout<Columns<TexInfos>>[] = [
  {
    lumpVersions: [0],
    bytes: 72,
    columns: {
      textureVecs: { at: 0, type: "f32", as: Float32Array, arity: 8 },
      lightmapVecs: { at: 32, type: "f32", as: Float32Array, arity: 8 },
      flags: uint(64),
      texdata: int(68),
    },
  },
];

export interface FaceLayout extends LumpLayout<Columns<Faces>> {
  /** The bit of `primitiveCount` that says whether the face takes shadows, and is no part of the count. */
  readonly shadowsBit: "top" | "lowest";
}

export const DFACE_V1: FaceLayout = {
  lumpVersions: [0, 1],
  bytes: 56,
  shadowsBit: "top",
  columns: {
    plane: ushort(0),
    side: byte(2),
    firstEdge: uint(4),
    edgeCount: ushort(8),
    texinfo: short(10),
    dispInfo: short(12),
    styles: byte(16, 4),
    lightOffset: int(20),
    area: float(24),
    lightmapMins: int(28, 2),
    lightmapSize: int(36, 2),
    origFace: int(44),
    primitiveCount: ushort(48),
    firstPrimitive: ushort(50),
    smoothingGroups: uint(52),
  },
};

export const DFACE_V2: FaceLayout = {
  lumpVersions: [2],
  bytes: 72,
  shadowsBit: "lowest",
  columns: {
    plane: uint(0),
    side: byte(4),
    firstEdge: uint(8),
    edgeCount: uint(12),
    texinfo: int(16),
    dispInfo: int(20),
    styles: byte(28, 4),
    lightOffset: int(32),
    area: float(36),
    lightmapMins: int(40, 2),
    lightmapSize: int(48, 2),
    origFace: int(56),
    primitiveCount: uint(60),
    firstPrimitive: uint(64),
    smoothingGroups: uint(68),
  },
};

export const FACES: readonly FaceLayout[] = [DFACE_V1, DFACE_V2];

export const NODES: readonly LumpLayout<Columns<Nodes>>[] = [
  {
    lumpVersions: [0],
    bytes: 32,
    columns: {
      plane: uint(0),
      children: int(4, 2),
      mins: shortBox(12),
      maxs: shortBox(18),
      firstFace: ushort(24),
      faceCount: ushort(26),
    },
  },
  {
    lumpVersions: [1],
    bytes: 48,
    columns: {
      plane: uint(0),
      children: int(4, 2),
      mins: vector(12),
      maxs: vector(24),
      firstFace: uint(36),
      faceCount: uint(40),
    },
  },
];

/** As stored: area and flags still share a word. */
export interface DLeaf {
  readonly contents: Int32Array;
  readonly cluster: Int32Array;
  readonly areaFlags: Uint32Array;
  readonly mins: Float32Array;
  readonly maxs: Float32Array;
  readonly firstLeafFace: Uint32Array;
  readonly leafFaceCount: Uint32Array;
  readonly firstLeafBrush: Uint32Array;
  readonly leafBrushCount: Uint32Array;
  readonly leafWaterData: Int32Array;
}

export interface LeafLayout extends LumpLayout<DLeaf> {
  /** Of `areaFlags`, the lowest: the area's. The flags are above. */
  readonly areaBits: 9 | 17;
}

const DLEAF_SHORT_COLUMNS: RecordLayout<DLeaf>["columns"] = {
  contents: int(0),
  cluster: short(4),
  areaFlags: ushort(6),
  mins: shortBox(8),
  maxs: shortBox(14),
  firstLeafFace: ushort(20),
  leafFaceCount: ushort(22),
  firstLeafBrush: ushort(24),
  leafBrushCount: ushort(26),
  leafWaterData: short(28),
};

/** Version 0 ends in an ambient cube, see `DLEAF_V0_CUBE`. */
export const DLEAF_V0: LeafLayout = {
  lumpVersions: [0],
  areaBits: 9,
  bytes: 56,
  columns: DLEAF_SHORT_COLUMNS,
};
export const DLEAF_V1: LeafLayout = {
  lumpVersions: [1],
  areaBits: 9,
  bytes: 32,
  columns: DLEAF_SHORT_COLUMNS,
};
export const DLEAF_V2: LeafLayout = {
  lumpVersions: [2],
  areaBits: 17,
  bytes: 56,
  columns: {
    contents: int(0),
    cluster: int(4),
    areaFlags: uint(8),
    mins: vector(12),
    maxs: vector(24),
    firstLeafFace: uint(36),
    leafFaceCount: uint(40),
    firstLeafBrush: uint(44),
    leafBrushCount: uint(48),
    leafWaterData: int(52),
  },
};
export const LEAFS: readonly LeafLayout[] = [DLEAF_V1, DLEAF_V0, DLEAF_V2];

interface Values<A> {
  readonly value: A;
}

export const LEAFFACES: readonly LumpLayout<Values<Uint32Array>>[] = [
  { lumpVersions: [0], bytes: 2, columns: { value: ushort(0) } },
  { lumpVersions: [1], bytes: 4, columns: { value: uint(0) } },
];

export const EDGES: readonly LumpLayout<Values<Uint32Array>>[] = [
  {
    lumpVersions: [0],
    bytes: 4,
    columns: { value: { at: 0, type: "u16", as: Uint32Array, arity: 2 } },
  },
  { lumpVersions: [1], bytes: 8, columns: { value: uint(0, 2) } },
];

export const SURFEDGES: readonly LumpLayout<Values<Int32Array>>[] = [
  { lumpVersions: [0], bytes: 4, columns: { value: int(0) } },
];

export const TEXDATA_STRING_TABLE = SURFEDGES;

export const MODELS: readonly LumpLayout<Columns<Models>>[] = [
  {
    lumpVersions: [0],
    bytes: 48,
    columns: {
      mins: vector(0),
      maxs: vector(12),
      origin: vector(24),
      headNode: int(36),
      firstFace: uint(40),
      faceCount: uint(44),
    },
  },
];

export const DISPINFO: readonly LumpLayout<Columns<DispInfos>>[] = [
  {
    lumpVersions: [0],
    bytes: 176,
    columns: {
      startPosition: vector(0),
      firstVert: uint(12),
      firstTri: uint(16),
      power: int(20),
      minTess: int(24),
      smoothingAngle: float(28),
      contents: int(32),
      mapFace: ushort(36),
      allowedVerts: uint(136, 10),
    },
  },
  {
    lumpVersions: [1],
    bytes: 232,
    columns: {
      startPosition: vector(0),
      firstVert: uint(12),
      firstTri: uint(16),
      power: int(20),
      minTess: int(24),
      smoothingAngle: float(28),
      contents: int(32),
      mapFace: uint(36),
      allowedVerts: uint(192, 10),
    },
  },
];

export const DISP_VERTS: readonly LumpLayout<Columns<DispVerts>>[] = [
  {
    lumpVersions: [0],
    bytes: 20,
    columns: { vector: vector(0), dist: float(12), alpha: float(16) },
  },
];

export const DISP_TRIS: readonly LumpLayout<Columns<DispTris>>[] = [
  { lumpVersions: [0], bytes: 2, columns: { tags: { at: 0, type: "u16", as: Uint16Array } } },
];

/** `CDispMultiBlend`. */
export const DISP_MULTIBLEND: readonly LumpLayout<{ readonly values: Float32Array }>[] = [
  { lumpVersions: [0], bytes: 80, columns: { values: float(0, 20) } },
];

export interface DPrimitive {
  readonly type: Uint8Array;
  readonly firstIndex: Uint32Array;
  readonly indexCount: Uint32Array;
  readonly firstVert: Uint32Array;
  readonly vertCount: Uint32Array;
}

export const PRIMITIVES: readonly LumpLayout<DPrimitive>[] = [
  {
    lumpVersions: [0],
    bytes: 10,
    columns: {
      type: byte(0),
      firstIndex: ushort(2),
      indexCount: ushort(4),
      firstVert: ushort(6),
      vertCount: ushort(8),
    },
  },
  {
    lumpVersions: [1],
    bytes: 20,
    columns: {
      type: byte(0),
      firstIndex: uint(4),
      indexCount: uint(8),
      firstVert: uint(12),
      vertCount: uint(16),
    },
  },
];

/** `readPrimitives` checks that the values fit a `Primitives` column. */
export const PRIMINDICES: readonly LumpLayout<Values<Uint32Array>>[] = [
  { lumpVersions: [0], bytes: 2, columns: { value: ushort(0) } },
  { lumpVersions: [1], bytes: 4, columns: { value: uint(0) } },
];
