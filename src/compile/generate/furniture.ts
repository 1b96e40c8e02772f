/** What stands and hangs in generated rooms: detail brushes of known numbers of faces. */

import { allSides, type Box, type BrushPlan, boxBrush } from "./brush.ts";
import type { Random } from "./random.ts";
import { CRATE_FACES, PILLAR_FACES, ROOM_EDGE, WIRE_FACES, WIRE_SCALE } from "./room-plan.ts";
import { CRATE, PILLAR, WIRE } from "./room-surfaces.ts";

/** Places in a room: a grid that leaves the ways from door to door free. */
const CELL = 96;
const CELLS = Math.floor(ROOM_EDGE / CELL);
const MIDDLE = Math.floor(CELLS / 2);

/** Inches from wire to wire. */
const WIRE_SPACING = 4;
const WIRES_PER_LAYER = Math.floor((ROOM_EDGE - 32) / WIRE_SPACING);

function listPlaces([x0, y0]: Box): (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  for (let row = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++) {
      if (row === MIDDLE || column === MIDDLE) continue;
      places.push([x0 + (column + 0.5) * CELL, y0 + (row + 0.5) * CELL]);
    }
  return places;
}

/** Pillars (or none, where wires are above) and crates; returns their faces, at most `budget`. */
export function addFurniture(
  brushes: BrushPlan[],
  box: Box,
  budget: number,
  hasPillars: boolean,
  random: Random,
): number {
  let faces = 0;
  const places = listPlaces(box);
  while (places.length > 0 && budget - faces >= (hasPillars ? PILLAR_FACES : CRATE_FACES)) {
    const [x, y] = places.splice(random.index(places.length), 1)[0];
    const half = 8 * (1 + random.index(3));
    const isPillar = hasPillars && (budget - faces < CRATE_FACES || random.next() < 0.4);
    const top = isPillar ? box[5] : box[2] + 24 + 8 * random.index(6);
    const surfaces = allSides(isPillar ? PILLAR : CRATE);
    brushes.push(boxBrush([x - half, y - half, box[2], x + half, y + half, top], surfaces));
    faces += isPillar ? PILLAR_FACES : CRATE_FACES;
  }
  return faces;
}

/** Wires of up to `budget` faces from wall to wall; returns how many they have. */
export function addWires(brushes: BrushPlan[], box: Box, budget: number): number {
  const [x0, y0, , x1, , z1] = box;
  const count = Math.max(0, Math.floor(budget / WIRE_FACES));
  for (let i = 0; i < count; i++) {
    const y = y0 + 16 + WIRE_SPACING * (i % WIRES_PER_LAYER);
    const z = z1 - 4 - WIRE_SPACING * Math.floor(i / WIRES_PER_LAYER);
    brushes.push(boxBrush([x0, y, z, x1, y + WIRE_SCALE, z + WIRE_SCALE], allSides(WIRE)));
  }
  return count * WIRE_FACES;
}
