/** Tests pictures of a moment with fog, fades and shaking. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { momentAtStart } from "../../../src/map/motion/brush-models.ts";
import type { MomentView } from "../../../src/map/motion/view.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap, type Quad } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 32;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const test = await openTestGpu();

const BRUSHES = {
  ...{ count: 0, entity: new Int32Array(0), model: new Int32Array(0) },
  ...{ worldFromModel: new Float32Array(0), isHidden: new Uint8Array(0) },
  ...{ firstChunk: new Uint32Array(0), chunkCount: new Uint32Array(0) },
  chunks: new Uint32Array(0),
};
const encode = (light: number) =>
  255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

describe.skipIf(test === null)("a moment's view", () => {
  let t: TestRenderer;
  let versions = 0;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    const materials = makeMaterials([
      { name: "left", fallback: [0.5, 0.25, 0.1] },
      { name: "right", fallback: [0.1, 0.1, 0.1] },
    ]);
    const wall = (y: number, material: number): Quad => ({
      origin: [100, y, -300],
      u: [0, -300, 0],
      v: [0, 0, 600],
      material,
    });
    t.renderer.setScene(makeMap([wall(300, 0), wall(0, 1)], materials));
  });
  afterEach(() => {
    expect(t.errors).toEqual([]);
    t.renderer.setMoment(null);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  async function draw(view: Partial<MomentView> | null, settings: Partial<RenderSettings> = {}) {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { sky: false, ...settings });
    const still: MomentView = {
      ...{ version: ++versions, fog: undefined, correctionWeight: () => Number.NaN },
      exposure: { min: Number.NaN, max: Number.NaN, rate: Number.NaN, bloomScale: Number.NaN },
      fade: { color: new Float32Array(3), alpha: 0, isModulating: false },
      shake: { x: 0, y: 0, z: 0, roll: 0 },
      camera: { entity: -1, x: 0, y: 0, z: 0, pitch: 0, yaw: 0, roll: 0 },
    };
    t.renderer.setMoment(
      view === null ? null : { ...momentAtStart(BRUSHES), view: { ...still, ...view } },
    );
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    return (x: number, y: number) => [...pixels.subarray((y * SIZE + x) * 4).subarray(0, 3)];
  }
  const near = (shown: number[], expected: number[]) => {
    for (const i of [0, 1, 2]) expect(Math.abs(shown[i] - expected[i])).toBeLessThanOrEqual(1.5);
  };
  const fade = (alpha: number, isModulating: boolean) => ({
    fade: { color: Float32Array.of(0, 1, 1), alpha, isModulating },
  });

  it("covers or multiplies light by the colour of a fade, unless fades are off", async () => {
    const plain = (await draw(null))(4, 16);
    near(plain, [0.5, 0.25, 0.1].map(encode));
    near((await draw(fade(0.25, false)))(4, 16), [0.375, 0.4375, 0.325].map(encode));
    near((await draw(fade(0.5, true)))(4, 16), [0.25, 0.25, 0.1].map(encode));
    expect((await draw(fade(0.25, false), { fades: false }))(4, 16)).toEqual(plain);
    expect((await draw(null))(4, 16)).toEqual(plain);
  });

  it("has the fog of the moment, and the map's own without it", async () => {
    const fog = {
      ...{ isOn: true, color: Float32Array.of(0, 0, 1), color2: new Float32Array(3) },
      ...{ direction: new Float32Array(3), isBlended: false, start: 0, end: 1 },
      ...{ maxDensity: 1, isRadial: false, farZ: 0 },
    };
    expect((await draw({ fog }))(4, 16)).toEqual([0, 0, 255]);
    near((await draw({}))(4, 16), [0.5, 0.25, 0.1].map(encode));
  });

  it("moves and leans the eye, unless shaking is off", async () => {
    const [left, right] = [
      [0.5, 0.25, 0.1],
      [0.1, 0.1, 0.1],
    ].map((light) => light.map(encode));
    const lean = { shake: { x: 0, y: 0, z: 0, roll: 45 } };
    const leaning = await draw(lean);
    // The eye leans to the right, so the border of the walls runs from top left.
    near(leaning(14, 4), right);
    near(leaning(18, 27), left);
    near((await draw({ shake: { x: 0, y: 60, z: 0, roll: 0 } }))(20, 16), left);
    const still = await draw(lean, { shake: false });
    near(still(14, 4), left);
    near(still(18, 27), right);
  });
});
