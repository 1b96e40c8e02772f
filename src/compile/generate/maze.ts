/** Which rooms of a grid are joined: a maze in which every room can be reached, with some loops. */

import type { Random } from "./random.ts";

export interface Maze {
  readonly columns: number;
  readonly rows: number;
  /** A bit a room: whether there is a way to its eastern, and to its northern neighbour. */
  readonly east: Uint8Array;
  readonly north: Uint8Array;
}

/** Chance that two neighbours which the maze leaves apart are joined all the same. */
const LOOP_CHANCE = 0.3;

/** Every room but the first is joined to its western or southern neighbour: a "binary tree" maze. */
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
