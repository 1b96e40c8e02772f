/** What stands and hangs in generated rooms: detail brushes of known numbers of faces. */

import { allSides, type Box, type BrushPlan, boxBrush, type SidePlan, type Vec3 } from "./brush.ts";
import type { Random } from "./random.ts";
import {
  CRATE_FACES,
  LANTERN_FACES,
  LANTERN_SHARE,
  PILLAR_FACES,
  ROOM_EDGE,
  WIRE_FACES,
} from "./room-plan.ts";
import { CRATE, LANTERN, PILLAR, WIRE } from "./room-surfaces.ts";

/** Places in a room: a grid that leaves the ways from door to door free. */
const CELL = 96;
const CELLS = Math.floor(ROOM_EDGE / CELL);
const MIDDLE = Math.floor(CELLS / 2);

function listPlaces([x0, y0]: Box): (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  for (let row = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++) {
      if (row === MIDDLE || column === MIDDLE) continue;
      places.push([x0 + (column + 0.5) * CELL, y0 + (row + 0.5) * CELL]);
    }
  return places;
}

/** Pillars and crates of up to `budget` faces; returns how many they have. */
export function addFurniture(
  brushes: BrushPlan[],
  box: Box,
  budget: number,
  random: Random,
): number {
  let faces = 0;
  const places = listPlaces(box);
  // Pillars would stand in the wires that a larger budget brings.
  const hasPillars = budget <= places.length * CRATE_FACES;
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

/** Lanterns and wires of up to `budget` faces; returns how many they have. */
export function addLanternsAndWires(brushes: BrushPlan[], box: Box, budget: number): number {
  const wires = Math.floor((budget * (1 - LANTERN_SHARE)) / WIRE_FACES);
  const lanterns = Math.floor((budget - wires * WIRE_FACES) / LANTERN_FACES);
  for (let i = 0; i < wires; i++) brushes.push(wire(box, i));
  for (let i = 0; i < lanterns; i++) brushes.push(lantern(box, i));
  return Math.max(0, wires * WIRE_FACES + lanterns * LANTERN_FACES);
}

/** From wall to wall under the ceiling, an inch thick. */
function wire([x0, y0, , x1, , z1]: Box, index: number): BrushPlan {
  const perLayer = 28;
  const y = y0 + 24 + 16 * (index % perLayer);
  const z = z1 - 8 - 6 * Math.floor(index / perLayer);
  return boxBrush([x0, y, z, x1, y + 1, z + 1], allSides(WIRE));
}

/** An octahedron that floats in rows above the furniture. */
function lantern([x0, y0, z0]: Box, index: number): BrushPlan {
  const perRow = 14;
  const radius = 8;
  const x = x0 + 32 + 32 * (index % perRow);
  const y = y0 + 32 + 32 * (Math.floor(index / perRow) % perRow);
  const z = z0 + 120 + 24 * Math.floor(index / perRow ** 2);
  const sides: SidePlan[] = [];
  for (const sx of [1, -1])
    for (const sy of [1, -1])
      for (const sz of [1, -1]) {
        const east: Vec3 = [x + sx * radius, y, z];
        const north: Vec3 = [x, y + sy * radius, z];
        const up: Vec3 = [x, y, z + sz * radius];
        const isClockwise = sx * sy * sz < 0;
        sides.push({
          corners: isClockwise ? [east, north, up] : [east, up, north],
          surface: LANTERN,
        });
      }
  return sides;
}
