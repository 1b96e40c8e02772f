/** A side's `dispinfo`: a grid of (2^power + 1)^2 vertices, a row a line. */

import type { VmfBlock } from "./parse-blocks.ts";
import {
  badValue,
  needPair,
  readInteger,
  readNumber,
  readVector,
  splitNumbers,
} from "./read-values.ts";
import type { VmfDispInfo } from "./types.ts";
import { vmfError } from "./vmf-error.ts";

const MIN_POWER = 2;
const MAX_POWER = 4;

/**
 * Throws FormatError (VMF): `bad-value` for a power other than 2, 3 or 4 and for numbers that are
 * none, `mismatch` for rows that are missing, too many, repeated or of another length.
 */
export function readDispInfo(block: VmfBlock, where: string): VmfDispInfo {
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

/** All zero where the block is left out, as older editors do. */
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
