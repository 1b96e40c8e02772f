/** Tests animated light as pixels of a wall, against the engine's formula. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { LightStyleTable } from "../../../src/render/frame/frame-uniforms.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { encodeSrgb } from "../../oracle/light/color.ts";
import { patternBrightness } from "../../oracle/light/light-styles.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 16;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const STYLE = 7;
const PATTERN = "mazfqb";
/** Light baked in styles 0 and `STYLE`, of 255. */
const STEADY = 20;
const MOVING = 90;

const test = await openTestGpu();

describe.skipIf(test === null)("a wall with animated light styles", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });
  beforeEach(() => {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { sky: false });
    const light = {
      columns: 2,
      rows: 2,
      styles: [0, STYLE],
      sample: (block: number) => [block === 0 ? STEADY : MOVING, 0, 0, 0] as const,
    };
    const wall = { origin: [50, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 0, light };
    const white = { name: "white", fallback: [1, 1, 1] } as const;
    t.renderer.setScene(makeMap([wall as never], makeMaterials([white as never])));
    const patterns = Array.from({ length: 256 }, () => "");
    patterns[STYLE] = PATTERN;
    t.renderer.setLightPatterns(patterns);
  });
  afterEach(() => {
    t.renderer.clear();
    expect(t.errors).toEqual([]);
  });

  async function red(seconds: number): Promise<number> {
    await t.renderer.settled();
    t.renderer.render(CAMERA, seconds);
    return (await t.renderer.readPixels())[(SIZE / 2) * (SIZE + 1) * 4];
  }
  const expected = (brightness: number): number =>
    Math.round(encodeSrgb(Math.min(1, (STEADY + MOVING * brightness) / 255)));
  async function expectBrightness(seconds: number, brightness: number): Promise<void> {
    const seen = await red(seconds);
    expect(Math.abs(seen - expected(brightness)), `at ${seconds} s: ${seen}`).toBeLessThanOrEqual(
      1,
    );
  }

  it("follows the pattern letter of each tenth of a second, repeatedly", async () => {
    for (const seconds of [0, 0.05, 0.1, 0.2, 0.299, 0.3, 0.4, 0.5, 0.6, 0.7, 61.25]) {
      await expectBrightness(seconds, patternBrightness(PATTERN, seconds));
    }
    // The same moment again.
    await expectBrightness(0.2, 25 / 12);
    await expectBrightness(0, 1);
  });

  it("stays at its resting light while lightStyles is off, and then continues", async () => {
    t.renderer.settings.lightStyles = false;
    await expectBrightness(0.1, 1);
    await expectBrightness(0.2, 1);
    t.renderer.settings.lightStyles = true;
    await expectBrightness(0.1, 0);
  });

  it("keeps a style set by setStyle until it is reset to null", async () => {
    t.renderer.setStyle(STYLE, 0.5);
    await expectBrightness(0.1, 0.5);
    await expectBrightness(0.2, 0.5);
    t.renderer.setStyle(STYLE, "cm");
    await expectBrightness(0.2, 2 / 12);
    await expectBrightness(0.3, 1);
    t.renderer.setStyle(STYLE, null);
    await expectBrightness(0.3, 5 / 12);
    t.renderer.setStyle(STYLE, 0);
    await expectBrightness(0.3, 0);
  });

  it("loses set styles with the map", async () => {
    t.renderer.setStyle(0, 0);
    await expectBrightness(0.2, 25 / 12 - STEADY / MOVING);
    const quad = { origin: [50, 300, -300], u: [0, -600, 0], v: [0, 0, 600], material: 0 };
    const grey = { name: "grey", fallback: [0.25, 0, 0] };
    t.renderer.setScene(makeMap([quad as never], makeMaterials([grey as never])));
    expect(Math.abs((await red(0.2)) - Math.round(encodeSrgb(0.25)))).toBeLessThanOrEqual(1);
  });

  it("writes styles only on change, at most ten times a second", async () => {
    await t.renderer.settled();
    t.renderer.render(CAMERA, 0);
    const write = vi.spyOn(t.gpu.device.queue, "writeBuffer");
    const writesOfStyles = () =>
      write.mock.calls.filter(([buffer]) => buffer.label === "render/styles").length;
    for (const seconds of [0.01, 0.05, 0.09]) t.renderer.render(CAMERA, seconds);
    expect(writesOfStyles()).toBe(0);
    for (const seconds of [0.1, 0.15, 0.19]) t.renderer.render(CAMERA, seconds);
    expect(writesOfStyles()).toBe(1);
    write.mockRestore();
  });
});

describe("LightStyleTable", () => {
  it("skips the update if no style is animated", () => {
    const table = new LightStyleTable(new Float32Array(256));
    expect(table.update(0, true)).toBe(false);
    table.restart(new Float32Array(256).fill(1));
    expect(table.update(0, true)).toBe(true);
    for (let i = 1; i < 9; i++) expect(table.update(i, true)).toBe(false);
    table.set(3, 0.5);
    expect(table.update(9, true)).toBe(true);
    expect(table.update(10, true)).toBe(false);
  });

  it('handles negative times, letters below "a" and missing styles', () => {
    const brightness = new Float32Array(4).fill(1);
    const table = new LightStyleTable(brightness);
    table.setPatterns(["", "am", "AZ", ""]);
    table.set(9, 1);
    table.update(-0.1, true);
    expect([...brightness]).toEqual([1, 1, 0, 1]);
    table.update(-0.2, true);
    expect([...brightness]).toEqual([1, 0, 0, 1]);
  });
});
