/**
 * Tables of `studiohdr_t`, and their records that are read as columns of numbers. Offsets are from
 * Valve's public `studio.h`.
 */

import { float, int, uint, vector } from "../../binary/columns.ts";

/**
 * A table of the header: where its row count and its offset are stored, and the size of a row in
 * bytes.
 */
export interface HeaderTable {
  readonly where: string;
  readonly countAt: number;
  readonly offsetAt: number;
  readonly bytes: number;
}

const table = (where: string, countAt: number, bytes: number): HeaderTable => ({
  where,
  countAt,
  offsetAt: countAt + 4,
  bytes,
});

export const HEADER_TABLES = {
  bones: table("mstudiobone_t", 156, 216),
  boneControllers: table("mstudiobonecontroller_t", 164, 56),
  hitBoxSets: table("mstudiohitboxset_t", 172, 12),
  animations: table("mstudioanimdesc_t", 180, 100),
  sequences: table("mstudioseqdesc_t", 188, 212),
  bodyParts: table("mstudiobodyparts_t", 232, 16),
  attachments: table("mstudioattachment_t", 240, 92),
  flexDescriptors: table("mstudioflexdesc_t", 260, 4),
  flexControllers: table("mstudioflexcontroller_t", 268, 20),
  flexRules: table("mstudioflexrule_t", 276, 12),
  ikChains: table("mstudioikchain_t", 284, 16),
  mouths: table("mstudiomouth_t", 292, 20),
  poseParameters: table("mstudioposeparamdesc_t", 300, 20),
  ikLocks: table("mstudioiklock_t", 320, 32),
  included: table("mstudiomodelgroup_t", 336, 8),
  animationBlocks: table("mstudioanimblock_t", 352, 8),
  flexControllerUis: table("mstudioflexcontrollerui_t", 384, 20),
} as const;

export const ATTACHMENT = {
  bytes: 92,
  columns: { flags: uint(4), bone: int(8), local: float(12, 12) },
} as const;

export const HIT_BOX = {
  bytes: 68,
  columns: { bone: int(0), group: int(4), mins: vector(8), maxs: vector(20) },
} as const;

export const BONE_CONTROLLER = {
  bytes: 56,
  columns: {
    bone: int(0),
    type: int(4),
    start: float(8),
    end: float(12),
    rest: int(16),
    inputField: int(20),
  },
} as const;

export const POSE_PARAMETER = {
  bytes: 20,
  columns: { flags: uint(4), start: float(8), end: float(12), loop: float(16) },
} as const;

export const IK_LINK = { bytes: 28, columns: { bone: int(0), kneeDirection: vector(4) } } as const;

export const IK_LOCK = {
  bytes: 32,
  columns: { chain: int(0), positionWeight: float(4), localQuaternionWeight: float(8) },
} as const;

export const MOUTH = {
  bytes: 20,
  columns: { bone: int(0), forward: vector(4), flexDescriptor: int(16) },
} as const;

export const ANIMATION_BLOCK = { bytes: 8, columns: { start: int(0), end: int(4) } } as const;

export const FLEX_CONTROLLER = { bytes: 20, columns: { min: float(12), max: float(16) } } as const;

export const SOURCE_TRANSFORM = {
  bytes: 100,
  columns: { before: float(4, 12), after: float(52, 12) },
} as const;

export const BONE_FLEX_CONTROL = {
  bytes: 16,
  columns: { component: int(0), controller: int(4), min: float(8), max: float(12) },
} as const;

/** Arrays of `mstudiolinearbone_t`: where their offsets are stored, and bytes for each bone. */
export const LINEAR_BONE_ARRAYS = {
  flags: { at: 4, bytes: 4 },
  parent: { at: 8, bytes: 4 },
  position: { at: 12, bytes: 12 },
  quaternion: { at: 16, bytes: 16 },
  rotation: { at: 20, bytes: 12 },
  poseToBone: { at: 24, bytes: 48 },
  positionScale: { at: 28, bytes: 12 },
  rotationScale: { at: 32, bytes: 12 },
  alignment: { at: 36, bytes: 16 },
} as const;
