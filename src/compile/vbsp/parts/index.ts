/**
 * Parts of vbsp that need no brushes: stateless functions that the core calls after building faces
 * and tree. They return whole lumps, ready for `CompiledMap`.
 *
 * | call | result |
 * |---|---|
 * | `buildDisplacements(sides)` | LUMP_DISPINFO, _DISP_VERTS, _DISP_TRIS, _DISP_LIGHTMAP_SAMPLE_POSITIONS; lightmap sizes, boxes, grids |
 * | `buildStaticProps(entities, tree, findBounds, report)` | table for `writeStaticProps` of `formats/bsp` |
 * | `parseDetailTypes(text)` | `detail.vbsp` |
 * | `buildDetailProps(faces, types, entities, tree, report)` | game lumps `dprp`, `dplt`, `dplh` |
 * | `buildOverlays(entities, facesOfSide, addTexInfo)` | LUMP_OVERLAYS, LUMP_OVERLAY_FADES; numbers of overlays with a name |
 * | `buildCubemaps(entities)` | LUMP_CUBEMAPS |
 * | `buildLeafWaterData(waterLeafs)` | LUMP_LEAFWATERDATA; each water leaf's row |
 *
 * The core calls `buildDisplacements` as soon as face numbers are known, because it returns the
 * lightmap sizes of displaced faces. It calls the others when the tree's leafs have their clusters.
 * LUMP_ENTITIES omits the entities for which `isCompiledAway` is true. vrad writes world lights, and
 * fills dplt and dplh, which are empty until then.
 */

export {
  type BuiltOverlays,
  buildCubemaps,
  buildOverlays,
  isCompiledAway,
  OVERLAY_TEXINFO_VECS,
} from "./compiled-entities.ts";
export { buildDetailProps, type DetailFace } from "./details/detail-props.ts";
export { type DetailType, parseDetailTypes } from "./details/detail-types.ts";
export type { DispGrid, DisplacedSide } from "./displacements/disp-grid.ts";
export { type BuiltDisplacements, buildDisplacements } from "./displacements/displacements.ts";
export { buildStaticProps, type FindModelBounds } from "./static-props.ts";
export { buildLeafWaterData, type VbspLeafWater, type WaterLeaf } from "./water.ts";
