import { beforeAll, describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { listMaterialPaths } from "../../../src/formats/studio/list-material-paths.ts";
import { buildBonePalette } from "../../../src/formats/studio/mesh/build-bone-palette.ts";
import type { Mdl, StudioMesh, Vtx } from "../../../src/formats/studio/types.ts";
import { countWindings } from "./count-windings.ts";
import {
  type CorpusModel,
  listCorpusMdls,
  listFolder,
  listLivingMdls,
  openCorpusModel,
} from "./studio-corpus.ts";

const names = listCorpusMdls();

describe.skipIf(names.length === 0)("studio models of the corpus", () => {
  let models: CorpusModel[] = [];
  beforeAll(() => {
    models = names.map(openCorpusModel);
  });

  it("parse, and their three files match", () => {
    expect(models).toHaveLength(368);
    expect(countBy(models, (model) => model.mdl.version)).toEqual({ 44: 214, 48: 153, 49: 1 });
    expect(models.flatMap((model) => model.vtx)).toHaveLength(410);
    expect(Math.max(...models.map((model) => model.mdl.bones.count))).toBe(28);
    expect(countBy(models, (model) => model.mdl.skinFamilyCount)).toMatchObject({ 2: 36, 14: 3 });
  });

  it("have short strip group headers, except for the one of version 49", () => {
    const long = models.filter((model) => model.vtx.some((v) => v.stripGroupHeaderBytes === 33));
    expect(long.map((model) => model.name)).toEqual([
      "portal2_mod/content/models/srmod/goldenberry.mdl",
    ]);
  });

  it("have unit normals and weights that sum to 1", () => {
    const vertexCounts = [0, 0, 0, 0];
    for (const { vvd } of models) {
      const { boneCount, boneWeight: w, count } = vvd.vertices;
      for (let i = 0; i < count; i++) {
        vertexCounts[boneCount[i]]++;
        expectNear(w[i * 3] + w[i * 3 + 1] + w[i * 3 + 2], 1);
      }
    }
    // Counted by an independent byte reader.
    expect(vertexCounts).toEqual([0, 131746, 982, 82]);
  });

  it("use exactly the vertices of each LOD that the VVD counts", () => {
    let lods = 0;
    for (const { name, mdl, vvd, vtx } of models) {
      for (let lod = 0; lod < vvd.lodCount; lod++, lods++) {
        const used = listUsedVertices(mdl, vtx[0], lod);
        expect([name, lod, used.size]).toEqual([name, lod, vvd.lodVertexCounts[lod]]);
      }
    }
    expect(lods).toBe(440);
  });

  it("have the same triangles in all of their VTX files", () => {
    const several = models.filter((model) => model.meshes.length > 1);
    expect(several).toHaveLength(21);
    for (const { meshes } of several) {
      const first = listTriangles(meshes[0]);
      for (const mesh of meshes.slice(1)) expect(listTriangles(mesh)).toEqual(first);
    }
  });

  it("are wound counter-clockwise seen from the side of their normals", () => {
    const total = { facing: 0, against: 0, flat: 0 };
    const odd: string[] = [];
    for (const { name, meshes } of models) {
      const { facing, against, flat } = countWindings(meshes[0]);
      total.facing += facing;
      total.against += against;
      total.flat += flat;
      if (facing < 0.99 * (facing + against)) odd.push(`${name}: ${facing}, ${against} against`);
    }
    expect(total).toEqual({ facing: 190675, against: 251, flat: 88 });
    // Seven of 368 models have normals that were smoothed across sharp edges.
    expect(odd).toHaveLength(7);
  });

  it("lie inside their hull if they are static props", () => {
    const statics = models.filter((model) => (model.mdl.flags & 0x10) !== 0);
    expect(statics).toHaveLength(64);
    for (const { name, mdl, meshes } of statics) {
      const { position } = meshes[0].vertices;
      let outside = 0;
      for (const vertex of meshes[0].indices) {
        for (let axis = 0; axis < 3; axis++) {
          const value = position[vertex * 3 + axis];
          outside = Math.max(outside, mdl.hullMins[axis] - value, value - mdl.hullMaxs[axis]);
        }
      }
      expect([name, outside < 0.3]).toEqual([name, true]);
    }
  });

  it("have bind poses that match poseToBone", () => {
    let several = 0;
    for (const { mdl } of models) {
      if ((mdl.flags & 0x10) === 0 && mdl.bones.count > 1) several++;
      const palette = buildBonePalette(mdl);
      for (let i = 0; i < palette.length; i++) expectNear(palette[i], (i % 12) % 5 === 0 ? 1 : 0);
    }
    expect(several).toBe(36);
  });

  it("name materials that exist in the game folder next to them", () => {
    const files = new Set(listFolder("rc_deathmatch1/content"));
    const missing: string[] = [];
    for (const { name, mdl, meshes } of models) {
      if (!name.startsWith("rc_deathmatch1/")) continue;
      for (const material of new Set(meshes[0].drawMaterial)) {
        const paths = listMaterialPaths(mdl, 0, material);
        if (!paths.some((path) => files.has(path))) missing.push(`${name} ${paths[0]}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

describe.skipIf(names.length === 0)("moving models of the corpus", () => {
  it("open, or are refused because their files do not match", () => {
    const outcomes: Record<string, number> = {};
    for (const name of listLivingMdls()) {
      let outcome = "opened";
      try {
        openCorpusModel(name);
      } catch (error) {
        // A model with only animations has no vertices.
        if (error instanceof FormatError) outcome = error.code;
        else if ((error as NodeJS.ErrnoException).code === "ENOENT") outcome = "animation";
        else throw error;
      }
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    expect(outcomes).toEqual({ opened: 63, animation: 4, mismatch: 1 });
  });
});

function expectNear(found: number, expected: number): void {
  // One expect call per value would be slow for hundreds of thousands of values.
  if (!(Math.abs(found - expected) < 1e-4)) expect(found).toBeCloseTo(expected, 4);
}

function countBy<T>(rows: readonly T[], key: (row: T) => number): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const row of rows) counts[key(row)] = (counts[key(row)] ?? 0) + 1;
  return counts;
}

/** Returns the vertices that any model of any body part uses in a LOD or a coarser one. */
function listUsedVertices(mdl: Mdl, vtx: Vtx, lod: number): Set<number> {
  const used = new Set<number>();
  const { meshes } = vtx;
  for (let row = 0; row < meshes.count; row++) {
    if (meshes.lod[row] < lod) continue;
    const model = mdl.bodyParts[meshes.bodyPart[row]].models[meshes.model[row]];
    const firstVertex = mdl.meshes.firstVertex[model.firstMesh + meshes.mesh[row]];
    const end = meshes.firstIndex[row] + meshes.indexCount[row];
    for (let i = meshes.firstIndex[row]; i < end; i++) used.add(firstVertex + vtx.indices[i]);
  }
  return used;
}

/** Lists the triangles of each draw, each starting at its smallest index, sorted. */
function listTriangles(mesh: StudioMesh): string[] {
  const triangles: string[] = [];
  for (let draw = 0; draw < mesh.drawCount; draw++) {
    const first = mesh.drawFirstIndex[draw];
    for (let i = first; i < first + mesh.drawIndexCount[draw]; i += 3) {
      const corners = [...mesh.indices.subarray(i, i + 3)];
      const start = corners.indexOf(Math.min(...corners));
      const turned = [0, 1, 2].map((k) => corners[(start + k) % 3]);
      triangles.push(`${draw}: ${turned.join(" ")}`);
    }
  }
  return triangles.sort();
}
