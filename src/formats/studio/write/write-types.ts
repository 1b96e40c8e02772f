/**
 * Input of `writeMdl`, `writeVvd` and `writeVtx`: a model that they write as three files. All
 * indices must be in range; nothing is checked. Model space, inches.
 */

import type { StudioVertices } from "../types.ts";

type Vector = readonly [number, number, number];
type Span = readonly [number, number, number, number];

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

// Attachments, hit boxes and other parts that are not drawn. Bones are rows of the model's bones.

export interface StudioRigFile {
  /** Model space. */
  readonly eyePosition: Vector;
  /** Cosine; 0 if not set. */
  readonly maxEyeDeflection: number;
  /** Row of the attachments; −1 if none. */
  readonly illumAttachment: number;
  readonly attachments: readonly StudioAttachmentFile[];
  readonly boneControllers: readonly StudioBoneControllerFile[];
  readonly ikChains: readonly StudioIkChainFile[];
  readonly ikLocks: readonly StudioIkLockFile[];
  readonly mouths: readonly StudioMouthFile[];
  readonly jiggleBones: readonly StudioJiggleFile[];
  /** KeyValues text; empty if none. */
  readonly keyValues: string;
}

export interface StudioAttachmentFile {
  readonly name: string;
  readonly flags: number;
  readonly bone: number;
  /** 12: 3x4 row-major, from the attachment's space to the bone's. */
  readonly local: ArrayLike<number>;
}

export interface StudioHitBoxSetFile {
  readonly name: string;
  readonly boxes: readonly StudioHitbox[];
}

export interface StudioHitbox {
  readonly bone: number;
  readonly group: number;
  /** Box in bone space. */
  readonly mins: Vector;
  readonly maxs: Vector;
  /** Name; empty if none. */
  readonly name: string;
}

export interface StudioBoneControllerFile {
  readonly bone: number;
  /** `STUDIO_X` and others. */
  readonly type: number;
  readonly start: number;
  readonly end: number;
  readonly inputField: number;
}

export interface StudioIkChainFile {
  readonly name: string;
  /** Links from the chain's root to its end. */
  readonly links: readonly { readonly bone: number; readonly kneeDirection: Vector }[];
}

export interface StudioIkLockFile {
  readonly chain: number;
  readonly positionWeight: number;
  readonly localQuaternionWeight: number;
}

export interface StudioMouthFile {
  readonly bone: number;
  readonly forward: Vector;
  /** Row of the flex descriptors. */
  readonly flexDescriptor: number;
}

/** `mstudiojigglebone_t` */
export interface StudioJiggleFile {
  readonly bone: number;
  readonly flags: number;
  /** All its floats, in order: 29, and 5 more for boing. */
  readonly values: readonly number[];
}

// Animations and sequences, except their frames. Rows refer to the model's own tables.

/** `mstudiomovement_t` */
export interface StudioMovementFile {
  readonly endFrame: number;
  readonly motionFlags: number;
  readonly speed: readonly [number, number];
  /** Degrees. */
  readonly yaw: number;
  readonly vector: Vector;
  readonly position: Vector;
}

/** `mstudioikrule_t` */
export interface StudioIkRuleFile {
  readonly type: number;
  readonly chain: number;
  readonly bone: number;
  readonly slot: number;
  readonly height: number;
  readonly radius: number;
  readonly floor: number;
  readonly position: Vector;
  readonly quaternion: Span;
  /** Fractions of the cycle. */
  readonly span: Span;
  readonly contact: number;
  /** Attachment; empty if none. */
  readonly attachment: string;
  /** Positions and rotations from this frame on, 3 and 4 floats each; `null` if none. */
  readonly track: {
    readonly firstFrame: number;
    readonly position: Float32Array;
    readonly quaternion: Float32Array;
  } | null;
}

export interface StudioEventFile {
  readonly cycle: number;
  /** Number of the event, or 0 for an event with a name. */
  readonly event: number;
  readonly name: string;
  readonly options: string;
}

export interface StudioLayerFile {
  readonly sequence: number;
  /** Row of the pose parameters; 0 if its flags say that there is none. */
  readonly poseParameter: number;
  readonly flags: number;
  readonly span: Span;
}

export interface StudioSequenceExtras {
  readonly events: readonly StudioEventFile[];
  readonly layers: readonly StudioLayerFile[];
  readonly ikLocks: readonly StudioIkLockFile[];
  readonly activityModifiers: readonly string[];
  /** Row of the pose parameters. The sequence's flags tell whether it is used. */
  readonly cyclePose: number;
  readonly keyValues: string;
  /** Rows of the nodes, from 1 on; 0 for none. */
  readonly entryNode: number;
  readonly exitNode: number;
  readonly isReversible: boolean;
}

/** Transition nodes: poses that sequences lead from and to. */
export interface StudioNodesFile {
  readonly names: readonly string[];
  /**
   * For each current and target node, the next node on the way, from 1 on; 0 if there is no way.
   */
  readonly next: Uint8Array;
}
