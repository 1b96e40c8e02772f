import { describe, expect, it } from "vitest";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import type { StudioModel } from "../../../src/model/files/studio-model.ts";
import { LINE_WORDS, LineRows, lineColor } from "../../../src/render/lines/line-rows.ts";
import { MARK_WORDS, SolidRows } from "../../../src/render/lines/solid-rows.ts";
import { chooseDraws, FIRST_CHOICE } from "../../../src/scene/model/choose-draws.ts";
import { openModel } from "../../../src/scene/model/open-model.ts";
import { heatColor } from "../../../src/viewer/model/lines/bone-color.ts";
import { addHighlight, type ModelHighlight } from "../../../src/viewer/model/lines/highlight.ts";
import {
  addAttachments,
  addBones,
  addBox,
  addHitBoxes,
  addHulls,
} from "../../../src/viewer/model/lines/model-lines.ts";
import { addWeights, colorWeights } from "../../../src/viewer/model/lines/shown-lines.ts";
import { SkinnedMesh } from "../../../src/viewer/model/lines/skinned-mesh.ts";
import { writePlace } from "../../../src/viewer/model/model-stage.ts";
import { listUvEdges } from "../../../src/viewer/model/uv-edges.ts";
import { madeContent } from "../../scene/content-sources.ts";
import { makeMovingModel } from "../../support/models/made-model.ts";

/** Returns the ends of each line, rounded. */
function linesOf(rows: LineRows): number[][] {
  const floats = new Float32Array(rows.words.buffer);
  return Array.from({ length: rows.count }, (_, i) => {
    const at = i * LINE_WORDS;
    return [0, 1, 2, 4, 5, 6].map((k) => Math.round(floats[at + k]) + 0);
  });
}

/** Rotated by 90° about z, and 100 up. */
const TURNED = Float32Array.of(0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 100);
const length = ([a, b, c, d, e, f]: number[]) => Math.hypot(a - d, b - e, c - f);

describe("model overlay lines", () => {
  it("draw a box as twelve edges, four along each axis", () => {
    const rows = new LineRows();
    const mins = Float32Array.of(9, 9, 9, 0, 0, 0);
    const maxs = Float32Array.of(9, 9, 9, 1, 2, 3);
    addBox(rows, TURNED, 0, mins, maxs, 3, 0);
    const lines = linesOf(rows);
    expect(lines.map(length).sort()).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    expect(new Set(lines.map(String)).size).toBe(12);
    for (const [x0, y0, z0, x1, y1, z1] of lines) {
      for (const x of [x0, x1]) expect([-2, 0]).toContain(x);
      for (const y of [y0, y1]) expect([0, 1]).toContain(y);
      for (const z of [z0, z1]) expect([100, 103]).toContain(z);
    }
  });

  const rig = {
    attachments: {
      ...{ count: 1, name: ["eyes"], flags: new Uint32Array(1), bone: Int32Array.of(1) },
      local: Float32Array.of(1, 0, 0, 4, 0, 1, 0, 5, 0, 0, 1, 6),
    },
    hitBoxes: {
      ...{ count: 2, name: ["", ""], set: Uint16Array.of(0, 1), bone: Int32Array.of(0, 1) },
      ...{
        group: Int32Array.of(1, 99),
        mins: new Float32Array(6),
        maxs: new Float32Array(6).fill(4),
      },
    },
  };
  const bones = { count: 2, parent: Int32Array.of(-1, 0) };
  const phy = {
    ...{ solidCount: 2, hullCount: 2, hullSolid: Uint32Array.of(0, 1) },
    hullFirstTriangle: Uint32Array.of(0, 2, 3),
    // A square of two triangles, and a triangle of another solid.
    corners: Float32Array.of(
      ...[0, 0, 0, 8, 0, 0, 8, 8, 0],
      ...[0, 0, 0, 8, 8, 0, 0, 8, 0],
      ...[0, 0, 0, 1, 0, 0, 0, 1, 0],
    ),
  };
  const model = { rig, mdl: { bones }, phy } as unknown as StudioModel;
  const pose = Float32Array.of(...[1, 0, 0, 10, 0, 1, 0, 20, 0, 0, 1, 30], ...TURNED);
  const drawn = (add: (rows: LineRows) => void) => {
    const rows = new LineRows();
    add(rows);
    return linesOf(rows);
  };

  it("connect bones and show their axes", () => {
    const lines = drawn((rows) => addBones(rows, model, pose, 5));
    expect(lines).toHaveLength(7);
    expect(lines).toContainEqual([10, 20, 30, 0, 0, 100]);
    expect(lines).toContainEqual([10, 20, 30, 15, 20, 30]);
    // The other's x is the model's y.
    expect(lines).toContainEqual([0, 0, 100, 0, 5, 100]);
  });

  it("show attachment axes in bone space and the boxes of one hit box set", () => {
    expect(drawn((rows) => addAttachments(rows, model, pose, 2))).toEqual([
      [-5, 4, 106, -5, 6, 106],
      [-5, 4, 106, -7, 4, 106],
      [-5, 4, 106, -5, 4, 108],
    ]);
    const boxes = drawn((rows) => addHitBoxes(rows, model, pose, 1));
    expect(boxes).toHaveLength(12);
    expect(Math.min(...boxes.flatMap((line) => [line[2], line[5]]))).toBe(100);
  });

  it("draw each hull edge once, at its bone", () => {
    const lines = drawn((rows) => addHulls(rows, model, pose, Int32Array.of(-1, 0)));
    // Four sides and a diagonal; then the part that rises, with three edges that no other triangle
    // has.
    const first = lines.filter(([x, y, z]) => z === 0 && x <= 8 && y <= 8);
    expect(first).toHaveLength(3);
    expect(lines).toContainEqual([0, 0, 0, 8, 8, 0]);
    expect(lines).toContainEqual([10, 20, 30, 11, 20, 30]);
  });

  it("show edges and normals of the posed model", async () => {
    const files = makeMovingModel();
    const options = { textureCompressionBc: true, maxTextureDimension: 64 };
    for await (const event of openModel("models/lift.mdl", [madeContent(files)], options)) {
      if (event.type !== "model") continue;
      const { vvd } = (await readStudioModel("models/lift.mdl", {
        read: async (path) => files[path] ?? null,
      })) as StudioModel;
      const mesh = new SkinnedMesh(vvd!.vertices, chooseDraws(event.draws, FIRST_CHOICE));
      const palette = Float32Array.of(...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], ...TURNED);
      mesh.pose(palette);
      const edges = drawn((rows) => mesh.addEdges(rows));
      // Two squares, each with a diagonal.
      expect(edges).toHaveLength(10);
      const heights = edges.flatMap((line) => [line[2], line[5]]);
      // The lower one stays; the other, from 16 to 32, is 100 higher.
      expect([...new Set(heights)].sort((a, b) => a - b)).toEqual([0, 16, 116, 132]);
      const sheets = listUvEdges(vvd!.vertices, chooseDraws(event.draws, FIRST_CHOICE));
      expect(sheets.map(({ material }) => material.split("/").at(-1)).sort()).toEqual([
        "green",
        "red",
      ]);
      // A square with its diagonal each, four numbers per edge; s is the position along x, in
      // sixteenths.
      expect(sheets.map(({ edges }) => edges.length)).toEqual([20, 20]);
      const t = sheets.flatMap(({ edges }) => [...edges].filter((_, i) => i % 2 === 1));
      expect([...new Set(t)].sort()).toEqual([0.5, 1.5]);
      const s = sheets.flatMap(({ edges }) => [...edges].filter((_, i) => i % 2 === 0));
      expect(new Set(s)).toEqual(new Set([0]));
      // Two triangles per square.
      const weights = new SolidRows();
      const set = chooseDraws(event.draws, FIRST_CHOICE);
      addWeights(weights, set, mesh.posed, colorWeights(vvd!.vertices, -1));
      expect(weights.count).toBe(12);
      const tops = new Float32Array(weights.words.buffer).filter(
        (_, i) => i < weights.count * MARK_WORDS && i % MARK_WORDS === 2,
      );
      expect([...new Set(tops)].sort((a, b) => a - b)).toEqual([0, 16, 116, 132]);
      const colorsOf = (rows: SolidRows) =>
        new Set(
          Array.from(rows.words.subarray(0, 12 * MARK_WORDS)).filter(
            (_, i) => i % MARK_WORDS === 3,
          ),
        );
      // Colours of the first bone and of the other, one per square.
      expect(colorsOf(weights).size).toBe(2);
      expect([...colorsOf(weights)]).toContain(lineColor(0.88, 0.2, 0.2));
      const heat = new SolidRows();
      addWeights(heat, set, mesh.posed, colorWeights(vvd!.vertices, 1));
      const [none, all] = [0, 1].map((weight) =>
        lineColor(heatColor(weight, 0), heatColor(weight, 1), heatColor(weight, 2)),
      );
      expect(colorsOf(heat)).toEqual(new Set([none, all]));
      const normals = drawn((rows) => mesh.addNormals(rows, 4));
      expect(normals).toHaveLength(8);
      expect(normals.map(length)).toEqual(new Array(8).fill(4));
    }
    expect.hasAssertions();
  });

  it("highlight a bone, an attachment or a filled box with edges", () => {
    const motions = { attachments: rig.attachments };
    const marked = { ...model, motions } as unknown as StudioModel;
    const mark = (part: ModelHighlight) => {
      const rows = { solids: new SolidRows(), lines: new LineRows(), markers: new SolidRows() };
      addHighlight(rows, marked, pose, part, 10);
      return { solids: rows.solids.count, lines: linesOf(rows.lines) };
    };
    // From the first bone to the other; the other, which has no child, is a bead.
    const bone = mark({ kind: "bone", row: 0 });
    expect(bone.solids).toBe(8 * 3);
    const ends = bone.lines.flatMap((line) => [line.slice(0, 3), line.slice(3)]);
    expect(ends).toContainEqual([0, 0, 100]);
    const bead = mark({ kind: "bone", row: 1 });
    expect(bead.lines).toHaveLength(15);
    expect(bead.lines.at(-1)!.slice(2, 3)[0]).toBeGreaterThan(96);
    const attachment = mark({ kind: "attachment", row: 0 });
    expect(attachment.lines[0].slice(0, 3)).toEqual([-5, 4, 106]);
    const box = mark({ kind: "hitBox", row: 1 });
    expect(box).toMatchObject({ solids: 36, lines: { length: 12 } });
    expect(mark({ kind: "hitBox", row: 2 })).toEqual({ solids: 0, lines: [] });
    const place = new Float32Array(3);
    expect(writePlace(marked, pose, { kind: "attachment", row: 0 }, place)).toBe(true);
    expect([...place]).toEqual([-5, 4, 106]);
    expect(writePlace(marked, pose, { kind: "hitBox", row: 0 }, place)).toBe(true);
    expect([...place]).toEqual([12, 22, 32]);
    expect(writePlace(marked, pose, { kind: "bone", row: 2 }, place)).toBe(false);
  });
});
