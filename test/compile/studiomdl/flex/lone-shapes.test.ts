import { describe, expect, it } from "vitest";
import {
  compareVertices,
  compileModelSource,
  readModelSource,
} from "../../../../src/compile/studiomdl/read-model-source.ts";
import { parseSmd } from "../../../../src/formats/smd/parse-smd.ts";
import { LineRows } from "../../../../src/render/lines/line-rows.ts";
import type { ModelLoadEvent } from "../../../../src/scene/model/events.ts";
import { openModel } from "../../../../src/scene/model/open-model.ts";
import { SkinnedMesh } from "../../../../src/viewer/model/lines/skinned-mesh.ts";
import { ModelFaceWriter } from "../../../../src/viewer/model/shown/face-writer.ts";
import { madeContent } from "../../../scene/content-sources.ts";
import { smdText } from "../make-sources.ts";

const encoder = new TextEncoder();
/** Makes a folder of texts, with reading and listing. */
const folderOf = (texts: Readonly<Record<string, string>>) => ({
  read: async (path: string) => (path in texts ? encoder.encode(texts[path]) : null),
  list: async (folder: string) => Object.keys(texts).filter((path) => path.startsWith(folder)),
});

const HEAD = ["version 1", "nodes", '0 "root" -1', "end", "skeleton", "time 0", "end"];
const BASE = ["0 0 0", "8 0 0", "0 8 0", "8 0 0", "8 8 0", "0 8 4"];
const vta = (base: readonly string[], ids = base.map((_, i) => i)) =>
  [
    ...[...HEAD, "vertexanimation", "time 0 # basis"],
    ...base.map((place, i) => `${ids[i]} ${place} 0 0 1`),
    ...["time 4 # lip raise", `${ids[1]} 8 0 2 0 0 1`, `${ids[3]} 8 0 2 0 0 1`],
    ...["time 9", `${ids[4]} 9 8 0 0.6 0 0.8`, "end"],
  ].join("\n");
const corner = (place: string) => ({ position: place.split(" ").map(Number) });
const mesh = (base: readonly string[], material = "skin") => {
  const at = base.map(corner);
  return smdText([
    [material, at[0], at[1], at[2]],
    [material, at[3], at[4], at[5]],
  ]);
};
const MOVES = smdText(
  [],
  ['0 "root" -1'],
  [["0 0 0 0 0 0 0"], ["0 0 0 9 0 0 0"], ["0 0 0 9 0 0 1"]],
);

describe("a VTA without a mesh", () => {
  it("has vertices without triangles, and a flex for each later shape", async () => {
    // The file's vertex numbers are arbitrary.
    const ids = [40, 3, 17, 8, 99, 2];
    const model = (await readModelSource(
      "a/face.vta",
      folderOf({ "a/face.vta": vta(BASE, ids) }),
    ))!;
    expect(model.name).toBe("models/face.mdl");
    expect(model.vtx!.indices).toHaveLength(0);
    // Two vertices at one place stay separate.
    expect(model.vvd!.vertices.count).toBe(6);
    const places = Array.from({ length: 6 }, (_, i) =>
      [...model.vvd!.vertices.position.subarray(i * 3, i * 3 + 3)].join(" "),
    );
    expect(places.sort()).toEqual([...BASE].sort());
    const { face } = model;
    expect(face.descriptors).toEqual(["lip_raise", "shape9"]);
    expect(face.controllers).toMatchObject({ name: ["lip_raise", "shape9"] });
    expect([...face.flexes.vertexCount]).toEqual([2, 1]);
    expect([...face.vertexAnimations.delta]).toEqual([0, 0, 2, 0, 0, 2, 1, 0, 0]);
  });

  it("is drawn as crosses in its box, which follow the sliders", async () => {
    const compiled = (await compileModelSource("face.vta", folderOf({ "face.vta": vta(BASE) })))!;
    const files = Object.fromEntries(compiled.files);
    const options = { textureCompressionBc: true, maxTextureDimension: 64 };
    const events: ModelLoadEvent[] = [];
    for await (const event of openModel(compiled.path, [madeContent(files)], options)) {
      events.push(event);
    }
    const shown = events.find((event) => event.type === "model");
    if (shown?.type !== "model") throw new Error("no model");
    expect(shown.draws.all).toMatchObject({ drawCount: 0, vertexCount: 6 });
    // A model is its SMD rotated by 90 degrees about z.
    expect([...shown.box].map((value) => Math.round(value) + 0)).toEqual([-8, 0, 0, 0, 8, 4]);
    expect(events.at(-1)).toMatchObject({ type: "done", warnings: [] });

    const model = (await readModelSource("face.vta", folderOf({ "face.vta": vta(BASE) })))!;
    const face = ModelFaceWriter.create(model, shown.draws.all.vertices)!;
    const rest = model.vvd!.vertices;
    const points = new SkinnedMesh(face.vertices, shown.draws.all);
    const draw = () => {
      points.pose(Float32Array.of(1, 0, 0, 100, 0, 1, 0, 0, 0, 0, 1, 0));
      const rows = new LineRows();
      points.addPoints(rows, rest, 0.5);
      const floats = new Float32Array(rows.words.buffer);
      return Array.from({ length: rows.count }, (_, i) => ({
        middle: [0, 1, 2].map((k) => (floats[i * 8 + k] + floats[i * 8 + 4 + k]) / 2).join(" "),
        ends: [0, 1, 2].map((k) => floats[i * 8 + 4 + k] - floats[i * 8 + k]),
        color: rows.words[i * 8 + 3],
      }));
    };
    const before = draw();
    expect(before).toHaveLength(18);
    expect(before.slice(0, 3).map(({ ends }) => ends)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    expect(new Set(before.map(({ color }) => color)).size).toBe(1);
    face.controllers[0] = 0.5;
    face.write(() => {});
    const after = draw();
    const moved = after.filter(({ middle }, i) => middle !== before[i].middle);
    expect(moved.map(({ middle }) => middle)).toEqual(new Array(6).fill("108 0 1"));
    expect(moved.every(({ color }) => color !== before[0].color)).toBe(true);
    expect(after.filter(({ color }) => color !== before[0].color)).toHaveLength(6);
  });

  const opened = async (path: string, texts: Readonly<Record<string, string>>) => {
    const model = (await readModelSource(path, folderOf(texts)))!;
    const shapes = model.face.flexes.count;
    const [material] = model.mdl.textures;
    return { triangles: model.vtx!.indices.length / 3, shapes, material };
  };
  const elsewhere = BASE.map((place) => `${place}9`);

  it.each([
    ["of its name", "a/face.vta", { "a/face.smd": mesh(elsewhere) }],
    [
      "of its vertices",
      "a/face.vta",
      { "a/b.smd": mesh(elsewhere, "b"), "a/head.smd": mesh(BASE) },
    ],
    ["of as many vertices", "a/face.vta", { "a/b.smd": MOVES, "a/head.smd": mesh(elsewhere) }],
  ])("belongs to the mesh %s beside it", async (_, path, others) => {
    const found = await opened(path, { "a/face.vta": vta(BASE), ...others });
    expect(found).toEqual({ triangles: 2, shapes: 2, material: "skin" });
  });

  it("is found for a mesh, whatever its name", async () => {
    const texts = { "head.smd": mesh(BASE), "shapes.vta": vta(BASE), "walk.smd": MOVES };
    expect(await opened("head.smd", texts)).toMatchObject({ triangles: 2, shapes: 2 });
    // An animation has no shapes.
    expect((await readModelSource("walk.smd", folderOf(texts)))!.face.flexes.count).toBe(0);
  });

  it.each([
    ["another mesh", { "far/head.smd": mesh(BASE), "more.smd": mesh(BASE.slice(0, 6)) }],
    ["a broken mesh", { "more.smd": `${mesh(BASE)}\nbroken` }],
    ["an animation of the same name", { "face.smd": MOVES }],
  ])("stays vertices beside %s", async (_, others) => {
    const five = vta(BASE.slice(0, 5).map((place) => `1${place}`));
    expect(await opened("face.vta", { "face.vta": five, ...others })).toEqual({
      triangles: 0,
      shapes: 2,
      material: "points",
    });
  });

  it("is matched with a mesh by the positions of its first shape", () => {
    const reference = parseSmd(mesh(BASE));
    expect(compareVertices(reference, parseSmd(vta(BASE)))).toBe("same");
    expect(compareVertices(reference, parseSmd(vta(elsewhere)))).toBe("as-many");
    expect(compareVertices(reference, parseSmd(vta(elsewhere.slice(1))))).toBeNull();
    expect(compareVertices(reference, parseSmd(vta(BASE, [0, 1, 2, 3, 4, 6])))).toBeNull();
    expect(compareVertices(parseSmd(MOVES), parseSmd(vta(BASE)))).toBeNull();
    expect(compareVertices(reference, reference)).toBeNull();
  });

  it("is refused without vertices", async () => {
    const files = folderOf({ "face.vta": MOVES });
    await expect(compileModelSource("face.vta", files)).rejects.toMatchObject({
      format: "SMD",
      code: "truncated",
    });
  });

  it("becomes an animation if all it moves is a skeleton", async () => {
    const model = (await readModelSource("walk.smd", folderOf({ "walk.smd": MOVES })))!;
    const { position } = model.motions.frames(0);
    expect([position[2], position[5], position[8]].map(Math.round)).toEqual([0, 9, 9]);
  });
});
