import type { LocalHierarchy } from "../../formats/studio/animation/animation-types.ts";
import { multiply3x4, writeMatrixFromQuaternion } from "../../math/matrix3x4.ts";
import type { BoneChain, PoseColumns } from "./bone-chain.ts";
import { copyMatrix } from "./matrix.ts";
import { blendQuaternion, slerpQuaternion } from "./quaternion.ts";
import { easeInOut } from "./sequence-flags.ts";

const local = new Float32Array(12);
const place = new Float32Array(3);
const turn = new Float32Array(4);

/** Takes bones along with others than their parents: `CalcLocalHierarchyAnimation`. */
export function followHierarchies(
  pose: PoseColumns,
  rows: readonly LocalHierarchy[],
  cycle: number,
  frameCount: number,
  chain: BoneChain,
): void {
  chain.reset();
  for (let i = 0; i < rows.length; i++) {
    const weight = weightOf(rows[i], cycle);
    if (weight > 0 && readTrack(rows[i], cycle * (frameCount - 1))) {
      follow(pose, rows[i], weight, chain);
    }
  }
}

/** One that holds throughout says so by a span that is whole all the time. */
function weightOf({ span }: LocalHierarchy, cycle: number): number {
  const start = span[0];
  const peak = span[1];
  const tail = span[2];
  const end = span[3];
  if (tail - peak >= 1) return 1;
  const at = end > 1 && cycle < start ? cycle + 1 : cycle;
  if (at < start || at >= end) return 0;
  if (at < peak && start !== peak) return easeInOut((at - start) / (peak - start));
  if (at > tail && end !== tail) return easeInOut((end - at) / (end - tail));
  return 1;
}

function readTrack({ track }: LocalHierarchy, at: number): boolean {
  const { position, quaternion, firstFrame } = track;
  const last = position.length / 3 - 1;
  if (last < 0) return false;
  const row = Math.max(0, Math.min(Math.floor(at) - firstFrame, last));
  const next = Math.min(row + 1, last);
  const s = at - Math.floor(at);
  for (let k = 0; k < 3; k++) {
    place[k] = position[row * 3 + k] * (1 - s) + position[next * 3 + k] * s;
  }
  blendQuaternion(turn, 0, quaternion, row * 4, quaternion, next * 4, s);
  return true;
}

function follow(
  pose: PoseColumns,
  { bone, parent }: LocalHierarchy,
  weight: number,
  chain: BoneChain,
): void {
  const { position, quaternion } = pose;
  const m = chain.modelFromBone;
  writeMatrixFromQuaternion(local, 0, turn, 0, place, 0);
  chain.build(pose, bone);
  if (parent >= 0) {
    chain.build(pose, parent);
    multiply3x4(m, bone * 12, m, parent * 12, local, 0);
  } else {
    copyMatrix(m, bone * 12, local, 0);
  }
  for (let k = 0; k < 3; k++) place[k] = position[bone * 3 + k];
  for (let k = 0; k < 4; k++) turn[k] = quaternion[bone * 4 + k];
  chain.solve(pose, bone);
  if (weight === 1) return;
  slerpQuaternion(quaternion, bone * 4, turn, 0, quaternion, bone * 4, weight);
  // The engine mixes places the other way round than turns.
  for (let k = 0; k < 3; k++) {
    const there = position[bone * 3 + k];
    position[bone * 3 + k] = there + (place[k] - there) * weight;
  }
}
