import {
  MATERIAL_HALF_LAMBERT,
  MATERIAL_VERTEX_LIT,
  type MaterialSet,
} from "../../map/material.ts";
import { PROP_DRAW_FLAGS_SHIFT } from "../shader-constants.ts";

const FLAGS = MATERIAL_VERTEX_LIT | MATERIAL_HALF_LAMBERT;

/** What the vertices of a prop's draw are told: the row of its material, and how lamps light them. */
export function propDrawWord({ flags }: MaterialSet, material: number): number {
  return (material | ((flags[material] & FLAGS) << PROP_DRAW_FLAGS_SHIFT)) >>> 0;
}
