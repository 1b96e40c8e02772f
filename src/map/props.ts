/** Static props: geometry of all models in one buffer, and an instance a prop. */

import type { MaterialSet } from "./material.ts";
import type { EntityModels } from "./motion/models.ts";
import type { PropMotion } from "./motion/prop-motion.ts";

/** Maximum number of levels of detail of a model: `MAX_NUM_LODS` of the format. */
export const MAX_LODS = 8;

/** Byte offsets in a prop vertex. */
export const PROP_VERTEX = {
  /** float32x3: model space, inches. */
  position: 0,
  /** float32x2. */
  texCoord: 12,
  /** snorm8x4: xyz; w holds part of the second texture coordinates, see `SECOND_COORD_RANGE`. */
  normal: 20,
  /** snorm8x4: xyz, sign of the binormal. */
  tangent: 24,
  /** uint8x4: three bones of the model's palette; w like that of `normal`. */
  boneIndex: 28,
  /** unorm16x4: weights of these bones; the first three sum to 1. w like that of `normal`. */
  boneWeight: 32,
  strideBytes: 40,
} as const;

/**
 * Range of the second texture coordinates in repeats: ±2. They use spare bits of `PROP_VERTEX`: s
 * is the fourth bone weight (16 bits), t the fourth bone index (upper 8 bits) and the normal's w
 * (lower 7 bits).
 */
export const SECOND_COORD_RANGE = 2;

/** Value of `PropLight.bakedBase` if the prop has no baked light and uses its ambient cube. */
export const NO_BAKED_LIGHT = 0x80000000;

/** Words an instance in `PropLight.fineBase`, and words in the header of a texel light map. */
export const FINE_WORDS = 2;
export const FINE_MAP_HEADER_WORDS = 2;

/** Lighting of the props. All of it changes with the side (LDR or HDR). */
export interface PropLight {
  /** 18 an instance: linear RGB of the ambient cube's +x -x +y -y +z -z, where 1 is fully lit. */
  readonly ambient: Float32Array;
  /**
   * Light stored by the map's compiler: a word for each vertex of each instance that has it. RGBA,
   * lowest byte first, as (light ^ (1 / 2.2)) / 2. Light finer than vertices follows.
   */
  readonly baked: Uint32Array;
  /**
   * Value of each instance that, added to a vertex's row in `vertices` modulo 2^32, gives its word
   * in `baked`.
   */
  readonly bakedBase: Uint32Array;
  /**
   * `FINE_WORDS` an instance, `NO_BAKED_LIGHT` if it has none; undefined if no instance has any.
   * The first, added to three times a vertex's row, gives the light along each of three directions.
   * The second is the texel light map: width and height (16 bits each), level count, then the
   * texels level by level, encoded like vertex colours.
   */
  readonly fineBase?: Uint32Array;
  /** `WORLD_LIGHT_ROW.strideBytes` a light, for the lights that reach any prop. */
  readonly worldLights: Uint32Array;
  /** `LIGHTS_PER_PROP` an instance: rows of `worldLights`, padded with `NO_WORLD_LIGHT`. */
  readonly lights: Uint32Array;
  /** `PROP_*` bits of each instance. */
  readonly flags: Uint32Array;
  /** Ambient light of the map, for models that move; undefined if none can. */
  readonly leafs?: LeafAmbientLight;
}

/** Ambient light of the map's leaves. */
export interface LeafAmbientLight {
  /** Run of samples of each leaf. */
  readonly firstSample: ArrayLike<number>;
  readonly sampleCount: ArrayLike<number>;
  /** 3 a sample: position in the box of its leaf, 0 to 255. */
  readonly position: Uint8Array;
  /** 24 a sample: RGBE of +x -x +y -y +z -z, with a signed exponent. */
  readonly cube: Uint8Array;
}

/**
 * A variant is a model with one of its skins. A draw is one mesh of one LOD of a variant. Draws are
 * sorted by variant, then LOD.
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
  /** `MAX_LODS` a variant: metric at which each LOD begins (see `StudioMesh.switchPoint`). */
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

  /** 12 a bone: 3x4 row-major, from the bind pose to the model's pose. */
  readonly boneCount: number;
  readonly bonePalette: Float32Array;
  /** Animated props; undefined or `null` if there are none. */
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
  /** One leaf that contains it, for back-to-front order. */
  readonly instanceLeaf: Uint32Array;
  /** Inches; a maximum of 0 means no fade. */
  readonly fadeMinDist: Float32Array;
  readonly fadeMaxDist: Float32Array;
  /**
   * Fade by size on screen, 2 an instance; undefined if no instance has it. LOD metrics at the
   * middle of the box: fully visible up to the first, invisible from the second on. A second of 0
   * means no fade.
   */
  readonly fadeMetric?: Float32Array;
  readonly light: PropLight;
  /** 4 an instance, 0..1: multiplies the colour. */
  readonly instanceColor: Float32Array;
  /** 1 for each instance that is not drawn; undefined without `entities`. */
  readonly instanceIsHidden?: Uint8Array;
  /** Instances that a simulation may move or hide; undefined or `null` if there are none. */
  readonly entities?: EntityModels | null;

  readonly materials: MaterialSet;
}
