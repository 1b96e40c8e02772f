/** Static props: geometry of all models in one buffer, and an instance a prop. */

import type { MaterialSet } from "./material.ts";
import type { PropMotion } from "./motion/prop-motion.ts";

/** Most levels of detail of a model: the format's own `MAX_NUM_LODS`. */
export const MAX_LODS = 8;

/** Byte offsets in a prop vertex. */
export const PROP_VERTEX = {
  /** float32x3: model space, inches. */
  position: 0,
  /** float32x2. */
  texCoord: 12,
  /** snorm8x4: xyz; w is a part of second texture coordinates, see `SECOND_COORD_RANGE`. */
  normal: 20,
  /** snorm8x4: xyz, sign of the binormal. */
  tangent: 24,
  /** uint8x4: three bones of the model's palette; w as of `normal`. */
  boneIndex: 28,
  /** unorm16x4: their weights, of which the first three sum to 1; w as of `normal`. */
  boneWeight: 32,
  strideBytes: 40,
} as const;

/**
 * Range of second texture coordinates, in repeats: from its negative to itself. They lie in what `PROP_VERTEX` has no
 * other use for: s in the fourth bone weight (16 bits), t in the fourth bone index (the upper 8 bits) and the normal's
 * fourth number (the lower 7).
 */
export const SECOND_COORD_RANGE = 2;

/** In `PropLight.bakedBase`: the prop has no baked light, its ambient cube lights it. */
export const NO_BAKED_LIGHT = 0x80000000;

/** Words an instance in `PropLight.fineBase`, and those that a map of texels begins with. */
export const FINE_WORDS = 2;
export const FINE_MAP_HEADER_WORDS = 2;

/** What lights the props: all of it changes when the map is lit anew. */
export interface PropLight {
  /** 18 an instance: linear RGB of the ambient cube's +x -x +y -y +z -z, where 1 is fully lit. */
  readonly ambient: Float32Array;
  /**
   * Light that the map's compiler stored, a word for each vertex of each instance that has it: RGBA,
   * lowest byte first, as (light ^ (1 / 2.2)) / 2. Then what is finer than vertices.
   */
  readonly baked: Uint32Array;
  /** A value an instance: added to a vertex's row in `vertices`, modulo 2^32, it gives its word. */
  readonly bakedBase: Uint32Array;
  /**
   * `FINE_WORDS` an instance, `NO_BAKED_LIGHT` where it has none; left out where none has any. Added to three times a
   * vertex's row, where the light along each of its three directions is; and where the map for its texels is: width and
   * height of 16 bits, levels, and then the texels, level by level, as colours of vertices are stored.
   */
  readonly fineBase?: Uint32Array;
  /** `WORLD_LIGHT_ROW.strideBytes` a light: those that light any prop. */
  readonly worldLights: Uint32Array;
  /** `LIGHTS_PER_PROP` an instance: rows of `worldLights`, then `NO_WORLD_LIGHT`. */
  readonly lights: Uint32Array;
  /** An instance: `PROP_IGNORE_NORMALS`. */
  readonly flags: Uint32Array;
}

/**
 * A variant is a model with one of its skins; a draw is one mesh of one LOD of a variant.
 * Draws stand in order of variant, then LOD.
 */
export interface PropSet {
  readonly vertexCount: number;
  readonly vertices: Uint8Array;
  readonly indices: Uint32Array;

  readonly modelCount: number;
  readonly modelName: readonly string[];

  readonly variantCount: number;
  readonly variantModel: Uint32Array;
  readonly variantSkin: Uint32Array;
  readonly variantLodCount: Uint8Array;
  /** `MAX_LODS` a variant: the metric at which each LOD begins (see `StudioMesh.switchPoint`). */
  readonly variantSwitchPoint: Float32Array;
  /** First row of `bonePalette`. */
  readonly variantFirstBone: Uint32Array;
  readonly variantFirstDraw: Uint32Array;
  readonly variantDrawCount: Uint32Array;

  readonly drawCount: number;
  readonly drawVariant: Uint32Array;
  readonly drawLod: Uint8Array;
  /** Row of `materials`. */
  readonly drawMaterial: Uint16Array;
  readonly drawFirstIndex: Uint32Array;
  readonly drawIndexCount: Uint32Array;

  /** 12 a bone: 3x4 row-major, from vertices in the bind pose to the model's present pose. */
  readonly boneCount: number;
  readonly bonePalette: Float32Array;
  /** What moves of itself; left out, or null: nothing does. */
  readonly motion?: PropMotion | null;

  readonly instanceCount: number;
  readonly instanceVariant: Uint32Array;
  /** 12 an instance: 3x4 row-major. */
  readonly worldFromModel: Float32Array;
  /** 6 an instance, world space: mins, maxs. */
  readonly instanceBox: Float32Array;
  readonly instanceFirstCluster: Uint32Array;
  readonly instanceClusterCount: Uint32Array;
  readonly clusters: Uint32Array;
  /** A leaf it stands in, for back-to-front order. */
  readonly instanceLeaf: Uint32Array;
  /** Inches; 0 maximum: never fades. */
  readonly fadeMinDist: Float32Array;
  readonly fadeMaxDist: Float32Array;
  /**
   * 2 an instance; left out where none has any. By its size on the screen: LOD metrics at the middle of its box up to
   * which all is left, and from which on nothing is; a second of 0: whatever its size.
   */
  readonly fadeMetric?: Float32Array;
  readonly light: PropLight;
  /** 4 an instance, 0..1: multiplies the colour. */
  readonly instanceColor: Float32Array;

  readonly materials: MaterialSet;
}
