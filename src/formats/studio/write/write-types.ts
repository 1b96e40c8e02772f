/**
 * Input of `writeMdl`, `writeVvd` and `writeVtx`: a model that they write as three files. All
 * indices must be in range; nothing is checked. Model space, inches.
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
  /** Checksum that all three files get. */
  readonly checksum: number;
  /** Path below `models`, with `.mdl`. */
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
  /** Undefined if the model has none. */
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
  /** Undefined if there are none. */
  readonly nodes?: StudioNodesFile;
  /** Content paths of models whose sequences this model also has. */
  readonly includedModels?: readonly string[];
  /** `null` or undefined if the model has none. */
  readonly face?: StudioFaceFile | null;
  /**
   * Vertices in mesh order (body parts, models, meshes); within each mesh, the coarsest LOD first.
   */
  readonly vertices: StudioVertices;
  /** Coarsest LOD that uses each vertex. */
  readonly vertexLod: Uint8Array;
  /** Switch point of each LOD; −1 for a shadow LOD. */
  readonly switchPoints: readonly number[];
}

export interface StudioBonesFile {
  readonly count: number;
  readonly name: readonly string[];
  readonly parent: Int32Array;
  /** 3 a bone: the bind pose, relative to the parent. */
  readonly position: Float32Array;
  /** 3 a bone, radians about x, y, z: the same rotation as `quaternion`. */
  readonly rotation: Float32Array;
  /** 4 a bone. */
  readonly quaternion: Float32Array;
  /** 3 a bone: value of one step of a 16-bit animation value. */
  readonly positionScale: Float32Array;
  readonly rotationScale: Float32Array;
  /** 12 a bone: 3x4 row-major, from model space to bone space. */
  readonly poseToBone: Float32Array;
  readonly flags: Uint32Array;
}

export interface StudioAnimationFile {
  readonly name: string;
  readonly fps: number;
  /** `STUDIO_LOOPING` and others. */
  readonly flags: number;
  readonly frameCount: number;
  /** 3 a bone, all bones in each frame: relative to the parent. */
  readonly position: Float32Array;
  /** 3 a bone, all bones in each frame: radians about x, y, z. */
  readonly rotation: Float32Array;
  /** Movement of the whole model. */
  readonly movements?: readonly StudioMovementFile[];
  readonly ikRules?: readonly StudioIkRuleFile[];
}

export interface StudioSequenceFile {
  readonly name: string;
  /** Activity such as `ACT_IDLE`; empty if none. */
  readonly activity: string;
  readonly activityWeight: number;
  readonly flags: number;
  readonly mins: Vector;
  readonly maxs: Vector;
  /** Rows of `animations`: a grid with `blendWidth` columns. */
  readonly animations: readonly number[];
  readonly blendWidth: number;
  /** Parameters that select a column and a row. */
  readonly blendAxes: readonly {
    /** Row of `poseParameters`. */
    readonly poseParameter: number;
    readonly start: number;
    readonly end: number;
  }[];
  /** Weight for each bone, 0 to 1. */
  readonly boneWeights: Float32Array;
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Undefined if there are none. */
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
  /** Undefined if there are none. */
  readonly eyeballs?: readonly StudioEyeballFile[];
}

/** `mstudioeyeball_t` without lids, in bone space. */
export interface StudioEyeballFile {
  readonly name: string;
  readonly bone: number;
  readonly texture: number;
  /** Number of the model's mesh that is drawn as the eyeball; −1 if none. */
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
  /** Row of `StudioModelFile.vertices`. */
  readonly firstVertex: number;
  readonly vertexCount: number;
  /**
   * For each LOD a triangle list with vertex numbers of the mesh (0 is `firstVertex`),
   * counter-clockwise seen from the front.
   */
  readonly lodIndices: readonly Uint32Array[];
  /** Displacements by facial movements; undefined if there are none. */
  readonly flexes?: readonly StudioFlexFile[];
}

/** Displacement of a mesh by a facial movement. */
export interface StudioFlexFile {
  /** Row of `StudioFaceFile.descriptors`. */
  readonly descriptor: number;
  /** Descriptor of the other side of the face, from 1 on; −1 if both sides have the same weight. */
  readonly pair: number;
  /** Weights at the start, at full effect, at the end of full effect, and at the end. */
  readonly target: readonly number[];
  /** Vertex numbers of the mesh, ascending. */
  readonly vertices: Uint32Array;
  /** A number a vertex: 0 for the descriptor's side of the face, 1 for its pair's. */
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
    /** `FLEX_OP`; `index` of the fetched value, `value` of a constant. */
    readonly operations: readonly {
      readonly op: number;
      readonly index: number;
      readonly value: number;
    }[];
  }[];
}
