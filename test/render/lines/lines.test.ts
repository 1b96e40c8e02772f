import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLineLayers } from "../../../src/render/lines/line-layers.ts";
import { LINE_ROW, LineRows, lineColor } from "../../../src/render/lines/line-rows.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 64;
const test = await openTestGpu();
/** Only a wall across the view, 200 inches ahead. */
const WALL = makeMap(
  [{ origin: [200, 400, -400], u: [0, -800, 0], v: [0, 0, 800], material: 0 }],
  makeMaterials([{ name: "wall", fallback: [0.1, 0.1, 0.1] }]),
);
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const ORANGE = lineColor(1, 0.5, 0);

describe("LineRows", () => {
  it("stores any number of lines in the pipeline's layout", () => {
    const rows = new LineRows();
    for (let i = 0; i < 100; i++) rows.add(i, 1, 2, 3, 4, 5, ORANGE, lineColor(0, 0, 1, 0.5));
    expect(rows.count).toBe(100);
    const view = new DataView(rows.words.buffer, 99 * LINE_ROW.strideBytes);
    expect(view.getFloat32(LINE_ROW.start, true)).toBe(99);
    expect(view.getFloat32(LINE_ROW.end + 8, true)).toBe(5);
    expect(view.getUint32(LINE_ROW.startColor, true).toString(16)).toBe("ff0080ff");
    expect(view.getUint32(LINE_ROW.endColor, true).toString(16)).toBe("80ff0000");
    rows.clear();
    expect(rows.count).toBe(0);
  });
});

describe.skipIf(test === null)("lines", () => {
  let opened: TestRenderer;
  beforeAll(async () => {
    opened = await openTestRenderer(test!, SIZE, SIZE);
    opened.renderer.setScene(WALL);
    opened.renderer.settings.autoExposure = false;
  });
  afterAll(() => {
    expect(opened.errors).toEqual([]);
    opened.destroy();
    test!.close();
  });

  const see = async () => {
    const { renderer } = opened;
    await renderer.settled();
    renderer.render(CAMERA);
    const pixels = await renderer.readPixels();
    return (x: number, y: number) => [
      ...pixels.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 3),
    ];
  };
  const near = (color: readonly number[]) => color.map((c) => expect.closeTo(c, -0.3));

  it("are drawn in their colour, in the scene or over it, one or two pixels wide", async () => {
    const { renderer } = opened;
    const plain = await see();
    const layers = createLineLayers();
    renderer.setLines(layers.make);
    const within = layers.addLayer(false);
    const over = layers.addLayer(true);
    const hidden = new LineRows();
    // Behind the wall, above the middle, from left to right; and in front of it, below the middle.
    hidden.add(300, 200, 60, 300, -200, 60, ORANGE);
    hidden.add(100, 60, -20, 100, -60, -20, ORANGE);
    within.write(hidden);
    const row = (z: number, x: number) => Math.floor(32 - ((z / x) * 32) / 0.75);
    const above = row(60, 300);
    const below = row(-20, 100);
    let at = await see();
    expect(at(32, above)).toEqual(plain(32, above));
    expect(at(32, below)).toEqual(near([255, 128, 0]));
    expect(at(32, below - 4)).toEqual(plain(32, below - 4));
    expect(at(32, below + 4)).toEqual(plain(32, below + 4));

    const shown = new LineRows();
    shown.add(300, 200, 60, 300, -200, 60, lineColor(0, 1, 0));
    over.write(shown);
    at = await see();
    expect(at(32, above)).toEqual(near([0, 255, 0]));
    over.isShown = false;
    at = await see();
    expect(at(32, above)).toEqual(plain(32, above));
    // From behind the eye to the right, at the eye's height.
    over.isShown = true;
    shown.clear();
    shown.add(-100, 0, 0, 100, -60, 0, lineColor(0, 0, 1));
    over.write(shown);
    at = await see();
    expect(at(58, 32)).toEqual(near([0, 0, 255]));
    expect(at(16, 32)).toEqual(plain(16, 32));
    renderer.setLines(null);
    at = await see();
    expect(at(58, 32)).toEqual(plain(58, 32));
    // As after a device loss: the next renderer draws the same rows.
    renderer.setLines(layers.make);
    at = await see();
    expect(at(58, 32)).toEqual(near([0, 0, 255]));
    renderer.setLines(null);
  });

  it("can change every frame, and free their memory", async () => {
    const { renderer, gpu } = opened;
    renderer.setLines(null);
    const before = gpu.memory.bufferBytes;
    const layers = createLineLayers();
    renderer.setLines(layers.make);
    const layer = layers.addLayer(true);
    const rows = new LineRows();
    for (let i = 0; i < 300; i++) rows.add(100, 0, 0, 100, 1, 0, ORANGE);
    layer.write(rows);
    await see();
    expect(gpu.memory.bufferBytes - before).toBe(512 * LINE_ROW.strideBytes);
    rows.clear();
    layer.write(rows);
    await see();
    renderer.setLines(null);
    expect(gpu.memory.bufferBytes).toBe(before);
  });
});
