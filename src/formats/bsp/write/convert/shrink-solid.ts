/**
 * A solid of version 0x101, in which every number has a word of its own, in the form that older engines read.
 * Hulls, points and the tree keep their order; only the room that they take shrinks. That the parts are these,
 * and stand so, is seen in the maps of Momentum Mod; their bits in the older form are IVP's, as open tools
 * describe them.
 */

import { findSolidParts, HULL_RECORD_BYTES, type SolidPart } from "./large-solid-parts.ts";

const SOLID_HEADER_BYTES = 28;
const VERSION_AT = 4;
const SIZE_AT = 8;
const OLD_VERSION = 0x100;
const SURFACE_BYTES = 48;
/** Of a hull's head, and of each of its triangles. */
const RECORD_BYTES = 16;
/** A surface's size above how far it is from a sphere; a hull's, in 16 bytes, above its flags. */
const SIZE_SHIFT = 8;

/** @param solid little-endian, behind its length. @returns null where its parts do not lie in it as they should */
export function shrinkSolid(solid: Uint8Array): Uint8Array | null {
  const surface = SOLID_HEADER_BYTES;
  const found = findSolidParts(solid, surface);
  if (found === null) return null;
  const { root, nodes, parts } = found;
  const places: number[] = [];
  let length = surface + SURFACE_BYTES;
  for (const { at, end, records } of parts) {
    places.push(length);
    length += records > 0 ? records * RECORD_BYTES : end - at;
  }
  /** Where what stood at a byte stands now: the start of a hull, a node or a point. */
  const placeOf = (at: number) => {
    const part = findPart(parts, at);
    return places[part] + at - parts[part].at;
  };
  const from = new DataView(solid.buffer, solid.byteOffset, solid.byteLength);
  const out = new Uint8Array(length);
  const to = new DataView(out.buffer);
  out.set(solid.subarray(0, surface + 28));
  to.setUint16(VERSION_AT, OLD_VERSION, true);
  to.setInt32(SIZE_AT, length - surface, true);
  const deviation = from.getUint32(surface + 28, true) & 0xff;
  to.setUint32(surface + 28, deviation | ((length - surface) << SIZE_SHIFT), true);
  to.setInt32(surface + 32, placeOf(root) - surface, true);
  out.set(solid.subarray(surface + 40, surface + 48), surface + 40);
  for (const [i, part] of parts.entries()) {
    if (part.records === 0) out.set(solid.subarray(part.at, part.end), places[i]);
    else shrinkHull(from, part, to, places[i], placeOf);
  }
  for (const node of nodes) {
    const at = placeOf(node);
    for (const word of [0, 4]) {
      const offset = from.getInt32(node + word, true);
      if (offset !== 0) to.setInt32(at + word, placeOf(node + offset) - at, true);
    }
  }
  return out;
}

/** The last part that begins at a byte or before it. */
function findPart(parts: readonly SolidPart[], at: number): number {
  let [low, high] = [0, parts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (parts[middle].at <= at) low = middle;
    else high = middle;
  }
  return low;
}

function shrinkHull(
  from: DataView,
  { at: hull, records }: SolidPart,
  to: DataView,
  at: number,
  placeOf: (at: number) => number,
): void {
  const word = (offset: number) => from.getUint32(hull + offset, true);
  const flags = word(8);
  const offset = from.getInt32(hull, true);
  to.setInt32(at, records > 1 ? placeOf(hull + offset) - at : offset, true);
  // What a hull is told apart by, or, of one around others, where its node is.
  const hasNode = (flags & 3) !== 0;
  const about = from.getInt32(hull + 4, true);
  to.setInt32(at + 4, hasNode ? placeOf(hull + about) - at : about, true);
  // Its size counts 16 bytes each.
  const size = (flags >>> SIZE_SHIFT) - ((HULL_RECORD_BYTES - RECORD_BYTES) / 16) * records;
  to.setUint32(at + 8, (flags & 0xff) | (Math.max(0, size) << SIZE_SHIFT), true);
  to.setUint16(at + 12, records - 1, true);
  for (let triangle = 1; triangle < records; triangle++) {
    const head = triangle * HULL_RECORD_BYTES;
    const out = at + triangle * RECORD_BYTES;
    const [index, pierced, material, isVirtual] = [0, 4, 8, 12].map((field) => word(head + field));
    const bits = (index & 0xfff) | ((pierced & 0xfff) << 12) | ((material & 0x7f) << 24);
    to.setUint32(out, bits | ((isVirtual & 1) << 31), true);
    for (let edge = 1; edge <= 3; edge++) {
      const [point, other, isInner] = [0, 4, 8].map((field) => word(head + edge * 16 + field));
      const packed = (point & 0xffff) | ((other & 0x7fff) << 16) | ((isInner & 1) << 31);
      to.setUint32(out + edge * 4, packed, true);
    }
  }
}
