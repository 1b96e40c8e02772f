/**
 * Generates maps of any size: a maze of rooms with doors, windows, furniture, lights and props,
 * with a requested number of faces. The same options give the same map.
 */

import { createVmfEntity } from "../../formats/vmf/parse-vmf.ts";
import type { Vmf, VmfEntity, VmfSolid } from "../../formats/vmf/types.ts";
import { cross, dot, subtract } from "../../math/vec3.ts";
import {
  allSides,
  type Box,
  type BrushPlan,
  boxBrush,
  buildSolid,
  normalOf,
  type Surface,
  type Vec3,
} from "./brush.ts";
import { Carving } from "./carving.ts";
import { createRandom, type Random } from "./random.ts";
import {
  buildMaze,
  CRATE_FACES,
  countRoomFaces,
  MAX_FACES,
  MAX_PROPS,
  type Maze,
  MIN_FACES,
  type Opening,
  PILLAR_FACES,
  planRooms,
  ROOM_EDGE,
  ROOM_HEIGHT,
  ROOM_PITCH,
  WALL_THICKNESS,
  WIRE_FACES,
  WIRE_SCALE,
} from "./room-plan.ts";

// Builder of a map's source: world brushes, point entities, brush entities.

export type Keys = Readonly<Record<string, string | number>>;

/** Outputs of an entity with what each sends: `["OnPressed", "door,Open,,0,-1"]`. */
export type Outputs = readonly (readonly [output: string, target: string])[];

export function vectorText(vector: Vec3): string {
  return vector.join(" ");
}

export class VmfBuilder {
  readonly #worldKeys: Keys;
  readonly #solids: VmfSolid[] = [];
  readonly #entities: VmfEntity[] = [];
  readonly #sides: { id: number; corners: readonly Vec3[] }[] = [];
  #lastId = 1;

  constructor(worldKeys: Keys) {
    this.#worldKeys = worldKeys;
  }

  get brushCount(): number {
    return this.#solids.length;
  }

  get entityCount(): number {
    return this.#entities.length;
  }

  addBrush(...plans: readonly BrushPlan[]): void {
    for (const plan of plans) this.#solids.push(this.#build(plan));
  }

  /** Adds a brush entity, or a point entity if there are no brushes. */
  addEntity(
    classname: string,
    keys: Keys,
    brushes: readonly BrushPlan[] = [],
    outputs: Outputs = [],
  ): void {
    const id = this.#nextId();
    const solids = brushes.map((plan) => this.#build(plan));
    this.#entities.push(createEntity(id, { classname, ...keys }, solids, outputs));
  }

  /** Adds brushes that are drawn and lit but do not split leafs. */
  addDetail(...plans: readonly BrushPlan[]): void {
    if (plans.length > 0) this.addEntity("func_detail", {}, plans);
  }

  addPoint(classname: string, origin: Vec3, keys: Keys = {}, outputs: Outputs = []): void {
    this.addEntity(classname, { origin: vectorText(origin), ...keys }, [], outputs);
  }

  /** Returns the ids of the sides that contain a point and face along `normal`. */
  findSides(point: Vec3, normal: Vec3): number[] {
    return this.#sides
      .filter(({ corners }) => isOnSide(corners, point, normal))
      .map(({ id }) => id);
  }

  build(): Vmf {
    const keys = { classname: "worldspawn", mapversion: 1, ...this.#worldKeys };
    return {
      revision: 1,
      world: createEntity(1, keys, this.#solids),
      entities: this.#entities,
    };
  }

  #build(plan: BrushPlan): VmfSolid {
    const solid = buildSolid(plan, () => this.#nextId());
    solid.sides.forEach(({ id }, i) => {
      this.#sides.push({ id, corners: plan[i].corners });
    });
    return solid;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

function createEntity(
  id: number,
  keys: Keys,
  solids: readonly VmfSolid[],
  connections: Outputs = [],
): VmfEntity {
  const pairs = Object.entries(keys).map(([key, value]) => [key, String(value)] as const);
  return createVmfEntity({ id, line: 0, pairs, connections, solids });
}

function isOnSide(corners: readonly Vec3[], point: Vec3, normal: Vec3): boolean {
  const own = normalOf(corners);
  if (dot(own, normal) < 0.999) return false;
  if (Math.abs(dot(own, subtract(point, corners[0]))) > 0.5) return false;
  // Inside a clockwise polygon the point is to the right of every edge.
  return corners.every((corner, i) => {
    const edge = subtract(corners[(i + 1) % corners.length], corner);
    return dot(cross(edge, subtract(point, corner)), own) <= 0.01;
  });
}

// Names of the materials and models of generated maps, which `room-content.ts` creates.

const surface = (name: string): Surface => ({
  material: `generated/${name}`,
  lightmapScale: 32,
});

export const WALLS = ["wall_sand", "wall_clay", "wall_slate", "wall_moss"].map(surface);
export const FLOORS = ["floor_oak", "floor_stone"].map(surface);
export const CEILINGS = ["ceiling"].map(surface);
const FRAME = surface("frame");
const PILLAR = surface("pillar");
export const CRATE = surface("crate");
export const WIRE: Surface = { ...surface("wire"), lightmapScale: WIRE_SCALE };

export const PROP_MODELS = ["models/generated/cube.mdl", "models/generated/cone.mdl"];

// Furniture and wires of generated rooms: detail brushes with known numbers of faces.

/** Grid of furniture in a room, which leaves the paths between doors free. */
const CELL = 96;
const CELLS = Math.floor(ROOM_EDGE / CELL);
const MIDDLE = Math.floor(CELLS / 2);

/** Inches between wires. */
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

/**
 * Adds crates, and pillars if there are no wires. Returns their number of faces, at most `budget`.
 */
function addFurniture(
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

/** Adds wires with up to `budget` faces from wall to wall, and returns their number of faces. */
function addWires(brushes: BrushPlan[], box: Box, budget: number): number {
  const [x0, y0, , x1, , z1] = box;
  const count = Math.max(0, Math.floor(budget / WIRE_FACES));
  for (let i = 0; i < count; i++) {
    const y = y0 + 16 + WIRE_SPACING * (i % WIRES_PER_LAYER);
    const z = z1 - 4 - WIRE_SPACING * Math.floor(i / WIRES_PER_LAYER);
    brushes.push(boxBrush([x0, y, z, x1, y + WIRE_SCALE, z + WIRE_SCALE], allSides(WIRE)));
  }
  return count * WIRE_FACES;
}

export interface RoomsOptions {
  /** Requested faces, 1,000 to 65,000. The map has that many within 5 %, but at most 62,300. */
  readonly faces: number;
  /** 0 to 10,000. */
  readonly props: number;
  readonly seed: number;
}

/** Chance that a wall without a door has a window. */
const WINDOW_CHANCE = 0.3;
const DOOR = { width: 96, bottom: 0, top: 128 };
const WINDOW = { width: 160, bottom: 56, top: 136 };
/**
 * Distance by which openings are shifted from the middle to either side, or not at all, so that few
 * line up.
 */
const OPENING_SHIFT = 120;

export const LIGHT_COLORS: readonly Vec3[] = [
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
    // Computes each room's share from the total, so that rounding errors do not add up.
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

export function checkRange(name: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new RangeError(`${name} must be a whole number from ${min} to ${max}, not ${value}`);
}

/**
 * Returns a room's box. The grid is centered on the origin, with walls on multiples of the pitch.
 */
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
      // Disabled, because thousands of lighting files would be larger than the map.
      disablevertexlighting: 1,
    });
  }
}
