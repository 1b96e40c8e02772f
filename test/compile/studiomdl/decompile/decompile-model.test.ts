import { describe, expect, it } from "vitest";
import { compileStudioModel } from "../../../../src/compile/studiomdl/compile-studio-model.ts";
import { decompileModel } from "../../../../src/compile/studiomdl/decompile/decompile-model.ts";
import { parseQc } from "../../../../src/compile/studiomdl/qc/parse-qc.ts";
import { writeQc } from "../../../../src/compile/studiomdl/qc/write-qc.ts";
import type { CompileReport } from "../../../../src/compile/types.ts";
import { parseSmd } from "../../../../src/formats/smd/parse-smd.ts";
import { writeSmd } from "../../../../src/formats/smd/write-smd.ts";
import { listCorpusMdls, readCorpusFiles } from "../../../formats/studio/studio-corpus.ts";
import {
  compileAndRead,
  gridTriangles,
  listLodTriangles,
  type ReadModel,
  readModel,
  smdText,
} from "../make-sources.ts";

/** Decompiles a model to texts, and compiles these. */
function roundTrip(model: ReadModel): { again: ReadModel; warnings: string[] } {
  const warnings: string[] = [];
  const report: CompileReport = { warn: (line) => warnings.push(line), progress: () => {} };
  const { mdl, vvd, vtx, animations } = model;
  const { qc, smds } = decompileModel({ mdl, vvd, vtx, animations }, report);
  const texts = new Map([...smds].map(([name, smd]) => [name, writeSmd(smd)]));
  const readSmd = (name: string) => {
    const text = texts.get(name);
    return text === undefined ? null : parseSmd(text);
  };
  const script = parseQc(writeQc(qc), report);
  return { again: readModel(compileStudioModel(script, readSmd, report)), warnings };
}

describe("decompiling and compiling a model of this project", () => {
  it("gives the same bytes for a static prop", () => {
    const model = compileAndRead(
      `$modelname props/test.mdl
$staticprop
$cdmaterials "models/props"
$body base "base"
$bodygroup knob { studio "knob" blank }
$lod 20 { replacemodel "base" "far" removemodel "knob" }
$texturegroup skins { { "wood" } { "oak" } }
$sequence idle "base" fps 1`,
      {
        base: smdText([...gridTriangles("wood", 4, 4), ...gridTriangles("metal", 2, 2)]),
        far: smdText(gridTriangles("wood", 4, 4, 2)),
        knob: smdText(gridTriangles("metal", 1, 1)),
      },
    );
    const first = roundTrip(model);
    expect(first.warnings).toEqual([]);
    const second = roundTrip(first.again);
    expect(second.again.files).toEqual(first.again.files);
    // Only the names of files are lost.
    expect(first.again.vvd.vertices).toEqual(model.vvd.vertices);
    expect(first.again.mdl.skins).toEqual(model.mdl.skins);
    for (const lod of [0, 1]) {
      expect(listLodTriangles(first.again, lod)).toEqual(listLodTriangles(model, lod));
    }
  });

  it("keeps bones, weights and frames", () => {
    const nodes = ['0 "a" -1', '1 "b" 0'];
    const model = compileAndRead('$modelname arm\n$body b "b"\n$sequence wave "wave" fps 12 loop', {
      b: smdText(
        [
          [
            "m",
            { position: [0, 0, 0] },
            { position: [8, 0, 0], links: "1 1 0.25" },
            { position: [8, 8, 0], bone: 1 },
          ],
        ],
        nodes,
        [["0 0 0 4 0 0 0.5", "1 8 0 0 0.1 0.2 0.3"]],
      ),
      wave: smdText(
        [],
        nodes,
        Array.from({ length: 20 }, (_, i) => [`0 0 0 ${i} 0 0 0.5`, `1 8 0 0 ${i / 20} 0.2 0.3`]),
      ),
    });
    const { again } = roundTrip(model);
    expect(again.vvd.vertices).toEqual(model.vvd.vertices);
    expect(again.mdl.bones.name).toEqual(["a", "b"]);
    const [before] = model.animations.animations;
    const [after] = again.animations.animations;
    expect(after).toMatchObject({ fps: 12, flags: 1, frameCount: 20 });
    expect(largestDifference(after.position, before.position)).toBeLessThan(0.001);
    expect(largestDifference(after.quaternion, before.quaternion)).toBeLessThan(1e-4);
  });
});

describe("decompiled normals and tangents", () => {
  const body = smdText([
    ["m", { position: [0, 0, 0] }, { position: [8, 0, 0] }, { position: [0, 8, 0] }],
    ["m", { position: [0, 0, 9] }, { position: [8, 0, 9] }, { position: [0, 8, 9] }],
  ]);

  it("keep the length of normals, and make tangents orthogonal and of unit length", () => {
    const lengths = [1.03, 0.97, 1];
    let corner = 0;
    const text = body.replaceAll(" 0 0 1 ", () => {
      const length = lengths[corner++ % 3];
      return ` 0 ${0.6 * length} ${0.8 * length} `;
    });
    const model = compileAndRead('$modelname a\n$body b "b"', { b: text });
    const { normal, tangent } = model.vvd.vertices;
    const found = Array.from({ length: 6 }, (_, i) => {
      const [x, y, z, tx, ty, tz] = [
        ...normal.subarray(i * 3, i * 3 + 3),
        ...tangent.subarray(i * 4),
      ];
      expect(x * tx + y * ty + z * tz).toBeCloseTo(0, 5);
      expect(Math.hypot(tx, ty, tz)).toBeCloseTo(1, 5);
      return Math.hypot(x, y, z).toFixed(4);
    });
    expect(found.sort()).toEqual(["0.9700", "0.9700", "1.0000", "1.0000", "1.0300", "1.0300"]);
    const { again } = roundTrip(model);
    expect(largestDifference(again.vvd.vertices.normal, normal)).toBeLessThan(1e-6);
  });

  it("merge vertices that differ only in the tangent, with a warning of their count", () => {
    const model = compileAndRead('$modelname a\n$body b "b"', { b: body });
    expect(roundTrip(model).warnings).toEqual([]);
    // Makes the second triangle's vertices equal to the first's, except for their tangents.
    const { vertices } = model.vvd;
    for (const [column, size] of [
      [vertices.position, 3],
      [vertices.normal, 3],
      [vertices.texCoord, 2],
    ] as const) {
      column.copyWithin(3 * size, 0, 3 * size);
    }
    for (let i = 0; i < 3; i++) vertices.tangent[(3 + i) * 4] *= -1;
    const { again, warnings } = roundTrip(model);
    expect(warnings).toEqual([
      "3 vertices differ from others in the tangent alone, and become one with them",
    ]);
    expect([again.vvd.vertices.count, again.mesh.indices.length]).toEqual([3, 6]);
  });
});

describe.skipIf(listCorpusMdls().length === 0)("real models, decompiled and compiled again", () => {
  const names = listCorpusMdls().filter((_, i) => i % 3 === 0);
  it(`have the same triangles, weights and frames: ${names.length} models`, () => {
    const total = { models: 0, triangles: 0, same: 0, bones: 0, animations: 0 };
    const worst = { move: 0, turn: 0 };
    for (const name of names) {
      const model = readModel(readCorpusFiles(name));
      const { again } = roundTrip(model);
      total.models++;
      for (let lod = 0; lod < model.vtx.lodCount; lod++) {
        const before = describeTriangles(model, lod);
        const left = new Map<string, number>();
        for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
        total.triangles += before.length;
        for (const line of describeTriangles(again, lod)) {
          const count = left.get(line) ?? 0;
          left.set(line, count - 1);
          if (count > 0) total.same++;
        }
      }
      if (again.mdl.bones.name.join() === model.mdl.bones.name.join()) total.bones++;
      total.animations += compareAnimations(model, again, worst);
    }
    expect(total.models).toBe(names.length);
    expect(total.same).toBe(total.triangles);
    expect(total.triangles).toBeGreaterThan(20000);
    expect(total.bones).toBeGreaterThan(names.length - 3);
    expect(total.animations).toBeGreaterThan(names.length / 2);
    expect(worst.move).toBeLessThan(0.002);
    expect(worst.turn).toBeLessThan(1e-6);
  });
});

function largestDifference(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}

/** Describes each triangle by material, positions, texture coordinates and named weights. */
function describeTriangles({ mdl, vvd, vtx }: ReadModel, lod: number): string[] {
  const { meshes } = vtx;
  const { position, texCoord, boneCount, boneIndex, boneWeight } = vvd.vertices;
  const near = (value: number, scale: number) => Math.round(value * scale) / scale + 0;
  const corner = (vertex: number): string => {
    const at = [0, 1, 2].map((axis) => near(position[vertex * 3 + axis], 100));
    const uv = [0, 1].map((axis) => near(texCoord[vertex * 2 + axis], 1000));
    const weights: string[] = [];
    for (let k = 0; k < boneCount[vertex]; k++) {
      const weight = near(boneWeight[vertex * 3 + k], 100);
      if (weight > 0) weights.push(`${mdl.bones.name[boneIndex[vertex * 3 + k]]} ${weight}`);
    }
    return `${at}/${uv}/${weights.sort()}`;
  };
  const lines: string[] = [];
  for (let row = 0; row < meshes.count; row++) {
    if (meshes.lod[row] !== lod) continue;
    const mesh =
      mdl.bodyParts[meshes.bodyPart[row]].models[meshes.model[row]].firstMesh + meshes.mesh[row];
    const material = mdl.textures[mdl.skins[mdl.meshes.material[mesh]]];
    const end = meshes.firstIndex[row] + meshes.indexCount[row];
    for (let i = meshes.firstIndex[row]; i < end; i += 3) {
      const corners = [0, 1, 2].map((k) =>
        corner(mdl.meshes.firstVertex[mesh] + vtx.indices[i + k]),
      );
      const start = corners.indexOf([...corners].sort()[0]);
      const turned = [0, 1, 2].map((k) => corners[(start + k) % 3]);
      lines.push(`${meshes.bodyPart[row]} ${meshes.model[row]} ${material} ${turned.join(" ")}`);
    }
  }
  return lines;
}

/** Compares the poses of sequences in both models; returns their count. */
function compareAnimations(
  before: ReadModel,
  after: ReadModel,
  worst: { move: number; turn: number },
): number {
  let count = 0;
  for (const sequence of after.animations.sequences) {
    const old = before.animations.sequences.find(({ name }) => name === sequence.name);
    if (old === undefined) continue;
    const a = before.animations.animations[old.blends[0]];
    const b = after.animations.animations[sequence.blends[0]];
    expect([sequence.name, b.frameCount]).toEqual([sequence.name, a.frameCount]);
    count++;
    const rows = after.mdl.bones.name.map((name) => before.mdl.bones.name.indexOf(name));
    for (let frame = 0; frame < a.frameCount; frame++) {
      rows.forEach((row, bone) => {
        const i = frame * before.mdl.bones.count + row;
        const k = frame * after.mdl.bones.count + bone;
        for (let axis = 0; axis < 3; axis++) {
          const move = Math.abs(a.position[i * 3 + axis] - b.position[k * 3 + axis]);
          worst.move = Math.max(worst.move, move);
        }
        let dot = 0;
        for (let c = 0; c < 4; c++) dot += a.quaternion[i * 4 + c] * b.quaternion[k * 4 + c];
        worst.turn = Math.max(worst.turn, 1 - Math.abs(dot));
      });
    }
  }
  return count;
}
