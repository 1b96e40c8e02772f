/**
 * Plans a generated map with a given number of faces. The counts per part are exact for this
 * project's vbsp; the tests compare the sum with its target.
 * The format also limits a map to 65,536 vertices and 8,192 brushes. Furnished rooms have nearly
 * two vertices a face, and four faces a brush. The remaining faces come from wires under the
 * ceiling, which long lightmaps cut into many faces with few additional vertices.
 */

import type { Random } from "./random.ts";

// Maze of rooms in a grid, in which every room is reachable, with some loops.

export interface Maze {
  readonly columns: number;
  readonly rows: number;
  /** 1 for rooms with a passage to their eastern and to their northern neighbor. */
  readonly east: Uint8Array;
  readonly north: Uint8Array;
}

/** Chance that two neighbors without a passage are connected anyway. */
const LOOP_CHANCE = 0.3;

/** Connects every room but the first to its western or southern neighbor: a "binary tree" maze. */
export function buildMaze(columns: number, rows: number, roomCount: number, random: Random): Maze {
  const east = new Uint8Array(columns * rows);
  const north = new Uint8Array(columns * rows);
  for (let room = 1; room < roomCount; room++) {
    const [column, row] = [room % columns, Math.floor(room / columns)];
    const isFromWest = row === 0 || (column > 0 && random.next() < 0.5);
    if (isFromWest) east[room - 1] = 1;
    else north[room - columns] = 1;
    const other = random.next() < LOOP_CHANCE;
    if (other && column > 0) east[room - 1] = 1;
    if (other && row > 0) north[room - columns] = 1;
  }
  return { columns, rows, east, north };
}

/** Inches from the middle of a wall to the next. Two rooms fill one block of vbsp's grid. */
export const ROOM_PITCH = 512;
export const WALL_THICKNESS = 32;
export const ROOM_EDGE = ROOM_PITCH - WALL_THICKNESS;
export const ROOM_HEIGHT = 192;

export const MIN_FACES = 1000;
/** `MAX_MAP_FACES` is 65,536. */
export const MAX_FACES = 65_000;
export const MAX_PROPS = 10_000;

/** Most faces, given by the limit of vertices: about 5 % below `MAX_FACES`. */
const MOST_FACES = 62_300;
const MOST_VERTICES = 64_800;
/** Most faces in furnished rooms, given by the limit of brushes. */
const MOST_FURNISHED_FACES = 24_000;
const VERTICES_PER_FURNISHED_FACE = 1.82;
/** Faces of an average furnished room. */
const FACES_PER_ROOM = 50;
const FEWEST_ROOMS = 4;

export const PILLAR_FACES = 4;
export const CRATE_FACES = 5;

/** Most luxels along a lightmap's edge. Pieces after a cut have at most 31. */
const MAX_LUXELS = 32;
/** Inches per luxel, equal to the wire's thickness, so that no wire is wider than one luxel. */
export const WIRE_SCALE = 0.5;
const WIRE_PIECES = Math.ceil((ROOM_EDGE / WIRE_SCALE - MAX_LUXELS) / (MAX_LUXELS - 1)) + 1;
export const WIRE_FACES = 4 * WIRE_PIECES;
const VERTICES_PER_WIRE_FACE = (WIRE_PIECES + 1) / WIRE_PIECES;

export interface RoomPlan {
  readonly roomCount: number;
  /** Faces of rooms and furniture together. */
  readonly furnishedFaces: number;
  readonly wireFaces: number;
}

export function planRooms(faces: number): RoomPlan {
  const all = Math.min(faces, MOST_FACES);
  const affordable =
    (MOST_VERTICES - all * VERTICES_PER_WIRE_FACE) /
    (VERTICES_PER_FURNISHED_FACE - VERTICES_PER_WIRE_FACE);
  const furnished = Math.min(all, MOST_FURNISHED_FACES, Math.floor(affordable));
  const roomCount = Math.max(FEWEST_ROOMS, Math.round(furnished / FACES_PER_ROOM));
  return { roomCount, furnishedFaces: furnished, wireFaces: all - furnished };
}

export type Opening = "door" | "window" | "none";

/** Faces of one opening: the wall on both sides of it, and the visible faces inside it. */
const OPENING_WALL_FACES = { none: 1, door: 3, window: 4 } as const;
const REVEAL_FACES = 4;

/**
 * Whether a wall between two rooms is on the edge of a block of vbsp's grid, which splits its
 * faces.
 */
const isOnBlockEdge = (index: number): boolean => (index + 1) % 2 === 0;

/**
 * Counts the faces of the rooms without furniture. `openings` holds for each room those to the east
 * and to the north.
 */
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
