/**
 * Recounts numbers of `diff` with plain loops on 240 faces, 2,000 clusters and 6,000 detail props
 * made of columns.
 */

import { describe, expect, it } from "vitest";
import { placeClusters } from "../../../src/analysis/diff/diff-ambient.ts";
import { diffDetails } from "../../../src/analysis/diff/diff-details.ts";
import { diffLight, type LitPair } from "../../../src/analysis/diff/diff-light.ts";
import { diffVisibility } from "../../../src/analysis/diff/diff-visibility.ts";
import type { MapVersion } from "../../../src/analysis/diff/open-version.ts";
import { diffSolids } from "../../../src/analysis/diff/surfaces/diff-solids.ts";
import type { ModelPair } from "../../../src/analysis/diff/surfaces/face-table.ts";
import type { ThingDiff } from "../../../src/analysis/diff/types.ts";
import { makeSlabs, sees, WIDTH } from "../made-slabs.ts";

const list = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("a visibility diff of 2,000 clusters", () => {
  const CLUSTERS = 2000;
  const versionOf = (name: string, isSeen: typeof sees): MapVersion => {
    const { tree, pvs } = makeSlabs(CLUSTERS, isSeen);
    const box = (from: number) =>
      Float32Array.from(
        list(tree.leafCount).flatMap((leaf) => [
          ...tree.leafBox.subarray(leaf * 6 + from, leaf * 6 + from + 3),
        ]),
      );
    const leafs = { count: tree.leafCount, cluster: tree.leafCluster, mins: box(0), maxs: box(3) };
    return {
      name,
      tree,
      pvs,
      bsp: { visibility: { clusterCount: CLUSTERS }, leafs },
    } as unknown as MapVersion;
  };
  /** Even clusters lose the clusters far away; pairs that are 25 apart are gained. */
  const seesAfter = (from: number, to: number) =>
    Math.abs(from - to) === 25 || (sees(from, to) && (Math.abs(from - to) < 20 || from % 2 === 1));

  it("counts pair by pair, and lists clusters by their place", () => {
    const diff = diffVisibility(versionOf("a", sees), versionOf("b", seesAfter), null);
    const rows = list(CLUSTERS).map((from) => {
      const row = { place: [(from + 0.5) * WIDTH, 8, 64], gained: 0, lost: 0 };
      let [was, is] = [0, 0];
      for (let to = 0; to < CLUSTERS; to++) {
        const [before, after] = [sees(from, to), seesAfter(from, to)];
        if (before) was++;
        if (after) is++;
        if (before && !after) row.lost++;
        if (after && !before) row.gained++;
      }
      return { row, was, is };
    });
    const total = (of: (one: (typeof rows)[number]) => number) =>
      rows.reduce((sum, one) => sum + of(one), 0);
    expect(diff).toMatchObject({
      ...{
        untold: null,
        clustersA: CLUSTERS,
        clustersB: CLUSTERS,
        unmatchedA: 0,
        unmatchedB: 0,
        unplaced: 0,
      },
      ...{ pairsA: total(({ was }) => was), pairsB: total(({ is }) => is) },
      ...{ lost: total(({ row }) => row.lost), gained: total(({ row }) => row.gained) },
    });
    const sorted = rows
      .map(({ row }) => row)
      .sort((x, y) => y.gained + y.lost - x.gained - x.lost || x.place[0] - y.place[0]);
    expect(diff.clusters).toEqual(sorted.slice(0, 60));
  });
});

it("a cluster's place is inside the cluster, even if the middle of its box is not", () => {
  const diagonal = Math.SQRT1_2;
  const tree = {
    nodeCount: 1,
    nodePlane: Float32Array.of(diagonal, diagonal, 0, 24 * diagonal),
    nodeChildren: Int32Array.of(-1, -2),
    leafCount: 2,
    leafCluster: Int32Array.of(0, 1),
  };
  const mins = new Float32Array(6);
  const maxs = Float32Array.of(16, 16, 8, 16, 16, 8);
  const leafs = { count: 2, cluster: tree.leafCluster, mins, maxs };
  const version = { tree, pvs: { clusterCount: 2 }, bsp: { leafs } } as unknown as MapVersion;
  const [corner, rest] = placeClusters(version);
  expect(rest).toEqual([8, 8, 4]);
  const [x, y, z] = corner!;
  expect(x + y).toBeGreaterThanOrEqual(24);
  expect(Math.max(x, y)).toBeLessThanOrEqual(16);
  expect(z).toBeGreaterThan(0);
  expect(z).toBeLessThan(8);
});

describe("a light diff of 240 faces", () => {
  const FACES = 240;
  const styles = (face: number) => list(1 + (face % 3)).map((i) => (i === 0 ? 0 : 31 + i));
  const isBumped = (face: number) => face % 8 === 5;
  const size = (face: number) => [face % 5, face % 7] as const;
  const isUnlit = (face: number) => face % 29 === 11;
  const luxels = (face: number) =>
    isUnlit(face)
      ? 0
      : (size(face)[0] + 1) * (size(face)[1] + 1) * styles(face).length * (isBumped(face) ? 4 : 1);
  /**
   * Bytes of a luxel, with exponents on both sides of 0. Some faces change, some of them only in
   * some luxels.
   */
  const bytesOf = (face: number, luxel: number) => [
    (face * 7 + luxel * 3) % 256,
    (face * 11 + luxel) % 256,
    (luxel * 5) % 256,
    (face + luxel) % 3 === 0 ? 254 : (face + luxel) % 4,
  ];
  const changed = (face: number, luxel: number) => {
    const bytes = bytesOf(face, luxel);
    if (face % 6 === 0 && luxel === luxels(face) - 1) bytes[2] = (bytes[2] + 40) % 256;
    if (face % 10 === 1) bytes[3] = (bytes[3] + 1) % 256;
    return bytes;
  };
  /** Row of a face. B has another order, and B's light does not begin at a multiple of 4. */
  const rowIn = (face: number, isB: boolean) => (isB ? (face * 49 + 3) % FACES : face);

  function versionOf(isB: boolean): MapVersion {
    const offsets = new Int32Array(FACES).fill(-1);
    const lighting: number[] = isB ? [9, 9, 9] : [];
    const flags = new Int32Array(FACES);
    const stylesOf = new Uint8Array(FACES * 4).fill(255);
    const sizes = new Int32Array(FACES * 2);
    for (const face of list(FACES)) {
      const row = rowIn(face, isB);
      sizes.set(size(face), row * 2);
      stylesOf.set(
        styles(face).map((style) => (isB && style > 31 ? style + 5 : style)),
        row * 4,
      );
      flags[row] = isBumped(face) ? 0x800 : 0;
      if (isUnlit(face)) continue;
      offsets[row] = lighting.length;
      for (const luxel of list(luxels(face)))
        lighting.push(...(isB ? changed : bytesOf)(face, luxel));
    }
    const texinfo = Int32Array.from(list(FACES));
    const lightmapMins = new Int32Array(FACES * 2);
    const faces = {
      count: FACES,
      texinfo,
      lightOffset: offsets,
      lightmapSize: sizes,
      lightmapMins,
      styles: stylesOf,
    };
    const bsp = {
      texInfos: { flags },
      ldr: { faces, lighting: Uint8Array.from(lighting) },
      hdr: null,
    };
    return { name: isB ? "b" : "a", bsp } as unknown as MapVersion;
  }
  const signed = (byte: number) => (byte > 127 ? byte - 256 : byte);
  const light = (bytes: readonly number[]) =>
    [0, 1, 2].map((i) => (bytes[i] * 2 ** signed(bytes[3])) / 255);
  const shown = (value: number) => Math.min(1, value) ** (1 / 2.2) * 255;

  it("compares all styles and directions luxel by luxel", () => {
    const pairs = list(FACES).map(
      (face): LitPair => ({
        ...{
          faceA: rowIn(face, false),
          faceB: rowIn(face, true),
          material: `m${face}`,
          owner: "world",
        },
        box: { mins: [face, 0, 0], maxs: [face, 1, 1] },
      }),
    );
    const entities = { changes: [] } as unknown as ThingDiff;
    const diff = diffLight(
      versionOf(false),
      versionOf(true),
      { pairs, parts: [], materials: [] },
      entities,
      () => null,
    );
    const faces = list(FACES).flatMap((face) => {
      const before = list(luxels(face)).flatMap((luxel) => light(bytesOf(face, luxel)));
      const after = list(luxels(face)).flatMap((luxel) => light(changed(face, luxel)));
      const steps = before.map((was, i) => Math.abs(was - after[i]));
      const largest = Math.max(0, ...steps);
      if (largest === 0) return [];
      const mean = (numbers: readonly number[]) =>
        numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
      const levels = Math.max(...before.map((was, i) => Math.abs(shown(was) - shown(after[i]))));
      return [{ face, a: mean(before), b: mean(after), mean: mean(steps), largest, levels }];
    });
    const all = list(FACES).reduce((sum, face) => sum + luxels(face), 0);
    const change = faces.reduce((sum, { face, mean }) => sum + mean * luxels(face), 0);
    expect(faces.length).toBeGreaterThan(50);
    expect(diff).toMatchObject({
      ...{ untold: null, side: "ldr", comparedFaces: FACES - list(FACES).filter(isUnlit).length },
      ...{ changedFaces: faces.length, unlikeFaces: 0 },
      seenFaces: faces.filter(({ levels }) => levels >= 1).length,
    });
    expect(diff.meanChange).toBeCloseTo(change / all, 12);
    expect(diff.largestChange).toBeCloseTo(Math.max(...faces.map(({ largest }) => largest)), 12);
    const sorted = [...faces].sort((x, y) => y.levels - x.levels);
    expect(diff.faces.length).toBe(faces.length);
    for (const found of diff.faces) {
      const wanted = faces.find(({ face }) => `m${face}` === found.material)!;
      expect(found.a).toBeCloseTo(wanted.a, 12);
      expect(found.b).toBeCloseTo(wanted.b, 12);
      expect(found.meanChange).toBeCloseTo(wanted.mean, 12);
      expect(found.levels).toBeCloseTo(wanted.levels, 9);
    }
    expect(diff.faces[0].levels).toBeCloseTo(sorted[0].levels, 9);
  });
});

describe("a diff of 6,000 detail props", () => {
  const COUNT = 6_000;
  /** @param gone True for rows that are left out. */
  function versionOf(gone: (row: number) => boolean, turn = 0): MapVersion {
    const rows = list(COUNT).filter((row) => !gone(row));
    // Each version has another order.
    const ordered = [...rows.slice(turn), ...rows.slice(0, turn)];
    const column = (of: (row: number) => number) => ordered.map(of);
    const none = new Uint8Array(rows.length);
    const objects = {
      count: rows.length,
      origin: Float32Array.from(
        ordered.flatMap((row) => [row % 997, Math.floor(row / 997), row % 13]),
      ),
      angles: new Float32Array(rows.length * 3),
      detailModel: Uint32Array.from(column((row) => row % 3)),
      type: Uint8Array.from(column((row) => (row % 5 === 0 ? 0 : 1 + (row % 3)))),
      scale: new Float32Array(rows.length).fill(1),
      ...{ orientation: none, swayAmount: none, shapeAngle: none, shapeSize: none },
    };
    const corner = Float32Array.of(0, 0, 1, 1, 2, 2);
    const sprites = {
      upperLeft: corner,
      lowerRight: corner,
      texUpperLeft: corner,
      texLowerRight: corner,
    };
    const modelName = ["models/a.mdl", "models/b.mdl", "models/c.mdl"];
    return { bsp: { detailProps: { modelName, sprites, objects } } } as unknown as MapVersion;
  }

  it("counts detail props by their kind, including the last ones", () => {
    const isGone = (row: number) => row % 100 === 0 || row >= 5_990;
    const isNew = (row: number) => row === 5_534;
    const diff = diffDetails(versionOf(isNew), versionOf(isGone, 500), null);
    const gone = list(COUNT).filter((row) => isGone(row) && !isNew(row));
    const kindOf = (row: number) =>
      row % 5 === 0
        ? `models/${"abc"[row % 3]}.mdl`
        : ["sprite", "crossed sprites", "triangle of sprites"][row % 3];
    const counts = new Map<string, number>();
    for (const row of gone) counts.set(kindOf(row), (counts.get(kindOf(row)) ?? 0) + 1);
    expect([diff.countA, diff.countB]).toEqual([
      COUNT - 1,
      list(COUNT).filter((row) => !isGone(row)).length,
    ]);
    const [added, ...removed] = diff.changes;
    expect(added).toEqual({
      ...{ change: "added", kind: kindOf(5_534), count: 1 },
      box: { mins: [549, 5, 9], maxs: [549, 5, 9] },
    });
    expect(Object.fromEntries(removed.map(({ kind, count }) => [kind, count]))).toEqual(
      Object.fromEntries(counts),
    );
    for (const { change, kind, box } of removed) {
      expect(change).toBe("removed");
      const own = gone.filter((row) => kindOf(row) === kind);
      const axis = (of: (row: number) => number) => own.map(of).sort((a, b) => a - b);
      const [x, y, z] = [
        axis((row) => row % 997),
        axis((row) => Math.floor(row / 997)),
        axis((row) => row % 13),
      ];
      expect(box).toEqual({ mins: [x[0], y[0], z[0]], maxs: [x.at(-1), y.at(-1), z.at(-1)] });
    }
  });
});

it("detail props that moved along one axis are reported as others", () => {
  const columns = (axis: number) => {
    const none = new Uint8Array(2);
    const objects = {
      ...{
        count: 2,
        origin: new Float32Array(6),
        angles: new Float32Array(6),
        scale: new Float32Array(2),
      },
      ...{ detailModel: new Uint32Array(2), type: none, orientation: none, swayAmount: none },
      ...{ shapeAngle: none, shapeSize: none },
    };
    if (axis >= 0) (axis < 6 ? objects.origin : objects.angles)[axis % 6] = 5;
    return {
      bsp: { detailProps: { modelName: ["models/a.mdl"], objects } },
    } as unknown as MapVersion;
  };
  expect(diffDetails(columns(-1), columns(-1), null).changes).toEqual([]);
  for (const axis of list(12)) {
    const { changes } = diffDetails(columns(-1), columns(axis), null);
    expect(changes.map(({ change, count }) => [change, count])).toEqual([
      ["added", 1],
      ["removed", 1],
    ]);
  }
});

it("pairs equal detail props one by one, also those whose values are no numbers", () => {
  const versionOf = (scales: readonly number[]) => {
    const none = new Uint8Array(scales.length);
    const objects = {
      ...{ count: scales.length, origin: new Float32Array(scales.length * 3), detailModel: none },
      ...{ angles: new Float32Array(scales.length * 3), type: none, orientation: none },
      ...{ scale: Float32Array.from(scales), swayAmount: none, shapeAngle: none, shapeSize: none },
    };
    const detailProps = { modelName: ["models/a.mdl"], objects };
    return { bsp: { detailProps } } as unknown as MapVersion;
  };
  const one = versionOf([1, 0.5, 1, Number.NaN, -0.0001]);
  const other = versionOf([0, 1, 1.0002, 1, Number.NaN, 1, -0.5]);
  expect(diffDetails(one, other, null).changes).toMatchObject([
    { change: "added", count: 3 },
    { change: "removed", count: 1 },
  ]);
});

describe("a diff of 300 brushes", () => {
  /**
   * Makes a wedge per row: two sides along x, one along -y, a slope, and a bevel that adds nothing.
   */
  function versionOf(rows: readonly number[], nudge: number): MapVersion {
    const normal: number[] = [];
    const dist: number[] = [];
    for (const row of rows) {
      normal.push(1, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0.6, 0.8, 0, 1, 0);
      dist.push(row * 8 + 4, -row * 8 + nudge, 0, 16.03125 + nudge, row * 100);
    }
    const sides = list(rows.length * 5);
    const leafs = {
      leafBrushCount: Uint32Array.of(rows.length),
      firstLeafBrush: Uint32Array.of(0),
    };
    const bsp = {
      ...{ planes: { normal: Float32Array.from(normal), dist: Float32Array.from(dist) }, leafs },
      ...{ nodes: { count: 0 }, models: { count: 1, headNode: Int32Array.of(-1) } },
    };
    const brushes = {
      count: rows.length,
      contents: Int32Array.from(rows, (row) => (row % 2 === 0 ? 1 : 0x10001)),
      firstSide: Uint32Array.from(rows, (_, i) => i * 5),
      sideCount: Uint32Array.from(rows, () => 5),
      sidePlane: Uint32Array.from(sides),
      sideTexInfo: Int32Array.from(sides, (side) => (side % 5) % 3),
      sideIsBevel: Uint8Array.from(sides, (side) => (side % 5 === 4 ? 1 : 0)),
      leafBrushes: Uint32Array.from(list(rows.length)),
    };
    return { bsp, brushes } as unknown as MapVersion;
  }
  const world: ModelPair = { a: 0, b: 0, owner: "world", shift: [0, 0, 0], origin: [0, 0, 0] };
  const materials = Int32Array.of(0, 1, 2);
  const painted = { materialsA: materials, materialsB: materials, names: ["p", "q", "r"] };
  const changesOf = (a: MapVersion, b: MapVersion) => diffSolids(a, b, [world], painted, null);

  it("matches brushes by their sides in any order, within a step of rounding", () => {
    const turned = [...list(300)].reverse();
    for (const nudge of [0, 0.01, -0.01, 0.06, -0.06]) {
      const diff = changesOf(versionOf(list(300), 0), versionOf(turned, nudge));
      expect([diff.countA, diff.countB, diff.changes.length], `${nudge}`).toEqual([300, 300, 0]);
    }
    const kept = list(300).filter((row) => row !== 17 && row !== 299);
    const gone = changesOf(versionOf(list(300), 0), versionOf(kept, 0.01)).changes;
    expect(gone.map(({ change }) => change)).toEqual(["removed", "removed"]);
    expect(changesOf(versionOf(kept, 0.01), versionOf(list(300), 0)).changes).toHaveLength(2);
    // Two equal brushes are not both matched with one.
    expect(changesOf(versionOf([5, 5], 0), versionOf([5], 0.01)).changes).toHaveLength(1);
    // The nudge is more than one step.
    expect(changesOf(versionOf([5], 0), versionOf([5], 0.2)).changes).toHaveLength(2);
  });

  it("describes brushes by the rows of their sides", () => {
    const [removed] = changesOf(versionOf([3, 4, 7], 0), versionOf([3, 4], 0)).changes;
    expect(removed).toEqual({
      ...{ change: "removed", contents: ["SOLID", "PLAYERCLIP"], owner: "world", box: null },
      materials: ["p", "q", "r"],
    });
  });
});
