/**
 * How a generated map reaches its number of faces. The counts of the single parts are exact for this
 * project's vbsp; the tests hold the sum to its target.
 *
 * The format bounds a map by more than its faces: 65,536 vertices and as many brush sides. Rooms and
 * furniture have more vertices than faces, so that from `MOST_FURNISHED_FACES` on there are fewer of
 * them, and the faces come from wires, which long lightmaps cut into many, and from lanterns, whose
 * triangles share vertices.
 */

import type { Maze } from "./maze.ts";

/** Inches from the middle of a wall to the middle of the next: two are one block of vbsp's grid. */
export const ROOM_PITCH = 512;
export const WALL_THICKNESS = 32;
export const ROOM_EDGE = ROOM_PITCH - WALL_THICKNESS;
export const ROOM_HEIGHT = 192;

export const MIN_FACES = 1000;
/** `MAX_MAP_FACES` is 65,536; some room is left for what cannot be counted beforehand. */
export const MAX_FACES = 65_000;
export const MAX_PROPS = 10_000;

/** Up to here maps are rooms with furniture and nothing else. */
const MOST_FURNISHED_FACES = 24_000;
/** Rooms of the largest maps. */
const FEWEST_ROOMS = 64;
/** Faces of an average room with its furniture. */
const FACES_PER_ROOM = 50;

export const PILLAR_FACES = 4;
export const CRATE_FACES = 5;
export const LANTERN_FACES = 8;
/** Of the faces that wires and lanterns make up together. */
export const LANTERN_SHARE = 0.24;

/** A lightmap has at most 32 luxels on an edge, and cuts leave 31. */
const MAX_LUXELS = 32;
export const WIRE_LIGHTMAP_SCALE = 1;
const WIRE_PIECES =
  Math.ceil((ROOM_EDGE / WIRE_LIGHTMAP_SCALE - MAX_LUXELS) / (MAX_LUXELS - 1)) + 1;
export const WIRE_FACES = 4 * WIRE_PIECES;

export function planRoomCount(faces: number): number {
  if (faces <= MOST_FURNISHED_FACES) return Math.max(4, Math.round(faces / FACES_PER_ROOM));
  const fullness = (faces - MOST_FURNISHED_FACES) / (MAX_FACES - MOST_FURNISHED_FACES);
  const most = MOST_FURNISHED_FACES / FACES_PER_ROOM;
  return Math.round(most + (FEWEST_ROOMS - most) * fullness);
}

export type Opening = "door" | "window" | "none";

/** Faces of one opening: the wall on both sides of it, and what one sees inside it. */
const OPENING_WALL_FACES = { none: 1, door: 3, window: 4 } as const;
const REVEAL_FACES = 4;

/** Walls between two rooms on which a block of vbsp's grid ends are seen in two halves. */
const isOnBlockEdge = (index: number): boolean => (index + 1) % 2 === 0;

/** Faces of the rooms alone. `openings` are, a room, those to the east and to the north. */
export function countRoomFaces(
  { columns }: Maze,
  roomCount: number,
  openings: readonly (readonly [east: Opening, north: Opening])[],
): number {
  let faces = 0;
  for (let room = 0; room < roomCount; room++) {
    const [column, row] = [room % columns, Math.floor(room / columns)];
    const [east, north] = openings[room];
    const west = column > 0 ? openings[room - 1][0] : "none";
    const south = row > 0 ? openings[room - columns][1] : "none";
    faces += 2;
    for (const side of [east, north, west, south]) faces += OPENING_WALL_FACES[side];
    if (east !== "none") faces += REVEAL_FACES * (isOnBlockEdge(column) ? 2 : 1);
    if (north !== "none") faces += REVEAL_FACES * (isOnBlockEdge(row) ? 2 : 1);
  }
  return faces;
}
