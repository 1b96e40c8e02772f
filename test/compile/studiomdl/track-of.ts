/** Converts a sequence of a compiled model for `test/oracle/pose/pose.ts`. */

import type { Matrix, OracleTrack } from "../../oracle/pose/pose.ts";
import type { ReadModel } from "./make-sources.ts";

export function trackOf({ mdl, animations }: ReadModel, name: string): OracleTrack {
  const sequence = animations.sequences.find((one) => one.name === name)!;
  const { fps, frameCount, position, quaternion } = animations.animations[sequence.blends[0]];
  const { bones } = mdl;
  const rows = (bone: number): Matrix =>
    [0, 4, 8].map((row) => [
      ...bones.poseToBone.subarray(bone * 12 + row, bone * 12 + row + 4),
    ]) as unknown as Matrix;
  return {
    bones: [...bones.parent].map((parent, bone) => ({ parent, poseToBone: rows(bone) })),
    frames: Array.from({ length: frameCount }, (_, frame) =>
      [...bones.parent].map((_, bone) => {
        const at = frame * bones.count + bone;
        return {
          position: [...position.subarray(at * 3, at * 3 + 3)] as never,
          quaternion: [...quaternion.subarray(at * 4, at * 4 + 4)] as never,
        };
      }),
    ),
    fps,
    isLooping: (sequence.flags & 1) !== 0,
  };
}
