/**
 * Poses a crowd of a hundred 60-bone models with this engine's player and with three.js' mixers and
 * skeletons. VISLEAF_POSE_TABLE=1 prints the time per frame of each.
 */

import {
  AnimationClip,
  AnimationMixer,
  Bone,
  Matrix4,
  QuaternionKeyframeTrack,
  Skeleton,
  VectorKeyframeTrack,
} from "three";
import { describe, expect, it } from "vitest";
import type { PosedModel } from "../../src/model/files/studio-model.ts";
import { createPosePlayer } from "../../src/model/pose/pose-player.ts";
import type { Turn } from "../model/make-motions.ts";
import { makePosed } from "../model/pose/make-player.ts";

const [CROWD, BONES, FRAMES, FPS] = [100, 60, 31, 30];

function makeWalker(): PosedModel {
  const turnAt = (bone: number, frame: number): Turn => {
    // The last frame equals the first.
    const angle = 0.6 * Math.sin((frame / (FRAMES - 1)) * Math.PI * 2 + bone);
    const axis = bone % 3;
    const q: [number, number, number, number] = [0, 0, 0, Math.cos(angle / 2)];
    q[axis] = Math.sin(angle / 2);
    return q;
  };
  const bones = Array.from({ length: BONES }, (_, i) => ({
    name: `bone${i}`,
    parent: i === 0 ? -1 : Math.floor((i - 1) / 2),
    position: [i === 0 ? 0 : 4, (i % 3) - 1, i === 0 ? 40 : 1] as const,
  }));
  const frames = Array.from({ length: FRAMES }, (_, frame) =>
    Object.fromEntries(
      bones.map(({ position }, bone) => [bone, { position, quaternion: turnAt(bone, frame) }]),
    ),
  );
  return makePosed({
    bones,
    animations: [{ name: "walk", fps: FPS, flags: 1, frames }],
    sequences: [{ name: "walk", flags: 1 }],
  });
}

function makePeer({ mdl, motions }: PosedModel) {
  const { parent, name } = mdl.bones;
  const own = name.map((label) => Object.assign(new Bone(), { name: label }));
  own.forEach((bone, i) => {
    if (parent[i] >= 0) own[parent[i]].add(bone);
  });
  const { position, quaternion } = motions.frames(0);
  const times = Array.from({ length: FRAMES }, (_, frame) => frame / FPS);
  const pick = (from: Float32Array, bone: number, size: number) =>
    times.flatMap((_, frame) => {
      const at = (frame * BONES + bone) * size;
      return [...from.subarray(at, at + size)];
    });
  const tracks = name.flatMap((label, bone) => [
    new VectorKeyframeTrack(`${label}.position`, times, pick(position, bone, 3)),
    new QuaternionKeyframeTrack(`${label}.quaternion`, times, pick(quaternion, bone, 4)),
  ]);
  const mixer = new AnimationMixer(own[0]);
  mixer.clipAction(new AnimationClip("walk", (FRAMES - 1) / FPS, tracks)).play();
  const skeleton = new Skeleton(
    own,
    own.map(() => new Matrix4()),
  );
  return {
    skeleton,
    update(seconds: number): void {
      mixer.update(seconds);
      own[0].updateMatrixWorld(true);
      skeleton.update();
    },
  };
}

/** Returns the fastest of several runs in milliseconds. */
function time(turns: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < turns; i++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

describe("a walking crowd", () => {
  const model = makeWalker();

  it("has the same poses as in three.js at the animation's frames", () => {
    const player = createPosePlayer(model);
    const peer = makePeer(model);
    for (let frame = 1; frame < 25; frame += 6) {
      player.advance((frame === 1 ? 1 : 6) / FPS);
      player.pose();
      peer.update((frame === 1 ? 1 : 6) / FPS);
      const { boneMatrices } = peer.skeleton;
      for (let i = 0; i < BONES * 12; i++) {
        // three.js stores columns of four with one more row.
        const [bone, row, column] = [Math.floor(i / 12), Math.floor((i % 12) / 4), i % 4];
        const theirs = (boneMatrices as Float32Array)[bone * 16 + column * 4 + row];
        expect(Math.abs(player.palette[i] - theirs)).toBeLessThan(2e-3);
      }
    }
  });

  it("takes a fraction of three.js' time", () => {
    const players = Array.from({ length: CROWD }, () => createPosePlayer(model));
    const peers = Array.from({ length: CROWD }, () => makePeer(model));
    const own = () => {
      for (const player of players) {
        player.advance(0.011);
        player.pose();
      }
    };
    const theirs = () => {
      for (const peer of peers) peer.update(0.011);
    };
    const [ours, others] = [time(60, own), time(60, theirs)];
    if (process.env.VISLEAF_POSE_TABLE) {
      console.log(
        `${CROWD} models of ${BONES} bones: ${ours.toFixed(2)} ms, three.js ${others.toFixed(2)} ms`,
      );
    }
    expect(ours).toBeLessThan(others);
  });
});
