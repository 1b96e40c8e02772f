/**
 * Tests attached entities, from keys and a compiled model to the GPU's matrices, against
 * `test/oracle`.
 */

import { describe, expect, it } from "vitest";
import {
  FOLLOW_ALIGNED,
  POSED_BONE_ROW,
  TRACK_LOOPING,
} from "../../../../src/map/motion/prop-motion.ts";
import type { PropSet } from "../../../../src/map/props.ts";
import { writeMatrix3x4 } from "../../../../src/math/angles.ts";
import { createPosePlayer } from "../../../../src/model/pose/pose-player.ts";
import { trackOf } from "../../../compile/studiomdl/track-of.ts";
import { openCorpusModel } from "../../../model/corpus-models.ts";
import { attachmentAt, keptOffset, type OracleAttachment } from "../../../oracle/placed/follow.ts";
import {
  bonesAt,
  concat,
  type Matrix,
  type OracleTrack,
  paletteAt,
} from "../../../oracle/pose/pose.ts";
import { hasCorpus, readCorpus } from "../../../support/corpus.ts";
import { buildArms, MODEL } from "../motion/make-arms.ts";

function matrixOf(angles: readonly number[], origin: readonly number[]): Matrix {
  const flat = new Float32Array(12);
  writeMatrix3x4(flat, 0, angles[0], angles[1], angles[2], origin[0], origin[1], origin[2]);
  return rowsOf(flat, 0);
}

const rowsOf = (flat: Float32Array, at: number): Matrix =>
  [0, 4, 8].map((row) => [...flat.subarray(at + row, at + row + 4)]) as unknown as Matrix;

const scaled = (m: Matrix, scale: number): Matrix =>
  m.map((row) => row.map((value, k) => (k < 3 ? value * scale : value))) as unknown as Matrix;

const HAND: OracleAttachment = { bone: 2, local: matrixOf([20, 50, -10], [1, 2, 3]) };
const LEVEL: OracleAttachment = { ...HAND, isAligned: true };

/** Appends a table of `mstudioattachment_t`. */
function withAttachments(
  mdl: Uint8Array,
  attachments: Readonly<Record<string, OracleAttachment>>,
): Uint8Array {
  const all = Object.entries(attachments);
  const names = new TextEncoder().encode(all.map(([name]) => `${name}\0`).join(""));
  const out = new Uint8Array(mdl.length + all.length * 92 + names.length);
  const view = new DataView(out.buffer);
  out.set(mdl);
  out.set(names, mdl.length + all.length * 92);
  view.setInt32(76, out.length, true);
  view.setInt32(240, all.length, true);
  view.setInt32(244, mdl.length, true);
  let name = mdl.length + all.length * 92;
  all.forEach(([text, { bone, local, isAligned }], i) => {
    const at = mdl.length + i * 92;
    view.setInt32(at, name - at, true);
    view.setInt32(at + 4, isAligned ? 0x10000 : 0, true);
    view.setInt32(at + 8, bone, true);
    local.flat().forEach((value, k) => {
      view.setFloat32(at + 12 + k * 4, value, true);
    });
    name += text.length + 1;
  });
  return out;
}

const FILES = {
  "models/test/arm.mdl": withAttachments(MODEL.files.mdl, { Level: LEVEL, Hand: HAND }),
};
const TRACK = trackOf(MODEL, "swing");
const ARM = {
  ...{ targetname: "Arm", defaultanim: "swing", origin: "100 20 30", angles: "10 70 -20" },
  modelscale: "2",
};
const ARM_AT = matrixOf([10, 70, -20], [100, 20, 30]);
const START = { classname: "logic_auto", model: "" };

/** Returns an instance's matrix at a time, from the GPU's columns and posed palette. */
function placeOf(props: PropSet, instance: number, seconds: number, track = TRACK): Matrix {
  const { followers, posedInstance, posedFirstBone } = props.motion!;
  const row = followers === undefined ? -1 : followers.instance.indexOf(instance);
  if (row < 0) return rowsOf(props.worldFromModel, instance * 12);
  const { parent, bone, local, offset, flags } = followers!;
  const posed = [...posedFirstBone].findIndex(
    (first) => bone[row] >= first && bone[row] < first + track.bones.length,
  );
  const palette =
    posed < 0
      ? rowsOf(props.bonePalette, bone[row] * 12)
      : paletteAt(track, seconds)[bone[row] - posedFirstBone[posed]];
  if (posed >= 0) expect(posedInstance[posed]).toBe(parent[row]);
  let anchor = concat(placeOf(props, parent[row], seconds, track), palette);
  anchor = concat(anchor, rowsOf(local, row * 12));
  if ((flags[row] & FOLLOW_ALIGNED) !== 0) {
    const turn = matrixOf([0, 0, 0], [0, 0, 0]);
    anchor = anchor.map((line, k) => [...turn[k].slice(0, 3), line[3]]) as unknown as Matrix;
  }
  return concat(anchor, rowsOf(offset, row * 12));
}

function expectNear(found: Matrix, expected: Matrix, what: string): void {
  const off = expected.flat().map((value, k) => Math.abs(value - found.flat()[k]));
  expect(Math.max(...off), what).toBeLessThan(2e-3);
}

const MOMENTS = [0, 0.07, 0.21, 0.4];

describe("entities attached to models", () => {
  it("keep their offset in the attachment's space at any model scale", async () => {
    const child = { parentname: "arm,hand", origin: "50 60 70", angles: "5 6 7", modelscale: "3" };
    const level = { parentname: "ARM,LEVEL", origin: "90 0 10" };
    const { props, access } = await buildArms([child, ARM, level], FILES);
    expect(access.diagnostics.warnings).toEqual([]);
    expect([...props.motion!.followers!.instance]).toEqual([0, 2]);
    const hung = [
      { at: matrixOf([5, 6, 7], [50, 60, 70]), attachment: HAND, instance: 0, scale: 3 },
      { at: matrixOf([0, 0, 0], [90, 0, 10]), attachment: LEVEL, instance: 2, scale: 1 },
    ];
    for (const { at, attachment, instance, scale } of hung) {
      const kept = keptOffset(attachmentAt(ARM_AT, 2, bonesAt(TRACK, 0), attachment), at);
      expectNear(rowsOf(props.worldFromModel, instance * 12), scaled(at, scale), "at first");
      for (const seconds of MOMENTS) {
        const now = attachmentAt(ARM_AT, 2, bonesAt(TRACK, seconds), attachment);
        const expected = scaled(concat(now, kept), scale);
        expectNear(placeOf(props, instance, seconds), expected, `${instance} at ${seconds}`);
      }
    }
  });

  it("move to the attachment on a map-start SetParentAttachment, with their children", async () => {
    const output = { ...START, OnMapSpawn: "lamp,SetParentAttachment,hand,0,-1" };
    const lamp = { targetname: "lamp", parentname: "arm", origin: "1 2 3", angles: "0 90 0" };
    // Through an invisible entity.
    const knob = { classname: "info_target", model: "", targetname: "knob", parentname: "lamp" };
    const dust = { parentname: "knob", origin: "1 2 9" };
    const { props } = await buildArms([ARM, output, lamp, knob, dust], FILES);
    expect([...props.motion!.followers!.instance]).toEqual([1, 2]);
    for (const seconds of MOMENTS) {
      const now = attachmentAt(ARM_AT, 2, bonesAt(TRACK, seconds), HAND);
      expectNear(placeOf(props, 1, seconds), now, `lamp at ${seconds}`);
      const off = keptOffset(matrixOf([0, 90, 0], [1, 2, 3]), matrixOf([0, 0, 0], [1, 2, 9]));
      expectNear(placeOf(props, 2, seconds), concat(now, off), `dust at ${seconds}`);
    }
    const [x, y, z] = [0, 1, 2].map((k) => props.worldFromModel[12 + k * 4 + 3]);
    expectNear(
      matrixOf([0, 0, 0], [x, y, z]),
      matrixOf(
        [0, 0, 0],
        attachmentAt(ARM_AT, 2, bonesAt(TRACK, 0), HAND).map((row) => row[3]),
      ),
      "at first",
    );
  });

  it("keep their distance on SetParentAttachmentMaintainOffset, and can be chained", async () => {
    const outputs = {
      ...START,
      OnMapSpawn: "second\x1bSetParentAttachmentMaintainOffset\x1bhand\x1b0\x1b-1",
    };
    const first = { targetname: "first", parentname: "arm,hand", origin: "40 0 0" };
    const second = { targetname: "second", parentname: "first", origin: "0 40 0" };
    const { props } = await buildArms([second, ARM, first, outputs], FILES);
    const { instance, above } = props.motion!.followers!;
    // Parents come before children.
    expect([[...instance], [...above]]).toEqual([
      [2, 0],
      [-1, 0],
    ]);
    const standing = bonesAt(trackOf(MODEL, "stand"), 0);
    const [firstAt, secondAt] = [matrixOf([0, 0, 0], [40, 0, 0]), matrixOf([0, 0, 0], [0, 40, 0])];
    const hand = (seconds: number) => attachmentAt(ARM_AT, 2, bonesAt(TRACK, seconds), HAND);
    const kept = keptOffset(hand(0), firstAt);
    const keptSecond = keptOffset(attachmentAt(firstAt, 1, standing, HAND), secondAt);
    for (const seconds of MOMENTS) {
      const now = concat(hand(seconds), kept);
      expectNear(placeOf(props, 2, seconds), now, `first at ${seconds}`);
      const next = concat(attachmentAt(now, 1, standing, HAND), keptSecond);
      expectNear(placeOf(props, 0, seconds), next, `second at ${seconds}`);
    }
  });

  it("stay within their bounding boxes", async () => {
    const child = { parentname: "arm,hand", origin: "50 60 70" };
    const level = { parentname: "arm,level", origin: "50 60 70" };
    const { props } = await buildArms([ARM, child, level], FILES);
    const { position } = MODEL.mesh.vertices;
    const still = paletteAt(trackOf(MODEL, "stand"), 0)[0];
    for (const instance of [1, 2]) {
      const box = props.instanceBox.subarray(instance * 6, instance * 6 + 6);
      const reached = [1e9, 1e9, 1e9, -1e9, -1e9, -1e9];
      for (let seconds = 0; seconds < 0.5; seconds += 0.01) {
        const m = concat(placeOf(props, instance, seconds), still);
        // Vertices of the root only; the others are static.
        for (let k = 0; k < 3; k++) {
          const value = m[k].reduce((sum, part, c) => sum + part * (c < 3 ? position[c] : 1), 0);
          reached[k] = Math.min(reached[k], value);
          reached[k + 3] = Math.max(reached[k + 3], value);
        }
      }
      for (let k = 0; k < 3; k++) {
        expect(box[k]).toBeLessThan(reached[k] + 2);
        expect(box[k + 3]).toBeGreaterThan(reached[k + 3] - 2);
      }
    }
  });

  it("follow the model's origin with one warning if the attachment is missing", async () => {
    const lost = { parentname: "arm,foot", origin: "1 2 3" };
    const lacking = await buildArms([ARM, lost, lost], FILES);
    expect(lacking.props.motion!.followers).toBeUndefined();
    expect(lacking.access.diagnostics.warnings.map(({ subject }) => subject)).toEqual([
      "attachments of entities",
    ]);
    const stands = { ...ARM, defaultanim: "stand" };
    const still = await buildArms([stands, { parentname: "arm,hand", origin: "4 5 6" }], FILES);
    expect(still.props.motion).toBeNull();
    expect(still.props.worldFromModel[12 + 3]).toBeCloseTo(4, 4);
    const round = await buildArms(
      [
        { ...ARM, parentname: "b,hand" },
        { ...ARM, targetname: "b", parentname: "arm,hand" },
      ],
      FILES,
    );
    expect(round.props.worldFromModel.every(Number.isFinite)).toBe(true);
    expect([...round.props.motion!.followers!.instance]).toHaveLength(1);
    const tight = await buildArms([ARM, { parentname: "arm,hand" }], FILES, { trackPoses: 20 });
    expect(tight.props.motion!.followers).toBeUndefined();
    expect(tight.access.diagnostics.warnings.map(({ code }) => code)).toEqual(["over-budget"]);
  });
});

/** Returns the track that the GPU plays for an instance. */
function playedTrack({ motion }: PropSet, instance: number): OracleTrack {
  const track = motion!.posedTrack[motion!.posedInstance.indexOf(instance)];
  const count = motion!.trackBoneCount[track];
  const bones = new DataView(motion!.bones.buffer, motion!.bones.byteOffset);
  const poses = (at: number, from: number, to: number) => [
    ...motion!.poses.subarray(at * 8 + from, at * 8 + to),
  ];
  return {
    bones: Array.from({ length: count }, (_, bone) => {
      const at = (motion!.trackFirstBone[track] + bone) * POSED_BONE_ROW.strideBytes;
      const flat = Float32Array.from({ length: 12 }, (_, k) => bones.getFloat32(at + k * 4, true));
      return {
        parent: bones.getInt32(at + POSED_BONE_ROW.parent, true),
        poseToBone: rowsOf(flat, 0),
      };
    }),
    frames: Array.from({ length: motion!.trackFrameCount[track] }, (_, frame) =>
      Array.from({ length: count }, (_, bone) => {
        const at = motion!.trackFirstPose[track] + frame * count + bone;
        return { position: poses(at, 0, 3) as never, quaternion: poses(at, 4, 8) as never };
      }),
    ),
    ...{
      fps: motion!.trackFps[track],
      isLooping: (motion!.trackFlags[track] & TRACK_LOOPING) !== 0,
    },
  };
}

describe.skipIf(!hasCorpus)("attachments of a real model", () => {
  it("match the model viewer's", async () => {
    const path = "models/gunman/gunman.mdl";
    const over: Record<string, Uint8Array> = {};
    for (const end of ["mdl", "vvd", "dx90.vtx"]) {
      const name = path.replace("mdl", end);
      over[name] = readCorpus("gunman_city2/content", name);
    }
    const man = {
      model: path,
      targetname: "man",
      defaultanim: "walk",
      origin: "5 6 7",
      angles: "0 90 0",
    };
    const start = { ...START, OnMapSpawn: "left,SetParentAttachment,anim_attachment_LH,0,-1" };
    const left = { targetname: "left", parentname: "man" };
    const { props } = await buildArms([man, left, start], over);
    const model = await openCorpusModel("gunman_city2/content", path);
    const player = createPosePlayer(model);
    const { sequences, attachments } = model.motions;
    player.play(
      sequences.findIndex(({ name }) => name.toLowerCase() === "walk"),
      { fadeSeconds: 0 },
    );
    const hand = attachments.name.indexOf("anim_attachment_LH");
    const track = playedTrack(props, 0);
    const frames = track.frames.length - 1;
    expect(frames).toBeGreaterThan(5);
    const found = new Float32Array(12);
    for (let frame = 0; frame < frames; frame += 3) {
      player.cycle = frame / frames;
      player.pose();
      player.attachment(hand, found);
      const expected = concat(matrixOf([0, 90, 0], [5, 6, 7]), rowsOf(found, 0));
      expectNear(placeOf(props, 1, frame / track.fps, track), expected, `frame ${frame}`);
    }
  });
});
