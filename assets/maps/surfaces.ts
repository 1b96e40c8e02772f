/**
 * The surfaces of the demo map, one name for each role, so that a look can be changed in one place.
 */

import { allSides, type Surface } from "../../src/compile/generate/brush.ts";
import type { Paint } from "../../src/compile/generate/carving.ts";

const surface = (material: string, lightmapScale = 16, textureScale = 0.25): Surface => ({
  material,
  lightmapScale,
  textureScale,
});

export const NODRAW = surface("tools/toolsnodraw");
export const SKY = surface("tools/toolsskybox");
export const TRIGGER = surface("tools/toolstrigger");

export const PLASTER = surface("visleaf/plaster");
export const BRICK = surface("visleaf/brick");
export const BRICK_OUTSIDE = surface("visleaf/brick", 32);
export const BRICK_FLAT = surface("visleaf/brick_flat");
export const STONE = surface("visleaf/stone");
export const CONCRETE = surface("visleaf/concrete");
export const PAVING = surface("visleaf/paving");
export const TILES = surface("visleaf/tiles");
export const WOOD = surface("visleaf/wood");
export const METAL = surface("visleaf/metal", 32);
export const TREAD = surface("visleaf/metal_tread");
export const CORRUGATED = surface("visleaf/metal_corrugated", 32);
export const ROOF = surface("visleaf/roof_tiles", 32);
export const DOOR = surface("visleaf/door");
export const STONE_SHAFT = surface("visleaf/stone", 32);
export const WINDOW_LIT = surface("visleaf/window_lit");
export const TRIM = surface("visleaf/trim");
export const CARPET = surface("visleaf/carpet");
export const CEILING = surface("visleaf/ceiling", 32);
export const GLASS = surface("visleaf/glass");
export const GRATE = surface("visleaf/grate");
export const WATER = surface("visleaf/water");
export const TERRAIN = surface("visleaf/terrain_blend", 32);
export const ROCK = surface("visleaf/rock", 32);
/** Painted metal without bumps, for parts of machines. */
export const ORANGE_METAL = surface("visleaf/machine_orange", 32);
export const DARK_METAL = surface("visleaf/machine_dark", 32);
export const LAMP_GLOW = surface("visleaf/lamp_glow");
export const LAMP_TEAL = surface("visleaf/lamp_teal");

export const allOf = allSides;

export const HALL: Paint = { floor: TILES, ceiling: CEILING, wall: PLASTER };
export const CORRIDOR: Paint = { floor: CONCRETE, ceiling: CEILING, wall: BRICK };
export const GALLERY: Paint = { floor: WOOD, ceiling: CEILING, wall: PLASTER };
export const MACHINE_ROOM: Paint = {
  floor: CONCRETE,
  ceiling: CORRUGATED,
  wall: BRICK,
};
/** Walls, floor and sky of a court inside the building. */
export const OPEN_COURT: Paint = { floor: PAVING, ceiling: SKY, wall: BRICK_OUTSIDE };
export const DOORWAY: Paint = { floor: STONE, ceiling: STONE, wall: STONE };
export const OUTER_WALL: Paint = {
  floor: { ...CONCRETE, lightmapScale: 64 },
  ceiling: CONCRETE,
  wall: BRICK_OUTSIDE,
};
