/**
 * Types of the glTF 2.0 JSON that are written, by the names of the specification (Khronos, "glTF
 * 2.0", 5). Meters, y up, z forward; right-handed.
 */

export type GltfExtras = Record<string, unknown>;
export type GltfExtensions = Record<string, unknown>;

/** `componentType`: constants of WebGL. */
export const UNSIGNED_BYTE = 5121;
export const UNSIGNED_SHORT = 5123;
export const UNSIGNED_INT = 5125;
export const FLOAT = 5126;

/** `bufferView.target` */
export const ARRAY_BUFFER = 34962;
export const ELEMENT_ARRAY_BUFFER = 34963;

export type AccessorType = "SCALAR" | "VEC2" | "VEC3" | "VEC4" | "MAT4";

export const COMPONENTS: Readonly<Record<AccessorType, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT4: 16,
};

interface SparseIndices {
  readonly bufferView: number;
  readonly componentType: number;
}

export interface GltfAccessor {
  readonly bufferView?: number;
  readonly componentType: number;
  readonly normalized?: true;
  readonly count: number;
  readonly type: AccessorType;
  readonly min?: readonly number[];
  readonly max?: readonly number[];
  readonly sparse?: {
    readonly count: number;
    readonly indices: SparseIndices;
    readonly values: { readonly bufferView: number };
  };
}

export interface GltfBufferView {
  readonly buffer: 0;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly target?: number;
}

export interface GltfNode {
  name?: string;
  children?: number[];
  mesh?: number;
  skin?: number;
  translation?: readonly number[];
  rotation?: readonly number[];
  scale?: readonly number[];
  weights?: readonly number[];
  extras?: GltfExtras;
  extensions?: GltfExtensions;
}

export interface GltfPrimitive {
  attributes: Record<string, number>;
  indices: number;
  material?: number;
  targets?: Record<string, number>[];
  extras?: GltfExtras;
  extensions?: GltfExtensions;
}

export interface GltfMesh {
  name?: string;
  primitives: GltfPrimitive[];
  weights?: readonly number[];
  extras?: GltfExtras;
}

export interface GltfSkin {
  name?: string;
  joints: number[];
  inverseBindMatrices: number;
  skeleton?: number;
}

export interface GltfChannel {
  sampler: number;
  target: { node: number; path: "translation" | "rotation" | "scale" | "weights" };
}

export interface GltfAnimation {
  name: string;
  channels: GltfChannel[];
  samplers: { input: number; output: number; interpolation: "LINEAR" | "STEP" }[];
  extras?: GltfExtras;
}

export interface GltfTextureInfo {
  index: number;
  texCoord?: number;
  scale?: number;
  strength?: number;
  extensions?: GltfExtensions;
}

export interface GltfMaterial {
  name?: string;
  pbrMetallicRoughness?: {
    baseColorFactor?: readonly number[];
    baseColorTexture?: GltfTextureInfo;
    metallicFactor?: number;
    roughnessFactor?: number;
  };
  normalTexture?: GltfTextureInfo;
  occlusionTexture?: GltfTextureInfo;
  emissiveTexture?: GltfTextureInfo;
  emissiveFactor?: readonly number[];
  alphaMode?: "OPAQUE" | "MASK" | "BLEND";
  alphaCutoff?: number;
  doubleSided?: true;
  extras?: GltfExtras;
  extensions?: GltfExtensions;
}

export interface Gltf {
  asset: { version: "2.0"; generator: string; extras?: GltfExtras };
  scene: number;
  scenes: { name?: string; nodes: number[]; extras?: GltfExtras }[];
  nodes: GltfNode[];
  meshes: GltfMesh[];
  skins: GltfSkin[];
  animations: GltfAnimation[];
  materials: GltfMaterial[];
  textures: { source: number; sampler: number; name?: string }[];
  images: { name?: string; bufferView: number; mimeType: "image/png" }[];
  samplers: { magFilter: number; minFilter: number; wrapS: number; wrapT: number }[];
  accessors: GltfAccessor[];
  bufferViews: GltfBufferView[];
  extensionsUsed: string[];
  extensions?: GltfExtensions;
}
