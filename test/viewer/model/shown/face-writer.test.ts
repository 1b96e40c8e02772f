/** Tests bone-driven faces, from a playing model to the drawn vertices. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FlexControllers } from "../../../../src/formats/studio/rig/flex-types.ts";
import type { BoneFlexDrivers } from "../../../../src/formats/studio/rig/rig-types.ts";
import { PROP_VERTEX } from "../../../../src/map/props.ts";
import { readStudioModel } from "../../../../src/model/files/read-studio-model.ts";
import type { StudioModel } from "../../../../src/model/files/studio-model.ts";
import { driveFace } from "../../../../src/model/pose/create-face.ts";
import { createPosePlayer } from "../../../../src/model/pose/pose-player.ts";
import { ModelFaceWriter } from "../../../../src/viewer/model/shown/face-writer.ts";
import { drivenController } from "../../../oracle/pose/flex.ts";
import { madeContent } from "../../../scene/content-sources.ts";
import { MODEL } from "../../../scene/props/motion/make-arms.ts";

const CONTROLLERS = {
  count: 2,
  min: Float32Array.of(0, -1),
  max: Float32Array.of(1, 0.5),
} as unknown as FlexControllers;

/** The hand's x drives the second controller; its z, which is constant, drives the first. */
const DRIVERS: BoneFlexDrivers = {
  count: 2,
  bone: Int32Array.of(2, 2),
  controller: Int32Array.of(1, 0),
  component: Int32Array.of(0, 2),
  min: Float32Array.of(8, -1),
  max: Float32Array.of(14, 3),
};

describe("controllers driven by bones", () => {
  it("match the engine's remapping of a bone's position", () => {
    const number = fc.double({ min: -20, max: 20, noNaN: true }).map(Math.fround);
    const table = fc.tuple(number, number, number, number, number);
    fc.assert(
      fc.property(table, ([at, min, max, least, most]) => {
        const range = {
          min: Float32Array.of(Math.min(least, most)),
          max: Float32Array.of(Math.max(least, most)),
        } as unknown as FlexControllers;
        const driver = {
          ...{ count: 1, bone: Int32Array.of(1), controller: Int32Array.of(0) },
          ...{ component: Int32Array.of(1), min: Float32Array.of(min), max: Float32Array.of(max) },
        };
        const found = Float32Array.of(99);
        expect(driveFace(driver, range, Float32Array.of(7, 7, 7, 8, at, 9), found)).toBe(true);
        const expected = drivenController(at, min, max, range.min[0], range.max[0]);
        expect(found[0]).toBeCloseTo(expected, 4);
        expect(driveFace(driver, range, Float32Array.of(7, 7, 7, 8, at, 9), found)).toBe(false);
      }),
    );
  });

  it("move vertices with the sequence, and write them only on change", async () => {
    const { mdl, vvd, vtx } = MODEL.files;
    const content = madeContent({
      "models/test/arm.mdl": mdl,
      "models/test/arm.vvd": vvd,
      "models/test/arm.dx90.vtx": vtx,
    });
    const read = (await readStudioModel("models/test/arm.mdl", content)) as StudioModel;
    const model: StudioModel = {
      ...read,
      second: { ...read.second, boneFlexDrivers: DRIVERS },
      face: {
        ...read.face,
        descriptors: ["lower", "raise"],
        controllers: CONTROLLERS,
        rules: {
          count: 1,
          descriptor: Int32Array.of(1),
          firstOp: Uint32Array.of(0),
          opCount: Uint32Array.of(1),
        },
        ops: {
          count: 1,
          op: Uint8Array.of(2),
          index: Int32Array.of(1),
          value: new Float32Array(1),
        },
        flexes: {
          count: 1,
          mesh: Uint32Array.of(0),
          descriptor: Int32Array.of(1),
          pair: Int32Array.of(-1),
          target: Float32Array.of(0, 1, 1, 2),
          firstVertex: Uint32Array.of(0),
          vertexCount: Uint32Array.of(1),
        },
        vertexAnimations: {
          ...read.face.vertexAnimations,
          count: 1,
          vertex: Uint16Array.of(4),
          side: new Float32Array(1),
          delta: Float32Array.of(0, 0, 6),
          normalDelta: new Float32Array(3),
        },
      },
    };
    const rows = new Uint8Array(read.vvd!.vertices.count * PROP_VERTEX.strideBytes);
    const face = ModelFaceWriter.create(model, rows)!;
    const player = createPosePlayer(model);
    const swing = model.motions.sequences.findIndex(({ name }) => name === "swing");
    player.play(swing, { fadeSeconds: 0 });
    const rest = read.vvd!.vertices.position[4 * 3 + 2];
    let written = 0;
    // By frame the hand is 8, 9, 10, 11 and 8 inches away; values past half are clamped.
    for (const [cycle, inches, isOther] of [
      // At rest the other controller is at 0, and it is not 0 when driven.
      [0, 8, 1],
      [0.25, 9, 1],
      [0.5, 10, 1],
      [0.75, 11, 1],
      [0.75, 11, 0],
      [1, 8, 1],
    ]) {
      player.cycle = cycle;
      player.pose();
      const before = written;
      face.drive(player.localPosition, (first, bytes) => {
        expect(first).toBe(4);
        const view = new DataView(bytes.buffer, bytes.byteOffset);
        const weight = Math.min(0.5, (inches - 8) / 6);
        expect(view.getFloat32(PROP_VERTEX.position + 8, true)).toBeCloseTo(rest + 6 * weight, 2);
        written++;
      });
      expect(written - before, `at ${cycle}`).toBe(isOther);
    }
    expect(face.controllers[0]).toBeCloseTo(0.25, 3);
  });
});
