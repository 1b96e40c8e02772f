/** Reads a map's source as written by Hammer: the world, entities, solids and sides. */

import { parseBlocks, type VmfBlock, type VmfPair, vmfError } from "./parse-blocks.ts";
import type { TextureAxis, Vmf, VmfDispInfo, VmfEntity, VmfSide, VmfSolid } from "./types.ts";

// Values of keys, with checks.

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
const PLANE = /^\s*\(([^()]*)\)\s*\(([^()]*)\)\s*\(([^()]*)\)\s*$/;
const AXIS = /^\s*\[([^[\]]*)\]\s*(\S+)\s*$/;
const BRACKETED = /^\s*\[([^[\]]*)\]\s*$/;

/** Returns the first pair with a key, case-insensitive. */
function findPair(block: VmfBlock, key: string): VmfPair | undefined {
  return block.pairs.find((pair) => pair.key.toLowerCase() === key);
}

/** Returns the first pair with a key. Throws FormatError `syntax` if there is none. */
function needPair(block: VmfBlock, key: string, where: string): VmfPair {
  const pair = findPair(block, key);
  if (!pair) throw vmfError("syntax", where, block, `the key "${key}"`, "none");
  return pair;
}

/**
 * Returns exactly `count` numbers in the range of single precision, separated by spaces; `null` for
 * any other text. −0 is read as 0.
 */
function splitNumbers(text: string, count: number): number[] | null {
  const words = text.trim().split(/\s+/);
  if (words.length !== count || !words.every((word) => NUMBER.test(word))) return null;
  const numbers = words.map((word) => Number(word) + 0);
  return numbers.every((number) => Number.isFinite(Math.fround(number))) ? numbers : null;
}

/** Returns the number of a key, or `missing` if the block lacks the key. */
function readNumber(block: VmfBlock, key: string, where: string, missing: number): number {
  const pair = findPair(block, key);
  if (!pair) return missing;
  const numbers = splitNumbers(pair.value, 1);
  if (!numbers) throw badValue(pair, where, "a number");
  return numbers[0];
}

function readInteger(block: VmfBlock, key: string, where: string, missing: number): number {
  const value = readNumber(block, key, where, missing);
  if (Number.isSafeInteger(value)) return value;
  throw badValue(needPair(block, key, where), where, "a whole number");
}

/** Reads `(x y z) (x y z) (x y z)`: three points that are not collinear. */
function readPlanePoints(block: VmfBlock, where: string): Float64Array {
  const pair = needPair(block, "plane", where);
  const parts = PLANE.exec(pair.value)?.slice(1) ?? [];
  const numbers = parts.flatMap((part) => splitNumbers(part, 3) ?? []);
  if (numbers.length !== 9) throw badValue(pair, where, "three points (x y z) (x y z) (x y z)");
  const points = Float64Array.from(numbers);
  if (isLine(points)) throw badValue(pair, where, "three points that span a plane");
  return points;
}

function isLine(p: Float64Array): boolean {
  const [ax, ay, az] = [p[0] - p[3], p[1] - p[4], p[2] - p[5]];
  const [bx, by, bz] = [p[6] - p[3], p[7] - p[4], p[8] - p[5]];
  return ay * bz === az * by && az * bx === ax * bz && ax * by === ay * bx;
}

/** Reads `[x y z shift] scale`. A scale of 0 means 1, like in Valve's compiler. */
function readTextureAxis(block: VmfBlock, key: string, where: string): TextureAxis {
  const pair = needPair(block, key, where);
  const parts = AXIS.exec(pair.value);
  const axis = parts && splitNumbers(parts[1], 4);
  const scale = parts && splitNumbers(parts[2], 1);
  if (!axis || !scale) throw badValue(pair, where, "a texture axis [x y z shift] scale");
  const [x, y, z, shift] = axis;
  return { x, y, z, shift, scale: scale[0] === 0 ? 1 : scale[0] };
}

/** Reads `[x y z]`. */
function readVector(block: VmfBlock, key: string, where: string): [number, number, number] {
  const pair = needPair(block, key, where);
  const vector = splitNumbers(BRACKETED.exec(pair.value)?.[1] ?? "", 3);
  if (!vector) throw badValue(pair, where, "a vector [x y z]");
  return vector as [number, number, number];
}

function badValue(pair: VmfPair, where: string, expected: string) {
  return vmfError("bad-value", where, pair, `${expected} as "${pair.key}"`, `"${pair.value}"`);
}

// A side's `dispinfo`: a grid of (2^power + 1)^2 vertices, a line for each row.

const MIN_POWER = 2;
const MAX_POWER = 4;

/**
 * Reads a displacement. Throws FormatError (VMF): `bad-value` for a power other than 2, 3 or 4 and
 * for invalid numbers, `mismatch` for missing, extra or repeated rows and rows of wrong length.
 */
function readDispInfo(block: VmfBlock, where: string): VmfDispInfo {
  const place = `${where} dispinfo`;
  needPair(block, "power", place);
  const power = readInteger(block, "power", place, 0);
  if (power < MIN_POWER || power > MAX_POWER) {
    throw badValue(needPair(block, "power", place), place, `${MIN_POWER} to ${MAX_POWER}`);
  }
  const edge = 2 ** power + 1;
  return {
    line: block.line,
    power,
    startPosition: readVector(block, "startposition", place),
    elevation: readNumber(block, "elevation", place, 0),
    subdiv: readInteger(block, "subdiv", place, 0) !== 0,
    normals: readGrid(block, "normals", edge, 3, place),
    distances: readGrid(block, "distances", edge, 1, place),
    offsets: readGrid(block, "offsets", edge, 3, place),
    offsetNormals: readGrid(block, "offset_normals", edge, 3, place),
    alphas: readGrid(block, "alphas", edge, 1, place),
  };
}

/** Reads a grid of values; all zero if the block is missing, as in files of older editors. */
function readGrid(
  dispInfo: VmfBlock,
  name: string,
  edge: number,
  arity: number,
  where: string,
): Float32Array {
  const values = new Float32Array(edge * edge * arity);
  const block = dispInfo.blocks.find((child) => child.name === name);
  if (!block) return values;
  const place = `${where} ${name}`;
  const seen = new Set<number>();
  for (const pair of block.pairs) {
    const row = Number(/^row(\d+)$/i.exec(pair.key)?.[1] ?? Number.NaN);
    if (!(row < edge) || seen.has(row)) {
      throw vmfError("mismatch", place, pair, `row0 to row${edge - 1}, each once`, pair.key);
    }
    seen.add(row);
    const numbers = splitNumbers(pair.value, edge * arity);
    if (!numbers) {
      const words = pair.value.trim().split(/\s+/).length;
      if (words === edge * arity) throw badValue(pair, place, "numbers");
      throw vmfError("mismatch", place, pair, `${edge * arity} numbers in ${pair.key}`, words);
    }
    values.set(numbers, row * edge * arity);
  }
  if (seen.size !== edge) throw vmfError("mismatch", place, block, `${edge} rows`, seen.size);
  return values;
}

const DEFAULT_LIGHTMAP_SCALE = 16;
/** Minimum number of planes that enclose a space. */
const MIN_SIDES = 4;

/**
 * Parses a VMF. Blocks for the editor (`editor`, `visgroups`, `cameras`, and `hidden` with its
 * contents) are skipped, like in Valve's vbsp. Throws FormatError (VMF), always with a line:
 * `syntax` for broken blocks and missing keys, `bad-value` for invalid values, `bad-count` for a
 * solid of fewer than four sides, `mismatch` for a displacement whose rows do not fit its power.
 */
export function parseVmf(text: string): Vmf {
  const root = parseBlocks(text);
  const worlds = root.blocks.filter((block) => block.name === "world");
  if (worlds.length !== 1) {
    throw vmfError("syntax", "text", worlds[1] ?? root, "one block world", worlds.length);
  }
  const versionInfo = root.blocks.find((block) => block.name === "versioninfo");
  const revision = versionInfo ? readInteger(versionInfo, "mapversion", "versioninfo", 0) : 0;
  return {
    revision: readInteger(worlds[0], "mapversion", "world", revision),
    world: readEntity(worlds[0]),
    entities: root.blocks.filter((block) => block.name === "entity").map(readEntity),
  };
}

/** Creates an entity, for `parseVmf` and for maps made by code. */
export function createVmfEntity(fields: Omit<VmfEntity, "get">): VmfEntity {
  return {
    ...fields,
    get(key) {
      const wanted = key.toLowerCase();
      return fields.pairs.find(([name]) => name.toLowerCase() === wanted)?.[1];
    },
  };
}

function readEntity(block: VmfBlock): VmfEntity {
  const id = readInteger(block, "id", block.name, 0);
  const where = `${block.name} ${id}`;
  return createVmfEntity({
    id,
    line: block.line,
    pairs: block.pairs.map(({ key, value }) => [key, value] as const),
    connections: childrenOf(block, "connections").flatMap((child) =>
      child.pairs.map(({ key, value }) => [key, value] as const),
    ),
    solids: childrenOf(block, "solid").map((child) => readSolid(child, where)),
  });
}

function readSolid(block: VmfBlock, parent: string): VmfSolid {
  const id = readInteger(block, "id", `${parent} solid`, 0);
  const where = `${parent} solid ${id}`;
  const sides = childrenOf(block, "side").map((child) => readSide(child, where));
  if (sides.length < MIN_SIDES) {
    throw vmfError("bad-count", where, block, `at least ${MIN_SIDES} sides`, sides.length);
  }
  return { id, line: block.line, sides };
}

function readSide(block: VmfBlock, parent: string): VmfSide {
  const id = readInteger(block, "id", `${parent} side`, 0);
  const where = `${parent} side ${id}`;
  const points = readPlanePoints(block, where);
  const material = needPair(block, "material", where);
  if (material.value.trim() === "") {
    throw vmfError("bad-value", where, material, "a material's name", "none");
  }
  const dispInfo = childrenOf(block, "dispinfo").at(0);
  return {
    id,
    line: block.line,
    points,
    material: material.value,
    uaxis: readTextureAxis(block, "uaxis", where),
    vaxis: readTextureAxis(block, "vaxis", where),
    lightmapScale: readLightmapScale(block, where),
    smoothingGroups: readInteger(block, "smoothing_groups", where, 0) >>> 0,
    dispInfo: dispInfo ? readDispInfo(dispInfo, where) : null,
  };
}

/** Reads the luxel size; 0 means the default, like in Valve's compiler. */
function readLightmapScale(block: VmfBlock, where: string): number {
  const scale = readNumber(block, "lightmapscale", where, DEFAULT_LIGHTMAP_SCALE);
  if (scale < 0) {
    const place = findPair(block, "lightmapscale") ?? block;
    throw vmfError("bad-value", where, place, "a positive lightmapscale", scale);
  }
  return scale === 0 ? DEFAULT_LIGHTMAP_SCALE : scale;
}

function childrenOf(block: VmfBlock, name: string): readonly VmfBlock[] {
  return block.blocks.filter((child) => child.name === name);
}
