/**
 * Records that compilers write and the viewer does not read, and whole forms of those of which it
 * reads a part. Version 20. Source: Valve's public `bspfile.h`; columns are named after its fields.
 */

import { byte, float, int, short, uint, ushort, vector } from "../../binary/columns.ts";
import type { RecordLayout, Table } from "../../binary/record-layout.ts";
import type { DispInfos, Faces, Nodes } from "../types.ts";
import {
  DFACE_V1,
  DISPINFO as DISPINFO_READ,
  type DTexData as DTexDataRead,
  NODES,
  TEXDATA,
} from "./record-layouts.ts";

/** LUMP_FACES, LUMP_FACES_HDR and LUMP_ORIGINALFACES, lump version 1. */
export interface DFace extends Omit<Faces, "count"> {
  /** 1: the face lies on a node's plane, not within a leaf (func_detail). */
  readonly onNode: Uint8Array;
  /** -1: not a water surface. */
  readonly surfaceFogVolumeId: Int32Array;
}
export const DFACE: RecordLayout<DFace> = {
  bytes: DFACE_V1.bytes,
  columns: { ...DFACE_V1.columns, onNode: byte(3), surfaceFogVolumeId: short(14) },
};

/** LUMP_TEXDATA. */
export interface DTexData extends DTexDataRead {
  readonly viewWidth: Int32Array;
  readonly viewHeight: Int32Array;
}
export const DTEXDATA: RecordLayout<DTexData> = {
  bytes: TEXDATA[0].bytes,
  columns: { ...TEXDATA[0].columns, viewWidth: int(24), viewHeight: int(28) },
};

/** LUMP_NODES. */
export interface DNode extends Omit<Nodes, "count"> {
  /** The area that all leafs below lie in; -1 if they lie in several. */
  readonly area: Int32Array;
}
export const DNODE: RecordLayout<DNode> = {
  bytes: NODES[0].bytes,
  columns: { ...NODES[0].columns, area: short(28) },
};

/** LUMP_BRUSHES. */
export interface DBrush {
  readonly firstSide: Int32Array;
  readonly sideCount: Int32Array;
  /** `CONTENTS_*` bits. */
  readonly contents: Int32Array;
}
export const DBRUSH: RecordLayout<DBrush> = {
  bytes: 12,
  columns: { firstSide: int(0), sideCount: int(4), contents: int(8) },
};

/** LUMP_BRUSHSIDES. */
export interface DBrushSide {
  readonly plane: Uint32Array;
  readonly texinfo: Int32Array;
  /** 0 in every map seen. */
  readonly dispInfo: Int32Array;
  /** 1: only there so that boxes collide rightly with the brush. */
  readonly bevel: Uint32Array;
}
export const DBRUSHSIDE: RecordLayout<DBrushSide> = {
  bytes: 8,
  columns: { plane: ushort(0), texinfo: short(2), dispInfo: short(4), bevel: ushort(6) },
};

/** One unsigned short: LUMP_LEAFBRUSHES, LUMP_LEAFFACES, LUMP_VERTNORMALINDICES, LUMP_FACEIDS. */
export const INDEX16: RecordLayout<{ readonly value: Uint32Array }> = {
  bytes: 2,
  columns: { value: ushort(0) },
};

/** LUMP_LEAFMINDISTTOWATER, inches; 65535: no water. A row a leaf. */
export const LEAFMINDISTTOWATER = INDEX16;

/** LUMP_VERTNORMALS and LUMP_CLIPPORTALVERTS. */
export const DVECTOR: RecordLayout<{ readonly value: Float32Array }> = {
  bytes: 12,
  columns: { value: vector(0) },
};

/** LUMP_AREAS. Area 0 is no area. */
export interface DArea {
  readonly areaPortalCount: Int32Array;
  readonly firstAreaPortal: Int32Array;
}
export const DAREA: RecordLayout<DArea> = {
  bytes: 8,
  columns: { areaPortalCount: int(0), firstAreaPortal: int(4) },
};

/** LUMP_AREAPORTALS. */
export interface DAreaPortal {
  /** What the entity's key `portalnumber` says. */
  readonly portalKey: Uint32Array;
  readonly otherArea: Uint32Array;
  readonly firstClipPortalVert: Uint32Array;
  readonly clipPortalVertCount: Uint32Array;
  readonly plane: Int32Array;
}
export const DAREAPORTAL: RecordLayout<DAreaPortal> = {
  bytes: 12,
  columns: {
    portalKey: ushort(0),
    otherArea: ushort(2),
    firstClipPortalVert: ushort(4),
    clipPortalVertCount: ushort(6),
    plane: int(8),
  },
};

/** The same in maps of version 25, whose indices have 32 bits: lump version 1. */
export const DAREAPORTAL_V1: RecordLayout<DAreaPortal> = {
  bytes: 20,
  columns: {
    portalKey: uint(0),
    otherArea: uint(4),
    firstClipPortalVert: uint(8),
    clipPortalVertCount: uint(12),
    plane: int(16),
  },
};

/** LUMP_LEAFWATERDATA. */
export interface DLeafWaterData {
  /** Inches. */
  readonly surfaceZ: Float32Array;
  readonly minZ: Float32Array;
  readonly surfaceTexInfo: Int32Array;
}
export const DLEAFWATERDATA: RecordLayout<DLeafWaterData> = {
  bytes: 12,
  columns: { surfaceZ: float(0), minZ: float(4), surfaceTexInfo: short(8) },
};
/** The same in maps of version 25, whose index has 32 bits: lump version 1. */
export const DLEAFWATERDATA_V1: RecordLayout<DLeafWaterData> = {
  bytes: 12,
  columns: { surfaceZ: float(0), minZ: float(4), surfaceTexInfo: int(8) },
};

/** `emittype_t`. */
export const EMIT_SURFACE = 0;
export const EMIT_POINT = 1;
export const EMIT_SPOTLIGHT = 2;
export const EMIT_SKYLIGHT = 3;
export const EMIT_QUAKELIGHT = 4;
export const EMIT_SKYAMBIENT = 5;

/** LUMP_WORLDLIGHTS and LUMP_WORLDLIGHTS_HDR, lump version 0. */
export interface DWorldLight {
  readonly origin: Float32Array;
  readonly intensity: Float32Array;
  readonly normal: Float32Array;
  readonly cluster: Int32Array;
  /** `EMIT_*`. */
  readonly type: Int32Array;
  readonly style: Int32Array;
  /** Cosines of the cone's start and end of penumbra. */
  readonly stopdot: Float32Array;
  readonly stopdot2: Float32Array;
  readonly exponent: Float32Array;
  readonly radius: Float32Array;
  readonly constantAttn: Float32Array;
  readonly linearAttn: Float32Array;
  readonly quadraticAttn: Float32Array;
  /** 1: already in the leafs' ambient cubes. */
  readonly flags: Int32Array;
  readonly texinfo: Int32Array;
  readonly owner: Int32Array;
}
export const DWORLDLIGHT: RecordLayout<DWorldLight> = {
  bytes: 88,
  columns: {
    origin: vector(0),
    intensity: vector(12),
    normal: vector(24),
    cluster: int(36),
    type: int(40),
    style: int(44),
    stopdot: float(48),
    stopdot2: float(52),
    exponent: float(56),
    radius: float(60),
    constantAttn: float(64),
    linearAttn: float(68),
    quadraticAttn: float(72),
    flags: int(76),
    texinfo: int(80),
    owner: int(84),
  },
};

/** `OVERLAY_BSP_FACE_COUNT`. */
export const OVERLAY_FACES = 64;

/** LUMP_OVERLAYS. */
export interface DOverlay {
  readonly id: Int32Array;
  readonly texinfo: Int32Array;
  /** Faces in the low 14 bits, render order above. */
  readonly faceCountAndRenderOrder: Uint32Array;
  /** 64 an overlay; only the first `faceCount` mean something. */
  readonly faces: Int32Array;
  /** 2 an overlay: the texture's start and end. */
  readonly u: Float32Array;
  readonly v: Float32Array;
  /**
   * 12 an overlay: four corners in the overlay's plane. The z of the first three holds the plane's
   * U axis; the fourth's says whether V is flipped.
   */
  readonly uvPoints: Float32Array;
  readonly origin: Float32Array;
  readonly basisNormal: Float32Array;
}
export const DOVERLAY: RecordLayout<DOverlay> = {
  bytes: 352,
  columns: {
    id: int(0),
    texinfo: short(4),
    faceCountAndRenderOrder: ushort(6),
    faces: int(8, OVERLAY_FACES),
    u: float(264, 2),
    v: float(272, 2),
    uvPoints: float(280, 12),
    origin: vector(328),
    basisNormal: vector(340),
  },
};

/** LUMP_OVERLAY_FADES: squared distances, a row an overlay. */
export interface DOverlayFade {
  readonly fadeDistMinSq: Float32Array;
  readonly fadeDistMaxSq: Float32Array;
}
export const DOVERLAYFADE: RecordLayout<DOverlayFade> = {
  bytes: 8,
  columns: { fadeDistMinSq: float(0), fadeDistMaxSq: float(4) },
};

/** LUMP_DISPINFO. */
export interface DDispInfo extends Omit<DispInfos, "count"> {
  readonly lightmapAlphaStart: Int32Array;
  /** Byte offset into LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS. */
  readonly lightmapSamplePositionStart: Int32Array;
  /** 48 bytes: eight `DISP_SUB_NEIGHBOR` records, two each for the edges left, top, right, bottom. */
  readonly edgeNeighbors: Uint8Array;
  /** 40 bytes: four `DISP_CORNER_NEIGHBORS` records. */
  readonly cornerNeighbors: Uint8Array;
}
export const DDISPINFO: RecordLayout<DDispInfo> = {
  bytes: DISPINFO_READ[0].bytes,
  columns: {
    ...DISPINFO_READ[0].columns,
    lightmapAlphaStart: int(40),
    lightmapSamplePositionStart: int(44),
    edgeNeighbors: byte(48, 48),
    cornerNeighbors: byte(96, 40),
  },
};

/** `CDispSubNeighbor`. */
export interface DispSubNeighbor {
  /** 0xffff: none. */
  readonly neighbor: Uint32Array;
  /** Quarter turns counter-clockwise of the neighbour against this one. */
  readonly neighborOrientation: Uint8Array;
  /** Where it fits onto this side: 0 corner to corner, 1 corner to middle, 2 middle to corner. */
  readonly span: Uint8Array;
  readonly neighborSpan: Uint8Array;
}
export const DISP_SUB_NEIGHBOR: RecordLayout<DispSubNeighbor> = {
  bytes: 6,
  columns: {
    neighbor: ushort(0),
    neighborOrientation: byte(2),
    span: byte(3),
    neighborSpan: byte(4),
  },
};
export const NO_DISP_NEIGHBOR = 0xffff;

/** `CDispCornerNeighbors`: at most four displacements that touch only the corner. */
export interface DispCornerNeighbors {
  readonly neighbors: Uint32Array;
  readonly neighborCount: Uint8Array;
}
export const DISP_CORNER_NEIGHBORS: RecordLayout<DispCornerNeighbors> = {
  bytes: 10,
  columns: { neighbors: ushort(0, 4), neighborCount: byte(8) },
};

/** LUMP_MAP_FLAGS: one record. */
export const DFLAGSLUMP: RecordLayout<{ readonly levelFlags: Uint32Array }> = {
  bytes: 4,
  columns: { levelFlags: uint(0) },
};
export const LVLFLAGS_BAKED_STATIC_PROP_LIGHTING_NONHDR = 1;
export const LVLFLAGS_BAKED_STATIC_PROP_LIGHTING_HDR = 2;

/** LUMP_OCCLUSION, lump version 2, without occluders: three counts of 0. */
export const EMPTY_OCCLUSION_BYTES = 12;

/** `dphysmodel_t`, which heads each model of LUMP_PHYSCOLLIDE. */
export interface DPhysModel {
  readonly model: Int32Array;
  readonly dataSize: Int32Array;
  readonly keydataSize: Int32Array;
  readonly solidCount: Int32Array;
}
export const DPHYSMODEL: RecordLayout<DPhysModel> = {
  bytes: 16,
  columns: { model: int(0), dataSize: int(4), keydataSize: int(8), solidCount: int(12) },
};
/** What closes LUMP_PHYSCOLLIDE, and is all of it in a map without physics. */
export const NO_PHYS_MODELS: Table<DPhysModel> = {
  count: 1,
  model: Int32Array.of(-1),
  dataSize: Int32Array.of(-1),
  keydataSize: Int32Array.of(0),
  solidCount: Int32Array.of(0),
};
