/** Builds a model whose animations lie in an .ani file, and that file. */

import { ByteWriter } from "./byte-writer.ts";
import { makeRig } from "./make-rig.ts";

const BLOCK = 16;
const ANIM_RAWROT = 0x02;

/**
 * Builds an MDL with an animation of two frames, in which block 1 rotates the second bone by −90°
 * about z.
 */
export function makeExternal({ block = 1, index = 4 } = {}) {
  const out = new ByteWriter();
  const { bytes } = makeRig();
  out.u8(out.reserve(bytes.length), ...bytes);
  const animation = out.reserve(100);
  out.i32(180, 1, animation);
  out.i32(animation + 4, out.string("wave") - animation);
  out.f32(animation + 8, 30);
  out.i32(animation + 16, 2);
  out.i32(animation + 52, block, index);
  const sequence = out.reserve(212);
  out.i32(188, 1, sequence);
  out.i32(sequence + 4, out.string("wave") - sequence, out.string("") - sequence);
  out.i32(sequence + 60, out.reserve(2) - sequence, 0, 1, 1);
  return out.finish();
}

/** @param spare bytes behind its block */
export function makeAni(spare = 0): Uint8Array {
  const out = new ByteWriter();
  out.reserve(48 + spare);
  out.text(0, "IDAG");
  out.i32(4, 48);
  out.u8(BLOCK + 4, 1, ANIM_RAWROT, 0, 0);
  // Quaternion48: x, y and z offset by 0x8000, 0x8000 and 0x4000, and the sign of w.
  out.u16(BLOCK + 8, 0x8000, 0x8000, 0x4000 - Math.round(Math.SQRT1_2 * 0x4000));
  return out.finish();
}
