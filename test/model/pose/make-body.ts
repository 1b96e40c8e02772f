/** Builds a body of a leg, a spine and four procedural bones with random bind poses and motions. */

import fc from "fast-check";
import type {
  AutoLayer,
  MdlIkRule,
  MdlSequence,
} from "../../../src/formats/studio/animation/animation-types.ts";
import type { ProceduralBones } from "../../../src/formats/studio/rig/procedural-types.ts";
import type { PosedModel } from "../../../src/model/files/studio-model.ts";
import { type MadeAnimation, makePoseParameters, type Turn, type Vector } from "../make-motions.ts";
import { makePosed } from "./make-player.ts";

const [LOOPING, DELTA, POST, ALLZEROS] = [0x1, 0x4, 0x10, 0x20];
const [CYCLEPOSE, REALTIME, LOCAL, WORLD, AUTOPLAY] = [0x80, 0x100, 0x200, 0x4000, 0x8];
const [AL_SPLINE, AL_XFADE, AL_NOBLEND, AL_LOCAL, AL_POSE] = [0x40, 0x80, 0x200, 0x1000, 0x4000];
const [FIXED, PROCEDURAL] = [0x100000, 0x4];
const [SELF, GROUND, RELEASE, ATTACHMENT] = [1, 3, 4, 5];

export const BONES = {
  root: 0,
  thigh: 1,
  knee: 2,
  foot: 3,
  spine: 4,
  axis: 5,
  turn: 6,
  aim: 7,
  held: 8,
};
export const BONE_COUNT = 9;

/** Seed of all random choices. */
export const chance = fc.nat(100_000);

class Dice {
  #at: number;
  constructor(seed: number) {
    this.#at = seed * 12.9898;
  }
  /** Returns a number from −1 to 1. */
  next(): number {
    this.#at += 1.7;
    const value = Math.sin(this.#at) * 43758.5453;
    return 2 * (value - Math.floor(value)) - 1;
  }
  vector(size: number): Vector {
    return [this.next() * size, this.next() * size, this.next() * size];
  }
  /** Returns a rotation of at most `most` radians. */
  turn(most: number): Turn {
    const [x, y, z] = this.vector(1);
    const length = Math.hypot(x, y, z) || 1;
    const half = (this.next() * most) / 2;
    const sine = Math.sin(half) / length;
    return [x * sine, y * sine, z * sine, Math.cos(half)];
  }
}

const span = (dice: Dice): [number, number, number, number] => {
  const start = Math.abs(dice.next()) * 0.3;
  return [start, start + 0.2, start + 0.4, start + 0.65];
};

function rule(dice: Dice, type: number, frames: number, over: Partial<MdlIkRule> = {}): MdlIkRule {
  const position = Array.from({ length: frames }, () => dice.vector(1.5)).flat();
  const quaternion = Array.from({ length: frames }, () => dice.turn(0.8)).flat();
  return {
    type,
    chain: 0,
    bone: -1,
    slot: 0,
    height: 18,
    radius: 30,
    floor: 0,
    position: [0, 0, 0],
    quaternion: [0, 0, 0, 1],
    span: [0, 0, 1, 1],
    contact: 0,
    attachment: "",
    track:
      type === RELEASE
        ? null
        : {
            firstFrame: 0,
            position: Float32Array.from(position),
            quaternion: Float32Array.from(quaternion),
          },
    ...over,
  };
}

/** Names of the sequences by their kind. */
export const KINDS = [
  "plain",
  "grid",
  "row",
  "added",
  "addedAfter",
  "world",
  "local",
  "layered",
  "locked",
  "ground",
  "self",
  "attached",
  "released",
  "byPose",
  "byClock",
  "followed",
  "still",
] as const;
export type Kind = (typeof KINDS)[number];

export function makeBody(seed: number, hasAlways: boolean): PosedModel {
  const dice = new Dice(seed);
  const frames = 5;
  const poses = (most: number, places: number) =>
    Array.from({ length: frames }, () =>
      Object.fromEntries(
        Array.from({ length: BONE_COUNT }, (_, bone) => [
          bone,
          { quaternion: dice.turn(most), position: places ? dice.vector(places) : rests[bone] },
        ]),
      ),
    );
  const rests: Vector[] = [
    [0, 0, 40],
    [1, 4, -2],
    [16, 0, 0.5],
    [17, 0.5, 0],
    [0, 0, 8],
    [2, 0, 0],
    [0, 2, 0],
    [3, 1, 4],
    [-3, 1, 4],
  ];
  const animations: MadeAnimation[] = [];
  const add = (over: Partial<MadeAnimation> = {}): number => {
    const made = { name: `a${animations.length}`, fps: 10, frames: poses(1.2, 0), ...over };
    return animations.push(made) - 1;
  };
  const parents = [-1, 0, 1, 2, 0, 1, 2, 4, 4];
  const nine = Array.from({ length: 9 }, () => add());
  const more = { flags: DELTA, frames: poses(0.4, 2) };
  const added = add(more);
  const still = add({ flags: DELTA | ALLZEROS, frames: [{}] });
  const held = (...ikRules: MdlIkRule[]) => add({ ikRules, flags: LOOPING });
  const ground = held(rule(dice, GROUND, frames, { span: [0.1, 0.3, 0.6, 0.9] }));
  const groundLate = held(rule(dice, GROUND, frames, { span: [0.75, 0.9, 1.2, 1.6] }));
  const self = held(rule(dice, SELF, frames, { bone: BONES.spine, span: [0, 0.2, 0.7, 1] }));
  const attached = held(rule(dice, ATTACHMENT, frames, { attachment: "ledge" }));
  const released = held(rule(dice, RELEASE, frames, { span: [0, 0.4, 0.6, 1] }));
  const followed = add({
    hierarchies: [
      {
        bone: BONES.foot,
        parent: BONES.spine,
        span: [0.1, 0.3, 0.6, 0.9],
        track: {
          firstFrame: 0,
          position: Float32Array.from({ length: frames * 3 }, () => dice.next() * 5),
          quaternion: Float32Array.from(
            Array.from({ length: frames }, () => dice.turn(1)).flatMap((q) => [...q]),
          ),
        },
      },
    ],
  });
  const axes = (first: number, second = -1): MdlSequence["blendAxes"] => [
    { poseParameter: first, start: -30, end: 30, keys: null },
    second < 0
      ? null
      : { poseParameter: second, start: 0, end: 1, keys: Float32Array.of(0, 0.3, 1) },
  ];
  const weights = () => Float32Array.from({ length: BONE_COUNT }, () => Math.abs(dice.next()));
  const some = Float32Array.of(0, 0.4, 1, 1, 0.7, 1, 1, 1, 1);
  const layer = (kind: Kind, flags: number, over: Partial<AutoLayer> = {}): AutoLayer => ({
    sequence: KINDS.indexOf(kind),
    poseParameter: -1,
    flags,
    span: span(dice),
    ...over,
  });
  const sequences: Record<Kind, Partial<MdlSequence>> = {
    plain: { blends: [nine[0]], flags: LOOPING },
    grid: { blends: nine, blendSize: [3, 3], blendAxes: axes(0, 1), boneWeights: some },
    row: { blends: nine.slice(2, 6), blendSize: [4, 1], blendAxes: axes(0) },
    added: { blends: [added], flags: DELTA, boneWeights: weights() },
    addedAfter: { blends: [added], flags: DELTA | POST, boneWeights: weights() },
    world: { blends: [nine[3]], flags: WORLD, boneWeights: some },
    local: {
      blends: [nine[4]],
      flags: LOCAL,
      boneWeights: weights(),
      autoLayers: [layer("row", AL_LOCAL), layer("added", 0)],
    },
    layered: {
      blends: [nine[5]],
      autoLayers: [
        layer("grid", AL_SPLINE),
        layer("row", AL_XFADE),
        layer("added", AL_NOBLEND),
        layer("world", AL_POSE, { poseParameter: 0, span: [-20, 0, 10, 25] }),
        layer("addedAfter", 0, { span: [Number.NaN, Number.NaN, Number.NaN, Number.NaN] }),
      ],
    },
    locked: {
      blends: [nine[6]],
      boneWeights: weights(),
      ikLocks: [{ chain: 0, positionWeight: 0.8, localQuaternionWeight: 0.3 }],
      autoLayers: [layer("added", 0, { span: [0, 0, 0, 0] })],
    },
    ground: {
      blends: [ground, groundLate],
      blendSize: [2, 1],
      blendAxes: axes(0),
      flags: LOOPING,
    },
    self: { blends: [self], flags: LOOPING },
    attached: { blends: [attached] },
    released: { blends: [released] },
    byPose: { blends: [nine[7]], flags: CYCLEPOSE, cyclePose: 1 },
    byClock: { blends: [nine[8]], flags: REALTIME },
    followed: { blends: [followed] },
    still: {
      blends: [still, added],
      blendSize: [2, 1],
      blendAxes: axes(0),
      flags: DELTA | (hasAlways ? AUTOPLAY : 0),
    },
  };
  return makePosed(
    {
      bones: parents.map((parent, i) => ({
        name: `b${i}`,
        parent,
        position: rests[i],
        quaternion: dice.turn(0.3),
        flags: (i >= BONES.axis ? PROCEDURAL : 0) | (i === BONES.spine ? FIXED : 0),
      })),
      animations,
      sequences: KINDS.map((name) => ({ name, ...sequences[name] })),
      rig: {
        poseParameters: makePoseParameters(
          ["lean", -45, 45],
          ["far", 0, 1],
          ["round", -180, 180, 360],
        ),
        ikChains: {
          count: 1,
          name: ["leg"],
          firstLink: Uint32Array.of(0),
          linkCount: Uint32Array.of(3),
        },
        ikLinks: {
          count: 3,
          bone: Int32Array.of(1, 2, 3),
          kneeDirection: hasAlways
            ? Float32Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0)
            : new Float32Array(9),
        },
        ikLocks: {
          count: 1,
          chain: Int32Array.of(0),
          positionWeight: Float32Array.of(0.6),
          localQuaternionWeight: Float32Array.of(0.2),
        },
        boneControllers: {
          count: 2,
          bone: Int32Array.of(BONES.spine, BONES.root),
          type: Int32Array.of(0x10, 0x2),
          start: Float32Array.of(-40, 0),
          end: Float32Array.of(60, 5),
          rest: Int32Array.of(0, 0),
          inputField: Int32Array.of(1, 3),
        },
        attachments: {
          count: 1,
          name: ["heel"],
          flags: new Uint32Array(1),
          bone: Int32Array.of(BONES.foot),
          local: Float32Array.of(1, 0, 0, -2, 0, 1, 0, 0.5, 0, 0, 1, -1),
        },
      },
    },
    makeProcedures(dice),
  );
}

function makeProcedures(dice: Dice): ProceduralBones {
  const turns = (count: number) =>
    Float32Array.from(Array.from({ length: count }, () => dice.turn(1.5)).flatMap((q) => [...q]));
  const places = (count: number) => Float32Array.from({ length: count * 3 }, () => dice.next() * 4);
  return {
    axisInterpolations: {
      count: 1,
      bone: Int32Array.of(BONES.axis),
      control: Int32Array.of(BONES.knee),
      axis: Int32Array.of(1),
      position: places(6),
      quaternion: turns(6),
    },
    quaternionInterpolations: {
      count: 1,
      bone: Int32Array.of(BONES.turn),
      control: Int32Array.of(BONES.thigh),
      firstTrigger: Uint32Array.of(0),
      triggerCount: Uint32Array.of(3),
    },
    triggers: {
      count: 3,
      inverseTolerance: Float32Array.of(0.5, 0.7, 0.4),
      trigger: turns(3),
      position: places(3),
      quaternion: turns(3),
    },
    aims: {
      count: 2,
      bone: Int32Array.of(BONES.aim, BONES.held),
      parent: Int32Array.of(BONES.spine, BONES.spine),
      aim: Int32Array.of(BONES.foot, 0),
      isAtAttachment: Uint8Array.of(0, 1),
      aimVector: Float32Array.of(1, 0, 0, 0, 0, 1),
      upVector: Float32Array.of(0, 0, 1, 0, 1, 0),
      basePosition: Float32Array.of(3, 1, 4, -3, 1, 4),
    },
    jiggles: { count: 0 },
  } as unknown as ProceduralBones;
}
