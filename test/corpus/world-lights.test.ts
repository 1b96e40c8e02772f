/**
 * World lights and ambient cubes of real maps, compared with the lightmaps of the same vrad: units,
 * falloff, cones, the sun's direction, and occluders.
 */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../src/core/diagnostics.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../src/formats/bsp/parse-bsp-header.ts";
import { readBrushes } from "../../src/formats/bsp/read/read-brushes.ts";
import type { Bsp, LightSide } from "../../src/formats/bsp/types.ts";
import { wholeBytes } from "../../src/formats/bsp/whole-bytes.ts";
import { NO_WORLD_LIGHT } from "../../src/map/world-lights.ts";
import { buildAmbientCubes } from "../../src/scene/light/ambient.ts";
import { buildLightBlockers } from "../../src/scene/light/light-blockers.ts";
import { buildLocalLights, pickWorldLights } from "../../src/scene/light/local-lights.ts";
import { addLightAt, pickLights } from "../../src/scene/light/pick-lights.ts";
import { buildLeafTree, buildPvs } from "../../src/scene/world/leaf-tree.ts";
import { findLeaf } from "../../src/visibility/leaf-walk.ts";
import { createTrace } from "../../src/visibility/trace.ts";
import { hasCorpus, readCorpus } from "../support/corpus.ts";

type Vector = readonly [number, number, number];

/** Returns the mean of red, green and blue. */
const grey = (rgb: ArrayLike<number>) => (rgb[0] + rgb[1] + rgb[2]) / 3;

function cross(a: ArrayLike<number>, b: ArrayLike<number>): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

interface Luxels {
  readonly point: number[];
  readonly normal: number[];
  readonly light: number[];
}

/** Lists a luxel in the middle of every other flat world face, an inch in front of it. */
function listLuxels(bsp: Bsp, { faces, lighting }: LightSide): Luxels {
  const out: Luxels = { point: [], normal: [], light: [] };
  for (let face = 0; face < bsp.models.faceCount[0]; face += 2) {
    const texInfo = faces.texinfo[face];
    const [width, height] = [0, 1].map((axis) => faces.lightmapSize[face * 2 + axis] + 1);
    const isPlain = faces.styles[face * 4] === 0 && faces.styles[face * 4 + 1] === 255;
    if (faces.lightOffset[face] < 0 || faces.dispInfo[face] >= 0 || texInfo < 0 || !isPlain)
      continue;
    if (width < 4 || height < 4) continue;
    const [column, row] = [width >> 1, height >> 1];
    const at = faces.lightOffset[face] + (row * width + column) * 4;
    const scale = 2 ** ((lighting[at + 3] << 24) >> 24) / 255;
    const light = grey(lighting.subarray(at, at + 3)) * scale;
    if (light < 0.01) continue;
    // Intersects three planes: those of the luxel's column and row, and the face's.
    const vecs = bsp.texInfos.lightmapVecs.subarray(texInfo * 8, texInfo * 8 + 8);
    const plane = faces.plane[face];
    const normal = bsp.planes.normal.subarray(plane * 3, plane * 3 + 3);
    const s = column + faces.lightmapMins[face * 2] - vecs[3];
    const t = row + faces.lightmapMins[face * 2 + 1] - vecs[7];
    const [u, v] = [vecs.subarray(0, 3), vecs.subarray(4, 7)];
    const [vn, nu, uv] = [cross(v, normal), cross(normal, u), cross(u, v)];
    const volume = u[0] * vn[0] + u[1] * vn[1] + u[2] * vn[2];
    const distance = bsp.planes.dist[plane] + 1;
    for (let k = 0; k < 3; k++) {
      out.point.push((s * vn[k] + t * nu[k] + distance * uv[k]) / volume);
    }
    out.normal.push(...normal);
    out.light.push(light);
  }
  return out;
}

function measure(map: string) {
  const bytes = readCorpus(map);
  const bsp = parseBsp(bytes);
  const side = bsp.ldr ? "ldr" : "hdr";
  const tree = buildLeafTree(bsp);
  const brushes = readBrushes(wholeBytes(bytes), parseBspHeader(bytes), bsp);
  const trace = createTrace(tree, buildLightBlockers(bsp, brushes), true);
  const lights = buildLocalLights(pickWorldLights(bsp, side));
  const luxels = listLuxels(bsp, bsp[side] as LightSide);
  const count = luxels.light.length;
  const point = Float32Array.from(luxels.point);
  const ambient = buildAmbientCubes(bsp, tree, side, point);
  const alone = ambient.slice();
  const pvs = buildPvs(bsp, new Diagnostics());
  const styles = new Float32Array(256).fill(1);
  const leaf = new Uint32Array(count);
  const { picked } = pickLights(
    lights,
    { tree, pvs, trace, hasSky: true, styles },
    { point, leaf, isBaked: new Uint8Array(count), ambient },
  );
  const ratios: number[] = [];
  const ambientRatios: number[] = [];
  for (let i = 0; i < count; i++) {
    const [x, y, z] = point.subarray(i * 3, i * 3 + 3);
    if (tree.leafCluster[findLeaf(tree, x, y, z)] < 0) continue;
    const normal = luxels.normal.slice(i * 3, i * 3 + 3);
    const cube = (of: Float32Array) => {
      const sum = [0, 0, 0];
      for (let axis = 0; axis < 3; axis++) {
        const from = i * 18 + (axis * 2 + (normal[axis] < 0 ? 1 : 0)) * 3;
        for (let c = 0; c < 3; c++) sum[c] += normal[axis] ** 2 * of[from + c];
      }
      return sum;
    };
    const sum = cube(ambient);
    for (const light of picked.subarray(i * 4, i * 4 + 4)) {
      if (light !== NO_WORLD_LIGHT) addLightAt(sum, lights, light, { point: [x, y, z], normal });
    }
    ratios.push(grey(sum) / luxels.light[i]);
    ambientRatios.push(grey(cube(alone)) / luxels.light[i]);
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1];
  return { count: ratios.length, lit: median(ratios), ambient: median(ambientRatios) };
}

describe.skipIf(!hasCorpus)("world lights of real maps", () => {
  it.each([
    ["lanofdoom_css/cs_crackhouse.bsp", 400],
    ["sdk/SecobMod__bkgd.bsp", 60],
    ["artpass_valvebase/artpass_valvebase.bsp", 100],
    ["tn2/maps/tuffs_nightmare2.bsp", 10],
    ["portal2_mod/celeste_lastberry.bsp", 10],
    ["bsp_tool/tests/maps/Xbox360/The Orange Box/shack.360.bsp", 10],
  ])("are as bright as the lightmaps of %s", (map, least) => {
    const { count, lit, ambient } = measure(map);
    expect(count).toBeGreaterThan(least);
    expect(lit).toBeGreaterThan(0.9);
    expect(lit).toBeLessThan(1.15);
    // The ambient cubes alone, which props used before, are darker.
    expect(ambient).toBeLessThan(0.7);
  });
});
