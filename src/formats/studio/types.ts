/**
 * Studio models: the MDL (bones, materials, structure), VVD (vertices) and VTX (triangles) of one
 * model, each parsed separately, and `StudioMesh`, which combines the three.
 *
 * Source of the layouts: Valve's public `studio.h` and `optimize.h`. Model space, inches.
 */

/** Maximum number of LODs of a model: `studio.h`. */
export const MAX_NUM_LODS = 8;

export interface Bones {
  readonly count: number;
  readonly name: readonly string[];
  /** −1 for a root. A bone's parent always comes before it (checked). */
  readonly parent: Int32Array;
  /** 3 a bone, relative to the parent: the bind pose. */
  readonly position: Float32Array;
  /** 4 a bone (x, y, z, w), relative to the parent. */
  readonly quaternion: Float32Array;
  /** 12 a bone: 3x4 row-major, from model space to bone space in the bind pose. */
  readonly poseToBone: Float32Array;
  readonly flags: Uint32Array;
}

/** Meshes of all models of all body parts, a row each, in file order. */
export interface MdlMeshes {
  readonly count: number;
  readonly bodyPart: Uint16Array;
  /** Number of the model in its body part. */
  readonly model: Uint16Array;
  /** Column of the skin table (not yet a texture). */
  readonly material: Uint16Array;
  readonly vertexCount: Uint32Array;
  /**
   * First vertex in the VVD list of LOD 0 after fixups: mesh.vertexoffset + model.vertexindex / 48.
   */
  readonly firstVertex: Uint32Array;
}

export interface Mdl {
  readonly version: number;
  readonly checksum: number;
  readonly name: string;
  /** `STUDIOHDR_FLAGS_*`; 0x10 is $staticprop. */
  readonly flags: number;
  readonly illumPosition: readonly [number, number, number];
  /** Mins and maxs of the collision hull and of the visible model. */
  readonly hullMins: readonly [number, number, number];
  readonly hullMaxs: readonly [number, number, number];
  readonly viewMins: readonly [number, number, number];
  readonly viewMaxs: readonly [number, number, number];
  readonly bones: Bones;
  /** Material names without directory. */
  readonly textures: readonly string[];
  /** Directories to search, in order. */
  readonly textureDirs: readonly string[];
  readonly skinFamilyCount: number;
  readonly skinReferenceCount: number;
  /** `skinFamilyCount * skinReferenceCount` indices into `textures` (checked). */
  readonly skins: Uint16Array;
  readonly bodyParts: readonly MdlBodyPart[];
  readonly meshes: MdlMeshes;
  readonly sequenceCount: number;
  readonly animationCount: number;
  readonly attachmentCount: number;
  /** Surface property; empty if the model names none. */
  readonly surfaceProp: string;
  /** `CONTENTS_*` */
  readonly contents: number;
  /** Mass of the collision model in kilograms. */
  readonly mass: number;
}

export interface MdlBodyPart {
  readonly name: string;
  /** Divisor of a body number for choosing a model of this part: see `chooseModels`. */
  readonly base: number;
  readonly models: readonly MdlModel[];
}

export interface MdlModel {
  readonly name: string;
  readonly vertexCount: number;
  /** First row of `Mdl.meshes`. */
  readonly firstMesh: number;
  readonly meshCount: number;
}

/** Eyeballs of all models of all body parts, a row each, in file order. Inches, in bone space. */
export interface MdlEyeballs {
  readonly count: number;
  readonly name: readonly string[];
  readonly bodyPart: Uint16Array;
  /** Number of the model in its body part. */
  readonly model: Uint16Array;
  /** Row of the mesh in `Mdl.meshes` that is drawn as the eyeball; −1 if none. */
  readonly mesh: Int32Array;
  /** Row of `Mdl.bones` (checked). */
  readonly bone: Int32Array;
  /** 3 an eyeball: its centre. */
  readonly origin: Float32Array;
  /** Sideways offset of the iris direction. */
  readonly zOffset: Float32Array;
  readonly radius: Float32Array;
  /** 3 an eyeball. */
  readonly up: Float32Array;
  /** 3 an eyeball: direction at rest. */
  readonly forward: Float32Array;
  readonly irisScale: Float32Array;
}

/** Vertices in the order that mesh indices refer to: with fixups applied for one root LOD. */
export interface StudioVertices {
  readonly count: number;
  /** 3 a vertex. */
  readonly position: Float32Array;
  /** 3 a vertex, unit length. */
  readonly normal: Float32Array;
  /** 4 a vertex: tangent and the sign of the binormal. Zero if the file has no tangents. */
  readonly tangent: Float32Array;
  /** 2 a vertex. */
  readonly texCoord: Float32Array;
  /**
   * 2 a vertex: second texture coordinates; undefined if the file has none or they were not
   * requested.
   */
  readonly texCoord2?: Float32Array;
  /** 3 a vertex; they sum to 1. */
  readonly boneWeight: Float32Array;
  /** 3 a vertex. */
  readonly boneIndex: Uint8Array;
  readonly boneCount: Uint8Array;
}

/** A vertex attribute of a VVD that only later branches have. */
export interface VvdExtra {
  /** `STUDIO_EXTRA_ATTRIBUTE_*`, by number; 0 to 7 are texture coordinates. */
  readonly type: number;
  /**
   * Name such as `TEXCOORD1`; `null` if no public source names the number, for example a branch's
   * own colours.
   */
  readonly name: string | null;
  readonly bytesPerVertex: number;
  /** Stored bytes, vertex by vertex of root LOD 0. */
  readonly bytes: Uint8Array;
  /** The values as U and V; `null` if they are not texture coordinates. */
  readonly texCoord: Float32Array | null;
}

export interface Vvd {
  readonly version: number;
  readonly checksum: number;
  readonly lodCount: number;
  /** 8 values: vertices that each root LOD needs. */
  readonly lodVertexCounts: Uint32Array;
  readonly fixupCount: number;
  /** Vertices of root LOD 0, with fixups applied. */
  readonly vertices: StudioVertices;
}

/** Triangles of the strip groups, a row for each (body part, model, LOD, mesh). */
export interface Vtx {
  readonly version: number;
  readonly checksum: number;
  readonly lodCount: number;
  readonly maxBonesPerVert: number;
  /** Detected size of a strip group header: 25, or 33 with topology indices. */
  readonly stripGroupHeaderBytes: 25 | 33;
  readonly stripGroupCount: number;
  readonly stripCount: number;
  /** Meshes, sorted by body part, model, LOD, mesh. */
  readonly meshes: VtxMeshes;
  /** Triangle lists: values are origMeshVertID, relative to the mesh's first vertex. */
  readonly indices: Uint32Array;
}

export interface VtxMeshes {
  readonly count: number;
  readonly bodyPart: Uint16Array;
  readonly model: Uint16Array;
  readonly lod: Uint8Array;
  /**
   * Distance metric at which this LOD begins (100 * size / screen fraction); −1 for a shadow LOD.
   */
  readonly switchPoint: Float32Array;
  /** Number of the mesh in its model. */
  readonly mesh: Uint16Array;
  readonly firstIndex: Uint32Array;
  readonly indexCount: Uint32Array;
  /**
   * Column of the skin table if its LOD replaces the material of the MDL's mesh, else −1: see
   * `replaceMaterials`.
   */
  readonly material?: Int32Array;
}

/**
 * One model combined from its files: vertices, and triangle lists by LOD and mesh that index them.
 */
export interface StudioMesh {
  readonly vertices: StudioVertices;
  readonly indices: Uint32Array;
  readonly lodCount: number;
  /** Switch point of each LOD. */
  readonly switchPoint: Float32Array;
  /** Draws of one model of each body part, sorted by LOD: see `chooseModels`. */
  readonly drawCount: number;
  readonly drawLod: Uint8Array;
  /** Row of `Mdl.meshes`. */
  readonly drawMesh: Uint32Array;
  /** Column of the skin table. */
  readonly drawMaterial: Uint16Array;
  readonly drawFirstIndex: Uint32Array;
  readonly drawIndexCount: Uint32Array;
}
