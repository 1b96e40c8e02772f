/**
 * The parts of vbsp that need no brushes: functions of plain inputs, which the core calls once its
 * faces and its tree stand. They give whole lumps, ready for `CompiledMap`; nothing here keeps state.
 *
 * | call | what it makes |
 * |---|---|
 * | `buildDisplacements(sides)` | LUMP_DISPINFO, _DISP_VERTS, _DISP_TRIS, _DISP_LIGHTMAP_SAMPLE_POSITIONS; lightmap sizes, boxes, grids |
 * | `buildStaticProps(entities, tree, findBounds, report)` | the table that `writeStaticProps` of `formats/bsp` takes |
 * | `parseDetailTypes(text)` | `detail.vbsp` |
 * | `buildDetailProps(faces, types, entities, tree, report)` | game lumps `dprp`, `dplt`, `dplh` |
 * | `buildOverlays(entities, facesOfSide, addTexInfo)` | LUMP_OVERLAYS, LUMP_OVERLAY_FADES; numbers of overlays with a name |
 * | `buildCubemaps(entities)` | LUMP_CUBEMAPS |
 * | `buildLeafWaterData(waterLeafs)` | LUMP_LEAFWATERDATA; each water leaf's row |
 *
 * The order of the core's calls: displacements as soon as face numbers are known (a displaced
 * face's lightmap size comes from there), the others after the tree's leafs have their clusters.
 * The core leaves out of LUMP_ENTITIES what is compiled away: `isCompiledAway` says which.
 * World lights are vrad's; so are dplt and dplh, which leave here empty.
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
