/** Tests marks over the demo and a generated room against reviewed reference pictures. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildMarks } from "../../src/analysis/marks/build-marks.ts";
import { readMarkMap } from "../../src/analysis/marks/mark-map.ts";
import { parseMarks } from "../../src/map/mark-kinds.ts";
import { ShownMarks } from "../../src/viewer/marks/shown-marks.ts";
import { markedRoom } from "../analysis/marks/marked-room.ts";
import { openTestRenderer, type TestRenderer } from "../render/open-test-renderer.ts";
import { openTestGpu } from "../support/dawn.ts";
import { compareWithGolden } from "../support/golden.ts";
import { showMap } from "./maps/build-map.ts";

const WIDTH = 320;
const HEIGHT = 180;

/** Filled volumes with edges; markers, arrows, cones and rings of entities; cells and openings. */
const SHOTS = [
  ["solids", "room", "trigger,tools,blocklight,water,through", [380, 380, 200, 30, 225]],
  ["entities", "demo", "entities,links,lights,cones,paths,through", [-500, -300, 700, 40, 30]],
  ["leafs", "demo", "leaf,portal,occluder", [0, -600, 64, 5, 250]],
] as const;

const test = await openTestGpu();

describe.skipIf(test === null)("marks over a map", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, WIDTH, HEIGHT);
    Object.assign(t.renderer.settings, {
      autoExposure: false,
      bloom: false,
      occlusionByCost: false,
    });
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  const readDemo = () =>
    new Uint8Array(readFileSync(resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp")));

  it.each(SHOTS)(
    "match their reference picture: %s",
    async (name, of, words, [x, y, z, pitch, yaw]) => {
      const bytes = of === "demo" ? readDemo() : markedRoom();
      await showMap(t.gpu, t.renderer, bytes, "hdr");
      const map = readMarkMap(bytes);
      const marks = new ShownMarks(async (group) => buildMarks(map, group));
      t.renderer.setLines(marks.make);
      expect(await marks.show(parseMarks(words))).toEqual([]);
      await t.renderer.settled();
      t.renderer.render({ x, y, z, pitch, yaw, fov: 90 });
      const pixels = await t.renderer.readPixels();
      const { adapterName } = t.gpu;
      const result = compareWithGolden(adapterName, `marks/${name}`, pixels, WIDTH, HEIGHT);
      expect(result).toMatchObject({ isEqual: true });
    },
  );
});
