/** Tests the CPU's sorting of translucent surfaces against its definition and the GPU. */

import { afterAll, describe, expect, it } from "vitest";
import { PASS_TRANSLUCENT } from "../../../src/map/material.ts";
import type { LeafTree } from "../../../src/map/tree.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import {
  addRow,
  createOrderedRows,
  orderRows,
  restartRows,
} from "../../../src/render/translucent/cpu-order.ts";
import { createView } from "../../../src/render/views/view.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { countDifferent } from "../compare-pictures.ts";
import {
  createRandom,
  largeMaterials,
  makeLargeMap,
  makeManyProps,
  randomPoint,
} from "../make-large-map.ts";
import { openTestRenderer } from "../open-test-renderer.ts";

/** Leaf 0 for x above 100, leaf 1 below. */
const TREE: LeafTree = {
  nodeCount: 1,
  nodePlane: Float32Array.of(1, 0, 0, 100),
  nodeChildren: Int32Array.of(-1, -2),
  leafCount: 2,
  leafCluster: Int32Array.of(0, 1),
  leafFlags: new Uint8Array(2),
  leafBox: new Float32Array(12),
};

/**
 * Sorts surfaces at positions along x, each with a set and a leaf, seen from x = 0; farthest first.
 */
function order(
  surfaces: readonly (readonly [set: number, leaf: number, x: number])[],
  slots: number,
) {
  const rows = createOrderedRows(surfaces.length, TREE);
  const view = createView(null);
  restartRows(rows, TREE, view);
  surfaces.forEach(([set, leaf, x], row) => {
    addRow(rows, set, row, leaf, view, Float32Array.of(x - 1, -1, -1, x + 1, 1, 1), 0);
  });
  orderRows(rows, slots);
  return [...rows.order].map((entry) => [rows.row[entry], rows.slot[entry]]);
}

describe("back-to-front order on the CPU", () => {
  it("sorts by leaf, then distance, then set and row", () => {
    const list = order(
      [
        [0, 1, 30],
        [0, 0, 20],
        [1, 1, 50],
        [0, 1, 50],
        [0, 1, 50],
      ],
      8,
    );
    expect(list.map(([row]) => row)).toEqual([1, 3, 4, 2, 0]);
  });

  it("assigns a new slot after each change of set, and the farthest share the first", () => {
    const list = [0, 1, 0, 1, 0, 1, 0].map((set, i): [number, number, number] => [set, 1, 90 - i]);
    expect(order(list, 8).map(([, slot]) => slot)).toEqual([0, 0, 1, 1, 2, 2, 3]);
    expect(order(list, 3).map(([, slot]) => slot)).toEqual([0, 0, 0, 0, 1, 1, 2]);
    expect(order(list, 1).map(([, slot]) => slot)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});

const test = await openTestGpu();

describe.skipIf(test === null)("translucent surfaces sorted on the CPU and on the GPU", () => {
  afterAll(() => test!.close());

  it("give the same picture of many surfaces and props in all LODs", async () => {
    const glass = (withTranslucent: boolean) => {
      const materials = largeMaterials(withTranslucent);
      return {
        ...materials,
        pass: new Uint8Array(materials.count).fill(PASS_TRANSLUCENT),
        alpha: new Float32Array(materials.count).fill(0.5),
      };
    };
    const t = await openTestRenderer(test!, 160, 90);
    const { renderer } = t;
    renderer.setScene(makeLargeMap(3000, 11, glass(true)));
    renderer.setSource(propSource(makeManyProps(200, 5, glass(false))));
    Object.assign(renderer.settings, { sky: false, pvs: false, occlusion: false });
    const random = createRandom(9);
    let props = 0;
    for (let pose = 0; pose < 6; pose++) {
      const [x, y, z] = randomPoint(random);
      const camera = { x, y, z, pitch: 0, yaw: random() * 360, fov: 90 };
      const pictures: Uint8Array[] = [];
      for (const gpuCulling of [false, true]) {
        renderer.settings.gpuCulling = gpuCulling;
        await renderer.settled();
        renderer.render(camera);
        pictures.push(await renderer.readPixels());
        ({ props } = await renderer.readStats());
      }
      expect(countDifferent(pictures[0], pictures[1]), `pose ${pose}`).toBe(0);
      expect(props).toBeGreaterThan(0);
    }
    expect(t.errors).toEqual([]);
    t.destroy();
  });
});
