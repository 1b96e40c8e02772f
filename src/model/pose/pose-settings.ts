import type { PoseParameters } from "../../formats/studio/rig/rig-types.ts";

/** Returns the rest values of pose parameters: 0, or the middle of ranges that exclude 0. */
export function restingPoseParameters({ count, start, end }: PoseParameters): Float32Array {
  return Float32Array.from({ length: count }, (_, i) =>
    start[i] < 0 && end[i] > 0 ? 0 : (start[i] + end[i]) / 2,
  );
}

/** Converts values from their own ranges to 0 to 1: `Studio_SetPoseParameter`. */
export function writePoseSettings(
  out: Float32Array,
  { count, start, end, loop }: PoseParameters,
  values: Float32Array,
): void {
  for (let i = 0; i < count; i++) {
    let value = values[i];
    if (loop[i] !== 0) {
      const wrap = (start[i] + end[i]) / 2 + loop[i] / 2;
      value -= loop[i] * Math.floor((value + loop[i] - wrap) / loop[i]);
    }
    const setting = (value - start[i]) / (end[i] - start[i]);
    // 0 for an empty range.
    out[i] = setting > 0 ? Math.min(1, setting) : 0;
  }
}
