/**
 * Models as a ray meets them: the triangles of each model's finest level, under a tree of boxes, and an instance a prop.
 * What is seen through by its texture's alpha is met all the same. Inches.
 */
export interface PropShapes {
  readonly modelCount: number;
  /** Content paths. */
  readonly modelName: readonly string[];
  /** Row of `boxes` that a model's tree begins at; its links count boxes from there, and triangles from its first. */
  readonly modelFirstBox: Uint32Array;
  readonly modelFirstTriangle: Uint32Array;
  /** 0: nothing of it is drawn. */
  readonly modelTriangleCount: Uint32Array;
  readonly modelLodCount: Uint8Array;
  /** `MAX_LODS` a model: the metric at which each level begins, see `lodMetricPerInch`. */
  readonly modelSwitchPoint: Float32Array;
  /** 9 a triangle: model space. */
  readonly triangles: Float32Array;
  /** A triangle's column of its model's skin table. */
  readonly triangleColumn: Uint16Array;
  /** As `MapCollision.boxes` and `boxLinks`. */
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
  /** Inches; 0 maximum: never fades. */
  readonly fadeMinDist: Float32Array;
  readonly fadeMaxDist: Float32Array;
  /** Row of the map's static props; -1: it is an entity. */
  readonly instanceProp: Int32Array;
  /** Row of the entities; -1: a static prop. */
  readonly instanceEntity: Int32Array;
  /** Row of `materialName`. */
  readonly skinMaterial: Uint32Array;
  readonly materialName: readonly string[];
  /** Props that are left out: more than a map may have, or without a model that can be read. */
  readonly leftOut: number;
}
