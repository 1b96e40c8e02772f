/** Tests debug views of light storage: pixels against known values of generated faces. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT } from "../../../src/map/world.ts";
import { findView } from "../../../src/render/inspect/view-list.ts";
import { mapRgb } from "../../oracle/light/color.ts";
import { scaleLight, shapedColor } from "../../oracle/screen/views.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap, type Quad } from "../make-world.ts";
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
const WALLS = [
  [60, -16],
  [24, -16],
  [-12, -16],
] as const;

describe.skipIf(test === null)("a light view", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterEach(() => expect(t.errors).toEqual([]));
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  /** Shows three walls, an unlit one above and a model below. */
  function show(more: readonly Partial<Quad>[]): void {
    const quads = WALLS.map(([left, bottom], i) => wall(left, bottom, more[i]));
    t.renderer.setScene(makeMap([...quads, wall(24, 24)], makeMaterials([{ name: "wall" }])));
    t.renderer.setSource(modelAt(24, -48));
  }

  async function expectKinds(view: string, rows: readonly number[], unlit: number) {
    const at = await drawView(t, view);
    const places = [...WALLS.map(([l, b]) => middleOf(l, b)), middleOf(24, 24), middleOf(24, -48)];
    [...rows, unlit, unlit + 1].forEach((row, i) => {
      const { color, shown } = at(places[i]);
      expectNear(color, shapedColor(kindLight(view, row), cosineAt(shown, TOWARDS)));
    });
    return at;
  }

  it("lightmap-bytes counts the luxels of all styles and bump directions", async () => {
    const lights = [
      plainLight(5, 9),
      plainLight(4, 3, { styles: [0, 32] }),
      plainLight(2, 7, { bumped: true }),
    ];
    show(lights.map((light) => ({ light })));
    const at = await drawView(t, "lightmap-bytes");
    const bytes = [5 * 9 * 4, 4 * 3 * 2 * 4, 2 * 7 * 4 * 4];
    const { legend } = findView("lightmap-bytes")!;
    WALLS.forEach(([left, bottom], i) => {
      const { color, shown } = at(middleOf(left, bottom));
      expectNear(color, shapedColor(scaleLight(legend, bytes[i]), cosineAt(shown, TOWARDS)));
    });
  });

  it("shows the luxels of a map that is unlit because all are black", async () => {
    const lights = [
      plainLight(3, 3),
      plainLight(2, 7, { bumped: true }),
      plainLight(4, 3, { styles: [10] }),
    ];
    const views = ["luxels", "luxel-density", "lightmap-bytes", "light-styles", "bumped-light"];
    const draw = async (isBlack: boolean) => {
      show(lights.map((light) => ({ light: { ...light, isBlack } })));
      const found = [];
      for (const view of views) {
        const at = await drawView(t, view);
        found.push(WALLS.map(([left, bottom]) => at(middleOf(left, bottom)).color));
      }
      return found;
    };
    const lit = await draw(false);
    expect(await draw(true)).toEqual(lit);
    // None has the colour of a face without a lightmap.
    const at = await drawView(t, "luxel-density");
    expect(lit[1].every((color) => Math.abs(color[0] - at(middleOf(24, 24)).color[0]) > 2)).toBe(
      true,
    );
  });

  it("bumped-light distinguishes bumped, flat and no light", async () => {
    show([
      { light: plainLight(2, 2) },
      { light: plainLight(2, 2, { bumped: true }) },
      { light: plainLight(3, 3) },
    ]);
    await expectKinds("bumped-light", [0, 1, 0], 2);
  });

  it("light-styles mixes the colours of a face's styles", async () => {
    show([
      { light: plainLight(2, 2) },
      { light: plainLight(2, 2, { styles: [10] }) },
      { light: plainLight(2, 2, { styles: [0, 34] }) },
    ]);
    const at = await drawView(t, "light-styles");
    const [steady, tenth, third] = [0, 10, 15].map((row) => kindLight("light-styles", row));
    const mixed = mapRgb(steady, (light, i) => (light + third[i]) / 2);
    [steady, tenth, mixed].forEach((light, i) => {
      const [left, bottom] = WALLS[i];
      const { color, shown } = at(middleOf(left, bottom));
      expectNear(color, shapedColor(light, cosineAt(shown, TOWARDS)));
    });
  });

  it("luxels draws a checkerboard of luxels at their size", async () => {
    // 16 inches per luxel; luxel centres lie in the wall's corners.
    show([{}, { light: plainLight(3, 3) }, {}]);
    const at = await drawView(t, "luxels");
    const [left, bottom] = WALLS[1];
    const dark = kindLight("luxels", 2);
    const seen = (y: number, z: number) => at([64, left - y, bottom + z]);
    // The middle luxel, one beside and one below: direct neighbours differ from it, diagonal ones do
    // not.
    const middle = seen(16, 16);
    const aside = seen(3, 16);
    const across = seen(3, 3);
    const light = (row: number, { shown }: typeof middle) =>
      shapedColor(kindLight("luxels", row), cosineAt(shown, TOWARDS));
    const [own, other] = [0, 1].map((row) => [light(row, middle), light(1 - row, aside)] as const);
    const isFirst = Math.abs(middle.color[0] - own[0][0]) < 2;
    expectNear(middle.color, isFirst ? own[0] : other[0]);
    expectNear(aside.color, isFirst ? own[1] : other[1]);
    expectNear(across.color, light(isFirst ? 0 : 1, across));
    // 8 inches from the corner one luxel ends.
    expect(seen(8, 16).color[0]).toBeLessThan(middle.color[0]);
    expect(dark[0]).toBeLessThan(kindLight("luxels", 1)[0]);
  });

  it("kinds distinguishes faces, displacements, brush entities and models", async () => {
    show([{}, { kind: CHUNK_DISPLACEMENT }, { kind: CHUNK_BRUSH_MODEL }]);
    const at = await drawView(t, "kinds");
    const places = [...WALLS.map(([l, b]) => middleOf(l, b)), middleOf(24, -48)];
    places.forEach((place, row) => {
      const { color, shown } = at(place);
      expectNear(color, shapedColor(kindLight("kinds", row), cosineAt(shown, TOWARDS)));
    });
  });

  it("wireframe draws the edges of all triangles, including models", async () => {
    show([{}, { kind: CHUNK_DISPLACEMENT }, { kind: CHUNK_BRUSH_MODEL }]);
    const at = await drawView(t, "wireframe");
    const edges = [...WALLS.map(([l, b]) => [l, b] as const), [24, -48] as const];
    edges.forEach(([left, bottom], row) => {
      const kind = kindLight("wireframe", row);
      // Off both diagonals, and on them.
      for (const [y, z, share] of [
        [16, 6, 0.12],
        [16, 26, 0.12],
        [16, 16, 1],
      ]) {
        const { color, shown } = at([64, left - y, bottom + z]);
        const light = mapRgb(kind, (value) => value * share);
        const wanted = shapedColor(light, cosineAt(shown, TOWARDS));
        if (share < 1) expectNear(color, wanted);
        // A pixel's centre lies beside the line.
        else expect(color[1]).toBeGreaterThan(wanted[1] * 0.6);
      }
    });
  });
});
