/** Compares pictures of moved models with sets of props that were built with the models there. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { MATERIAL_NO_CULL, PASS_TRANSLUCENT } from "../../../src/map/material.ts";
import { momentAtStart } from "../../../src/map/motion/brush-models.ts";
import { type ModelsMoment, modelsAtStart } from "../../../src/map/motion/models.ts";
import type { LeafAmbientLight, PropSet } from "../../../src/map/props.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { countDifferent } from "../compare-pictures.ts";
import { withEntities } from "../make-entity-models.ts";
import { makeMaterials } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps, type TestInstance, type TestPropVertex } from "../make-props.ts";
import { makeMap, oneWayPvs, type Quad, type SceneParts } from "../make-world.ts";
import { angleMatrix } from "../matrices.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 64;
const test = await openTestGpu();

const glass = { pass: PASS_TRANSLUCENT, alpha: 0.5, flags: MATERIAL_NO_CULL };
const materials = makeMaterials([
  { name: "stone", fallback: [0.8, 0.7, 0.6] },
  { name: "red", fallback: [1, 0, 0], ...glass },
  { name: "blue", fallback: [0, 0, 1], ...glass },
]);
/** A translucent wall of the world across the x axis, in leaf 0. */
const pane: Quad = { origin: [150, -60, -60], u: [0, 120, 0], v: [0, 0, 120], material: 1 };

/** Both sides of an upright plate across the model's x axis. */
const plate: TestPropVertex[] = [1, -1].flatMap((side) =>
  [
    [0, 20 * side, -30],
    [0, -20 * side, -30],
    [0, -20 * side, 30],
    [0, 20 * side, 30],
  ].map((position) => ({
    position: position as [number, number, number],
    normal: [-side, 0, 0] as const,
  })),
);
const indices = [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7];
const BOX = [-1, -20, -30, 1, 20, 30];
const variant = (...levels: [switchPoint: number, material: number][]) => ({
  bones: [IDENTITY_BONE],
  lods: levels.map(([switchPoint, material]) => ({
    switchPoint,
    material,
    vertices: plate,
    indices,
  })),
});
/** The second level of the solid model replaces its first beyond some 300 inches. */
const VARIANTS = [variant([0, 0], [1000, 2]), variant([0, 2])];

const BUILT = [angleMatrix(0, 80, 0, [200, 60, 0]), angleMatrix(0, 0, 0, [260, 10, 10])];
const MOVED = [angleMatrix(20, 30, 10, [90, -20, 5]), angleMatrix(0, 30, 0, [100, 25, 0])];
const camera = { x: 0, y: 0, z: 8, pitch: 4, yaw: 0, fov: 90 };
const cube = (red: number) => Array.from({ length: 18 }, (_, i) => (i % 3 === 0 ? red : 0.5));

function boxAt(matrix: readonly number[]): number[] {
  const out = [0, 0, 0, 0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const row = matrix.slice(axis * 4);
    const half = [0, 1, 2].reduce((sum, k) => sum + Math.abs(row[k]) * BOX[3 + k], 0);
    out[axis] = row[3] - half;
    out[3 + axis] = row[3] + half;
  }
  return out;
}

function propsAt(matrices: readonly number[][], more: Partial<TestInstance> = {}): PropSet {
  const instances = matrices.map((worldFromModel, row) => ({
    ...{ variant: row % 2, worldFromModel, box: boxAt(worldFromModel), clusters: [0] },
    ...more,
  }));
  const box = Float32Array.from(matrices.flatMap(() => BOX));
  return withEntities(makeProps(VARIANTS, instances, materials), { box });
}

let version = 0;
const momentOf = (
  set: PropSet,
  matrices: readonly number[][],
  hidden: readonly number[] = [],
): ModelsMoment => {
  const models = { ...modelsAtStart(set.entities!), version: ++version };
  models.worldFromModel.set(matrices.flat());
  for (const row of hidden) models.isHidden[row] = 1;
  return models;
};

describe.skipIf(test === null)("models of entities that move", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterEach(() => {
    expect(t.errors).toEqual([]);
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  function show(set: PropSet, parts: SceneParts = {}, quads: Quad[] = [pane]): void {
    t.renderer.setScene(makeMap(quads, materials, parts));
    t.renderer.setSource(propSource(set));
  }

  function move(models: ModelsMoment | null): void {
    const brushes = { count: 0, worldFromModel: new Float32Array(0), isHidden: new Uint8Array(0) };
    const start = momentAtStart(brushes as never);
    t.renderer.setMoment(models && { ...start, models, version: models.version });
  }

  /** Draws until culling has settled. */
  async function draw(from = camera): Promise<Uint8Array> {
    await t.renderer.settled();
    for (let frame = 0; frame < 4; frame++) t.renderer.render(from);
    return t.renderer.readPixels();
  }

  for (const gpuCulling of [true, false]) {
    const who = gpuCulling ? "GPU" : "CPU";
    it(`look as if they were built there, culled and sorted by the ${who}`, async () => {
      t.renderer.settings.gpuCulling = gpuCulling;
      show(propsAt(MOVED));
      const built = await draw();
      const set = propsAt(BUILT);
      show(set);
      const before = await draw();
      expect(countDifferent(before, built)).toBeGreaterThan(300);
      move(momentOf(set, MOVED));
      expect(countDifferent(await draw(), built, 2)).toBeLessThan(8);
      // The second model is hidden, then both are back where they were.
      move(momentOf(set, MOVED, [1]));
      expect(countDifferent(await draw(), built)).toBeGreaterThan(100);
      move(null);
      expect(countDifferent(await draw(), before, 0)).toBe(0);
    });

    it(`appear if they are hidden at the start, drawn by the ${who}`, async () => {
      t.renderer.settings.gpuCulling = gpuCulling;
      show(propsAt([]));
      const nothing = await draw();
      show(propsAt(BUILT));
      const shown = await draw();
      const plain = propsAt(BUILT);
      const set = withEntities(plain, { ...plain.entities!, isHidden: Uint8Array.of(1, 1) });
      show(set);
      expect(countDifferent(await draw(), nothing, 0)).toBe(0);
      const moment = momentOf(set, BUILT);
      moment.isHidden.fill(0);
      move(moment);
      expect(countDifferent(await draw(), shown, 0)).toBe(0);
    });

    it(`are culled by the ${who} where they are`, async () => {
      Object.assign(t.renderer.settings, { gpuCulling, occlusion: false });
      // Cluster 0, at x < 0, sees only itself.
      const pvs = oneWayPvs();
      const far = [angleMatrix(0, 0, 0, [600, 0, 0]), angleMatrix(0, 0, 0, [700, 0, 0])];
      const near = [angleMatrix(0, 0, 0, [-200, 0, 0]), angleMatrix(0, 0, 0, [-300, 20, 0])];
      const behind = { ...camera, x: -400 };
      const set = propsAt(far, { clusters: [1], leaf: 1 });
      const count = async () => {
        await draw(behind);
        return (await t.renderer.readStats()).props;
      };
      show(set, { pvs }, []);
      expect(await count()).toBe(0);
      move(momentOf(set, near));
      expect(await count()).toBe(2);
      // Draws that are made later start from the moved columns.
      t.renderer.setMaterials(materials);
      expect(await count()).toBe(2);
      move(momentOf(set, [near[0], far[1]]));
      expect(await count()).toBe(1);
      move(momentOf(set, [near[0], near[1]], [0]));
      expect(await count()).toBe(1);
      move(momentOf(set, far));
      expect(await count()).toBe(0);
    });
  }

  it("are sorted among the world's panes by the leaf that they are in", async () => {
    // Reaches far to the left: its middle is farther away than the pane behind it.
    const long = { ...variant([0, 2]) };
    const wide = long.lods[0].vertices.map((vertex) => ({
      ...vertex,
      position: [0, vertex.position[1] * 16, vertex.position[2]] as [number, number, number],
    }));
    const wideVariant = { ...long, lods: [{ ...long.lods[0], vertices: wide }] };
    const at = (x: number) => angleMatrix(0, 0, 0, [x, 300, 0]);
    const made = (matrix: number[], leaf: number) => {
      const box = [matrix[3] - 1, -20, -30, matrix[3] + 1, 620, 30];
      const instance = { variant: 0, worldFromModel: matrix, box, leaf };
      return withEntities(makeProps([wideVariant], [instance], materials), {
        box: Float32Array.of(-1, -320, -30, 1, 320, 30),
      });
    };
    const near: Quad = { ...pane, origin: [10, -60, -60], leaf: 1 };
    const from = { ...camera, x: -300 };
    show(made(at(-20), 0), {}, [near]);
    const built = await draw(from);
    for (const gpuCulling of [true, false]) {
      t.renderer.settings.gpuCulling = gpuCulling;
      const set = made(at(200), 1);
      show(set, {}, [near]);
      for (const x of [60, -20]) {
        move(momentOf(set, [at(x)]));
        expect(countDifferent(await draw(from), built) < 8, `${x}`).toBe(x < 0);
      }
    }
  });

  it("are lit by the leaf that they are in, and as built where they were built", async () => {
    // Leaf 1, at x > 0, is red; the models' own cubes there are brighter.
    const leafs: LeafAmbientLight = {
      ...{ firstSample: [0, 1], sampleCount: [1, 1], position: new Uint8Array(6).fill(128) },
      cube: Uint8Array.from({ length: 48 }, (_, i) => [i < 24 ? 32 : 128, 64, 64, 0][i % 4]),
    };
    for (let i = 3; i < 48; i += 4) leafs.cube[i] = 0x100 - 8;
    const at = (x: number) => angleMatrix(0, 0, 0, [x, 0, 0]);
    const set = propsAt([at(100)], { ambient: cube(1), leaf: 1 });
    const lit = { ...set, light: { ...set.light, leafs } };
    const from = (x: number) => ({ ...camera, x: x - 60 });
    const middle = (picture: Uint8Array) => [...picture.subarray((SIZE * 33 + 32) * 4).slice(0, 3)];
    t.renderer.settings.fog = false;
    show(lit, {}, []);
    const asBuilt = middle(await draw(from(100)));
    move(momentOf(lit, [at(101)]));
    expect(middle(await draw(from(101)))).toEqual(asBuilt);
    move(momentOf(lit, [at(600)]));
    const farOn = middle(await draw(from(600)));
    move(momentOf(lit, [at(-600)]));
    const across = middle(await draw(from(-600)));
    // Light without the lamps of the built place, then that of the other leaf.
    expect(farOn[0]).toBeLessThan(asBuilt[0] * 0.9);
    expect(farOn[0]).toBeGreaterThan(across[0] * 1.3);
    expect(Math.abs(across[2] - farOn[2])).toBeLessThan(3);
    // Another light of the map: the models keep their places.
    const dark = { ...lit.light, ambient: lit.light.ambient.map((one) => one / 4) };
    const map = makeMap([], materials);
    t.renderer.relight(map, { ...dark, leafs: { ...leafs, cube: leafs.cube.map(() => 0) } });
    expect(middle(await draw(from(-600)))[0]).toBe(0);
    move(momentOf(lit, [at(100)]));
    expect(middle(await draw(from(100)))[0]).toBeLessThan(asBuilt[0]);
  });
});
