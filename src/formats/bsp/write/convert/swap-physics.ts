/**
 * LUMP_PHYSCOLLIDE in the other byte order. The headers are Valve's (`dphysmodel_t`, and `bsplib.cpp` of Source
 * SDK 2013 for a solid's); the surfaces behind them are IVP's compact ones, of which open tools describe the
 * tree. That numbers which share a word stand in it from the other end, as C compilers of either order put
 * them, is seen in a real map of the Xbox 360.
 */

import { bspError } from "../../bsp-error.ts";
import { DPHYSMODEL } from "../../records/physics.ts";

export interface SwappedLump {
  readonly bytes: Uint8Array;
  /** What of it is in the old order still, and why. */
  readonly problem?: string;
}

const MODEL_BYTES = DPHYSMODEL.bytes;
/** The oldest solids have none. Whose it is, version and kind, size, drag by axes, a size more. */
const SOLID_HEADER_BYTES = 28;
const SOLID_ID = 0x59485056;
const SOLID_VERSION = 0x100;
const KIND_CONVEX = 0;
const SURFACE_BYTES = 48;
/** Closes a surface's head. */
const SURFACE_ID = 0x53505649;
const NODE_BYTES = 28;
const LEDGE_BYTES = 16;
const TRIANGLE_BYTES = 16;

const LUMP = "LUMP_PHYSCOLLIDE";

/** Widths of the numbers in a word, from the lowest bit of a little-endian file. */
const SURFACE_BITS = [8, 24];
const LEDGE_BITS = [2, 2, 4, 24];
const TRIANGLE_BITS = [12, 12, 7, 1];
const EDGE_BITS = [16, 15, 1];

/**
 * Solids of another kind than convex hulls keep their bytes, which is said.
 * @throws FormatError (BSP) where models or their solids do not lie in the lump
 */
export function swapPhysCollide(bytes: Uint8Array, fromLittle: boolean): SwappedLump {
  const out = new Uint8Array(bytes);
  const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const to = new DataView(out.buffer);
  let kept = 0;
  for (let at = 0; at + MODEL_BYTES <= bytes.length; ) {
    for (let i = 0; i < 4; i++) copyWord(from, to, at + i * 4, fromLittle);
    const [model, dataBytes, textBytes, solids] = [0, 4, 8, 12].map((field) =>
      from.getInt32(at + field, fromLittle),
    );
    at += MODEL_BYTES;
    if (model < 0) break;
    const end = at + dataBytes;
    if (dataBytes < 0 || textBytes < 0 || end + textBytes > bytes.length) {
      const expected = `solids and text of model ${model} within ${bytes.length} bytes`;
      throw bspError("truncated", LUMP, at, expected, `${dataBytes} and ${textBytes}`);
    }
    let solid = at;
    for (let i = 0; i < solids && solid + 4 <= end; i++) {
      copyWord(from, to, solid, fromLittle);
      const length = from.getInt32(solid, fromLittle);
      solid += 4;
      if (length < 0 || solid + length > end) {
        throw bspError("bad-count", LUMP, solid - 4, `0 to ${end - solid} bytes`, length);
      }
      if (!swapSolid(from, to, solid, solid + length, fromLittle)) kept++;
      solid += length;
    }
    at = end + textBytes;
  }
  if (kept === 0) return { bytes: out };
  const order = fromLittle ? "little-endian" : "big-endian";
  return { bytes: out, problem: `${kept} solids of a kind that is not read stay ${order}` };
}

function copyWord(from: DataView, to: DataView, at: number, fromLittle: boolean): void {
  to.setUint32(at, from.getUint32(at, fromLittle), !fromLittle);
}

function copyShort(from: DataView, to: DataView, at: number, fromLittle: boolean): void {
  to.setUint16(at, from.getUint16(at, fromLittle), !fromLittle);
}

/** Whether the solid is of a kind that is read; of others nothing is written. */
function swapSolid(from: DataView, to: DataView, at: number, end: number, little: boolean) {
  const hasHeader = at + 8 <= end && from.getUint32(at, little) === SOLID_ID;
  const surface = at + (hasHeader ? SOLID_HEADER_BYTES : 0);
  if (surface + SURFACE_BYTES > end) return false;
  if (from.getUint32(surface + 44, little) !== SURFACE_ID) return false;
  if (hasHeader && from.getUint16(at + 4, little) !== SOLID_VERSION) return false;
  if (hasHeader && from.getUint16(at + 6, little) !== KIND_CONVEX) return false;
  const special = markWords(from, surface, end, little);
  if (special === null) return false;
  for (let word = at; word + 4 <= end; word += 4) copyWord(from, to, word, little);
  if (hasHeader) {
    copyShort(from, to, at + 4, little);
    copyShort(from, to, at + 6, little);
  }
  for (const [word, widths] of special) {
    if (widths === "shorts") {
      copyShort(from, to, word, little);
      copyShort(from, to, word + 2, little);
    } else if (widths === "bytes") {
      for (let i = word; i < word + 4; i++) to.setUint8(i, from.getUint8(i));
    } else {
      to.setUint32(word, mirrorBits(from.getUint32(word, little), widths, little), !little);
    }
  }
  return true;
}

type WordKind = readonly number[] | "shorts" | "bytes";

/** The words that are not one number; null where the tree leads out of the solid, or back into itself. */
function markWords(from: DataView, surface: number, end: number, little: boolean) {
  const special = new Map<number, WordKind>();
  special.set(surface + 28, SURFACE_BITS);
  const nodes = [surface + from.getInt32(surface + 32, little)];
  const seen = new Set<number>();
  const ledges = new Set<number>();
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node < surface || node + NODE_BYTES > end || seen.has(node)) return null;
    if ((node - surface) % 4 !== 0) return null;
    seen.add(node);
    // Three bytes say how large its box is.
    special.set(node + 24, "bytes");
    const right = from.getInt32(node, little);
    if (right !== 0) nodes.push(node + NODE_BYTES, node + right);
    const ledge = from.getInt32(node + 4, little);
    // An inner node may have a hull around all below it.
    if (ledge !== 0) ledges.add(node + ledge);
  }
  // Hulls of a sound solid share no triangles.
  let room = (end - surface) / TRIANGLE_BYTES;
  for (const ledge of ledges) {
    if (ledge < surface || ledge + LEDGE_BYTES > end) return null;
    special.set(ledge + 8, LEDGE_BITS);
    special.set(ledge + 12, "shorts");
    const triangles = from.getInt16(ledge + 12, little);
    const stop = ledge + LEDGE_BYTES + triangles * TRIANGLE_BYTES;
    room -= triangles;
    if (triangles < 0 || stop > end || room < 0) return null;
    for (let triangle = ledge + LEDGE_BYTES; triangle < stop; triangle += TRIANGLE_BYTES) {
      special.set(triangle, TRIANGLE_BITS);
      for (let edge = 4; edge < TRIANGLE_BYTES; edge += 4) special.set(triangle + edge, EDGE_BITS);
    }
  }
  return special;
}

/** Numbers from the lowest bit on become numbers from the highest on, or the other way round. */
function mirrorBits(word: number, widths: readonly number[], isFromLowest: boolean): number {
  let out = 0;
  let low = 0;
  for (const width of widths) {
    const high = 32 - low - width;
    const mask = 2 ** width - 1;
    const value = (word >>> (isFromLowest ? low : high)) & mask;
    out |= value << (isFromLowest ? high : low);
    low += width;
  }
  return out >>> 0;
}
