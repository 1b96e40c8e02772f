/** Adds to a generated MDL two animations and two sequences, with one row of each optional list. */

import { ByteWriter } from "./byte-writer.ts";
import { makeRig } from "./make-rig.ts";

export interface MadeSequences {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Offset of each record and of each list that a record refers to. */
  readonly at: Readonly<Record<string, number>>;
}

const ANIM_RAWROT = 0x02;
const ANIMATION_BYTES = 100;
const SEQUENCE_BYTES = 212;
/** Terminates the bone list at once, which leaves the bind pose. */
const NO_BONE = [255, 0, 0, 0];

export function makeSequences(): MadeSequences {
  const rig = makeRig();
  const out = new ByteWriter();
  out.u8(out.reserve(rig.bytes.length), ...rig.bytes);
  const at: Record<string, number> = {};
  const list = (name: string, count: number, bytes: number): number => {
    at[name] = out.reserve(count * bytes);
    return at[name];
  };

  const animations = list("animations", 2, ANIMATION_BYTES);
  out.i32(180, 2, animations);
  ["walk_a", "walk_b"].forEach((name, i) => {
    const record = animations + i * ANIMATION_BYTES;
    out.i32(record + 4, out.string(name) - record);
    out.f32(record + 8, 30);
    out.i32(record + 16, 31);
    const data = out.reserve(4);
    out.u8(data, ...NO_BONE);
    out.i32(record + 56, data - record);
  });
  const movement = list("movements", 1, 44);
  out.i32(animations + 20, 1, movement - animations);
  out.i32(movement, 30, 64);
  out.f32(movement + 8, 70, 80, 15, 0.6, 0.8, 0, 75, 5, 0);
  const rule = list("ikRules", 1, 152);
  out.i32(animations + 60, 1, rule - animations);
  out.i32(rule, 0, 3, 1, 2, 1);
  out.f32(rule + 20, 18, 4, 0.5, 1, 2, 3, 0, 0, 0, 1);
  out.f32(rule + 76, 0.1, 0.2, 0.7, 1.1);
  out.f32(rule + 96, 0.3);
  out.i32(rule + 120, out.string("ledge") - rule);
  // From frame 3 to 33: inches along x, and a quarter turn about z.
  const track = list("track", 1, 36);
  out.i32(rule + 60, track - rule);
  out.i32(rule + 68, 3);
  writeStream(out, track, 0, 0.5, 31, [10, 20]);
  writeStream(out, track, 5, Math.PI / 200, 31, [100]);
  const hierarchy = list("hierarchies", 1, 48);
  out.i32(animations + 72, 1, hierarchy - animations);
  out.i32(hierarchy, 2, -1);
  out.f32(hierarchy + 8, 0, 0, 1, 1);
  const followed = out.reserve(36);
  out.i32(hierarchy + 24, 0, followed - hierarchy);
  writeStream(out, followed, 1, 2, 31, [-3]);

  const sequences = list("sequences", 2, SEQUENCE_BYTES);
  out.i32(188, 2, sequences);
  const [walk, lean] = [sequences, sequences + SEQUENCE_BYTES];
  for (const [record, name, activity] of [
    [walk, "walk", "ACT_WALK"],
    [lean, "lean", ""],
  ] as const) {
    out.i32(record + 4, out.string(name) - record, out.string(activity) - record);
    out.i32(record + 68, 1, 1, -1, -1);
    out.i32(record + 60, out.reserve(2) - record);
    const weights = out.reserve(12);
    out.f32(weights, 1, 0.5, 0);
    out.i32(record + 156, weights - record);
  }
  out.i32(walk + 12, 0x1 | 0x80, 0, 3);
  out.f32(walk + 32, -1, -2, -3, 4, 5, 6);
  out.f32(walk + 104, 0.2, 0.3);
  // Two columns of one row, and keys for both.
  out.i32(walk + 68, 2, 1, 1, 0);
  out.f32(walk + 84, -180, -90, 180, 90);
  const blends = list("blends", 2, 2);
  out.u16(blends, 1, 0);
  out.i32(walk + 60, blends - walk);
  const keys = list("keys", 3, 4);
  out.f32(keys, -180, 120, 45);
  out.i32(walk + 160, keys - walk);
  const events = list("events", 2, 80);
  out.i32(walk + 24, 2, events - walk);
  out.f32(events, 0.25);
  out.i32(events + 4, 1004);
  out.text(events + 12, "Step.Left");
  out.f32(events + 80, 0.75);
  out.i32(events + 80 + 76, out.string("AE_STEP") - (events + 80));
  const layers = list("layers", 2, 24);
  out.i32(walk + 148, 2, layers - walk);
  out.u16(layers, 1, 7);
  out.f32(layers + 8, 0, 0.25, 0.5, 1);
  out.u16(layers + 24, 0, 1);
  out.i32(layers + 28, 0x4000);
  out.f32(layers + 32, -90, 0, 45, 90);
  const lock = list("locks", 1, 32);
  out.i32(walk + 164, 1, lock - walk);
  out.i32(lock, 1);
  out.f32(lock + 4, 0.5, 1);
  const text = "{ loud 1 }";
  out.i32(walk + 172, out.string(text) - walk, text.length + 1, 1);
  const modifier = list("modifiers", 1, 4);
  out.i32(modifier, out.string("hurt") - modifier);
  out.i32(walk + 184, modifier - walk, 1);

  const bytes = out.finish();
  return { bytes, view: new DataView(bytes.buffer), at };
}

/**
 * Writes one stream of a compressed track: values of its first frames, of which the last is
 * repeated.
 */
function writeStream(
  out: ByteWriter,
  track: number,
  channel: number,
  scale: number,
  frames: number,
  values: readonly number[],
): void {
  const stream = out.reserve(2 + values.length * 2);
  out.u8(stream, values.length, frames);
  out.u16(stream + 2, ...values.map((value) => value & 0xffff));
  out.f32(track + channel * 4, scale);
  out.u16(track + 24 + channel * 2, stream - track);
}

/**
 * Builds a model whose sequence "lean" rotates it by a quarter turn about z. "walk" stays in the
 * bind pose.
 */
export function makeLeaning(): MadeSequences & { readonly animation: number } {
  const made = makeSequences();
  const out = new ByteWriter();
  out.u8(out.reserve(made.bytes.length), ...made.bytes);
  const animation = made.at.animations;
  const data = out.reserve(12);
  out.u8(data, 0, ANIM_RAWROT, 0, 0);
  out.u16(data + 4, 0x8000, 0x8000, 0x4000 + Math.round(Math.SQRT1_2 * 0x4000));
  out.i32(animation + 56, data - animation);
  const bytes = out.finish();
  return { bytes, view: new DataView(bytes.buffer), animation, at: made.at };
}

/** Builds the model with "lean" only declared (`$declaresequence`), without an animation. */
export function makeDeclared(): Uint8Array {
  const { bytes, view, at } = makeSequences();
  const lean = at.sequences + SEQUENCE_BYTES;
  view.setInt32(lean + 12, 0x800, true);
  view.setInt32(lean + 68, 0, true);
  view.setInt32(lean + 72, 0, true);
  return bytes;
}
