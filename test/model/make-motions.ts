/** Builds models of a few bones with motions, described by differences from the bind pose. */

import { Ledger } from "../../src/core/ledger.ts";
import type {
  AnimationRules,
  MdlAnimationInfo,
  MdlSequence,
} from "../../src/formats/studio/animation/animation-types.ts";
import type { AnimationFile } from "../../src/formats/studio/read/animation/animation-file.ts";
import type { ProceduralBones } from "../../src/formats/studio/rig/procedural-types.ts";
import type { MdlRig } from "../../src/formats/studio/rig/rig-types.ts";
import type { Mdl } from "../../src/formats/studio/types.ts";
import type { ModelFiles } from "../../src/model/files/model-files.ts";
import type { MotionGroup } from "../../src/model/motions/decoded-motions.ts";

export type Vector = readonly [number, number, number];
export type Turn = readonly [number, number, number, number];

export interface MadeBone {
  readonly name: string;
  readonly parent?: number;
  readonly position?: Vector;
  readonly quaternion?: Turn;
  readonly flags?: number;
}

/** An animation whose frames cover all bones; omitted bones rest or add nothing. */
export interface MadeAnimation
  extends Partial<Omit<MdlAnimationInfo, "frameCount">>,
    Partial<AnimationRules> {
  readonly name: string;
  readonly frames: readonly Readonly<
    Record<number, { readonly position?: Vector; readonly quaternion?: Turn }>
  >[];
}

export interface MadeModel {
  readonly path?: string;
  readonly bones: readonly MadeBone[];
  readonly animations?: readonly MadeAnimation[];
  readonly sequences?: readonly (Partial<MdlSequence> & { readonly name: string })[];
  readonly rig?: Partial<MdlRig>;
}

export const NO_FILES: ModelFiles = { read: async () => null };

export const NO_TURN: Turn = [0, 0, 0, 1];

/** Returns a rotation about an axis, in degrees. */
export function turn(axis: "x" | "y" | "z", degrees: number): Turn {
  const half = (degrees * Math.PI) / 360;
  const q: [number, number, number, number] = [0, 0, 0, Math.cos(half)];
  q["xyz".indexOf(axis)] = Math.sin(half);
  return q;
}

export function makeRigTables(over: Partial<MdlRig> = {}): MdlRig {
  const none = { count: 0, name: [] as string[] };
  const ints = new Int32Array(0);
  const floats = new Float32Array(0);
  return {
    eyePosition: [0, 0, 0],
    maxEyeDeflection: 0.866,
    illumAttachment: -1,
    attachments: { ...none, flags: new Uint32Array(0), bone: ints, local: floats },
    hitBoxSets: [],
    hitBoxes: {
      ...none,
      set: new Uint16Array(0),
      bone: ints,
      group: ints,
      mins: floats,
      maxs: floats,
    },
    boneControllers: {
      count: 0,
      bone: ints,
      type: ints,
      start: floats,
      end: floats,
      rest: ints,
      inputField: ints,
    },
    poseParameters: {
      ...none,
      flags: new Uint32Array(0),
      start: floats,
      end: floats,
      loop: floats,
    },
    ikChains: { ...none, firstLink: new Uint32Array(0), linkCount: new Uint32Array(0) },
    ikLinks: { count: 0, bone: ints, kneeDirection: floats },
    ikLocks: { count: 0, chain: ints, positionWeight: floats, localQuaternionWeight: floats },
    mouths: { count: 0, bone: ints, forward: floats, flexDescriptor: ints },
    included: { count: 0, label: [], file: [] },
    animationBlocks: { count: 0, file: "", start: ints, end: ints },
    keyValues: "",
    ...over,
  };
}

export function makePoseParameters(
  ...rows: readonly (readonly [name: string, start: number, end: number, loop?: number])[]
): MdlRig["poseParameters"] {
  return {
    count: rows.length,
    name: rows.map(([name]) => name),
    flags: new Uint32Array(rows.length),
    start: Float32Array.from(rows, ([, start]) => start),
    end: Float32Array.from(rows, ([, , end]) => end),
    loop: Float32Array.from(rows, ([, , , loop = 0]) => loop),
  };
}

export function makeMdl(bones: readonly MadeBone[]): Mdl {
  const count = bones.length;
  const poseToBone = new Float32Array(count * 12);
  for (let i = 0; i < count; i++) poseToBone.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], i * 12);
  const made = {
    bones: {
      count,
      name: bones.map(({ name }) => name),
      parent: Int32Array.from(bones, ({ parent = -1 }) => parent),
      position: Float32Array.from(bones.flatMap(({ position = [0, 0, 0] }) => [...position])),
      quaternion: Float32Array.from(bones.flatMap(({ quaternion = NO_TURN }) => [...quaternion])),
      poseToBone,
      flags: Uint32Array.from(bones, ({ flags = 0 }) => flags),
    },
    flags: 0,
  };
  return made as unknown as Mdl;
}

/** Returns the file of such a model as `mergeMotions` takes it. */
export function makeGroup(model: MadeModel): MotionGroup {
  const mdl = makeMdl(model.bones);
  const { count, position, quaternion } = mdl.bones;
  const animations = model.animations ?? [];
  const infos = animations.map(
    ({ frames, ikRules, hierarchies, ...own }): MdlAnimationInfo => ({
      fps: 30,
      flags: 0,
      isExternal: false,
      movements: [],
      ...own,
      frameCount: frames.length,
    }),
  );
  const file = {
    mdl,
    infos,
    ledger: new Ledger(),
    sequences: (model.sequences ?? []).map((sequence) => makeSequence(count, sequence)),
    isOutside: () => false,
    readRules(animation: number): AnimationRules {
      const { ikRules = [], hierarchies = [] } = animations[animation];
      return { ikRules, hierarchies };
    },
    decode(animation: number) {
      const isDelta = (infos[animation].flags & 4) !== 0;
      const poses = animations[animation].frames.flatMap((frame) =>
        Array.from({ length: count }, (_, bone) => ({
          position: isDelta ? [0, 0, 0] : [...position.subarray(bone * 3, bone * 3 + 3)],
          quaternion: isDelta ? NO_TURN : [...quaternion.subarray(bone * 4, bone * 4 + 4)],
          ...frame[bone],
        })),
      );
      return {
        position: Float32Array.from(poses.flatMap((pose) => [...pose.position])),
        quaternion: Float32Array.from(poses.flatMap((pose) => [...pose.quaternion])),
      };
    },
  };
  return {
    path: model.path ?? "models/made.mdl",
    rig: makeRigTables(model.rig),
    file: file as unknown as AnimationFile,
  };
}

export function makeSequence(
  boneCount: number,
  over: Partial<MdlSequence> & { readonly name: string },
): MdlSequence {
  return {
    activity: "",
    activityWeight: 0,
    flags: 0,
    mins: [0, 0, 0],
    maxs: [0, 0, 0],
    fadeIn: 0.2,
    fadeOut: 0.2,
    blendSize: [1, 1],
    blends: [0],
    blendAxes: [null, null],
    boneWeights: new Float32Array(boneCount).fill(1),
    events: [],
    autoLayers: [],
    ikLocks: [],
    activityModifiers: [],
    cyclePose: -1,
    keyValues: "",
    ...over,
  };
}

export const NO_PROCEDURES: ProceduralBones = {
  axisInterpolations: { count: 0 },
  quaternionInterpolations: { count: 0 },
  triggers: { count: 0 },
  aims: { count: 0 },
  jiggles: { count: 0 },
} as unknown as ProceduralBones;
