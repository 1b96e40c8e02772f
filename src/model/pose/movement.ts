/**
 * Computes how far an animation moves its model, which poses leave out: `Studio_AnimPosition`,
 * `Studio_AnimMovement` and `Studio_SeqMovement` of Valve's public `bone_setup.cpp`. x, y, z in
 * inches and degrees about z; nothing allocates.
 */

import type { MotionInfo } from "../studio-model.ts";

type Moving = Pick<MotionInfo, "movements" | "frameCount">;

/**
 * Writes the model's place at a point of an animation's cycle, which may be below 0 or above 1 in
 * other loops.
 */
function writePlace(out: Float64Array, { movements, frameCount }: Moving, at: number): void {
  out.fill(0);
  const rounds = at > 1 ? Math.trunc(at) : at < 0 ? Math.trunc(at) - 1 : 0;
  const frame = (at - rounds) * (frameCount - 1);
  let before = 0;
  for (let i = 0; i < movements.length; i++) {
    const { endFrame, speed, yaw, vector, position } = movements[i];
    if (endFrame < frame) {
      before = endFrame;
      for (let k = 0; k < 3; k++) out[k] = position[k];
      out[3] = yaw;
      continue;
    }
    // A movement of zero frames applies at once.
    const share = endFrame > before ? (frame - before) / (endFrame - before) : 1;
    const distance = speed[0] * share + 0.5 * (speed[1] - speed[0]) * share * share;
    const last = movements[movements.length - 1];
    for (let k = 0; k < 3; k++) out[k] += distance * vector[k] + rounds * last.position[k];
    out[3] = out[3] * (1 - share) + yaw * share + rounds * last.yaw;
    return;
  }
}

const from = new Float64Array(4);
const to = new Float64Array(4);

/**
 * Moves a place by a sequence's movement between two points of its cycle:
 * `CBaseAnimating::GetIntervalMovement`.
 * @param travel x, y, z and yaw in degrees; updated
 * @param animations table that `corners` refers to
 * @param corners rows of the blended animations
 * @param weights of the corners
 */
export function addMovement(
  travel: Float64Array,
  animations: readonly Moving[],
  corners: Int32Array,
  weights: Float64Array,
  start: number,
  end: number,
): void {
  let x = 0;
  let y = 0;
  let z = 0;
  let yaw = 0;
  for (let i = 0; i < corners.length; i++) {
    const animation = animations[corners[i]];
    const weight = weights[i];
    if (!(weight > 0) || animation.movements.length === 0) continue;
    writePlace(from, animation, start);
    writePlace(to, animation, end);
    // Relative to the direction at the start.
    const back = (-from[3] * Math.PI) / 180;
    const dx = to[0] - from[0];
    const dy = to[1] - from[1];
    x += weight * (dx * Math.cos(back) - dy * Math.sin(back));
    y += weight * (dx * Math.sin(back) + dy * Math.cos(back));
    z += weight * (to[2] - from[2]);
    yaw += weight * (to[3] - from[3]);
  }
  const turn = (travel[3] * Math.PI) / 180;
  travel[0] += x * Math.cos(turn) - y * Math.sin(turn);
  travel[1] += x * Math.sin(turn) + y * Math.cos(turn);
  travel[2] += z;
  travel[3] = (travel[3] + yaw) % 360;
}
