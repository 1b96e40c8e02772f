/** Builds a model whose first animation is stored per frame (`mstudio_frame_anim_t`). */

import { STUDIO_FRAMEANIM } from "../../../src/formats/studio/animation/animation-types.ts";
import { ByteWriter } from "./byte-writer.ts";
import { makeSequences } from "./make-sequences.ts";

type Turn = readonly [number, number, number, number];

const FRAMES = 31;
const HEADER = 24;
/** Numbers as 16-bit floats. */
const HALF = { 1: 0x3c00, "-2": 0xc000, 0.5: 0x3800, 96: 0x5600 } as const;

/** Packs a quaternion as `Quaternion48S`, without its largest component. */
function pack48S(q: Turn): number[] {
  const sizes = q.map(Math.abs);
  const largest = sizes.indexOf(Math.max(...sizes));
  const first = (largest + 1) % 4;
  const word = (i: number) => Math.trunc(q[(first + i) % 4] * 23168) + 16384;
  return [
    word(0) | (first > 1 ? 0x8000 : 0),
    word(1) | (first % 2 === 1 ? 0x8000 : 0),
    word(2) | (q[largest] < 0 ? 0x8000 : 0),
  ];
}

const unit = (x: number, y: number, z: number, w: number): Turn => {
  const length = Math.hypot(x, y, z, w);
  return [x / length, y / length, z / length, w / length];
};

/** Each has a different largest component or sign of it. */
export const FRAME_TURNS: readonly Turn[] = [
  unit(0.9, 0.1, -0.2, 0.3),
  unit(0.2, -0.9, 0.1, -0.3),
  unit(-0.3, 0.2, -0.9, 0.1),
  unit(0.1, 0.2, 0.3, -0.9),
  unit(0.1, 0.2, 0.3, 0.9),
];
export const turnOfFrame = (frame: number) => FRAME_TURNS[frame % FRAME_TURNS.length];

/**
 * Builds the model. Bone 0 has a rotation and a short position in each row, bone 1 a constant
 * rotation and a long constant position, bone 2 a constant `Quaternion48` and a long position in
 * each row.
 */
export function makeFrames({ flags = [0x80 | 0x04, 0x40 | 0x20, 0x02 | 0x10], stride = 24 } = {}) {
  const made = makeSequences();
  const out = new ByteWriter();
  out.u8(out.reserve(made.bytes.length), ...made.bytes);
  const record = made.at.animations;
  const data = out.reserve(HEADER + 4);
  out.u8(data + HEADER, ...flags);
  const constants = out.reserve(6 + 12 + 6 + 2);
  out.u16(constants, ...pack48S(FRAME_TURNS[1]));
  out.f32(constants + 6, 10, -20, 30.5);
  out.u16(constants + 18, 0x8000, 0x8000, 0x4000 + Math.round(Math.SQRT1_2 * 0x4000));
  const rows = out.reserve(FRAMES * stride);
  for (let frame = 0; frame < FRAMES; frame++) {
    const at = rows + frame * stride;
    out.u16(
      at,
      ...pack48S(turnOfFrame(frame)),
      HALF[1],
      HALF["-2"],
      frame === 30 ? HALF[96] : HALF[0.5],
    );
    out.f32(at + 12, frame, frame * 2, -frame);
  }
  out.i32(data, constants - data, rows - data, stride);
  const bytes = out.finish();
  const view = new DataView(bytes.buffer);
  view.setInt32(record + 12, STUDIO_FRAMEANIM, true);
  view.setInt32(record + 56, data - record, true);
  return { bytes, view, data, record };
}
