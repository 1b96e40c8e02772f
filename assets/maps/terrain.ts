/**
 * Hills around the court: displacement tiles over one height function, so that their edges match.
 */

import { type BrushPlan, boxBrush, type Vec3 } from "../../src/compile/generate/brush.ts";
import type { VmfDispInfo } from "../../src/formats/vmf/types.ts";
import { allOf, NODRAW, TERRAIN } from "./surfaces.ts";

const TILE = 512;
const POWER = 3;
const EDGE = 2 ** POWER;
/** Height of the tiles' base brushes, below everything; displacements raise the ground. */
const BASE = -64;
const [WEST, SOUTH, EAST, NORTH] = [-2048, -512, 2048, 2048];

/** Built-up areas as x0, y0, x1, y1. The ground stays just below their floors. */
const BUILT: readonly (readonly [number, number, number, number])[] = [
  [-768, -512, 768, 512],
  [-1536, -512, -768, 512],
  [768, -512, 1536, 512],
  [-256, 512, 256, 1088],
];
const UNDER_FLOORS = -14;

function distanceToBuilt(x: number, y: number): number {
  return Math.min(
    ...BUILT.map(([x0, y0, x1, y1]) =>
      Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1)),
    ),
  );
}

const smooth = (t: number): number => {
  const s = Math.min(1, Math.max(0, t));
  return s * s * (3 - 2 * s);
};

/** Returns rolling ground from sines with incommensurable periods. */
function waves(x: number, y: number): number {
  return (
    0.5 * Math.sin(x / 211 + 1.3) * Math.cos(y / 173) +
    0.3 * Math.sin((x + y) / 97) +
    0.2 * Math.cos((x - 2 * y) / 61 + 0.4)
  );
}

/** Returns the height of the ground in inches. */
export function groundHeight(x: number, y: number): number {
  const distance = distanceToBuilt(x, y);
  if (distance === 0) return UNDER_FLOORS;
  const rise = 330 * smooth((distance - 60) / 760);
  const roll = (14 + 0.16 * rise) * waves(x, y) * smooth(distance / 160);
  return UNDER_FLOORS * (1 - smooth(distance / 64)) + rise + roll;
}

/**
 * Returns the terrain blend: 0 is rock on slopes and along buildings, 255 is grass on flat ground.
 * Grass grows through floors where the ground lies just below them.
 */
function grassiness(x: number, y: number): number {
  if (distanceToBuilt(x, y) === 0) return 0;
  const step = 24;
  const dx = groundHeight(x + step, y) - groundHeight(x - step, y);
  const dy = groundHeight(x, y + step) - groundHeight(x, y - step);
  const slope = Math.hypot(dx, dy) / (2 * step);
  return 255 - Math.round(255 * smooth((slope - 0.3 + 0.12 * waves(y * 1.7, x * 1.7)) / 0.5));
}

function buildTile(x0: number, y0: number): BrushPlan {
  const rows = EDGE + 1;
  const count = rows * rows;
  const normals = new Float32Array(count * 3);
  const offsetNormals = new Float32Array(count * 3);
  const distances = new Float32Array(count);
  const alphas = new Float32Array(count);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < rows; column++) {
      const vertex = row * rows + column;
      // Rows go north, columns east: the top's corners run clockwise from the south-west.
      const x = x0 + (column * TILE) / EDGE;
      const y = y0 + (row * TILE) / EDGE;
      normals[vertex * 3 + 2] = 1;
      offsetNormals[vertex * 3 + 2] = 1;
      distances[vertex] = Math.round((groundHeight(x, y) - BASE) * 16) / 16;
      alphas[vertex] = grassiness(x, y);
    }
  const dispInfo: VmfDispInfo = {
    line: 0,
    power: POWER,
    startPosition: [x0, y0, BASE],
    elevation: 0,
    subdiv: false,
    normals,
    distances,
    offsets: new Float32Array(count * 3),
    offsetNormals,
    alphas,
  };
  const plan = boxBrush([x0, y0, BASE - 16, x0 + TILE, y0 + TILE, BASE], {
    ...allOf(NODRAW),
    up: TERRAIN,
  });
  return plan.map((side, i) => (i === 0 ? { ...side, dispInfo } : side));
}

/** Builds all tiles except those wholly under a floor. */
export function buildTerrain(): BrushPlan[] {
  const tiles: BrushPlan[] = [];
  for (let y = SOUTH; y < NORTH; y += TILE)
    for (let x = WEST; x < EAST; x += TILE) {
      const isBuiltOver = BUILT.some(
        ([x0, y0, x1, y1]) => x >= x0 && y >= y0 && x + TILE <= x1 && y + TILE <= y1,
      );
      if (!isBuiltOver) tiles.push(buildTile(x, y));
    }
  return tiles;
}

/** True if a plant may grow here: away from buildings and from the map's edge. */
export function isOpenGround([x, y]: Vec3): boolean {
  const margin = 96;
  const isInside =
    x > WEST + margin && x < EAST - margin && y > SOUTH + margin && y < NORTH - margin;
  return isInside && distanceToBuilt(x, y) > 56;
}
