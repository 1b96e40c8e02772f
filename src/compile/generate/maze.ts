/**
 * Generates maps whose clusters, leafs and areas grow with their faces: a maze of small cells with
 * doors that rarely line up, divided into areas. The same options give the same map.
 */

import type { Vmf } from "../../formats/vmf/types.ts";
import { allSides, type Box, type BrushPlan, boxBrush, type Surface } from "./brush.ts";
import { createRandom, type Random } from "./random.ts";
import { buildMaze, MAX_PROPS, type Maze, MIN_FACES } from "./room-plan.ts";
import {
  CEILINGS,
  CRATE,
  checkRange,
  FLOORS,
  LIGHT_COLORS,
  PROP_MODELS,
  VmfBuilder,
  vectorText,
  WALLS,
  WIRE,
} from "./rooms.ts";

export interface MazeOptions {
  /** Requested faces, 1,000 to 56,000. The map has that many within 8 %. */
  readonly faces: number;
  /** 0 to 10,000. */
  readonly props: number;
  readonly seed: number;
}

/** Given by the format's 65,536 vertices: cells take more vertices than faces. */
export const MAX_MAZE_FACES = 56_000;

/** Inches from the middle of a wall to the next. */
const PITCH = 256;
const WALL = 16;
const EDGE = PITCH - WALL;
const HEIGHT = 128;
/** Doors are as high as cells, because lintels would cost brushes and vertices. */
const DOOR_WIDTH = 64;
/** Cells along the edge of an area. */
const AREA_CELLS = 8;
/** Thickness of an area portal. */
const PORTAL = 4;

/** With more cells, the largest map would have too many vertices. */
const FACES_PER_CELL = 28;
/** Faces of a cell with its walls, doors and furniture, on average; the rest are wires. */
const OWN_FACES_PER_CELL = 13;
const WIRE_FACES = 60;
/** Faces per second light of a cell, and per brush entity and moving prop. */
const FACES_PER_LIGHT = 260;
const FACES_PER_ENTITY = 220;

const [FLOOR] = FLOORS;
const [CEILING] = CEILINGS;
const AREA_PORTAL: Surface = { material: "tools/toolsareaportal" };

/** Throws RangeError if the options are out of their ranges. */
export function generateMaze({ faces, props, seed }: MazeOptions): Vmf {
  checkRange("faces", faces, MIN_FACES, MAX_MAZE_FACES);
  checkRange("props", props, 0, MAX_PROPS);
  checkRange("seed", seed, 0, 2 ** 32 - 1);
  const random = createRandom(seed);
  const columns = Math.round(Math.sqrt(faces / FACES_PER_CELL));
  const rows = Math.round(faces / FACES_PER_CELL / columns);
  const cellCount = columns * rows;
  const maze = buildMaze(columns, rows, cellCount, random);
  const boxes = Array.from({ length: cellCount }, (_, cell) => cellBox(maze, cell));

  const map = new VmfBuilder({ skyname: "", message: `${faces} faces, ${props} props, ${seed}` });
  addWalls(map, maze, boxes, random);
  addWires(map, boxes, faces - cellCount * OWN_FACES_PER_CELL);
  addLights(map, boxes, cellCount + Math.floor(faces / FACES_PER_LIGHT), random);
  const entities = Math.floor(faces / FACES_PER_ENTITY);
  for (let i = 0; i < entities; i++) {
    const box = boxes[Math.floor((i * boxes.length) / entities)];
    map.addEntity("func_brush", {}, [crateBrush(box, random)]);
    addProp(map, "prop_dynamic", box, random);
  }
  for (let i = 0; i < props; i++) {
    addProp(map, "prop_static", boxes[Math.floor((i * boxes.length) / props)], random);
  }
  map.addPoint("info_player_start", [...centerOf(boxes[0]), 1], { angles: "0 45 0" });
  return map.build();
}

/** Returns a cell's box; the grid is centered on the origin. */
function cellBox({ columns, rows }: Maze, cell: number): Box {
  const x = ((cell % columns) - Math.floor(columns / 2)) * PITCH;
  const y = (Math.floor(cell / columns) - Math.floor(rows / 2)) * PITCH;
  return [x, y, 0, x + EDGE, y + EDGE, HEIGHT];
}

const centerOf = ([x0, y0, , x1, y1]: Box): [number, number] => [(x0 + x1) / 2, (y0 + y1) / 2];

/** Edge of a piece of floor or ceiling: a block of vbsp's grid. */
const SLAB = 1024;

function addWalls(map: VmfBuilder, maze: Maze, boxes: readonly Box[], random: Random): void {
  const { columns, rows, east, north } = maze;
  const [x0, y0] = boxes[0];
  const [, , , x1, y1] = boxes[boxes.length - 1];
  const add = (surface: Surface, ...box: Box) => map.addBrush(boxBrush(box, allSides(surface)));
  for (let y = y0 - WALL; y < y1 + WALL; y += SLAB)
    for (let x = x0 - WALL; x < x1 + WALL; x += SLAB) {
      const end = [Math.min(x + SLAB, x1 + WALL), Math.min(y + SLAB, y1 + WALL)] as const;
      add(FLOOR, x, y, -WALL, ...end, 0);
      add(CEILING, x, y, HEIGHT, ...end, HEIGHT + WALL);
    }
  add(WALLS[0], x0 - WALL, y0 - WALL, 0, x0, y1 + WALL, HEIGHT);
  add(WALLS[0], x1, y0 - WALL, 0, x1 + WALL, y1 + WALL, HEIGHT);
  add(WALLS[0], x0, y0 - WALL, 0, x1, y0, HEIGHT);
  add(WALLS[0], x0, y1, 0, x1, y1 + WALL, HEIGHT);

  const areaOf = (cell: number) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    return Math.floor(column / AREA_CELLS) + columns * Math.floor(row / AREA_CELLS);
  };
  const portals: BrushPlan[] = [];
  /** Adds the wall between two cells, with a door at one of its ends. */
  const addWall = (cell: number, next: number, isEast: boolean, hasDoor: boolean): void => {
    const box = boxes[cell];
    const wall = box[isEast ? 3 : 4];
    const [low, high] = isEast ? [box[1], box[4]] : [box[0], box[3]];
    const part = (from: number, to: number, in0 = 0, in1 = WALL): Box => {
      const [a, b] = [wall + in0, wall + in1];
      return isEast ? [a, from, 0, b, to, HEIGHT] : [from, a, 0, to, b, HEIGHT];
    };
    const surface = WALLS[areaOf(cell) % WALLS.length];
    // Northern walls have the post at their western end.
    const isAtPost = !isEast && cell % columns > 0;
    const first = isAtPost ? low - WALL : low;
    if (!hasDoor) {
      add(surface, ...part(first, high));
      return;
    }
    const isLow = random.next() < 0.5;
    const [from, to] = isLow ? [low, low + DOOR_WIDTH] : [high - DOOR_WIDTH, high];
    if (isLow) add(surface, ...part(to, high));
    else add(surface, ...part(first, from));
    if (isLow && isAtPost) add(surface, ...part(first, low));
    if (areaOf(cell) === areaOf(next)) return;
    const inset = (WALL - PORTAL) / 2;
    portals.push(boxBrush(part(from, to, inset, WALL - inset), allSides(AREA_PORTAL)));
  };
  for (let cell = 0; cell < boxes.length; cell++) {
    if ((cell + 1) % columns > 0) addWall(cell, cell + 1, true, east[cell] === 1);
    if (cell + columns < columns * rows) addWall(cell, cell + columns, false, north[cell] === 1);
  }
  for (const portal of portals) map.addEntity("func_areaportal", { StartOpen: 1 }, [portal]);
}

/** Adds wires from wall to wall, which long lightmaps cut into many faces with few vertices. */
function addWires(map: VmfBuilder, boxes: readonly Box[], faces: number): void {
  const count = Math.max(0, Math.round(faces / WIRE_FACES));
  const thickness = WIRE.lightmapScale ?? 0;
  for (let i = 0; i < count; i++) {
    const [x0, y0, , x1, , z1] = boxes[i % boxes.length];
    const y = y0 + 16 + 4 * Math.floor(i / boxes.length);
    const box: Box = [x0, y, z1 - 4, x1, y + thickness, z1 - 4 + thickness];
    map.addDetail(boxBrush(box, allSides(WIRE)));
  }
}

function addLights(map: VmfBuilder, boxes: readonly Box[], count: number, random: Random): void {
  for (let i = 0; i < count; i++) {
    const [x, y] = centerOf(boxes[i % boxes.length]);
    const height = i < boxes.length ? HEIGHT - 24 : 40;
    const color = vectorText(random.pick(LIGHT_COLORS));
    map.addPoint("light", [x, y, height], {
      _light: `${color} ${Math.round(random.between(40, 90))}`,
    });
  }
}

/** Returns a place in a cell that leaves `margin` to its walls. */
function placeIn([x0, y0, , x1, y1]: Box, margin: number, random: Random): [number, number] {
  const between = (low: number, high: number) => Math.round(random.between(low, high));
  return [between(x0 + margin, x1 - margin), between(y0 + margin, y1 - margin)];
}

function crateBrush(cell: Box, random: Random): BrushPlan {
  const [x, y] = placeIn(cell, 32, random);
  return boxBrush([x - 8, y - 8, 0, x + 8, y + 8, 24], allSides(CRATE));
}

function addProp(map: VmfBuilder, classname: string, cell: Box, random: Random): void {
  const [x, y] = placeIn(cell, 24, random);
  map.addPoint(classname, [x, y, 0], {
    model: random.pick(PROP_MODELS),
    angles: `0 ${random.index(360)} 0`,
    skin: random.index(2),
    solid: 6,
    // Disabled, because thousands of lighting files would be larger than the map.
    ...(classname === "prop_static" ? { disablevertexlighting: 1 } : {}),
  });
}
