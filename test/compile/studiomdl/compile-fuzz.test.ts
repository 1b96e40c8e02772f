import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQc } from "../../../src/compile/studiomdl/qc/parse-qc.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { fuzzRuns } from "../../support/fuzz-runs.ts";
import { compileAndRead, type ReadModel, type SmdVertexText, smdText } from "./make-sources.ts";

const coordinate = fc.integer({ min: 0, max: 3 });
const vertex = fc.record({
  position: fc.tuple(coordinate, coordinate, coordinate),
  bone: fc.nat({ max: 2 }),
  links: fc.oneof(
    fc.constant(undefined),
    fc
      .array(fc.tuple(fc.nat({ max: 4 }), fc.integer({ min: 0, max: 9 })), { maxLength: 5 })
      .map((row) =>
        [row.length, ...row.map(([bone, weight]) => `${bone} ${weight / 10}`)].join(" "),
      ),
  ),
});
const material = fc.constantFrom("wood", "metal", "glass");
const triangles = fc.array(fc.tuple(material, vertex, vertex, vertex), { maxLength: 12 });

const NODES = ['0 "a" -1', '1 "b" 0', '2 "c" 1', '3 "d" 0', '4 "e" -1'];
const POSES = NODES.map((_, i) => `${i} ${i} 0 1 0.${i} 0 0.5`);

/** Counts triangles per LOD and material, without degenerate ones. */
function countTriangles({ vtx, mdl }: ReadModel): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let row = 0; row < vtx.meshes.count; row++) {
    const { firstMesh } = mdl.bodyParts[vtx.meshes.bodyPart[row]].models[vtx.meshes.model[row]];
    const column = mdl.meshes.material[firstMesh + vtx.meshes.mesh[row]];
    const key = `${vtx.meshes.lod[row]} ${mdl.textures[column]}`;
    if (vtx.meshes.indexCount[row] > 0) counts[key] = vtx.meshes.indexCount[row] / 3;
  }
  return counts;
}

type Rows = readonly (readonly [material: string, ...corners: SmdVertexText[]])[];

/** Counts the triangles of the SMDs in the same way. */
function expectTriangles(lods: readonly Rows[]): Record<string, number> {
  const counts: Record<string, number> = {};
  lods.forEach((rows, lod) => {
    for (const [name] of rows) counts[`${lod} ${name}`] = (counts[`${lod} ${name}`] ?? 0) + 1;
  });
  return counts;
}

describe("models of random SMDs", () => {
  it.each([true, false])("are accepted by the readers (static prop: %s)", (isStatic) => {
    fc.assert(
      fc.property(triangles, triangles, triangles, (near, middle, far) => {
        const solid = (rows: Rows): Rows =>
          rows.filter(
            ([, ...corners]) => new Set(corners.map(({ position }) => position.join())).size === 3,
          );
        const lods = [solid(near), solid(middle), solid(far)];
        const smds = Object.fromEntries(
          lods.map((rows, lod) => [`lod${lod}`, smdText(rows, NODES, [POSES])]),
        );
        const script = `$modelname a\n${isStatic ? "$staticprop" : ""}\n$body b "lod0"
$lod 10 { replacemodel "lod0" "lod1" }\n$lod 20 { replacemodel "lod0" "lod2" }`;
        const model = compileAndRead(script, smds);
        expect(countTriangles(model)).toEqual(expectTriangles(lods));

        const { vvd, vtx, mdl } = model;
        const { boneCount, boneIndex, boneWeight, count } = vvd.vertices;
        for (let i = 0; i < count; i++) {
          let sum = 0;
          for (let k = 0; k < boneCount[i]; k++) sum += boneWeight[i * 3 + k];
          expect(sum).toBeCloseTo(1, 5);
          const bones = [...boneIndex.subarray(i * 3, i * 3 + boneCount[i])];
          expect(new Set(bones).size).toBe(boneCount[i]);
          expect(Math.max(...bones)).toBeLessThan(mdl.bones.count);
        }
        for (let lod = 0; lod < 3; lod++) {
          const used = new Set<number>();
          for (let row = 0; row < vtx.meshes.count; row++) {
            if (vtx.meshes.lod[row] < lod) continue;
            const first = mdl.meshes.firstVertex[vtx.meshes.mesh[row]];
            const end = vtx.meshes.firstIndex[row] + vtx.meshes.indexCount[row];
            for (let i = vtx.meshes.firstIndex[row]; i < end; i++) used.add(first + vtx.indices[i]);
          }
          expect(used.size).toBe(vvd.lodVertexCounts[lod]);
        }
      }),
      { numRuns: fuzzRuns(40) },
    );
  });

  it("a damaged script is parsed or ends in a FormatError", () => {
    const sound = `$modelname "a.mdl"\n$body b "b.smd"\n$bodygroup g { studio "c" blank }
$lod 5 { replacemodel "b" "d" }\n$texturegroup t { { "x" } { "y" } }\n$sequence s "s" fps 5 loop
$bbox 1 2 3 4 5 6\n`;
    const counts = { read: 0, refused: 0 };
    const added = fc.constantFrom("{", "}", '"', "$lod", "$scale", " -1 ", "\n", "//", "");
    const change = fc.tuple(fc.nat({ max: sound.length }), fc.nat({ max: 5 }), added);
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let text = sound;
        for (const [at, cut, word] of changes)
          text = text.slice(0, at) + word + text.slice(at + cut);
        try {
          parseQc(text, { warn: () => {} });
          counts.read++;
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          expect(error.format).toBe("QC");
          expect(error.line).toBeGreaterThan(0);
          counts.refused++;
        }
      }),
      { numRuns: fuzzRuns(500) },
    );
    expect(counts.read).toBeGreaterThan(20);
    expect(counts.refused).toBeGreaterThan(50);
  });
});
