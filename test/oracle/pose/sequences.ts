/**
 * Evaluates sequences from blend grids to layers: `CalcPoseSingle` and
 * `CBoneSetup::AccumulatePose`.
 */

import type {
  AutoLayer,
  LocalHierarchy,
  MdlSequence,
} from "../../../src/formats/studio/animation/animation-types.ts";
import type { MdlRig, PoseParameters } from "../../../src/formats/studio/rig/rig-types.ts";
import type { Bones } from "../../../src/formats/studio/types.ts";
import type { Motions } from "../../../src/model/files/studio-model.ts";
import { Chain } from "./chain.ts";
import { holdLimbs, type Limb, type Lock, takeBack } from "./limbs.ts";
import {
  add,
  blend,
  blendNoAlign,
  clamp,
  concat,
  invert,
  type Local,
  localOf,
  type Mat,
  matrixOf,
  mix,
  mul,
  qmul,
  qscale,
  slerp,
  slerpNoAlign,
  slice,
  spline,
  unit,
} from "./math.ts";
import { addRules, type Rule } from "./rules.ts";

const FIXED_ALIGNMENT = 0x100000;
const [LOOPING, DELTA, POST, ALLZEROS] = [0x1, 0x4, 0x10, 0x20];
const [CYCLEPOSE, REALTIME, LOCAL, WORLD] = [0x80, 0x100, 0x200, 0x4000];
const AL = { SPLINE: 0x40, XFADE: 0x80, NOBLEND: 0x200, LOCAL: 0x1000, POSE: 0x4000 };

export interface Scene {
  readonly bones: Bones;
  readonly motions: Motions;
  readonly limbs: readonly (Limb | null)[];
  /** 0 to 1 each. */
  readonly settings: readonly number[];
  readonly time: number;
  readonly rules: Map<number, Rule[]>;
}

export function limbsOf({ ikChains, ikLinks }: MdlRig, knees: Float32Array): (Limb | null)[] {
  return Array.from({ length: ikChains.count }, (_, i) => {
    const first = ikChains.firstLink[i];
    if (ikChains.linkCount[i] < 3) return null;
    return { bones: slice(ikLinks.bone.subarray(first), 0, 3), knee: slice(knees, first, 3) };
  });
}

/** `Studio_SetPoseParameter` */
export function settingsOf(table: PoseParameters, values: ArrayLike<number>): number[] {
  return Array.from({ length: table.count }, (_, i) => {
    const [start, end, loop] = [table.start[i], table.end[i], table.loop[i]];
    let value = values[i];
    if (loop !== 0) {
      const wrap = (start + end) / 2 + loop / 2;
      value -= loop * Math.floor((value + (loop - wrap)) / loop);
    }
    return clamp((value - start) / (end - start), 0, 1);
  });
}

export const restPose = ({ count, position, quaternion }: Bones): Local[] =>
  Array.from({ length: count }, (_, i) => ({
    p: slice(position, i, 3),
    q: slice(quaternion, i, 4),
  }));

/** `Studio_LocalPoseParameter`: the blend, and the fraction to the next one. */
function localPose(scene: Scene, sequence: MdlSequence, axis: 0 | 1): [index: number, s: number] {
  const own = sequence.blendAxes[axis];
  if (own === null) return [0, 0];
  const { start, end } = scene.motions.poseParameters;
  const size = sequence.blendSize[axis];
  const [low, high] = [start[own.poseParameter], end[own.poseParameter]];
  const value = scene.settings[own.poseParameter];
  if (own.keys === null) {
    const [from, to] = [own.start, own.end].map((v) => (v - low) / (high - low));
    const s = clamp((value - from) / (to - from), 0, 1);
    if (size <= 2) return [0, s];
    const index = Math.min(Math.floor(s * (size - 1)), size - 2);
    return [index, s * (size - 1) - index];
  }
  const wanted = value * (high - low) + low;
  let index = 0;
  let s = 0;
  for (; ; index++) {
    s = (wanted - own.keys[index]) / (own.keys[index + 1] - own.keys[index]);
    if (!(index < size - 2 && s > 1)) return [index, clamp(s, 0, 1)];
  }
}

const animationOf = ({ blends, blendSize: [width, height] }: MdlSequence, x: number, y: number) =>
  blends[Math.min(y, height - 1) * width + Math.min(x, width - 1)];

function corners(scene: Scene, sequence: MdlSequence) {
  const [[x, s], [y, t]] = [localPose(scene, sequence, 0), localPose(scene, sequence, 1)];
  return [
    { at: [x, y], weight: (1 - s) * (1 - t) },
    { at: [x + 1, y], weight: s * (1 - t) },
    { at: [x, y + 1], weight: (1 - s) * t },
    { at: [x + 1, y + 1], weight: s * t },
  ].map(({ at, weight }) => {
    const animation = animationOf(sequence, at[0], at[1]);
    const { animations, rules } = scene.motions;
    return { info: { ...animations[animation], ...rules(animation) }, weight };
  });
}

export function cyclesPerSecond(scene: Scene, sequence: MdlSequence): number {
  return corners(scene, sequence)
    .filter(({ info, weight }) => weight > 0 && info.frameCount > 1)
    .reduce((sum, { info, weight }) => sum + (info.fps / (info.frameCount - 1)) * weight, 0);
}

function sample(scene: Scene, sequence: MdlSequence, animation: number, cycle: number): Local[] {
  const { motions, bones } = scene;
  const { frameCount } = motions.animations[animation];
  const { hierarchies } = motions.rules(animation);
  const { position, quaternion } = motions.frames(animation);
  const frame = Math.floor(cycle * (frameCount - 1));
  const s = cycle * (frameCount - 1) - frame;
  const pose = restPose(bones).map((rest, i) => {
    if (!(sequence.boneWeights[i] > 0)) return rest;
    const at = (f: number) => ({
      p: slice(position, f * bones.count + i, 3),
      q: slice(quaternion, f * bones.count + i, 4),
    });
    const a = at(frame);
    if (s <= 0.001) return a;
    const b = at(frame + 1);
    return { p: mix(a.p, b.p, s), q: blend(a.q, b.q, s) };
  });
  const chain = new Chain(bones.parent, pose);
  for (const row of hierarchies) follow(chain, row, cycle, frame, s);
  return pose;
}

/** `CalcLocalHierarchyAnimation` */
function follow(chain: Chain, row: LocalHierarchy, cycle: number, frame: number, s: number): void {
  const { bone, parent, span, track } = row;
  const [start, peak, tail, end] = span;
  let weight = 1;
  if (tail - peak < 1) {
    const at = end > 1 && cycle < start ? cycle + 1 : cycle;
    if (at < start || at >= end) return;
    if (at < peak && start !== peak) weight = (at - start) / (peak - start);
    else if (at > tail && end !== tail) weight = (end - at) / (end - tail);
    weight = spline(weight);
  }
  const last = track.position.length / 3 - 1;
  const [a, b] = [0, 1].map((k) => clamp(frame - track.firstFrame + k, 0, last));
  const own = matrixOf({
    p: mix(slice(track.position, a, 3), slice(track.position, b, 3), s),
    q: blend(slice(track.quaternion, a, 4), slice(track.quaternion, b, 4), s),
  });
  const before = chain.pose[bone];
  chain.get(bone);
  chain.known.set(bone, parent < 0 ? own : concat(chain.get(parent), own));
  chain.solve(bone);
  if (weight === 1) return;
  const after = chain.pose[bone];
  chain.pose[bone] = { q: slerp(before.q, after.q, weight), p: mix(after.p, before.p, weight) };
}

/** `BlendBones` */
function blendBones(scene: Scene, sequence: MdlSequence, a: Local[], b: Local[], s: number) {
  return a.map((one, i) => {
    if (!(sequence.boneWeights[i] > 0)) return one;
    const by = scene.bones.flags[i] & FIXED_ALIGNMENT ? blendNoAlign : blend;
    return { p: mix(one.p, b[i].p, s), q: by(b[i].q, one.q, 1 - s) };
  });
}

/** `CalcPoseSingle`; `null` without animations. */
function calcPose(scene: Scene, sequence: MdlSequence, at: number): Local[] | null {
  const [[x, s], [y, t]] = [localPose(scene, sequence, 0), localPose(scene, sequence, 1)];
  let cycle = at;
  if (sequence.flags & REALTIME) cycle = (scene.time * cyclesPerSecond(scene, sequence)) % 1;
  else if (sequence.flags & CYCLEPOSE) {
    cycle = sequence.cyclePose < 0 ? 0 : scene.settings[sequence.cyclePose];
  } else if (cycle < 0 || cycle >= 1) {
    cycle = sequence.flags & LOOPING ? cycle - Math.floor(cycle) : clamp(cycle, 0, 1);
  }
  const get = (dx: number, dy: number) =>
    sample(scene, sequence, animationOf(sequence, x + dx, y + dy), cycle);
  const isStill = (dx: number) =>
    (scene.motions.animations[animationOf(sequence, x + dx, y)].flags & ALLZEROS) !== 0;
  const both = (a: Local[], b: Local[], by: number) => blendBones(scene, sequence, a, b, by);
  const scaled = (pose: Local[], by: number) =>
    pose.map(({ p, q }, i) => {
      if (!(sequence.boneWeights[i] > 0)) return { p, q };
      const faded = mul(q, by);
      faded[3] += (q[3] < 0 ? -1 : 1) * (1 - by);
      return { p: mul(p, by), q: unit(faded) };
    });
  if (s < 0.001 || s > 0.999) {
    const dx = s > 0.999 ? 1 : 0;
    if (t < 0.001) return isStill(dx) ? null : get(dx, 0);
    return t > 0.999 ? get(dx, 1) : both(get(dx, 0), get(dx, 1), t);
  }
  if (t < 0.001) {
    if (isStill(1)) return scaled(get(0, 0), 1 - s);
    return isStill(0) ? scaled(get(1, 0), s) : both(get(0, 0), get(1, 0), s);
  }
  if (t > 0.999) return both(get(0, 1), get(1, 1), s);
  // Three of the four corners, by the side of the diagonal.
  let w: [number, number];
  let c: [number, number][];
  if ((x + y) % 2 === 0) {
    w = s > t ? [1 - s, s - t] : [s, t - s];
    c = [[s > t ? 0 : 1, s > t ? 0 : 1], s > t ? [1, 0] : [0, 1], s > t ? [1, 1] : [0, 0]];
  } else if (s + t > 1) {
    [w, c] = [
      [1 - t, s - 1 + t],
      [
        [1, 0],
        [1, 1],
        [0, 1],
      ],
    ];
  } else {
    [w, c] = [
      [t, 1 - s - t],
      [
        [0, 1],
        [0, 0],
        [1, 0],
      ],
    ];
  }
  const second = w[1] < 0.001 ? 0 : w[1];
  const third = 1 - w[0] - second;
  const first = get(...c[0]);
  if (second === 0) return both(first, get(...c[2]), third / (w[0] + third));
  return both(both(first, get(...c[1]), second / (w[0] + second)), get(...c[2]), third);
}

/** `SlerpBones` */
function lay(scene: Scene, sequence: MdlSequence, under: Local[], over: Local[], weight: number) {
  const { flags, boneWeights } = sequence;
  return under.map(({ p, q }, i): Local => {
    const s = weight * boneWeights[i];
    if (!(s > 0)) return { p, q };
    if (flags & DELTA) {
      const part = qscale(over[i].q, s);
      const turned = flags & POST ? qmul(q, part) : qmul(part, q);
      return { p: add(p, mul(over[i].p, s)), q: unit(turned) };
    }
    const by = scene.bones.flags[i] & FIXED_ALIGNMENT ? slerpNoAlign : slerp;
    return { p: mix(p, over[i].p, s), q: by(over[i].q, q, 1 - s) };
  });
}

/** `WorldSpaceSlerp` */
function layInWorld(
  scene: Scene,
  { boneWeights }: MdlSequence,
  under: Local[],
  over: Local[],
  weight: number,
) {
  const { parent } = scene.bones;
  const out = under.map((bone) => bone);
  const [from, to] = [new Chain(parent, out), new Chain(parent, over)];
  const target: Mat[] = [];
  for (let i = 0; i < out.length; i++) {
    const above = parent[i] < 0 ? 0 : weight * boneWeights[parent[i]];
    const own = weight * boneWeights[i];
    if (above === 1 && own === 1) {
      out[i] = over[i];
      target[i] = concat(target[parent[i]], matrixOf(over[i]));
    } else if (own > 0) {
      const place = from.get(i);
      const q = slerp(localOf(place).q, localOf(to.get(i)).q, own);
      target[i] = matrixOf({ p: place.map((row) => row[3]), q });
      if (parent[i] < 0) out[i] = { p: out[i].p, q: localOf(target[i]).q };
      else {
        const local = concat(invert(target[parent[i]]), target[i]);
        out[i] = { p: mix(out[i].p, over[i].p, own), q: localOf(local).q };
      }
    } else {
      target[i] = from.get(i);
    }
  }
  return out;
}

function layerWeight({ flags, span }: AutoLayer, at: number, weight: number): number {
  const [start, peak, tail, end] = span;
  let s = 1;
  if (at < peak && start !== peak) s = (at - start) / (peak - start);
  else if (at > tail && end !== tail) s = (end - at) / (end - tail);
  if (flags & AL.SPLINE) s = spline(s);
  if (flags & AL.XFADE && at > tail) return (s * weight) / (1 - weight + s * weight);
  return flags & AL.NOBLEND ? s : weight * s;
}

function addLayers(
  scene: Scene,
  pose: Local[],
  sequence: MdlSequence,
  cycle: number,
  weight: number,
  takesRules: boolean,
  isLocal: boolean,
): Local[] {
  let out = pose;
  for (const layer of sequence.autoLayers) {
    const { flags, span, sequence: row, poseParameter } = layer;
    if (((flags & AL.LOCAL) !== 0) !== isLocal) continue;
    let [at, own] = [cycle, weight];
    // Comparing NaNs counts as equal, as the engine is compiled.
    if (span[0] !== span[3] && !Number.isNaN(span[0])) {
      const isPose = !isLocal && (flags & AL.POSE) !== 0;
      const { start, end } = scene.motions.poseParameters;
      const inRange = (i: number) => scene.settings[i] * (end[i] - start[i]) + start[i];
      const index = isPose ? (poseParameter < 0 ? 0 : inRange(poseParameter)) : cycle;
      if (index < span[0] || index >= span[3]) continue;
      own = layerWeight(layer, index, weight);
      if (!isPose) at = (cycle - span[0]) / (span[3] - span[0]);
    }
    out = accumulate(scene, out, row, at, own, takesRules);
  }
  return out;
}

export function accumulate(
  scene: Scene,
  pose: Local[],
  row: number,
  cycle: number,
  playedWeight: number,
  takesRules: boolean,
): Local[] {
  const sequence = scene.motions.sequences[row];
  const { flags } = sequence;
  const weight = clamp(playedWeight, 0, 1);
  const locks = sequence.ikLocks.flatMap(
    ({ chain, positionWeight, localQuaternionWeight }): Lock[] => {
      const limb = scene.limbs[chain];
      return limb ? [{ limb, positionWeight, turnWeight: localQuaternionWeight }] : [];
    },
  );
  const held = holdLimbs(new Chain(scene.bones.parent, pose), locks, false);
  let out = pose;
  let own = calcPose(scene, sequence, cycle);
  if (own !== null) {
    if (flags & LOCAL) own = addLayers(scene, own, sequence, cycle, 1, takesRules, true);
    if (weight > 0) {
      out =
        flags & WORLD
          ? layInWorld(scene, sequence, out, own, weight)
          : lay(scene, sequence, out, own, weight);
    }
  }
  if (takesRules) {
    const at = flags & REALTIME ? (scene.time * cyclesPerSecond(scene, sequence)) % 1 : cycle;
    addRules(
      scene.rules,
      scene.limbs,
      corners(scene, sequence),
      (flags & LOOPING) !== 0,
      at,
      weight,
    );
  }
  out = addLayers(scene, out, sequence, cycle, weight, takesRules, false);
  const back = [...out];
  takeBack(new Chain(scene.bones.parent, back), locks, held);
  return back;
}
