/** Details of a VTX beyond its triangles, for hardware of its time. Valve's public `optimize.h`. */

/** `STRIPGROUP_*` */
export const STRIP_GROUP_FLAGS = {
  IS_FLEXED: 0x1,
  IS_HWSKINNED: 0x2,
  IS_DELTA_FLEXED: 0x4,
  SUPPRESS_HW_MORPH: 0x8,
} as const;

/** `STRIP_IS_*` */
export const STRIP_FLAGS = { IS_TRILIST: 0x1, IS_TRISTRIP: 0x2 } as const;

/** Strip groups in file order: sorted by mesh and LOD. */
export interface StripGroups {
  readonly count: number;
  /** Row of `Vtx.meshes`. */
  readonly mesh: Uint32Array;
  /** Bits of `STRIP_GROUP_FLAGS`. */
  readonly flags: Uint8Array;
  readonly vertexCount: Uint32Array;
  readonly indexCount: Uint32Array;
  /** For files with headers of 33 bytes; otherwise 0. */
  readonly topologyIndexCount: Uint32Array;
}

export interface Strips {
  readonly count: number;
  /** Row of `StripGroups`. */
  readonly group: Uint32Array;
  /** Bits of `STRIP_FLAGS`. */
  readonly flags: Uint8Array;
  readonly vertexCount: Uint32Array;
  readonly indexCount: Uint32Array;
  /** Maximum number of bones of its vertices. */
  readonly boneCount: Uint16Array;
  /** Run of `BoneStates`. */
  readonly firstBoneState: Uint32Array;
  readonly boneStateCount: Uint32Array;
}

/**
 * `BoneStateChangeHeader_t`: which of the model's bones is loaded into which hardware bone slot.
 */
export interface BoneStates {
  readonly count: number;
  readonly hardwareBone: Int32Array;
  readonly bone: Int32Array;
}

/** Materials that a LOD replaces. */
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
