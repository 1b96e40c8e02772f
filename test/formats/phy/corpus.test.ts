/** Compares real collision models with the headers and triangles of their render models. */

import { describe, expect, it } from "vitest";
import { parsePhy } from "../../../src/formats/phy/parse-phy.ts";
import { STUDIOHDR_FLAGS_STATIC_PROP } from "../../../src/formats/studio/mesh/build-bone-palette.ts";
import { buildStudioMesh } from "../../../src/formats/studio/mesh/build-studio-mesh.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import { assembleModel } from "../../../src/scene/props/prop-model.ts";
import { buildHullCorners } from "../../../src/scene/stand-in/hull-corners.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../support/corpus.ts";

function boxOf(corners: Float32Array): number[] {
  const box = [0, 1, 2, 0, 1, 2].map((axis) => corners[axis]);
  for (const [i, value] of corners.entries()) {
    box[i % 3] = Math.min(box[i % 3], value);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], value);
  }
  return box;
}

/** Returns the largest difference of a side, relative to the longest side. */
function difference(a: ArrayLike<number>, b: readonly number[]): number {
  const size = Math.max(...[0, 1, 2].map((axis) => b[3 + axis] - b[axis]));
  return Math.max(...b.map((value, i) => Math.abs(a[i] - value))) / size;
}

/** Returns six times a hull's volume. */
function volumeOf(corners: Float32Array): number {
  let volume = 0;
  for (let i = 0; i < corners.length; i += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners.subarray(i, i + 9);
    volume += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
  }
  return volume;
}

const shareBelow = (values: readonly number[], most: number) =>
  values.filter((value) => value < most).length / values.length;

describe.skipIf(!hasCorpus)("real collision models", () => {
  const names = listCorpusFiles(".phy");

  it("are closed hulls with outward normals", () => {
    let hulls = 0;
    for (const name of names) {
      const phy = parsePhy(readCorpus(name));
      for (let hull = 0; hull < phy.hullCount; hull++) {
        hulls++;
        const [first, end] = phy.hullFirstTriangle.subarray(hull, hull + 2);
        // Euler's formula for a closed surface of triangles.
        expect(phy.hullPointCount[hull], name).toBe(2 + (end - first) / 2);
        expect(volumeOf(phy.corners.subarray(first * 9, end * 9)), name).toBeGreaterThan(-1e-3);
      }
    }
    expect([names.length, hulls]).toEqual([400, 814]);
  });

  it("have the dimensions that their headers and render meshes say", () => {
    const [header, fixed, jointed]: number[][] = [[], [], []];
    const paths = new Set(listCorpusFiles(""));
    for (const name of names) {
      const stem = name.slice(0, -".phy".length);
      const vtx = [".dx90.vtx", ".dx80.vtx", ".sw.vtx"].find((end) => paths.has(stem + end));
      if (!paths.has(`${stem}.mdl`) || !paths.has(`${stem}.vvd`) || vtx === undefined) continue;
      const mdl = parseMdl(readCorpus(`${stem}.mdl`));
      const phy = parsePhy(readCorpus(name));
      const corners = buildHullCorners(phy, mdl);
      if (corners.length === 0) continue;
      const box = boxOf(corners);
      const parts = [
        parseVvd(readCorpus(`${stem}.vvd`)),
        parseVtx(readCorpus(stem + vtx)),
      ] as const;
      const model = assembleModel(name, { mdl, mesh: buildStudioMesh(mdl, ...parts) });
      header.push(difference([...mdl.hullMins, ...mdl.hullMaxs], box));
      const isFixed = (mdl.flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0;
      if (phy.solidCount > 1) jointed.push(difference(model.box, box));
      else if (isFixed) fixed.push(difference(model.box, box));
    }
    expect([header.length, fixed.length, jointed.length]).toEqual([392, 72, 22]);
    // Collision models are coarse, and some omit unreachable parts.
    expect(shareBelow(fixed, 0.03)).toBeGreaterThan(0.65);
    expect(shareBelow(fixed, 0.1)).toBeGreaterThan(0.8);
    expect(shareBelow(jointed, 0.03)).toBeGreaterThan(0.9);
    expect(shareBelow(header, 0.1)).toBeGreaterThan(0.7);
  });
});
