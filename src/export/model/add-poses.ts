import type { Bones } from "../../formats/studio/types.ts";
import type { MotionFrames } from "../../model/studio-model.ts";

/** `STUDIO_POST`: turns are added as seen from the bone, not from its parent. */
const STUDIO_POST = 0x10;

/**
 * What frames that are added to others make of the bind pose, by the order in which the engine's `SlerpBones`
 * multiplies.
 * @param flags of the sequence
 */
export function addPoses(
  bones: Bones,
  frames: MotionFrames,
  frameCount: number,
  flags: number,
): MotionFrames {
  const isPost = (flags & STUDIO_POST) !== 0;
  const position = Float32Array.from(frames.position);
  const quaternion = Float32Array.from(frames.quaternion);
  for (let frame = 0; frame < frameCount; frame++) {
    for (let i = 0; i < bones.count * 3; i++) {
      position[frame * bones.count * 3 + i] += bones.position[i];
    }
    for (let bone = 0; bone < bones.count; bone++) {
      const at = (frame * bones.count + bone) * 4;
      const added = quaternion.slice(at, at + 4);
      const rest = bones.quaternion.subarray(bone * 4, bone * 4 + 4);
      multiply(quaternion, at, isPost ? rest : added, isPost ? added : rest);
    }
  }
  return { position, quaternion };
}

/** out = a * b, quaternions (x, y, z, w). */
function multiply(out: Float32Array, at: number, a: Float32Array, b: Float32Array): void {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  out[at] = aw * bx + ax * bw + ay * bz - az * by;
  out[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
}
