/** Tests debug views of surface properties and overdraw. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { MATERIAL_TRANSFORMED, PASS_ALPHA_TEST } from "../../../src/map/material.ts";
import { MATERIAL_PARAMS } from "../../../src/map/material-params.ts";
import { OVERDRAW_STEP } from "../../../src/render/inspect/legend.ts";
import { findView } from "../../../src/render/inspect/view-list.ts";
import { encodeSrgb, mapRgb, type Rgb } from "../../oracle/light/color.ts";
import { scaleLight, shapedColor } from "../../oracle/screen/views.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeImage, makeMaterials, rgbaArray } from "../make-materials.ts";
import { makeMap } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import {
  cosineAt,
  drawView,
  expectNear,
  kindLight,
  middleOf,
  modelAt,
  SIZE,
  TOWARDS,
  wall,
} from "./made-inspected.ts";

const test = await openTestGpu();

const rowOf = (name: string) => MATERIAL_PARAMS.findIndex((param) => param.name === name);

describe.skipIf(test === null)("a surface view", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterEach(() => expect(t.errors).toEqual([]));
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  it("texel-density counts texels per inch, after the material's transform", async () => {
    const params: (readonly [number, number, number, number])[] = [];
    params[rowOf("BASE_S")] = [3, 0, 0, 0];
    params[rowOf("BASE_T")] = [0, 2, 0, 0];
    const materials = makeMaterials(
      [
        { name: "plain", texture: 0 },
        { name: "turned", texture: 0, flags: MATERIAL_TRANSFORMED, params },
        { name: "none" },
      ],
      [{ array: 0, layer: 0 }],
      [rgbaArray(64, 16, 1)],
    );
    const quads = [
      wall(60, -16, { repeats: [2, 4] }),
      wall(24, -16, { material: 1, repeats: [1, 1] }),
      wall(-12, -16, { material: 2 }),
    ];
    t.renderer.setScene(makeMap(quads, materials));
    const at = await drawView(t, "texel-density");
    const { legend } = findView("texel-density")!;
    const texels = [
      Math.sqrt(((2 * 64) / 32) * ((4 * 16) / 32)),
      Math.sqrt(3 * 2 * (64 / 32) * (16 / 32)),
    ];
    texels.forEach((count, i) => {
      const { color, shown } = at(middleOf(60 - i * 36, -16));
      expectNear(color, shapedColor(scaleLight(legend, count), cosineAt(shown, TOWARDS)));
    });
    const { color, shown } = at(middleOf(-12, -16));
    expectNear(color, shapedColor(kindLight("texel-density", 0), cosineAt(shown, TOWARDS)));
  });

  it("steep distinguishes floors, slopes, walls and ceilings", async () => {
    // Tilts by these amounts in 32, so the normals' z is 0.78, 0.6, 0 and −0.6.
    const leans = [40, 24, 0, -24];
    const places = [
      [44, 6],
      [8, 6],
      [44, -38],
      [8, -38],
    ] as const;
    const quads = places.map(([left, bottom], i) => wall(left, bottom, { v: [leans[i], 0, 32] }));
    t.renderer.setScene(makeMap(quads, makeMaterials([{ name: "wall" }])));
    // Its vertex normals are wrong, because it stands upright.
    const normal = [-0.6, 0, 0.8] as const;
    t.renderer.setSource(modelAt(-22, 6, normal));
    const at = await drawView(t, "steep");
    leans.forEach((lean, i) => {
      const [x, y, z] = middleOf(places[i][0], places[i][1]);
      const { color, shown } = at([x + lean / 2, y, z]);
      const cosine = cosineAt(shown, [-32, 0, lean]);
      expectNear(color, shapedColor(kindLight("steep", i), cosine));
    });
    const { color, shown } = at(middleOf(-22, 6));
    expectNear(color, shapedColor(kindLight("steep", 2), cosineAt(shown, normal)));
  });

  it("missing marks missing textures with stripes", async () => {
    const materials = makeMaterials(
      [{ name: "there", texture: 0 }, { name: "missing" }],
      [{ array: 0, layer: 0 }],
      [rgbaArray(8, 8, 1)],
    );
    t.renderer.setScene(makeMap([wall(40, -16), wall(0, -16, { material: 1 })], materials));
    const at = await drawView(t, "missing");
    const there = at(middleOf(40, -16));
    expectNear(there.color, shapedColor(kindLight("missing", 1), cosineAt(there.shown, TOWARDS)));
    const { color, shown } = at(middleOf(0, -16));
    const along = shown.reduce((sum, value) => sum + value, 0) / 64;
    const share = along - Math.floor(along) < 0.5 ? 0.72 : 1;
    const light = mapRgb(kindLight("missing", 0), (value) => value * share);
    expectNear(color, shapedColor(light, cosineAt(shown, TOWARDS)));
  });

  it("keeps the holes of alpha-tested materials", async () => {
    const materials = makeMaterials(
      [{ name: "grate", texture: 0, pass: PASS_ALPHA_TEST }, { name: "wall" }],
      [{ array: 0, layer: 0 }],
      [rgbaArray(2, 2, 1)],
    );
    // Opaque on the left, open on the right; a wall behind.
    const quads = [
      wall(20, -16),
      wall(20, -16, { origin: [96, 48, -48], u: [0, -96, 0], v: [0, 0, 96], material: 1 }),
    ];
    t.renderer.setScene(makeMap(quads, materials));
    t.renderer.setMaterials(materials);
    const image = makeImage(2, 2, (x) => [255, 255, 255, x < 1 ? 255 : 0]);
    t.renderer.setTexture("world", 0, image);
    const at = await drawView(t, "shaders", { occlusion: false });
    const lit = kindLight("shaders", 1);
    const whole = at([64, 12, 0]);
    expectNear(whole.color, shapedColor(lit, cosineAt(whole.shown, TOWARDS)));
    const missing = await drawView(t, "missing", { occlusion: false });
    expectNear(
      missing([64, 12, 0]).color,
      shapedColor(kindLight("missing", 1), cosineAt(whole.shown, TOWARDS)),
    );
    const [red, , blue] = missing([64, -4, 0]).color;
    // The wall behind has no texture, so it is striped.
    expect(red).toBeGreaterThan(blue * 1.5);
  });

  it("overdraw counts all surfaces over a pixel, hidden or not", async () => {
    const behind = wall(40, -16);
    const quads = [
      behind,
      // 32 inches farther away, and large enough to be seen around the first.
      wall(60, -24, { origin: [96, 66, -48], u: [0, -72, 0], v: [0, 0, 96] }),
      wall(0, -16),
    ];
    t.renderer.setScene(makeMap(quads, makeMaterials([{ name: "wall" }])));
    t.renderer.setSource(modelAt(0, -16));
    const layers = (count: number): Rgb =>
      mapRgb([...OVERDRAW_STEP], (step) => encodeSrgb(step * count));
    const all = await drawView(t, "overdraw", { exposure: 2 });
    expectNear(all(middleOf(40, -16)).color, layers(2), 2.01);
    expectNear(all(middleOf(0, -16)).color, layers(2), 2.01);
    expectNear(all([64, -44, 0]).color, [0, 0, 0]);
    // The nearer one is drawn first, so the other is not shaded behind it.
    const shaded = await drawView(t, "overdraw-depth");
    expectNear(shaded(middleOf(40, -16)).color, layers(1), 2.01);
    expectNear(shaded(middleOf(0, -16)).color, layers(1), 2.01);
  });
});
