/** Makes portal files for vvis: grids of rooms with random doors. */

import type { PortalFile } from "../../src/compile/types.ts";

/** mulberry32: numbers from 0 to below 1, deterministic by seed. */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Portal {
  /** The clusters on both sides. */
  readonly sides: readonly [number, number];
  /** 3 numbers per point, clockwise as seen from the first cluster. */
  readonly points: readonly number[];
}

export function packPortals(clusterCount: number, portals: readonly Portal[]): PortalFile {
  const firstPoint = [0];
  for (const { points } of portals)
    firstPoint.push(firstPoint[firstPoint.length - 1] + points.length / 3);
  return {
    clusterCount,
    portalCount: portals.length,
    clusters: Uint32Array.from(portals.flatMap(({ sides }) => sides)),
    firstPoint: Uint32Array.from(firstPoint),
    points: Float64Array.from(portals.flatMap(({ points }) => points)),
  };
}

/** Returns a rectangle across x, facing from low to high, or across y. */
export function rectangle(
  axis: 0 | 1,
  at: number,
  low: readonly [number, number],
  high: readonly [number, number],
): number[] {
  const [u0, z0] = low;
  const [u1, z1] = high;
  // Seen along +x, +y is to the left; seen along +y, +x is to the right.
  return axis === 0
    ? [at, u1, z0, at, u1, z1, at, u0, z1, at, u0, z0]
    : [u0, at, z0, u0, at, z1, u1, at, z1, u1, at, z0];
}

export interface GridOptions {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  /** Thickness of walls; doors in thick walls are separate clusters after the rooms. */
  readonly wall?: number;
  /** Share, 0..1, of the walls between two rooms that have a door. */
  readonly doorChance?: number;
}

/**
 * Makes rooms of 256 x 256 x 128 inches in a grid, with doors in some of the walls between them.
 */
export function makeRoomGrid(options: GridOptions): PortalFile {
  const { width, height, seed, wall = 0, doorChance = 0.8 } = options;
  const random = createRandom(seed);
  const size = 256;
  const pitch = size + wall;
  const portals: Portal[] = [];
  let clusterCount = width * height;
  const addDoor = (axis: 0 | 1, from: number, to: number, x: number, y: number) => {
    if (random() >= doorChance) return;
    const doorWidth = 32 + Math.floor(random() * 96);
    const u = (axis === 0 ? y : x) * pitch + Math.floor(random() * (size - doorWidth));
    const z = Math.floor(random() * 24);
    const low = [u, z] as const;
    const high = [u + doorWidth, z + 56 + Math.floor(random() * 48)] as const;
    const at = (axis === 0 ? x : y) * pitch + size;
    if (wall === 0) {
      portals.push({ sides: [from, to], points: rectangle(axis, at, low, high) });
    } else {
      const door = clusterCount++;
      portals.push({ sides: [from, door], points: rectangle(axis, at, low, high) });
      portals.push({ sides: [door, to], points: rectangle(axis, at + wall, low, high) });
    }
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const room = y * width + x;
      if (x + 1 < width) addDoor(0, room, room + 1, x, y);
      if (y + 1 < height) addDoor(1, room, room + width, x, y);
    }
  }
  return packPortals(clusterCount, portals);
}

/** Transforms a map by a matrix of three rows (rotation, shear), under which lines stay lines. */
export function transformPortals(portals: PortalFile, matrix: readonly number[]): PortalFile {
  const points = new Float64Array(portals.points.length);
  for (let at = 0; at < points.length; at += 3) {
    for (let row = 0; row < 3; row++) {
      points[at + row] =
        matrix[row * 3] * portals.points[at] +
        matrix[row * 3 + 1] * portals.points[at + 1] +
        matrix[row * 3 + 2] * portals.points[at + 2];
    }
  }
  return { ...portals, points };
}
