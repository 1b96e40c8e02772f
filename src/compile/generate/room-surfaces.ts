/** Names of the materials and models of generated maps; `room-content.ts` makes them. */

import type { Surface } from "./brush.ts";
import { WIRE_SCALE } from "./room-plan.ts";

const surface = (name: string): Surface => ({
  material: `generated/${name}`,
  lightmapScale: 32,
});

export const WALLS = ["wall_sand", "wall_clay", "wall_slate", "wall_moss"].map(surface);
export const FLOORS = ["floor_oak", "floor_stone"].map(surface);
export const CEILINGS = ["ceiling"].map(surface);
export const FRAME = surface("frame");
export const PILLAR = surface("pillar");
export const CRATE = surface("crate");
export const WIRE: Surface = { ...surface("wire"), lightmapScale: WIRE_SCALE };

export const PROP_MODELS = ["models/generated/cube.mdl", "models/generated/cone.mdl"];
