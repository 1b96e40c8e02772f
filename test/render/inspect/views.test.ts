/** Tests debug views of known surfaces: pixels against the legend and plain formulas. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { FAMILY } from "../../../src/map/material-families.ts";
import { INSPECT_STOPS } from "../../../src/render/inspect/view-constants.ts";
import { findView, VIEWS } from "../../../src/render/inspect/view-list.ts";
import { normalColor, scaleLight, shapedColor } from "../../oracle/screen/views.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap, type Vec3 } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import {
  cosineAt,
  drawView,
  expectNear,
  kindLight,
  middleOf,
  modelAt,
  plainLight,
  SIZE,
  TOWARDS,
  wall,
} from "./made-inspected.ts";

const test = await openTestGpu();
describe("the list of debug views", () => {
  it("has unique names, and an explanation for each", () => {
    expect(new Set(VIEWS.map(({ name }) => name)).size).toBe(VIEWS.length);
    for (const { name, title, about, legend } of VIEWS) {
      expect(name).toMatch(/^[a-z][a-z0-9-]{0,39}$/);
      expect(about).toMatch(/^[A-Z].*\.$/);
      expect(title).not.toBe("");
      expect(legend.length).toBeLessThanOrEqual(INSPECT_STOPS);
      for (const { color } of legend) expect(color).toMatch(/^#[0-9a-f]{6}$/);
      const scale = legend.flatMap(({ at }) => (at === undefined ? [] : [at]));
      expect(scale).toEqual([...scale].sort((a, b) => a - b));
      // A scale comes first and has more than one value.
      expect(legend.slice(0, scale.length).every(({ at }) => at !== undefined)).toBe(true);
      expect(scale.length).not.toBe(1);
    }
  });
});

it("docs/mapping.md lists each debug view", () => {
  const guide = readFileSync(resolve(import.meta.dirname, "../../../docs/mapping.md"), "utf8");
  for (const { name, about } of VIEWS) expect(guide).toContain(`\n* \`${name}\`: ${about}\n`);
});

describe.skipIf(test === null)("a debug view", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterEach(() => expect(t.errors).toEqual([]));
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  it("normals shows the facing of walls and models without light", async () => {
    const tilted: Vec3 = [-0.6, 0.48, 0.64];
    t.renderer.setScene(makeMap([wall(40, 4), wall(0, 4)], makeMaterials([{ name: "wall" }])));
    t.renderer.setSource(modelAt(40, -36, tilted));
    const at = await drawView(t, "normals", { exposure: 3 });
    expectNear(at(middleOf(40, 4)).color, normalColor(TOWARDS));
    expectNear(at(middleOf(0, 4)).color, normalColor(TOWARDS));
    // Model normals are stored as bytes.
    expectNear(at(middleOf(40, -36)).color, normalColor(tilted));
    // Nothing else is drawn, not even the sky.
    expect(at([64, -40, -20]).color).toEqual([0, 0, 0]);
  });

  it("luxel-density counts luxels per area, on the legend's scale", async () => {
    const walls: readonly (readonly [left: number, columns: number, rows: number])[] = [
      [60, 9, 9],
      [24, 17, 3],
      [-12, 3, 3],
    ];
    const quads = walls.map(([left, columns, rows]) =>
      wall(left, -16, { light: plainLight(columns, rows) }),
    );
    t.renderer.setScene(makeMap([...quads, wall(24, 24)], makeMaterials([{ name: "wall" }])));
    t.renderer.setSource(modelAt(24, -56, TOWARDS));
    const at = await drawView(t, "luxel-density");
    const { legend } = findView("luxel-density")!;
    for (const [left, columns, rows] of walls) {
      const { color, shown } = at(middleOf(left, -16));
      const luxels = ((columns - 1) / 32) * ((rows - 1) / 32);
      expectNear(color, shapedColor(scaleLight(legend, luxels), cosineAt(shown, TOWARDS)));
    }
    for (const [bottom, row] of [
      [24, 0],
      [-56, 1],
    ]) {
      const { color, shown } = at(middleOf(24, bottom));
      expectNear(color, shapedColor(kindLight("luxel-density", row), cosineAt(shown, TOWARDS)));
    }
  });

  it("shaders distinguishes material families", async () => {
    const materials = makeMaterials([
      { name: "lit", family: FAMILY.lit },
      { name: "unlit", family: FAMILY.unlit },
    ]);
    const quads = [wall(40, 0), wall(0, 0, { material: 1 })];
    t.renderer.setScene(makeMap(quads, materials));
    const at = await drawView(t, "shaders");
    for (const [left, family] of [
      [40, FAMILY.lit],
      [0, FAMILY.unlit],
    ]) {
      const { color, shown } = at(middleOf(left, 0));
      expectNear(color, shapedColor(kindLight("shaders", family), cosineAt(shown, TOWARDS)));
    }
  });

  it("looks the same in every draw mode, and leaves no trace", async () => {
    t.renderer.setScene(
      makeMap([wall(40, -16, { light: plainLight(3, 3) })], makeMaterials([{ name: "wall" }])),
    );
    t.renderer.setSource(modelAt(0, -16));
    const places = [middleOf(40, -16), middleOf(0, -16)];
    let before = 0;
    for (const view of ["", "kinds", "wireframe", "overdraw", "luxels"]) {
      const usual = await drawView(t, view);
      for (const settings of [
        { bundles: false },
        { gpuCulling: false },
        { occlusionByCost: false },
        { samples: 4 },
        { timing: true },
      ]) {
        const at = await drawView(t, view, settings);
        for (const place of places) expectNear(at(place).color, usual(place).color, 2);
      }
      // Creates the cached resources of each draw mode first.
      await drawView(t, "");
      if (view === "") before = t.gpu.memory.count;
      expect(t.gpu.memory.count).toBe(before);
    }
  });

  it("fullbright or lightmap equals the setting of that name", async () => {
    const light = plainLight(4, 4);
    const quad = wall(16, -16, { light });
    const materials = makeMaterials([{ name: "wall", fallback: [0.5, 0.25, 0.1] }]);
    t.renderer.setScene(makeMap([quad], materials));
    const middle = middleOf(16, -16);
    const usual = (await drawView(t, ""))(middle).color;
    for (const [view, settings] of [
      ["fullbright", { fullbright: true }],
      ["lightmap", { textures: false }],
    ] as const) {
      const shown = (await drawView(t, view))(middle).color;
      expect(shown).not.toEqual(usual);
      // Settings keep the requested values.
      const { fullbright, textures } = t.renderer.settings;
      expect([fullbright, textures]).toEqual([false, true]);
      expect(shown).toEqual((await drawView(t, "", settings))(middle).color);
    }
    expect((await drawView(t, ""))(middle).color).toEqual(usual);
    expect((await drawView(t, "no-such-view"))(middle).color).toEqual(usual);
  });
});
