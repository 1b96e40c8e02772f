import { describe, expect, it } from "vitest";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlFlexes } from "../../../../src/formats/studio/read/parse-mdl-flexes.ts";
import { FLEX_OP } from "../../../../src/formats/studio/rig/flex-types.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../../support/corpus.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { type MadeRig, makeRig } from "../make-rig.ts";
import { makeStudioFiles } from "../make-studio.ts";

describe("parseMdlFlexes", () => {
  it("reads flex descriptors, controllers and rules", () => {
    const face = parseMdlFlexes(makeRig().bytes);
    expect(face.descriptors).toEqual(["AU12L", "AU12R", "blink"]);
    expect(face.controllers).toEqual({
      count: 3,
      name: ["right_smile", "left_smile", "blinks"],
      type: ["mouth", "mouth", "eyes"],
      min: Float32Array.of(0, 0, -1),
      max: Float32Array.of(1, 1, 1),
    });
    expect(face.controllerUis).toEqual({
      count: 2,
      name: ["smile", "blinks"],
      remap: Uint8Array.of(0, 2),
      left: Int32Array.of(1, 2),
      right: Int32Array.of(0, -1),
      value: Int32Array.of(-1, 0),
    });
    expect(face.rules).toEqual({
      count: 2,
      descriptor: Int32Array.of(1, 2),
      firstOp: Uint32Array.of(0, 3),
      opCount: Uint32Array.of(3, 1),
    });
    expect(face.ops).toEqual({
      count: 4,
      op: Uint8Array.of(FLEX_OP.FETCH1, FLEX_OP.CONST, FLEX_OP.MUL, FLEX_OP.FETCH2),
      index: Int32Array.of(1, 0, 0, 0),
      value: Float32Array.of(0, 0.5, 0, 0),
    });
  });

  it("reads the vertex animations of each flex per mesh", () => {
    const { flexes, vertexAnimations } = parseMdlFlexes(makeRig().bytes);
    expect(flexes).toEqual({
      count: 2,
      mesh: Uint32Array.of(0, 1),
      descriptor: Int32Array.of(0, 1),
      pair: Int32Array.of(1, -1),
      target: Float32Array.of(0, 1, 10, 11, 0, 1, 10, 11),
      firstVertex: Uint32Array.of(0, 2),
      vertexCount: Uint32Array.of(2, 1),
    });
    expect(vertexAnimations).toEqual({
      count: 3,
      vertex: Uint16Array.of(5, 4, 3),
      speed: Float32Array.of(1, 1, 1),
      side: Float32Array.of(0, 51 / 255, 0),
      delta: Float32Array.of(0.25, -0.5, 0, 0.25, -1.5, 0, 0.25, -0.5, 0),
      normalDelta: Float32Array.of(0, 0.125, -1, 0, 0.125, -1, 0, 0.125, -1),
      wrinkle: Float32Array.of(0, 0, -0.5),
    });
  });

  it("returns empty tables for a model without a face", () => {
    const { descriptors, flexes, vertexAnimations } = parseMdlFlexes(makeStudioFiles().mdl);
    expect([descriptors, flexes.count, vertexAnimations.count]).toEqual([[], 0, 0]);
  });

  it.each<[code: string, where: string, spoil: (made: MadeRig) => void]>([
    [
      "bad-value",
      "mstudioflexcontrollerui_t.remaptype",
      ({ bytes, at }) => bytes.fill(4, at.flexControllerUis + 16, at.flexControllerUis + 17),
    ],
    [
      "bad-offset",
      "mstudioflexcontroller_t",
      ({ view, at }) => view.setInt32(at.flexControllerUis + 4, 2, true),
    ],
    ["bad-index", "mstudioflexrule_t.flex", ({ view, at }) => view.setInt32(at.flexRules, 3, true)],
    ["bad-value", "mstudioflexop_t.op", ({ view, at }) => view.setInt32(at.ops0, 22, true)],
    ["bad-index", "mstudioflexop_t.index", ({ view, at }) => view.setInt32(at.ops0 + 4, 3, true)],
    ["bad-index", "mstudioflexop_t.index", ({ view, at }) => view.setInt32(at.ops1 + 4, -1, true)],
    [
      "bad-value",
      "mstudioflexop_t.value",
      ({ view, at }) => view.setFloat32(at.ops0 + 12, Number.NaN, true),
    ],
    ["bad-index", "mstudioflex_t", ({ view, at }) => view.setInt32(at.flexes0, 3, true)],
    [
      "bad-index",
      "mstudioflex_t.flexpair",
      ({ view, at }) => view.setInt32(at.flexes1 + 28, 9, true),
    ],
    [
      "bad-value",
      "mstudioflex_t.vertanimtype",
      ({ bytes, at }) => bytes.fill(2, at.flexes0 + 32, at.flexes0 + 33),
    ],
    [
      "bad-index",
      "mstudiovertanim_t.index",
      ({ view, at }) => view.setUint16(at.vertices0 + 16, 6, true),
    ],
    ["bad-count", "mstudiovertanim_t", ({ view, at }) => view.setInt32(at.flexes0 + 20, -1, true)],
  ])("reports %s of %s", (code, where, spoil) => {
    const made = makeRig();
    spoil(made);
    expect(catchFormatError(() => parseMdlFlexes(made.bytes))).toMatchObject({
      format: "MDL",
      code,
      where,
    });
  });
});

describe.skipIf(!hasCorpus)("faces of the corpus", () => {
  it("have the row counts that an independent byte reader finds", () => {
    const sum = { descriptors: 0, controllers: 0, uis: 0, rules: 0, flexes: 0, vertices: 0 };
    let farthest = 0;
    for (const name of listCorpusFiles(".mdl")) {
      const face = parseMdlFlexes(readCorpus(name));
      sum.descriptors += face.descriptors.length;
      sum.controllers += face.controllers.count;
      sum.uis += face.controllerUis.count;
      sum.rules += face.rules.count;
      sum.flexes += face.flexes.count;
      sum.vertices += face.vertexAnimations.count;
      for (const delta of face.vertexAnimations.delta)
        farthest = Math.max(farthest, Math.abs(delta));
    }
    expect(sum).toEqual({
      descriptors: 1302,
      controllers: 972,
      uis: 684,
      rules: 1132,
      flexes: 1452,
      vertices: 108_406,
    });
    // Skin moves no farther than the jaw opens.
    expect(farthest).toBeGreaterThan(0.5);
    expect(farthest).toBeLessThan(3);
  });

  it("have a left and a right eyelid with separate controllers", () => {
    const bytes = readCorpus("tn2/models/humans/group02/male_06.mdl");
    const { controllers, controllerUis, flexes } = parseMdlFlexes(bytes);
    const lid = controllerUis.name.indexOf("lid_raiser");
    expect(controllers.name[controllerUis.left[lid]]).toBe("left_lid_raiser");
    expect(controllers.name[controllerUis.right[lid]]).toBe("right_lid_raiser");
    const { meshes } = parseMdl(bytes);
    expect(Math.max(...flexes.mesh)).toBeLessThan(meshes.count);
  });
});
