/**
 * Maps by the metre: rooms of a maze with doors, windows, furniture, lights and props, of as many
 * faces as are asked for. The same numbers make the same map.
 */

import type { Vmf } from "../../formats/vmf/types.ts";
import type { Box, BrushPlan, Vec3 } from "./brush.ts";
import { Carving } from "./carving.ts";
import { addFurniture, addWires } from "./furniture.ts";
import { buildMaze, type Maze } from "./maze.ts";
import { createRandom, type Random } from "./random.ts";
import {
  countRoomFaces,
  MAX_FACES,
  MAX_PROPS,
  MIN_FACES,
  type Opening,
  planRooms,
  ROOM_EDGE,
  ROOM_HEIGHT,
  ROOM_PITCH,
  WALL_THICKNESS,
} from "./room-plan.ts";
import { CEILINGS, FLOORS, FRAME, PROP_MODELS, WALLS } from "./room-surfaces.ts";
import { VmfBuilder, vectorText } from "./vmf-builder.ts";

export interface RoomsOptions {
  /** 1,000 to 65,000; the map has that many within 5 %, and at most 62,300. */
  readonly faces: number;
  /** 0 to 10,000. */
  readonly props: number;
  readonly seed: number;
}

/** Chance that a wall without a door has a window. */
const WINDOW_CHANCE = 0.3;
const DOOR = { width: 96, bottom: 0, top: 128 };
const WINDOW = { width: 160, bottom: 56, top: 136 };
/** Openings stand off the middle by this, one way or the other or not at all: few line up. */
const OPENING_SHIFT = 120;

const LIGHT_COLORS: readonly Vec3[] = [
  [255, 206, 140],
  [255, 236, 210],
  [170, 205, 255],
  [255, 150, 96],
  [150, 255, 190],
];

/** Throws RangeError if the options are out of their ranges. */
export function generateRooms({ faces, props, seed }: RoomsOptions): Vmf {
  checkRange("faces", faces, MIN_FACES, MAX_FACES);
  checkRange("props", props, 0, MAX_PROPS);
  checkRange("seed", seed, 0, 2 ** 32 - 1);
  const random = createRandom(seed);
  const { roomCount, furnishedFaces, wireFaces } = planRooms(faces);
  const columns = Math.ceil(Math.sqrt(roomCount));
  const maze = buildMaze(columns, Math.ceil(roomCount / columns), roomCount, random);
  const openings = planOpenings(maze, roomCount, random);

  const map = new VmfBuilder({ skyname: "", message: `${faces} faces, ${props} props, ${seed}` });
  map.addBrush(...carveRooms(maze, roomCount, openings, random));
  const boxes = Array.from({ length: roomCount }, (_, room) => roomBox(maze, room));
  const furniture = Math.max(0, furnishedFaces - countRoomFaces(maze, roomCount, openings));
  let furnished = 0;
  let wired = 0;
  boxes.forEach((box, room) => {
    // Each room takes its part of what is still to come, so that errors do not add up.
    const share = (faces: number): number => Math.round((faces * (room + 1)) / roomCount);
    const detail: BrushPlan[] = [];
    const hasPillars = wireFaces === 0;
    furnished += addFurniture(detail, box, share(furniture) - furnished, hasPillars, random);
    wired += addWires(detail, box, share(wireFaces) - wired);
    map.addDetail(...detail);
    const [x, y] = centerOf(box);
    map.addPoint("light", [x, y, ROOM_HEIGHT - 40], {
      _light: `${vectorText(random.pick(LIGHT_COLORS))} ${Math.round(random.between(160, 320))}`,
    });
  });
  addProps(map, boxes, props, random);
  const [x, y] = centerOf(boxes[0]);
  map.addPoint("info_player_start", [x, y, 1], { angles: "0 45 0" });
  return map.build();
}

function checkRange(name: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new RangeError(`${name} must be a whole number from ${min} to ${max}, not ${value}`);
}

/** The grid lies about the origin, its walls on multiples of the pitch. */
function roomBox({ columns, rows }: Maze, room: number): Box {
  const x = ((room % columns) - 2 * Math.floor(columns / 4)) * ROOM_PITCH + WALL_THICKNESS / 2;
  const row = Math.floor(room / columns);
  const y = (row - 2 * Math.floor(rows / 4)) * ROOM_PITCH + WALL_THICKNESS / 2;
  return [x, y, 0, x + ROOM_EDGE, y + ROOM_EDGE, ROOM_HEIGHT];
}

function centerOf([x0, y0, , x1, y1]: Box): [number, number] {
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}

function planOpenings(maze: Maze, roomCount: number, random: Random): [Opening, Opening][] {
  const { columns } = maze;
  const choose = (isDoor: boolean, hasNeighbour: boolean): Opening => {
    if (isDoor) return "door";
    return hasNeighbour && random.next() < WINDOW_CHANCE ? "window" : "none";
  };
  return Array.from({ length: roomCount }, (_, room) => [
    choose(maze.east[room] === 1, (room + 1) % columns !== 0 && room + 1 < roomCount),
    choose(maze.north[room] === 1, room + columns < roomCount),
  ]);
}

function carveRooms(
  maze: Maze,
  roomCount: number,
  openings: readonly (readonly [Opening, Opening])[],
  random: Random,
): BrushPlan[] {
  const carving = new Carving(WALL_THICKNESS);
  const frame = { floor: FRAME, ceiling: FRAME, wall: FRAME };
  for (let room = 0; room < roomCount; room++) {
    const box = roomBox(maze, room);
    carving.hollow(box, {
      floor: random.pick(FLOORS),
      ceiling: random.pick(CEILINGS),
      wall: random.pick(WALLS),
    });
    const [x1, y1] = [box[3], box[4]];
    const [x, y] = centerOf(box);
    const [east, north] = openings[room];
    const shift = (): number => OPENING_SHIFT * (random.index(3) - 1);
    if (east !== "none") {
      const { width, bottom, top } = east === "door" ? DOOR : WINDOW;
      const y0 = y - width / 2 + shift();
      carving.hollow([x1, y0, bottom, x1 + WALL_THICKNESS, y0 + width, top], frame);
    }
    if (north !== "none") {
      const { width, bottom, top } = north === "door" ? DOOR : WINDOW;
      const x0 = x - width / 2 + shift();
      carving.hollow([x0, y1, bottom, x0 + width, y1 + WALL_THICKNESS, top], frame);
    }
  }
  return carving.brushes();
}

function addProps(map: VmfBuilder, boxes: readonly Box[], count: number, random: Random): void {
  const margin = 24;
  for (let i = 0; i < count; i++) {
    const box = boxes[Math.floor((i * boxes.length) / count)];
    const x = Math.round(random.between(box[0] + margin, box[3] - margin));
    const y = Math.round(random.between(box[1] + margin, box[4] - margin));
    map.addPoint("prop_static", [x, y, 0], {
      model: random.pick(PROP_MODELS),
      angles: `0 ${random.index(360)} 0`,
      skin: random.index(2),
      solid: 6,
      // Thousands of lighting files would weigh more than the map.
      disablevertexlighting: 1,
    });
  }
}
