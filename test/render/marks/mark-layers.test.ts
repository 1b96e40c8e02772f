/** Tests volumes, lines and markers over a map: their pixels, and when they are gathered again. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMarkLayers, type MarkRows } from "../../../src/render/lines/mark-layers.ts";
import { markedPixel } from "../../oracle/screen/marks.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMap } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 64;
const test = await openTestGpu();
/** Only a wall across the view, 200 inches ahead. */
const WALL = makeMap(
  [{ origin: [200, 400, -400], u: [0, -800, 0], v: [0, 0, 800], material: 0 }],
  makeMaterials([{ name: "wall", fallback: [0.1, 0.2, 0.1] }]),
);
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const COLOR = [240, 60, 180, 120] as const;
const packed = (r: number, g: number, b: number, a: number) =>
  (r | (g << 8) | (b << 16) | (a << 24)) >>> 0;

/** Adds a square across the view, clockwise as seen from the camera or from behind. */
function addSquare({ solids }: MarkRows, x: number, isFront: boolean): void {
  const corners = [
    [50, 50],
    [-50, 50],
    [-50, -50],
    [50, -50],
  ];
  const order = isFront ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
  for (const i of order) solids.add(x, corners[i][0], corners[i][1], packed(...COLOR));
}

describe.skipIf(test === null)("marks", () => {
  let opened: TestRenderer;
  let fill: (rows: MarkRows) => void = () => undefined;
  let filled = 0;
  const layers = createMarkLayers((_view, rows) => {
    filled++;
    fill(rows);
  });
  beforeAll(async () => {
    opened = await openTestRenderer(test!, SIZE, SIZE);
    opened.renderer.setScene(WALL);
    opened.renderer.settings.autoExposure = false;
    opened.renderer.setLines(layers.make);
  });
  beforeEach(() => {
    layers.isShown = true;
    layers.isOver = false;
    layers.change();
  });
  afterAll(() => {
    expect(opened.errors).toEqual([]);
    opened.destroy();
    test!.close();
  });

  const see = async (camera = CAMERA) => {
    const { renderer } = opened;
    await renderer.settled();
    renderer.render(camera);
    const pixels = await renderer.readPixels();
    return (x: number, y: number) => [
      ...pixels.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 3),
    ];
  };
  const plain = async () => {
    layers.isShown = false;
    const at = await see();
    layers.isShown = true;
    return at;
  };
  const expectNear = (found: readonly number[], expected: readonly number[]) => {
    for (let k = 0; k < 3; k++)
      expect(Math.abs(found[k] - expected[k]), `${found}`).toBeLessThanOrEqual(1.01);
  };

  it.each([true, false])("fill volumes by the formula, from outside: %s", async (isFront) => {
    const before = await plain();
    fill = (rows) => addSquare(rows, 100, isFront);
    const at = await see();
    expectNear(at(32, 32), markedPixel(before(32, 32), COLOR, [1, 0, 0], isFront));
    expect(at(2, 32)).toEqual(before(2, 32));
  });

  it("are visible on coplanar surfaces, hidden behind walls, or drawn over everything", async () => {
    const before = await plain();
    fill = (rows) => addSquare(rows, 200, true);
    expectNear((await see())(32, 32), markedPixel(before(32, 32), COLOR, [1, 0, 0], true));
    fill = (rows) => addSquare(rows, 230, true);
    layers.change();
    expect((await see())(32, 32)).toEqual(before(32, 32));
    layers.isOver = true;
    expectNear((await see())(32, 32), markedPixel(before(32, 32), COLOR, [1, 0, 0], true));
  });

  it("have markers with a dark rim and a constant size in pixels", async () => {
    const before = await plain();
    fill = ({ markers }) => markers.add(150, 0, 0, packed(255, 255, 0, 3));
    const at = await see();
    expectNear(at(32, 32), [255, 255, 0]);
    expect(at(32, 20)).toEqual(before(32, 20));
    const row = Array.from({ length: SIZE }, (_, x) => at(x, 32)[0]);
    expect(Math.min(...row)).toBeLessThan(before(2, 32)[0]);
    expect(row.filter((red) => red > 200).length).toBeGreaterThanOrEqual(5);
  });

  it("are gathered again only when they change", async () => {
    fill = ({ lines }) => lines.add(100, 50, 0, 100, -50, 0, packed(255, 0, 0, 255));
    await see();
    filled = 0;
    await see();
    await see({ ...CAMERA, yaw: 1 });
    expect(filled).toBe(0);
    layers.change();
    const at = await see();
    expect(filled).toBe(1);
    expect(at(32, 32)[0]).toBeGreaterThan(240);
  });

  it("are drawn in runs that the picture shows", async () => {
    const before = await plain();
    // Half of them ahead, including the picture's left edge, and half behind the eye.
    fill = ({ markers, lines, solids }) => {
      for (const side of [1, -1]) {
        for (let i = 0; i < 960; i++)
          markers.add(side * 150, 140 - i / 4, 0, packed(255, 255, 0, 3));
        for (let i = 0; i < 960; i++) {
          lines.add(side * 150, 20, -40, side * 150, -20, -40, packed(255, 0, 0, 255));
        }
        for (let i = 0; i < 960; i++) solids.add(side * 180, 0, -80, packed(...COLOR));
      }
    };
    layers.change();
    const at = await see();
    expect(layers.counts).toMatchObject({
      solids: { count: 1920, drawn: 960 },
      lines: { count: 1920, drawn: 960 },
      markers: { count: 1920, drawn: 960 },
    });
    for (const x of [1, 32, 62]) expect(at(x, 32)).not.toEqual(before(x, 32));
    expect(at(32, 8)).toEqual(before(32, 8));
    await see({ ...CAMERA, pitch: -80 });
    expect(layers.counts.markers.drawn).toBe(0);
  });

  it("free their memory", async () => {
    const { renderer, gpu } = opened;
    fill = (rows) => addSquare(rows, 100, true);
    await see();
    renderer.setLines(null);
    const before = gpu.memory.bufferBytes;
    renderer.setLines(layers.make);
    layers.change();
    await see();
    expect(gpu.memory.bufferBytes).toBeGreaterThan(before);
    renderer.setLines(null);
    expect(gpu.memory.bufferBytes).toBe(before);
    renderer.setLines(layers.make);
  });
});
