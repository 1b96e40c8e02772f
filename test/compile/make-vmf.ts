/**
 * Makes map sources for tests: boxes and rooms as `Vmf` objects, with the texture axes that Hammer
 * gives to new brushes. Lines are numbered, so that tests can identify an error by its line.
 */

import type {
  TextureAxis,
  Vmf,
  VmfDispInfo,
  VmfEntity,
  VmfSide,
  VmfSolid,
} from "../../src/formats/vmf/types.ts";

export type Vec3 = readonly [number, number, number];

/** The six sides of a box by their directions. */
export type BoxSide = "top" | "bottom" | "left" | "right" | "back" | "front";

export interface SideOptions {
  readonly material?: string;
  readonly lightmapScale?: number;
  readonly smoothingGroups?: number;
  readonly dispInfo?: VmfDispInfo | null;
  /** Inches per texel; 0.25 as in Hammer. */
  readonly textureScale?: number;
}

export interface BoxOptions extends SideOptions {
  /** Options of single sides. left is -x, right +x, front -y, back +y. */
  readonly sides?: Partial<Record<BoxSide, SideOptions>>;
}

export const WALL = "dev/dev_measurewall01a";
export const NODRAW = "tools/toolsnodraw";
export const SKY = "tools/toolsskybox";

let nextId = 1;
let nextLine = 1;

/** Restarts the numbering of ids and lines, so that equal calls give equal objects. */
export function resetVmfNumbers(): void {
  nextId = 1;
  nextLine = 1;
}

/** Returns Hammer's axes for a side by its dominant normal: u along x or y, v down or against y. */
function axesOf(points: Float64Array, scale: number): [TextureAxis, TextureAxis] {
  const a = [points[0] - points[3], points[1] - points[4], points[2] - points[5]];
  const b = [points[6] - points[3], points[7] - points[4], points[8] - points[5]];
  const n = [
    Math.abs(a[1] * b[2] - a[2] * b[1]),
    Math.abs(a[2] * b[0] - a[0] * b[2]),
    Math.abs(a[0] * b[1] - a[1] * b[0]),
  ];
  const axis = (x: number, y: number, z: number): TextureAxis => ({ x, y, z, shift: 0, scale });
  if (n[2] >= n[0] && n[2] >= n[1]) return [axis(1, 0, 0), axis(0, -1, 0)];
  if (n[0] >= n[1]) return [axis(0, 1, 0), axis(0, 0, -1)];
  return [axis(1, 0, 0), axis(0, 0, -1)];
}

/**
 * Makes a side.
 * @param points three points of the plane, clockwise as seen from outside
 */
export function makeSide(points: readonly Vec3[], options: SideOptions = {}): VmfSide {
  const flat = Float64Array.from(points.flat());
  const [uaxis, vaxis] = axesOf(flat, options.textureScale ?? 0.25);
  return {
    id: nextId++,
    line: nextLine++,
    points: flat,
    material: options.material ?? WALL,
    uaxis,
    vaxis,
    lightmapScale: options.lightmapScale ?? 16,
    smoothingGroups: options.smoothingGroups ?? 0,
    dispInfo: options.dispInfo ?? null,
  };
}

export function makeSolid(sides: readonly VmfSide[]): VmfSolid {
  return { id: nextId++, line: nextLine++, sides };
}

export function makeBox(mins: Vec3, maxs: Vec3, options: BoxOptions = {}): VmfSolid {
  const [x0, y0, z0] = mins;
  const [x1, y1, z1] = maxs;
  const corners: Record<BoxSide, readonly Vec3[]> = {
    top: [
      [x0, y1, z1],
      [x1, y1, z1],
      [x1, y0, z1],
    ],
    bottom: [
      [x0, y0, z0],
      [x1, y0, z0],
      [x1, y1, z0],
    ],
    left: [
      [x0, y1, z1],
      [x0, y0, z1],
      [x0, y0, z0],
    ],
    right: [
      [x1, y1, z0],
      [x1, y0, z0],
      [x1, y0, z1],
    ],
    back: [
      [x1, y1, z1],
      [x0, y1, z1],
      [x0, y1, z0],
    ],
    front: [
      [x1, y0, z0],
      [x0, y0, z0],
      [x0, y0, z1],
    ],
  };
  return makeSolid(
    (Object.keys(corners) as BoxSide[]).map((side) =>
      makeSide(corners[side], { ...options, ...options.sides?.[side] }),
    ),
  );
}

/** Makes a solid with a horizontal outline: corners counter-clockwise as seen from above. */
export function makePrism(
  outline: readonly (readonly [number, number])[],
  bottom: number,
  top: number,
  options: SideOptions = {},
): VmfSolid {
  const at = (i: number, z: number): Vec3 => [
    outline[i % outline.length][0],
    outline[i % outline.length][1],
    z,
  ];
  const sides = [
    makeSide([at(2, top), at(1, top), at(0, top)], options),
    makeSide([at(0, bottom), at(1, bottom), at(2, bottom)], options),
  ];
  for (let i = 0; i < outline.length; i++) {
    sides.push(makeSide([at(i, top), at(i + 1, top), at(i + 1, bottom)], options));
  }
  return makeSolid(sides);
}

/** Returns the six boxes around the inside of a room. */
export function makeRoom(
  mins: Vec3,
  maxs: Vec3,
  options: BoxOptions = {},
  thickness = 16,
): VmfSolid[] {
  const [x0, y0, z0] = mins;
  const [x1, y1, z1] = maxs;
  const t = thickness;
  return [
    makeBox([x0 - t, y0 - t, z0 - t], [x1 + t, y1 + t, z0], options),
    makeBox([x0 - t, y0 - t, z1], [x1 + t, y1 + t, z1 + t], options),
    makeBox([x0 - t, y0 - t, z0], [x0, y1 + t, z1], options),
    makeBox([x1, y0 - t, z0], [x1 + t, y1 + t, z1], options),
    makeBox([x0, y0 - t, z0], [x1, y0, z1], options),
    makeBox([x0, y1, z0], [x1, y1 + t, z1], options),
  ];
}

export interface EntityOptions {
  readonly solids?: readonly VmfSolid[];
  readonly connections?: readonly (readonly [string, string])[];
}

/**
 * Makes an entity.
 * @param keys in order; an array for repeated keys
 */
export function makeEntity(
  keys: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
  options: EntityOptions = {},
): VmfEntity {
  const pairs = Array.isArray(keys) ? keys : Object.entries(keys);
  return {
    id: nextId++,
    line: nextLine++,
    pairs,
    connections: options.connections ?? [],
    solids: options.solids ?? [],
    get: (key) => pairs.find(([k]) => k.toLowerCase() === key.toLowerCase())?.[1],
  };
}

export const pointEntity = (classname: string, origin: Vec3, keys: Record<string, string> = {}) =>
  makeEntity({ classname, origin: origin.join(" "), ...keys });

export function makeVmf(
  solids: readonly VmfSolid[],
  entities: readonly VmfEntity[],
  worldKeys: Readonly<Record<string, string>> = {},
): Vmf {
  return {
    revision: 7,
    world: makeEntity(
      { classname: "worldspawn", skyname: "sky_day01_01", ...worldKeys },
      { solids },
    ),
    entities,
  };
}

/**
 * Makes two rooms of 256 x 256 x 128 side by side along x, with a wall 16 thick between them that
 * has a door of 64 x 96 in its middle. The first is from (0, 0, 0) to (256, 256, 128), the second
 * from (272, 0, 0) to (528, 256, 128). A player start is in the first one.
 */
export function makeTwoRooms(options: BoxOptions = {}): Vmf {
  return makeVmf(
    [
      ...makeRoom([0, 0, 0], [528, 256, 128], options),
      makeBox([256, 0, 0], [272, 96, 128], options),
      makeBox([256, 160, 0], [272, 256, 128], options),
      makeBox([256, 96, 96], [272, 160, 128], options),
    ],
    [pointEntity("info_player_start", [128, 128, 16])],
  );
}
