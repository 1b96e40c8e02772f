/**
 * Makes the panel of `make-studio.ts` with animation: two sequences, a face of three flexes, a hand
 * with an attachment.
 */

import {
  type MdlSequence,
  STUDIO_DELTA,
} from "../../../src/formats/studio/animation/animation-types.ts";
import type { BonePose } from "../../../src/formats/studio/mesh/build-bone-palette.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import type {
  MotionFrames,
  MotionInfo,
  StudioModel,
} from "../../../src/model/files/studio-model.ts";
import { makeStudioFiles } from "../../formats/studio/make-studio.ts";

/** The arm rotates about its length, and the hand slides along: three frames, ten per second. */
export const ROLL = {
  name: "roll",
  fps: 10,
  frameCount: 3,
  poseAt(frame: number): BonePose {
    const angle = frame * 0.3;
    const half = Math.SQRT1_2;
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    return {
      position: Float32Array.of(0, 0, 0, 16, 0, 0, 8 + frame, 0, frame * 2),
      // The arm's quarter turn about z, then `2 * angle` about its x.
      quaternion: Float32Array.of(
        ...[0, 0, 0, 1],
        ...[half * s, half * s, half * c, half * c],
        ...[0, 0, -half, half],
      ),
    };
  },
};

export async function readMadeModel(): Promise<StudioModel> {
  const made = makeStudioFiles();
  const files: Record<string, Uint8Array> = {
    "models/panel.mdl": made.mdl,
    "models/panel.vvd": made.vvd,
    "models/panel.dx90.vtx": made.vtx,
  };
  const read = async (path: string) => files[path] ?? null;
  const model = (await readStudioModel("models/panel.mdl", { read }))!;
  const motions = makeMotions(model.mdl.bones.count);
  return {
    ...model,
    rig: { ...model.rig, ...makeHold() },
    face: makeFace(model),
    motions: { ...model.motions, ...motions },
  };
}

function makeMotions(boneCount: number) {
  const still = { position: new Float32Array(boneCount * 3), quaternion: new Float32Array(12) };
  for (let bone = 0; bone < boneCount; bone++) still.quaternion[bone * 4 + 3] = 1;
  // 2 inches up, an eighth of a turn about z.
  still.position.set([0, 0, 2], 3);
  still.quaternion.set([0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)], 4);
  const poses = Array.from({ length: ROLL.frameCount }, (_, frame) => ROLL.poseAt(frame));
  const rolled: MotionFrames = {
    position: Float32Array.from(poses.flatMap(({ position }) => Array.from(position))),
    quaternion: Float32Array.from(poses.flatMap(({ quaternion }) => Array.from(quaternion))),
  };
  const info = { movements: [] };
  const animations: MotionInfo[] = [
    { ...info, name: "@roll", fps: ROLL.fps, flags: 0, frameCount: ROLL.frameCount },
    { ...info, name: "@lean", fps: 30, flags: STUDIO_DELTA, frameCount: 1 },
  ];
  const sequences = [
    makeSequence(ROLL.name, [0, 1], [2, 1]),
    { ...makeSequence("lean", [1], [1, 1]), flags: STUDIO_DELTA },
  ];
  const rules = () => ({ ikRules: [], hierarchies: [] });
  return { sequences, animations, frames: (row: number) => [rolled, still][row], rules };
}

function makeSequence(
  name: string,
  blends: readonly number[],
  blendSize: readonly [number, number],
): MdlSequence {
  const box = [0, 0, 0] as const;
  const none = { events: [], autoLayers: [], ikLocks: [], activityModifiers: [] };
  return {
    ...none,
    ...{ name, blends, blendSize, activity: "", activityWeight: 0, flags: 0 },
    ...{ mins: box, maxs: box, fadeIn: 0.2, fadeOut: 0.2, blendAxes: [null, null] },
    ...{ boneWeights: new Float32Array(3).fill(1), cyclePose: -1, keyValues: "" },
  };
}

/** Makes an attachment and a hit box of the hand, bone 2. */
function makeHold(): Pick<StudioModel["rig"], "attachments" | "hitBoxes" | "hitBoxSets"> {
  return {
    attachments: {
      count: 1,
      name: ["grip"],
      flags: new Uint32Array(1),
      bone: Int32Array.of(2),
      local: Float32Array.of(1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3),
    },
    hitBoxSets: ["default"],
    hitBoxes: {
      count: 1,
      name: [""],
      set: new Uint16Array(1),
      bone: Int32Array.of(2),
      group: Int32Array.of(4),
      mins: Float32Array.of(-1, -2, -3),
      maxs: Float32Array.of(1, 2, 3),
    },
  };
}

/**
 * Makes a face of the first mesh: a smile of two sides, which lifts vertices 0 to 2, and a jaw,
 * which moves vertex 3.
 */
function makeFace({ face }: StudioModel): StudioModel["face"] {
  return {
    ...face,
    descriptors: ["smileL", "smileR", "jaw"],
    flexes: {
      count: 2,
      mesh: Uint32Array.of(0, 0),
      descriptor: Int32Array.of(0, 2),
      pair: Int32Array.of(1, -1),
      target: Float32Array.of(0, 1, 10, 11, 0, 1, 10, 11),
      firstVertex: Uint32Array.of(0, 3),
      vertexCount: Uint32Array.of(3, 1),
    },
    vertexAnimations: {
      count: 4,
      vertex: Uint16Array.of(2, 1, 0, 3),
      speed: new Float32Array(4).fill(1),
      side: Float32Array.of(1, 0.25, 0, 0),
      delta: Float32Array.of(0, 0, 8, 0, 0, 4, 0, 0, 2, 1, 0, 0),
      normalDelta: new Float32Array(12),
      wrinkle: new Float32Array(4),
    },
  };
}
