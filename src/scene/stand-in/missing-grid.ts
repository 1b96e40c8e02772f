/** The grids that stand in for missing textures: see `shaders/common/material/missing.wgsl`. */

import {
  MATERIAL_DEV,
  MATERIAL_MISSING,
  type MaterialSet,
  PASS_ALPHA_TEST,
  PASS_OPAQUE,
} from "../../map/material.ts";

/** Inches from line to line, as near as whole cells of a texture's repeat come to it. */
const CELL_INCHES = 64;
/** A model's texture is wrapped around it, so its repeat says nothing of inches: a few parts show the form. */
const PROP_CELLS = 4;
const MAX_CELLS = 255;

/** Textures for measuring: `dev/` and what maps and mods name after it. */
const DEV_NAME = /(^|\/)dev[/_]/;

/** Gives the world's missing materials their grids, in place. `tileSize`: see `WorldMaterials`. */
export function gridMissing(materials: MaterialSet, tileSize: Float32Array): void {
  setGrids(materials, (i) => {
    const cells = Math.round(tileSize[i] / CELL_INCHES);
    return tileSize[i] > 0 ? Math.min(Math.max(cells, 1), MAX_CELLS) : 0;
  });
}

/** The same for the materials of props. */
export function gridMissingOfProps(materials: MaterialSet): void {
  setGrids(materials, () => PROP_CELLS);
}

/** Glass and water have none: what lies behind them gives them their scale. */
function setGrids(materials: MaterialSet, cellsOf: (column: number) => number): void {
  for (let material = 0; material < materials.count; material++) {
    const pass = materials.pass[material];
    const isSolid = pass === PASS_OPAQUE || pass === PASS_ALPHA_TEST;
    if ((materials.flags[material] & MATERIAL_MISSING) === 0 || !isSolid) continue;
    const [across, down] = [cellsOf(material * 2), cellsOf(material * 2 + 1)];
    if (across === 0 || down === 0) continue;
    materials.gridCells.set([across, down], material * 2);
    if (DEV_NAME.test(materials.name[material])) materials.flags[material] |= MATERIAL_DEV;
  }
}
