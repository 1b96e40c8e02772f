import { describe, expect, it } from "vitest";
import { decompileModelFiles } from "../../../../src/compile/studiomdl/decompile/decompile-files.ts";
import { findSplit } from "../../../../src/compile/studiomdl/decompile/decompile-shapes.ts";
import { leftShare } from "../../../../src/compile/studiomdl/flex/left-share.ts";
import { parseQc } from "../../../../src/compile/studiomdl/qc/parse-qc.ts";
import { writeQc } from "../../../../src/compile/studiomdl/qc/write-qc.ts";
import {
  compileModelSource,
  readModelSource,
} from "../../../../src/compile/studiomdl/read-model-source.ts";
import { createFace } from "../../../../src/model/pose/create-face.ts";
import { smdText } from "../make-sources.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const filesOf = (texts: Readonly<Record<string, string | Uint8Array>>) => ({
  read: async (path: string) => {
    const text = texts[path] ?? null;
    return typeof text === "string" ? encoder.encode(text) : text;
  },
});

/** A row of vertices along x, which all rise by 1; the fourth also moves half an inch aside. */
const X = [-3, -1, -0.5, 0, 0.25, 2];
const at = (row: number) => ({ position: [X[row], row % 2 === 0 ? 0 : 4, 0] });
const MESH = smdText([
  ["skin", at(0), at(2), at(1)],
  ["skin", at(3), at(4), at(5)],
]);
/** Rows by corner. */
const CORNERS = [0, 2, 1, 3, 4, 5];
const base = CORNERS.map((row, id) => `${id} ${at(row).position.join(" ")} 0 0 1`);
const lift = (z: number) =>
  CORNERS.map((row, id) => {
    const [x, y] = at(row).position;
    return `${id} ${row === 3 ? 0.5 : x} ${y} ${z} 0 0 1`;
  });
const VTA = [
  ...["version 1", "nodes", '0 "root" -1', "end", "skeleton", "time 0", "end"],
  ...["vertexanimation", "time 0", ...base, "time 1", ...lift(1), "time 2", ...lift(3), "end"],
].join("\n");
const qc = (flexes: string, more = "") => `$modelname face
$model head "head" {
  flexfile "head.vta" {
    defaultflex frame 0
    ${flexes}
  }
  ${more}
}
$sequence idle "head"`;
const read = async (flexes: string, more = "") =>
  (await readModelSource(
    "face.qc",
    filesOf({ "face.qc": qc(flexes, more), "head.smd": MESH, "head.vta": VTA }),
  ))!;
/** Returns the side values of vertices in the order of `X`. */
const sidesOf = ({ face, vvd, mdl }: Awaited<ReturnType<typeof read>>, flex: number) => {
  const { flexes, vertexAnimations } = face;
  const first = flexes.firstVertex[flex];
  const rows = Array.from({ length: flexes.vertexCount[flex] }, (_, i) => {
    const vertex = mdl.meshes.firstVertex[flexes.mesh[flex]] + vertexAnimations.vertex[first + i];
    return [vvd!.vertices.position[vertex * 3], vertexAnimations.side[first + i]];
  });
  return rows.sort(([a], [b]) => a - b).map(([, side]) => side);
};
const steps = (...values: number[]) => values.map((value) => Math.round(value * 255) / 255);

describe("flex pairs", () => {
  it("become a single flex, whose sides blend by the shape's vertex positions", async () => {
    const model = await read('flexpair "smile" 1 frame 1');
    const { face } = model;
    expect(face.descriptors).toEqual(["smileR", "smileL"]);
    expect([...face.flexes.descriptor, ...face.flexes.pair]).toEqual([0, 1]);
    // At -1, -0.5, 0.25 and, for the vertex that moves from 0, 0.5: 3 t² - 2 t³ with t = (x + 1) /
    // 2.
    expect(sidesOf(model, 0)).toEqual(steps(0, 0, 0.15625, 0.84375, 0.68359375, 1).map(near));
    const wide = await read('flexpair "smile" 4.0 frame 1');
    // t is 3/8 and 6/8; at -3 it is 1/8.
    expect(sidesOf(wide, 0)[0]).toBeCloseTo(0.04296875, 2);
    expect(sidesOf(wide, 0)[5]).toBeCloseTo(0.84375, 2);
    const turned = await read('flexpair "smile" -1 frame 1');
    expect(sidesOf(turned, 0)).toEqual(steps(1, 1, 0.84375, 0.15625, 0.31640625, 0).map(near));
    const none = await read('flexpair "smile" 0 frame 1');
    expect(none.face.descriptors).toEqual(["smile"]);
    expect([...none.face.flexes.pair]).toEqual([-1]);
  });

  const near = (value: number) => expect.closeTo(value, 5);

  it("move each side by its own weight", async () => {
    const controls = "flexcontroller a a b\n%smileR = a\n%smileL = b";
    const model = await read('flexpair "smile" 1 frame 1', controls);
    const face = createFace(model)!;
    const rise = (right: number, left: number) => {
      face.controllers.set([right, left]);
      face.evaluate();
      const position = model.vvd!.vertices.position.slice();
      face.morph(position, model.vvd!.vertices.normal.slice());
      const rows = Array.from(model.vvd!.vertices.position.filter((_, i) => i % 3 === 0));
      return rows
        .map((x, row) => [x, position[row * 3 + 2]])
        .sort(([a], [b]) => a - b)
        .map(([, z]) => Math.round(z * 100) / 100);
    };
    expect(rise(1, 0)).toEqual([1, 1, 0.84, 0.16, 0.32, 0]);
    expect(rise(0, 1)).toEqual([0, 0, 0.16, 0.84, 0.68, 1]);
    expect(rise(1, 1)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("use the first descriptor of the pair, whichever side that is", async () => {
    // Descriptor 0 as the pair would mean no pair.
    const model = await read('flex "smileL" frame 2\nflexpair "smile" 1 frame 1');
    expect(model.face.descriptors).toEqual(["smileL", "smileR"]);
    expect([...model.face.flexes.descriptor]).toEqual([0, 0]);
    expect([...model.face.flexes.pair]).toEqual([-1, 1]);
    expect(sidesOf(model, 1)).toEqual(steps(1, 1, 0.84375, 0.15625, 0.31640625, 0).map(near));
  });

  it("and other flexes with positions hand over at the weights of their shapes", async () => {
    const model = await read('flex "jaw" frame 1 position 0.5\nflex "jaw" frame 2');
    expect([...model.face.flexes.target]).toEqual([0, 0.5, 0.5, 1, 0.5, 1, 10, 11]);
    const same = await read('flex "jaw" frame 1\nflex "jaw" frame 2');
    // Real models have these targets too.
    expect([...same.face.flexes.target]).toEqual([0, 1, 1, 1, 1, 1, 10, 11]);
  });

  it("survive decompiling and compiling", async () => {
    const script = qc(
      `flex "jaw" frame 1 position 0.5
    flex "jaw" frame 2
    flexpair "smile" 1.25 frame 1`,
      "flexcontroller mouth range 0 1 open\nlocalvar half\n%half = open * 0.5\n%jaw = %half",
    );
    const files = filesOf({ "face.qc": script, "head.smd": MESH, "head.vta": VTA });
    const compiled = (await compileModelSource("face.qc", files))!;
    const warnings: string[] = [];
    const report = { warn: (line: string) => void warnings.push(line) };
    const made = filesOf(Object.fromEntries(compiled.files));
    const texts = (await decompileModelFiles(compiled.path, made, report))!;
    expect(warnings).toEqual([]);
    const lines = decoder.decode(texts.get("face.qc")).split("\n");
    expect(lines.filter((line) => /^ *(flex|flexpair|localvar) /.test(line))).toEqual([
      '    flex "jaw" frame 1 position 0.5',
      '    flex "jaw" frame 2',
      '    flexpair "smile" 1.25 frame 3',
      "  localvar half",
    ]);
    const again = (await readModelSource("face.qc", filesOf(Object.fromEntries(texts))))!;
    const before = await read("", "");
    expect(before.face.flexes.count).toBe(0);
    const was = (await readModelSource("face.qc", files))!;
    expect(again.face).toEqual(was.face);
    const parsed = parseQc(script, report);
    expect(parseQc(writeQc(parsed), report).flexVariables).toEqual(["half"]);
  });

  it("are decompiled to two flexes if no split width fits", () => {
    const x = [-2, -0.5, 0, 0.5, 2];
    const sides = (split: number) =>
      x.map((value) => Math.floor(leftShare(value, split) * 255) / 255);
    for (const split of [1, 0.75, 2.5, -1.2]) {
      expect(findSplit(x, sides(split)), `${split}`).toBeCloseTo(split, 1);
    }
    // Any width without a vertex inside fits as well.
    expect(findSplit(x, sides(0.3))).toBe(0.5);
    expect(findSplit([-2, 2], [0, 1])).toBe(1);
    expect(findSplit(x, [0, 0.5, 0.5, 0.5, 1])).toBeNull();
    expect(findSplit(x, [0, 1, 0, 1, 0])).toBeNull();
    expect(findSplit([0], [0])).toBeNull();
  });

  it.each([
    ["a width", 'flexpair "smile" frame 1'],
    ["a position above 0", 'flex "jaw" frame 1 position 0'],
    ["a position", 'flex "jaw" frame 1 position'],
  ])("are refused without %s", async (_, flexes) => {
    await expect(read(flexes)).rejects.toMatchObject({ format: "QC" });
  });
});
