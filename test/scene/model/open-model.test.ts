import { afterAll, describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import type { DecodedAnimation } from "../../../src/model/files/studio-model.ts";
import { type ToldFile, ToldFiles } from "../../../src/model/files/told-files.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import {
  chooseDraws,
  FIRST_CHOICE,
  type ModelChoice,
} from "../../../src/scene/model/choose-draws.ts";
import type { ModelLoadEvent } from "../../../src/scene/model/events.ts";
import { frameModel, MODEL_FOV } from "../../../src/scene/model/frame-model.ts";
import { NoModelError, openModel } from "../../../src/scene/model/open-model.ts";
import { transferables } from "../../../src/scene/open/events.ts";
import { compileAndRead, smdText } from "../../compile/studiomdl/make-sources.ts";
import { makeAni, makeExternal } from "../../formats/studio/make-ani.ts";
import { makeSequences } from "../../formats/studio/make-sequences.ts";
import { makeStudioFiles } from "../../formats/studio/make-studio.ts";
import { HEIGHTS, makePerson } from "../../model/make-person.ts";
import { openTestRenderer } from "../../render/open-test-renderer.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { madeContent } from "../content-sources.ts";

const made = makeStudioFiles();
const flat = (color: string) => `VertexLitGeneric { $color2 "${color}" $nocull 1 }`;
/** Files of a panel with two skins, and its shared textures. */
const FILES = {
  "models/panel.mdl": made.mdl,
  "models/panel.vvd": made.vvd,
  "models/panel.dx90.vtx": made.vtx,
  "materials/models/test/panel_red.vmt": flat("[1 0 0]"),
  "materials/models/test/panel_blue.vmt": flat("[0 0 1]"),
  "materials/models/shared/trim.vmt": flat("[0 1 0]"),
};
const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };

const ALL_PARTS = ["idles.mdl", "walks.mdl", "waves.mdl"];
const fileOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

async function open(files: Record<string, string | Uint8Array> = FILES, path = "models/panel.mdl") {
  const events: ModelLoadEvent[] = [];
  const told: ToldFile[] = [];
  const options = { ...OPTIONS, onFile: (file: ToldFile) => void told.push(file) };
  for await (const event of openModel(path, [madeContent(files)], options)) events.push(event);
  const find = <Type extends ModelLoadEvent["type"]>(type: Type) =>
    events.find((event) => event.type === type) as Extract<ModelLoadEvent, { type: Type }>;
  return { events, scene: find("scene").scene, model: find("model"), done: find("done"), told };
}

describe("openModel", () => {
  it("yields a floor, all draws, and the files of the model", async () => {
    const { events, scene, model, done, told } = await open();
    expect(events.map(({ type }) => type)).toEqual(["scene", "model", "motions", "done"]);
    expect(done.warnings).toEqual([]);
    // The panel is 32 x 32 and flat, so its box is flat at floor height.
    expect([...model.box].map(Math.round)).toEqual([0, -0, 0, 32, 32, 0]);
    expect(scene.chunks).toMatchObject({ count: 1 });
    expect([scene.bounds[2], scene.bounds[5]]).toEqual([0, 0]);
    const found = told.filter(({ bytes }) => bytes !== null).map(({ path }) => path);
    expect(found[0]).toBe("models/panel.mdl");
    expect(found.sort()).toEqual(["models/panel.dx90.vtx", "models/panel.mdl", "models/panel.vvd"]);
    // Four meshes of three models, in two LODs, in two skins.
    expect(model.draws.all).toMatchObject({ variantCount: 2, drawCount: 16, instanceCount: 1 });
    expect([...model.draws.drawBodyPart.slice(0, 4)]).toEqual([0, 0, 1, 1]);
    expect([...model.draws.drawModel.slice(0, 4)]).toEqual([0, 0, 0, 1]);
  });

  it.each([true, false])(
    "transfers no buffer that the next load needs (floor: %s)",
    async (hasFloor) => {
      const sent = new Set<ArrayBuffer>();
      for (const path of ["models/panel.mdl", "models/panel.mdl"]) {
        const opening = openModel(path, [madeContent(FILES)], { ...OPTIONS, hasFloor });
        for await (const event of opening) {
          const buffers = transferables(event);
          expect(buffers.filter((buffer) => sent.has(buffer))).toEqual([]);
          for (const buffer of buffers) sent.add(buffer);
        }
      }
    },
  );

  const choose = async (choice: Partial<ModelChoice>) => {
    const { model } = await open();
    const set = chooseDraws(model.draws, { ...FIRST_CHOICE, ...choice });
    const names = Array.from(set.drawMaterial, (row) => set.materials.name[row]);
    return { set, names };
  };

  it("shows one model of each body part", async () => {
    const small = await choose({});
    const large = await choose({ bodyGroups: [0, 1] });
    expect(small.set.drawCount).toBe(6);
    expect(large.set.drawCount).toBe(6);
    // The last draw of the first LOD is the hat.
    const cornerOf = ({ set }: typeof small) => {
      const view = new DataView(set.vertices.buffer, set.vertices.byteOffset);
      return [0, 1, 2].map((k) => {
        const at = set.indices[set.drawFirstIndex[2] + k] * 40;
        return Math.max(view.getFloat32(at, true), view.getFloat32(at + 4, true));
      });
    };
    expect(Math.max(...cornerOf(small))).toBe(16);
    expect(Math.max(...cornerOf(large))).toBe(20);
    // A body part without such a model shows nothing.
    expect((await choose({ bodyGroups: [0, 7] })).set.drawCount).toBe(4);
  });

  it("uses the chosen skin, or the first one if it does not exist", async () => {
    const red = "models/test/panel_red";
    const blue = "models/test/panel_blue";
    expect((await choose({ skin: 0 })).names).toContain(red);
    expect((await choose({ skin: 1 })).names).toContain(blue);
    expect((await choose({ skin: 1 })).names).not.toContain(red);
    expect((await choose({ skin: 9 })).names).toContain(red);
  });

  it("draws one LOD, or all LODs by size", async () => {
    const auto = (await choose({})).set;
    expect([...auto.drawLod]).toEqual([0, 0, 0, 1, 1, 1]);
    expect([...auto.variantSwitchPoint.slice(0, 2)]).toEqual([0, 40]);
    const coarse = (await choose({ lod: 1 })).set;
    expect([...coarse.drawLod]).toEqual([0, 0, 0]);
    expect([...coarse.variantLodCount]).toEqual([1]);
    expect(coarse.drawFirstIndex[0]).toBe(auto.drawFirstIndex[3]);
    expect((await choose({ lod: 5 })).set.drawFirstIndex).toEqual(coarse.drawFirstIndex);
  });

  it("shows bones if the model only has animations", async () => {
    const bones = ["0 0 0 0 0 0 0", "1 0 0 40 0 0 0"];
    const rise = smdText([], ['0 "root" -1', '1 "tip" 0'], [bones, bones]);
    const { files } = compileAndRead('$modelname a.mdl\n$sequence rise "rise.smd"\n', {
      "rise.smd": rise,
    });
    const { model, done } = await open({ "models/a.mdl": files.mdl }, "models/a.mdl");
    expect(model.draws.all).toMatchObject({ drawCount: 0, vertexCount: 0, boneCount: 3 });
    expect(model.box[5] - model.box[2]).toBeCloseTo(40, 3);
    expect(done.warnings).toEqual([]);
  });

  it("gives the same result if the files are transferred away at once", async () => {
    const load = async (takesAway: boolean) => {
      const events: ModelLoadEvent[] = [];
      const content = madeContent({
        ...FILES,
        "models/shared.mdl": makeExternal(),
        "models/panel.ani": makeAni(),
      });
      const read = async (path: string) => (await content.read(path))?.slice() ?? null;
      const onFile = ({ bytes }: ToldFile) => {
        if (takesAway && bytes !== null) structuredClone(bytes, { transfer: [bytes.buffer] });
      };
      const sources = [{ label: "made", read }];
      for (const path of ["models/panel.mdl", "models/shared.mdl"]) {
        for await (const event of openModel(path, sources, { ...OPTIONS, onFile })) {
          events.push(structuredClone(event));
        }
      }
      return events;
    };
    expect(await load(true)).toEqual(await load(false));
  });

  it.each([
    ["of what plays later after the model", undefined, ["model", "read", "told"], Math.SQRT1_2],
    ["of what plays first before it, decoded", "wave", ["read", "model", "told"], -Math.SQRT1_2],
  ])("reads poses in .ani files %s", async (_, sequence, expected, turn) => {
    const content = madeContent({
      "models/a.mdl": makeSequences().bytes,
      // Has a sequence in an .ani file.
      "models/shared.mdl": makeExternal(),
      "models/panel.ani": makeAni(),
    });
    const order: string[] = [];
    const files = new ToldFiles();
    const note = (step: string, path: string) => {
      if (path.endsWith(".ani") && !order.includes(step)) order.push(step);
    };
    const read = async (path: string) => {
      note("read", path);
      return content.read(path);
    };
    const onFile = (file: ToldFile) => {
      note("told", file.path);
      files.add(file);
    };
    const reading = readStudioModel("models/a.mdl", files, { readsBlocks: false, isChecked: true });
    let turnOf = (): number => 0;
    const source = { label: "made", read };
    const options = { ...OPTIONS, onFile, sequence };
    for await (const event of openModel("models/a.mdl", [source], options)) {
      if (event.type === "model") order.push("model");
      if (event.type !== "motions") continue;
      files.end();
      const { motions } = (await reading)!;
      motions.take(event.poses);
      const wave = motions.animations.findIndex(({ name }) => name === "wave");
      turnOf = () => motions.frames(wave).quaternion[6];
      expect(turnOf()).toBeCloseTo(turn, 3);
    }
    expect(order).toEqual(expected);
    await (await reading)!.motions.readBlocks();
    expect(turnOf()).toBeCloseTo(-Math.SQRT1_2, 3);
  });

  it.each([
    [
      "what it idles in, is not held up by the rest of its files",
      undefined,
      ["idles.mdl"],
      HEIGHTS.idle,
    ],
    ["what it is asked to play, has all of them", "wave", ALL_PARTS, HEIGHTS.wave],
  ])("shows its first picture in %s", async (_, sequence, before, height) => {
    const content = madeContent({ ...makePerson(), "materials/skin.vmt": flat("[1 0 0]") });
    const asked = () =>
      content.reads.filter((path) => /(idles|walks|waves)\.mdl$/.test(path)).map(fileOf);
    const steps: string[][] = [];
    let palette = new Float32Array(0);
    let poses: readonly DecodedAnimation[] = [];
    const options = { ...OPTIONS, sequence };
    for await (const event of openModel("models/person.mdl", [content], options)) {
      if (event.type === "model") {
        const { bonePalette, variantFirstBone } = event.draws.all;
        palette = bonePalette.slice(variantFirstBone[0] * 12);
      }
      if (event.type === "motions") poses = event.poses;
      if (event.type === "model" || event.type === "motions") steps.push(asked());
    }
    expect(steps).toEqual([before, ALL_PARTS]);
    expect(palette[11]).toBeCloseTo(height, 2);
    // Animation indices of all playable sequences; "fall" is the first.
    expect(poses.map(({ animation }) => animation)).toEqual(sequence ? [1, 3] : [1]);
  });

  it("limits the number of skins", async () => {
    const events: ModelLoadEvent[] = [];
    const options = { ...OPTIONS, limits: { surfaces: 12 } };
    const opened = openModel("models/panel.mdl", [madeContent(FILES)], options);
    for await (const event of opened) events.push(event);
    const [, model, , done] = events;
    expect(model).toMatchObject({ draws: { all: { variantCount: 1, drawCount: 8 } } });
    expect(done).toMatchObject({
      warnings: [{ code: "over-budget", subject: "models/panel.mdl" }],
    });
  });

  it("shows bones or vertices if other files are missing, with a warning", async () => {
    const { "models/panel.vvd": _, "models/panel.dx90.vtx": vtx, ...rest } = FILES;
    const bones = await open({ ...rest, "models/panel.dx90.vtx": vtx });
    expect(bones.model.draws.all).toMatchObject({ drawCount: 0, vertexCount: 0 });
    expect(bones.done.warnings.map(({ subject }) => subject)).toContain("models/panel.vvd");
    const whole = await open();
    const points = await open({ ...rest, "models/panel.vvd": FILES["models/panel.vvd"] });
    expect(points.model.draws.all).toMatchObject({
      ...{ drawCount: 0, vertexCount: whole.model.draws.all.vertexCount },
    });
    // All drawn vertices and bones.
    for (let axis = 0; axis < 3; axis++) {
      expect(points.model.box[axis]).toBeLessThanOrEqual(whole.model.box[axis]);
      expect(points.model.box[axis + 3]).toBeGreaterThanOrEqual(whole.model.box[axis + 3]);
    }
    const alone = await open(rest);
    const lacking = alone.done.warnings.map(({ subject }) => subject);
    expect(lacking).toEqual(expect.arrayContaining(["models/panel.vvd", "models/panel.dx90.vtx"]));
  });

  it("names a missing model and a broken file", async () => {
    await expect(open(FILES, "models/other.mdl")).rejects.toThrow(NoModelError);
    const broken = { ...FILES, "models/panel.vvd": made.vvd.slice(0, 40) };
    await expect(open(broken)).rejects.toThrow(FormatError);
  });
});

describe("frameModel", () => {
  it.each([
    [[0, 0, 0, 32, 32, 64], 1],
    [[-200, -10, 0, 200, 10, 3], 16 / 9],
    [[0, 0, 0, 1, 1, 1], 2],
  ])("fits the box %j into the picture and nearly fills it", (box, aspect) => {
    const pose = frameModel(box, { aspect });
    const tall = Math.tan((MODEL_FOV * Math.PI) / 360) * 0.75;
    const [p, y] = [(pose.pitch * Math.PI) / 180, (pose.yaw * Math.PI) / 180];
    const ahead = [Math.cos(p) * Math.cos(y), Math.cos(p) * Math.sin(y), -Math.sin(p)];
    const right = [Math.sin(y), -Math.cos(y), 0];
    const up = [Math.sin(p) * Math.cos(y), Math.sin(p) * Math.sin(y), Math.cos(p)];
    const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let most = 0;
    for (let corner = 0; corner < 8; corner++) {
      const to = [0, 1, 2].map(
        (axis) => box[axis + ((corner >> axis) & 1) * 3] - [pose.x, pose.y, pose.z][axis],
      );
      const depth = dot(to, ahead);
      expect(depth).toBeGreaterThan(2);
      most = Math.max(most, Math.abs(dot(to, right)) / (depth * tall * aspect));
      most = Math.max(most, Math.abs(dot(to, up)) / (depth * tall));
    }
    expect(most).toBeLessThan(1);
    // A one-inch box is limited by the near plane.
    expect(most).toBeGreaterThan(box[3] === 1 ? 0.2 : 0.85);
  });
});

const test = await openTestGpu();

describe.skipIf(test === null)("the picture of a model", () => {
  afterAll(() => test!.close());

  it("shows the chosen skin on a floor in front of a backdrop", async () => {
    const { scene, model } = await open();
    const { renderer, errors, destroy } = await openTestRenderer(test!, 64, 64);
    renderer.setScene(scene);
    const see = async (choice: ModelChoice, pitch: number) => {
      renderer.setSource(propSource(chooseDraws(model.draws, choice)));
      await renderer.settled();
      const yaw = 0;
      renderer.render({ ...frameModel(model.box, { pitch, yaw, aspect: 1 }), fov: MODEL_FOV });
      const pixels = await renderer.readPixels();
      const at = (x: number, y: number) => [
        ...pixels.subarray((y * 64 + x) * 4, (y * 64 + x) * 4 + 3),
      ];
      return { middle: at(32, 44), top: at(32, 1), corner: at(2, 60) };
    };
    const red = await see(FIRST_CHOICE, 60);
    const blue = await see({ ...FIRST_CHOICE, skin: 1 }, 60);
    expect(red.middle[0]).toBeGreaterThan(red.middle[2] + 60);
    expect(blue.middle[2]).toBeGreaterThan(blue.middle[0] + 60);
    // Without the model, the floor is as grey as before.
    const none = await see({ ...FIRST_CHOICE, bodyGroups: [9, 9] }, 60);
    expect(none.corner).toEqual(red.corner);
    expect(Math.max(...none.middle) - Math.min(...none.middle)).toBeLessThan(20);
    const level = await see(FIRST_CHOICE, 0);
    expect(level.top).not.toEqual(red.corner);
    expect(errors).toEqual([]);
    destroy();
  });
});
