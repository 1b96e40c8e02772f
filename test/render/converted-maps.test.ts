/** The demo map in the form of every branch of the engine is drawn as it is. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readMapFile } from "../../src/cli/files/map-file.ts";
import { packLump, packLzma } from "../../src/cli/pak/pack-lzma.ts";
import { loadMapFile } from "../../src/cli/render/load-map-file.ts";
import type { Packing } from "../../src/formats/bsp/write/convert/assemble-parts.ts";
import { convertMap } from "../../src/formats/bsp/write/convert/convert-map.ts";
import {
  CONVERT_TARGETS,
  type ConvertTargetName,
} from "../../src/formats/bsp/write/convert/targets.ts";
import { createGpu } from "../../src/gpu/gpu.ts";
import { createRenderer } from "../../src/render/renderer.ts";
import { openTestGpu } from "../support/dawn.ts";
import { countDifferent } from "./compare-pictures.ts";

const WIDTH = 160;
const HEIGHT = 90;
const DEMO = resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp");
/** Of the demo's flight: outside, in a corridor, in the hall. */
const POSES = [
  [-310, 60, 150, 8, 70],
  [720, 96, 272, 3, -6],
  [60, 815, 205, 4, 14],
] as const;

const test = await openTestGpu();
const folder = mkdtempSync(join(tmpdir(), "visleaf-converted-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
  test?.close();
});

const demo = new Uint8Array(readFileSync(DEMO));
const errors: string[] = [];

async function draw(name: string, bytes: Uint8Array, props: boolean): Promise<Uint8Array[]> {
  const path = join(folder, "visleaf_demo.bsp");
  writeFileSync(path, bytes);
  const gpu = await createGpu({ gpu: test!.gpu, onError: (error) => errors.push(error.message) });
  const renderer = await createRenderer(gpu, { width: WIDTH, height: HEIGHT });
  renderer.settings.props = props;
  const drain = async () => void (await gpu.device.queue.onSubmittedWorkDone());
  const headless = { gpu, renderer, drain, close: () => undefined };
  const { warnings } = await loadMapFile(headless, await readMapFile(path, []), "hdr");
  expect(warnings, name).toEqual([]);
  await renderer.settled();
  const pictures: Uint8Array[] = [];
  for (const [x, y, z, pitch, yaw] of POSES) {
    const pose = { x, y, z, pitch, yaw, fov: 90 };
    // The second frame has a first one to remember.
    for (let frame = 0; frame < 2; frame++) renderer.render(pose);
    pictures.push(await renderer.readPixels());
  }
  renderer.destroy();
  gpu.destroy();
  return pictures;
}
const originals = new Map<boolean, Uint8Array[]>();

/** Leafs of version 19 have one cube of ambient light each, which props are lit by. */
const FORMS: readonly (readonly [ConvertTargetName, Packing, props: boolean])[] = [
  ["v19", "keep", false],
  ["v21", "keep", true],
  ["l4d2", "keep", true],
  ["v25", "keep", true],
  ["x360", "pack", true],
];

it.skipIf(test === null).each(FORMS)("%s, %s", async (name, packing, props) => {
  const expected = originals.get(props) ?? (await draw("as it is", demo, props));
  originals.set(props, expected);
  const options = { packing, pack: packLump, packEntry: packLzma };
  const { bytes } = convertMap(demo, CONVERT_TARGETS[name], options);
  const pictures = await draw(name, bytes, props);
  for (const [i, picture] of pictures.entries()) {
    expect(new Set(expected[i]).size).toBeGreaterThan(50);
    expect(countDifferent(picture, expected[i], 1), `pose ${i}`).toBe(0);
  }
  expect(errors).toEqual([]);
});
