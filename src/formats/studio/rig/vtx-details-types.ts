/** What a VTX says besides its triangles: how they are made for the hardware of its time. Valve's public `optimize.h`. */

/** `STRIPGROUP_*` */
export const STRIP_GROUP_FLAGS = {
  IS_FLEXED: 0x1,
  IS_HWSKINNED: 0x2,
  IS_DELTA_FLEXED: 0x4,
  SUPPRESS_HW_MORPH: 0x8,
} as const;

/** `STRIP_IS_*` */
export const STRIP_FLAGS = { IS_TRILIST: 0x1, IS_TRISTRIP: 0x2 } as const;

/** In file order: those of a mesh of a LOD together. */
export interface StripGroups {
  readonly count: number;
  /** Row of `Vtx.meshes`. */
  readonly mesh: Uint32Array;
  /** Of `STRIP_GROUP_FLAGS`. */
  readonly flags: Uint8Array;
  readonly vertexCount: Uint32Array;
  readonly indexCount: Uint32Array;
  /** Of files with headers of 33 bytes; else 0. */
  readonly topologyIndexCount: Uint32Array;
}

export interface Strips {
  readonly count: number;
  /** Row of `StripGroups`. */
  readonly group: Uint32Array;
  /** Of `STRIP_FLAGS`. */
  readonly flags: Uint8Array;
  readonly vertexCount: Uint32Array;
  readonly indexCount: Uint32Array;
  /** Most bones that move a vertex of it. */
  readonly boneCount: Uint16Array;
  /** Rows of `BoneStates`. */
  readonly firstBoneState: Uint32Array;
  readonly boneStateCount: Uint32Array;
}

/** `BoneStateChangeHeader_t`: which bone of the model is put into which place of the hardware's. */
export interface BoneStates {
  readonly count: number;
  readonly hardwareBone: Int32Array;
  readonly bone: Int32Array;
}

/** Materials of which a LOD shows others. */
export interface MaterialReplacements {
  readonly count: number;
  readonly lod: Uint8Array;
  /** Row of `Mdl.textures`. */
  readonly material: Uint16Array;
  readonly name: readonly string[];
}

export interface VtxDetails {
  readonly vertexCacheSize: number;
  readonly maxBonesPerStrip: number;
  readonly maxBonesPerTriangle: number;
  readonly groups: StripGroups;
  readonly strips: Strips;
  readonly boneStates: BoneStates;
  readonly replacements: MaterialReplacements;
}
