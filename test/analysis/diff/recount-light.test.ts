/**
 * Recounts light of shared parts and ambient light on 241 planes and 1,200 clusters made of
 * columns.
 */

import { describe, expect, it } from "vitest";
import { diffAmbient } from "../../../src/analysis/diff/diff-ambient.ts";
import { diffLightParts, type LitMap } from "../../../src/analysis/diff/diff-light.ts";
import type { MapVersion } from "../../../src/analysis/diff/open-version.ts";
import type { FaceMatches } from "../../../src/analysis/diff/surfaces/face-table.ts";
import { listSharedParts } from "../../../src/analysis/diff/surfaces/shared-parts.ts";
import { makeSlabs, WIDTH } from "../made-slabs.ts";

const list = (count: number) => Array.from({ length: count }, (_, i) => i);
const signed = (byte: number) => (byte > 127 ? byte - 256 : byte);
const shown = (value: number) => Math.min(1, value) ** (1 / 2.2) * 255;
const levels = (a: number, b: number) => Math.abs(shown(a) - shown(b));
const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

describe("light of 241 planes whose faces are cut differently", () => {
  const COUNT = 241;
  const MATERIALS = ["p", "q", "r"];
  const axisOf = (row: number) => row % 3;
  const shiftOf = (row: number) => (row % 4 === 1 ? ([16, 32, 8] as const) : ([0, 0, 0] as const));
  /**
   * Low and high edges of A's or B's face along the plane's two axes. Some planes share less than 8
   * by 8 inches.
   */
  const rectOf = (row: number, isB: boolean): readonly number[] => {
    const [u, v] = [row * 3, row * 2];
    if (!isB) return [u, v, u + 64 + (row % 5) * 32, v + 96];
    if (row % 12 === 6) return [u + 57, v, u + 64, v + 8];
    return [u + 24, v + (row % 3) * 16, u + 64 + (row % 7) * 40, v + 80];
  };
  const materialOf = (row: number, isB: boolean) => (isB && row % 17 === 8 ? 2 : row % 2);
  const inchesOf = (row: number, isB: boolean) => [16, 8, 12][(row + (isB ? 1 : 0)) % 3];
  const minsOf = (row: number, isB: boolean) => [(row % 9) - 4, isB ? 3 : -2];
  /** Luxel counts of a face. Some faces have too few luxels, whose last one extends to the edge. */
  const sizeOf = (row: number, isB: boolean) => {
    const [left, top, right, bottom] = rectOf(row, isB);
    const inches = inchesOf(row, isB);
    return [
      Math.ceil((right - left) / inches) - (row % 11 === 3 ? 2 : 0),
      Math.ceil((bottom - top) / inches),
    ].map((n) => Math.max(1, n));
  };
  const isBumped = (row: number) => row % 8 === 5;
  const stylesOf = (row: number, isB: boolean) =>
    isB && row % 19 === 4
      ? [5, 255, 255, 255]
      : row % 3 === 0
        ? [0, 34, 255, 255]
        : [0, 255, 255, 255];
  const isUnlit = (row: number, isB: boolean) => (isB ? row % 23 === 9 : row % 29 === 2);
  const bytesOf = (row: number, luxel: number, isB: boolean) => {
    const base = (row * 7 + luxel * 11) % 200;
    const changed = isB && row % 5 < 2 ? 40 : 0;
    return [base + changed, (base * 3) % 256, (luxel * 5) % 256, luxel % 6 === 0 ? 255 : 0];
  };
  /** Row of a face; B has another order. */
  const faceOf = (row: number, isB: boolean) => (isB ? (row * 49 + 3) % COUNT : row);

  function makeLit(isB: boolean): LitMap {
    const [lightOffset, flags] = [new Int32Array(COUNT).fill(-1), new Int32Array(COUNT)];
    const [lightmapSize, lightmapMins] = [new Int32Array(COUNT * 2), new Int32Array(COUNT * 2)];
    const [styles, lightmapVecs] = [new Uint8Array(COUNT * 4), new Float32Array(COUNT * 8)];
    const lighting: number[] = [7, 7, 7];
    for (const row of list(COUNT)) {
      const face = faceOf(row, isB);
      const size = sizeOf(row, isB);
      const own = shiftOf(row);
      flags[face] = isBumped(row) ? 0x800 : 0;
      lightmapSize.set(size, face * 2);
      lightmapMins.set(minsOf(row, isB), face * 2);
      styles.set(stylesOf(row, isB), face * 4);
      for (const i of [0, 1]) {
        const axis = (axisOf(row) + 1 + i) % 3;
        const at = face * 8 + i * 4;
        lightmapVecs[at + axis] = 1 / inchesOf(row, isB);
        // A's face lies where it was before its model moved.
        const corner = rectOf(row, isB)[i] - (isB ? 0 : own[axis]);
        lightmapVecs[at + 3] = minsOf(row, isB)[i] - corner / inchesOf(row, isB);
      }
      if (isUnlit(row, isB)) continue;
      lightOffset[face] = lighting.length;
      const steady = (size[0] + 1) * (size[1] + 1);
      const count =
        steady * stylesOf(row, isB).filter((style) => style < 255).length * (isBumped(row) ? 4 : 1);
      for (const luxel of list(count)) lighting.push(...bytesOf(row, luxel, isB));
    }
    const texinfo = Int32Array.from(list(COUNT));
    const faces = { count: COUNT, texinfo, lightOffset, lightmapSize, lightmapMins, styles };
    // The last face's last luxel is cut off.
    const light = { faces, lighting: Uint8Array.from(isB ? lighting : lighting.slice(0, -1)) };
    return { bsp: { texInfos: { flags, lightmapVecs } }, light } as never;
  }

  function makeTable(): FaceMatches {
    const row3d = (row: number, isB: boolean) => {
      const axis = axisOf(row);
      const [left, top, right, bottom] = rectOf(row, isB);
      const corners = [
        [left, top],
        [left, bottom],
        [right, bottom],
        [right, top],
      ].flatMap(([u, v]) => {
        const point = [row, row, row];
        point[(axis + 1) % 3] = u;
        point[(axis + 2) % 3] = v;
        return point;
      });
      return { face: faceOf(row, isB), material: materialOf(row, isB), corners, area: 1 };
    };
    const planes = list(COUNT).map((row) => ({
      model: {
        a: 0,
        b: 0,
        owner: `owner ${row}`,
        shift: shiftOf(row),
        origin: [row, 0, 0] as const,
      },
      ...{ axis: axisOf(row), sign: 1 as const, scale: 1 },
      ...{ a: [row3d(row, false)], b: [row3d(row, true)] },
    }));
    return { planes, same: [], areas: new Map() };
  }

  /** Returns the light of a face at a position along its two axes. */
  function lightAt(row: number, u: number, v: number, isB: boolean): number {
    const [left, top] = rectOf(row, isB);
    const [width, height] = sizeOf(row, isB);
    const s = Math.min(width, Math.max(0, (u - left) / inchesOf(row, isB)));
    const t = Math.min(height, Math.max(0, (v - top) / inchesOf(row, isB)));
    let light = 0;
    for (let x = 0; x <= width; x++) {
      for (let y = 0; y <= height; y++) {
        const weight = Math.max(0, 1 - Math.abs(s - x)) * Math.max(0, 1 - Math.abs(t - y));
        if (weight === 0) continue;
        const bytes = bytesOf(row, y * (width + 1) + x, isB);
        light += (weight * mean(bytes.slice(0, 3)) * 2 ** signed(bytes[3])) / 255;
      }
    }
    return light;
  }

  it("is sampled every 8 inches of the shared part, interpolated between luxels", () => {
    const parts = listSharedParts(makeTable(), { left: 1e9 });
    const { compared, faces } = diffLightParts(makeLit(false), makeLit(true), parts, MATERIALS);
    const rows = list(COUNT).flatMap((row) => {
      const [a, b] = [rectOf(row, false), rectOf(row, true)];
      const [left, top] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
      const [right, bottom] = [Math.min(a[2], b[2]), Math.min(a[3], b[3])];
      if ((right - left) * (bottom - top) < 64) return [];
      if (materialOf(row, false) !== materialOf(row, true)) return [];
      const isDark = [false, true].some((isB) => isUnlit(row, isB) || stylesOf(row, isB)[0] !== 0);
      if (isDark || row === COUNT - 1) return [];
      const step = Math.max(8, Math.sqrt(((right - left) * (bottom - top)) / 256));
      const along = (low: number, high: number) =>
        list(100)
          .map((i) => low + (i + 0.5) * step)
          .filter((at) => at < high - 1e-9);
      const points = along(left, right).flatMap((u) => along(top, bottom).map((v) => [u, v]));
      const was = points.map(([u, v]) => lightAt(row, u, v, false));
      const is = points.map(([u, v]) => lightAt(row, u, v, true));
      const steps = was.map((light, i) => Math.abs(light - is[i]));
      return [
        {
          row,
          a: mean(was),
          b: mean(is),
          meanChange: mean(steps),
          largestChange: Math.max(...steps),
        },
      ];
    });
    expect(compared).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(150);
    const changed = rows.filter(({ a, b }) => levels(a, b) >= 1);
    expect(changed.length).toBeGreaterThan(50);
    expect(faces.map(({ owner }) => owner)).toEqual(changed.map(({ row }) => `owner ${row}`));
    for (const [i, { row, ...wanted }] of changed.entries()) {
      expect(faces[i].material).toBe(MATERIALS[materialOf(row, true)]);
      for (const key of ["a", "b", "meanChange", "largestChange"] as const) {
        expect(faces[i][key], `${row} ${key}`).toBeCloseTo(wanted[key], 5);
      }
      expect(faces[i].levels).toBeCloseTo(levels(wanted.a, wanted.b), 3);
    }
  });
});

describe("ambient light of 1,200 clusters", () => {
  const CLUSTERS = 1200;
  const { tree, pvs } = makeSlabs(CLUSTERS, (from, to) => from === to);
  const LEAFS = CLUSTERS + 1;
  /**
   * Sample count of a leaf. A leaf without samples uses the nearest leaf's light. Leaf 0 is solid.
   */
  const countOf = (leaf: number) => (leaf === 0 || leaf % 9 === 4 ? 0 : 1 + (leaf % 3));
  const placeOf = (leaf: number, i: number) =>
    [0, 1, 2].map((axis) => (leaf * 37 + i * 90 + axis * 50) % 256);
  /** Six sides of a sample, 4 bytes each. Some leafs are black. */
  const cubeOf = (leaf: number, i: number, isB: boolean) =>
    list(6).flatMap((side) => {
      if (leaf % 31 === 6) return [0, 0, 0, 0];
      const changed = isB && leaf % 7 === 3 ? 60 : 0;
      return [
        ((leaf + side * 20) % 180) + changed,
        (leaf * 3 + i * 60) % 256,
        side * 40,
        leaf % 2 === 0 ? 248 : 249,
      ];
    });

  function versionOf(isB: boolean, version: number): MapVersion {
    // B stores the samples of leafs in another order.
    const order = list(LEAFS).map((leaf) => (isB ? LEAFS - 1 - leaf : leaf));
    const [firstSample, sampleCount] = [new Uint32Array(LEAFS), new Uint32Array(LEAFS)];
    const [position, cube]: number[][] = [[], []];
    for (const leaf of order) {
      firstSample[leaf] = position.length / 3;
      sampleCount[leaf] = countOf(leaf);
      for (const i of list(countOf(leaf))) {
        position.push(...placeOf(leaf, i));
        cube.push(...cubeOf(leaf, i, isB));
      }
    }
    const box = (from: number) =>
      Float32Array.from(
        list(LEAFS).flatMap((leaf) => [
          ...tree.leafBox.subarray(leaf * 6 + from, leaf * 6 + from + 3),
        ]),
      );
    const leafs = { count: LEAFS, cluster: tree.leafCluster, mins: box(0), maxs: box(3) };
    const ambient = {
      ...{ count: position.length / 3, firstSample, sampleCount },
      ...{ position: Uint8Array.from(position), cube: Uint8Array.from(cube) },
    };
    const bsp = { version, leafs, hdr: null, ldr: { ambient } };
    return { name: isB ? "b" : "a", bsp, tree, pvs } as unknown as MapVersion;
  }

  /** Returns the 18 numbers in the middle of a cluster. */
  function cubeAt(cluster: number, isB: boolean, isSparse: boolean): number[] {
    const samplesOf = (leaf: number) => {
      const all = list(countOf(leaf));
      if (!isSparse || all.length === 0) return all;
      const away = (i: number) => placeOf(leaf, i).reduce((sum, n) => sum + (n - 128) ** 2, 0);
      const [nearest] = [...all].sort((i, j) => away(i) - away(j));
      return cubeOf(leaf, nearest, isB).every((byte) => byte === 0) ? [] : [nearest];
    };
    const x = (cluster + 0.5) * WIDTH;
    const own = CLUSTERS - cluster;
    // Boxes on both sides of a slab are equally far away; the first leaf counts.
    const leaf = [0, 1, -1, 2, -2]
      .map((step) => own - step)
      .filter((one) => one > 0 && one < LEAFS);
    const lit = leaf.filter((one) => samplesOf(one).length > 0);
    lit.sort((m, n) => Math.abs(m - own) - Math.abs(n - own) || m - n);
    const [nearest] = lit;
    const low = (CLUSTERS - nearest) * WIDTH;
    const sum = new Array<number>(18).fill(0);
    let weights = 0;
    for (const i of samplesOf(nearest)) {
      const [px, py, pz] = placeOf(nearest, i).map((byte) => byte / 255);
      const squared =
        (low + px * WIDTH - x) ** 2 + (-56 + py * 128 - 8) ** 2 + (pz * 128 - 64) ** 2;
      weights += 1 / (squared + 1);
      const bytes = cubeOf(nearest, i, isB);
      for (const at of list(18)) {
        const side = Math.floor(at / 3) * 4;
        sum[at] += (bytes[side + (at % 3)] * 2 ** signed(bytes[side + 3])) / (squared + 1);
      }
    }
    return sum.map((n) => n / weights);
  }

  it.each([20, 19])("in version %i is compared in the middle of each cluster", (version) => {
    const diff = diffAmbient(versionOf(false, 20), versionOf(true, version), null);
    const rows = list(CLUSTERS).map((cluster) => {
      const [was, is] = [false, true].map((isB) => cubeAt(cluster, isB, version < 20));
      const change = mean(was.map((n, i) => Math.abs(n - is[i])));
      return { x: (cluster + 0.5) * WIDTH, a: mean(was), b: mean(is), change };
    });
    const changed = rows.filter(({ a, b }) => levels(a, b) >= 1);
    changed.sort((m, n) => levels(n.a, n.b) - levels(m.a, m.b));
    expect(changed.length).toBeGreaterThan(100);
    expect(diff).toMatchObject({
      ...{ untold: null, side: "ldr", comparedPlaces: CLUSTERS, changedPlaces: changed.length },
    });
    expect(diff.meanChange).toBeCloseTo(mean(rows.map(({ change }) => change)), 6);
    expect(diff.largestChange).toBeCloseTo(Math.max(...rows.map(({ change }) => change)), 5);
    expect(diff.changes).toHaveLength(60);
    for (const [i, found] of diff.changes.entries()) {
      const wanted = rows.find(({ x }) => x === found.place[0])!;
      expect(found.place.slice(1)).toEqual([8, 64]);
      expect(found.a).toBeCloseTo(wanted.a, 5);
      expect(found.b).toBeCloseTo(wanted.b, 5);
      expect(found.levels).toBeCloseTo(levels(changed[i].a, changed[i].b), 3);
    }
  });
});
