/**
 * A model as the writers take it: what `writeMdl`, `writeVvd` and `writeVtx` put into three files.
 * All indices must be in range; nothing is checked here. Model space, inches.
 */

import type { StudioVertices } from "../types.ts";
import type {
  StudioIkRuleFile,
  StudioMovementFile,
  StudioNodesFile,
  StudioSequenceExtras,
} from "./write-motion-types.ts";
import type { StudioHitBoxSetFile, StudioRigFile } from "./write-rig-types.ts";

type Vector = readonly [number, number, number];

export interface StudioModelFile {
  /** The same number goes into all three files. */
  readonly checksum: number;
  /** With `.mdl`, below `models`. */
  readonly name: string;
  /** `STUDIOHDR_FLAGS_*` */
  readonly flags: number;
  readonly contents: number;
  readonly mass: number;
  readonly surfaceProp: string;
  readonly illumPosition: Vector;
  readonly hullMins: Vector;
  readonly hullMaxs: Vector;
  readonly viewMins: Vector;
  readonly viewMaxs: Vector;
  readonly bones: StudioBonesFile;
  readonly hitBoxSets: readonly StudioHitBoxSetFile[];
  /** Left out: it has none. */
  readonly rig?: StudioRigFile;
  readonly animations: readonly StudioAnimationFile[];
  readonly sequences: readonly StudioSequenceFile[];
  readonly textures: readonly string[];
  readonly textureDirs: readonly string[];
  readonly skinReferenceCount: number;
  readonly skinFamilyCount: number;
  /** `skinFamilyCount * skinReferenceCount` rows of `textures`. */
  readonly skins: Uint16Array;
  readonly bodyParts: readonly StudioBodyPartFile[];
  readonly poseParameters?: readonly {
    readonly name: string;
    readonly start: number;
    readonly end: number;
    readonly loop: number;
  }[];
  /** Left out: there are none. */
  readonly nodes?: StudioNodesFile;
  /** Content paths of models whose sequences are this one's, too. */
  readonly includedModels?: readonly string[];
  /** Null: it has none. */
  readonly face?: StudioFaceFile | null;
  /** In the order of the meshes: body parts, models, meshes, and in each coarsest LOD first. */
  readonly vertices: StudioVertices;
  /** The coarsest LOD that uses each vertex. */
  readonly vertexLod: Uint8Array;
  /** A value a LOD; -1 for a shadow LOD. */
  readonly switchPoints: readonly number[];
}

export interface StudioBonesFile {
  readonly count: number;
  readonly name: readonly string[];
  readonly parent: Int32Array;
  /** 3 a bone: the bind pose, relative to the parent. */
  readonly position: Float32Array;
  /** 3 a bone, radians about x, y, z: the same turn as `quaternion`. */
  readonly rotation: Float32Array;
  /** 4 a bone. */
  readonly quaternion: Float32Array;
  /** 3 a bone: what one step of a 16-bit animation value is worth. */
  readonly positionScale: Float32Array;
  readonly rotationScale: Float32Array;
  /** 12 a bone: 3x4 row-major, from model space to the bone's own. */
  readonly poseToBone: Float32Array;
  readonly flags: Uint32Array;
}

export interface StudioAnimationFile {
  readonly name: string;
  readonly fps: number;
  /** `STUDIO_LOOPING` and its like. */
  readonly flags: number;
  readonly frameCount: number;
  /** 3 a bone, all bones a frame: relative to the parent. */
  readonly position: Float32Array;
  /** 3 a bone, all bones a frame: radians about x, y, z. */
  readonly rotation: Float32Array;
  /** Where the whole model goes meanwhile. */
  readonly movements?: readonly StudioMovementFile[];
  readonly ikRules?: readonly StudioIkRuleFile[];
}

export interface StudioSequenceFile {
  readonly name: string;
  /** `ACT_IDLE`; empty for none. */
  readonly activity: string;
  readonly activityWeight: number;
  readonly flags: number;
  readonly mins: Vector;
  readonly maxs: Vector;
  /** Rows of `animations`, a grid of so many columns. */
  readonly animations: readonly number[];
  readonly blendWidth: number;
  /** What chooses a column, and what a row. */
  readonly blendAxes: readonly {
    /** Row of `poseParameters`. */
    readonly poseParameter: number;
    readonly start: number;
    readonly end: number;
  }[];
  /** How much of each bone it moves, 0 to 1. */
  readonly boneWeights: Float32Array;
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Left out: it has none of them. */
  readonly extras?: StudioSequenceExtras;
}

export interface StudioBodyPartFile {
  readonly name: string;
  readonly models: readonly StudioBodyModelFile[];
}

export interface StudioBodyModelFile {
  readonly name: string;
  readonly boundingRadius: number;
  readonly firstVertex: number;
  readonly vertexCount: number;
  readonly meshes: readonly StudioMeshFile[];
  /** Left out: none. */
  readonly eyeballs?: readonly StudioEyeballFile[];
}

/** `mstudioeyeball_t`, without lids. In its bone's space. */
export interface StudioEyeballFile {
  readonly name: string;
  readonly bone: number;
  readonly texture: number;
  /** Which of the model's meshes is drawn as it; -1: none. */
  readonly mesh: number;
  readonly origin: Vector;
  readonly up: Vector;
  readonly forward: Vector;
  readonly radius: number;
  readonly zOffset: number;
  readonly irisScale: number;
}

export interface StudioMeshFile {
  /** Column of the skin table. */
  readonly material: number;
  readonly center: Vector;
  /** In `StudioModelFile.vertices`. */
  readonly firstVertex: number;
  readonly vertexCount: number;
  /**
   * For each LOD a triangle list of the mesh's own vertices (0 is `firstVertex`), counter-clockwise
   * seen from the front.
   */
  readonly lodIndices: readonly Uint32Array[];
  /** What movements of the face do to it; left out: none. */
  readonly flexes?: readonly StudioFlexFile[];
}

/** How a movement displaces a mesh. */
export interface StudioFlexFile {
  /** Row of `StudioFaceFile.descriptors`. */
  readonly descriptor: number;
  /** That of the other side of the face, from 1 on; -1: one weight for both. */
  readonly pair: number;
  /** Weights at which it begins, is whole, is whole still, and has ended. */
  readonly target: readonly number[];
  /** The mesh's own, ascending. */
  readonly vertices: Uint32Array;
  /** A number a vertex: 0 is wholly of the descriptor's side, 1 of its pair's. */
  readonly side: Float32Array;
  /** 3 a vertex; written as half floats. */
  readonly delta: Float32Array;
  readonly normalDelta: Float32Array;
}

export interface StudioFaceFile {
  readonly descriptors: readonly string[];
  readonly controllers: readonly {
    readonly type: string;
    readonly name: string;
    readonly min: number;
    readonly max: number;
  }[];
  readonly rules: readonly {
    readonly descriptor: number;
    /** `FLEX_OP`; `index` of what is fetched, `value` of a constant. */
    readonly operations: readonly {
      readonly op: number;
      readonly index: number;
      readonly value: number;
    }[];
  }[];
}
