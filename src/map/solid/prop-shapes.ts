/**
 * Models for ray casts: the triangles of each model's finest level in a tree of boxes, and an
 * instance a prop. Rays also hit transparent texels. Inches.
 */
export interface PropShapes {
  readonly modelCount: number;
  /** Content paths. */
  readonly modelName: readonly string[];
  /**
   * First row of each model's tree in `boxes`. Its links count boxes from there and triangles from
   * the model's first.
   */
  readonly modelFirstBox: Uint32Array;
  readonly modelFirstTriangle: Uint32Array;
  /** 0 if no part of the model is drawn. */
  readonly modelTriangleCount: Uint32Array;
  readonly modelLodCount: Uint8Array;
  /** `MAX_LODS` a model: metric at which each level begins, see `lodMetricPerInch`. */
  readonly modelSwitchPoint: Float32Array;
  /** 9 a triangle: model space. */
  readonly triangles: Float32Array;
  /** Column of the model's skin table, a value a triangle. */
  readonly triangleColumn: Uint16Array;
  /** Like `MapCollision.boxes` and `boxLinks`. */
  readonly boxes: Float32Array;
  readonly boxLinks: Uint32Array;

  readonly instanceCount: number;
  readonly instanceModel: Uint32Array;
  /** 12 an instance: 3x4 row-major. */
  readonly worldFromModel: Float32Array;
  readonly modelFromWorld: Float32Array;
  /** 6 an instance, world space. */
  readonly instanceBox: Float32Array;
  readonly instanceSkin: Uint16Array;
  /** Row of `skinMaterial`, to which a column is added. */
  readonly instanceFirstMaterial: Uint32Array;
  /** Inches; a maximum of 0 means no fade. */
  readonly fadeMinDist: Float32Array;
  readonly fadeMaxDist: Float32Array;
  /** Row of the map's static props; −1 for an entity. */
  readonly instanceProp: Int32Array;
  /** Row of the entities; −1 for a static prop. */
  readonly instanceEntity: Int32Array;
  /** Row of `materialName`. */
  readonly skinMaterial: Uint32Array;
  readonly materialName: readonly string[];
  /** Number of props left out: above a map's limit, or without a readable model. */
  readonly leftOut: number;
}
