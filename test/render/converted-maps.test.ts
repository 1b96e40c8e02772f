/**
 * Tests that the demo map, converted to every engine branch and other games' formats, is drawn the
 * same.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readMapFile } from "../../src/cli/files/map-file.ts";
import { packLump, packLzma } from "../../src/cli/pak/pack-lzma.ts";
import { loadMapFile } from "../../src/cli/render/load-map-file.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import {
  assembleParts,
  type Packing,
  type PackLump,
} from "../../src/formats/bsp/write/convert/assemble-parts.ts";
import { convertMap } from "../../src/formats/bsp/write/convert/convert-map.ts";
import { takeApart } from "../../src/formats/bsp/write/convert/map-parts.ts";
import {
  CONVERT_TARGETS,
  type ConvertTargetName,
} from "../../src/formats/bsp/write/convert/targets.ts";
import type { LightSideName } from "../../src/map/types.ts";
import { plainMapOf, withoutPrimitives } from "../formats/bsp/dialects/plain-map-of.ts";
import { WRITTEN, writeDialect } from "../formats/bsp/dialects/write-dialect.ts";
import { openTestGpu } from "../support/dawn.ts";
import { countDifferent } from "./compare-pictures.ts";
import { openTestRenderer, type TestRenderer } from "./open-test-renderer.ts";

const WIDTH = 160;
const HEIGHT = 90;
const DEMO = resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp");
/** Poses of the demo's flight: outside, in a corridor, in the hall. */
const POSES = [
  [-310, 60, 150, 8, 70],
  [720, 96, 272, 3, -6],
  [60, 815, 205, 4, 14],
] as const;

/** Large lumps are packed in other tests, because that takes seconds. */
const fewOnly =
  (pack: PackLump): PackLump =>
  (bytes) =>
    bytes.length < 2 ** 13 ? pack(bytes) : null;

const test = await openTestGpu();
const folder = mkdtempSync(join(tmpdir(), "visleaf-converted-"));
let opened: TestRenderer | null = null;
afterAll(() => {
  rmSync(folder, { recursive: true });
  opened?.destroy();
  test?.close();
});

interface Shown {
  readonly side: LightSideName;
  readonly props: boolean;
}

async function draw(bytes: Uint8Array, { side, props }: Shown): Promise<Uint8Array[]> {
  const path = join(folder, "visleaf_demo.bsp");
  writeFileSync(path, bytes);
  opened ??= await openTestRenderer(test!, WIDTH, HEIGHT);
  const { gpu, renderer, errors } = opened;
  renderer.settings.props = props;
  const drain = async () => void (await gpu.device.queue.onSubmittedWorkDone());
  const headless = { gpu, renderer, drain, close: () => undefined };
  const { warnings } = await loadMapFile(headless, await readMapFile(path, []), side);
  expect(warnings).toEqual([]);
  await renderer.settled();
  const pictures: Uint8Array[] = [];
  for (const [x, y, z, pitch, yaw] of POSES) {
    const pose = { x, y, z, pitch, yaw, fov: 90 };
    // The second frame uses occlusion data of the first.
    for (let frame = 0; frame < 2; frame++) renderer.render(pose);
    pictures.push(await renderer.readPixels());
  }
  expect(errors).toEqual([]);
  return pictures;
}

const demo = new Uint8Array(readFileSync(DEMO));
const originals = new Map<string, Uint8Array[]>();

/**
 * Counts the pixels of all poses that differ.
 * @param of the unconverted map, by name and display options
 */
async function countOther(
  bytes: Uint8Array,
  shown: Shown,
  of: readonly [name: string, map: () => Uint8Array] = ["demo", () => demo],
): Promise<number> {
  const key = JSON.stringify([of[0], shown]);
  const expected = originals.get(key) ?? (await draw(of[1](), shown));
  originals.set(key, expected);
  const pictures = await draw(bytes, shown);
  let other = 0;
  for (const [i, picture] of pictures.entries()) {
    expect(new Set(expected[i]).size).toBeGreaterThan(50);
    other += countDifferent(picture, expected[i], 1);
  }
  return other;
}

const ALL = { side: "hdr", props: true } as const;

describe.skipIf(test === null)("the converted demo map", () => {
  /** Leafs of version 19 have only one ambient cube each for props. */
  const forms: readonly (readonly [ConvertTargetName, Packing, Shown])[] = [
    ["v19", "keep", { side: "hdr", props: false }],
    ["v21", "keep", ALL],
    ["l4d2", "keep", ALL],
    ["v25", "keep", ALL],
    ["x360", "pack", ALL],
  ];
  it.each(forms)("as %s, %s, is drawn the same", async (name, packing, shown) => {
    const options = { packing, pack: fewOnly(packLump), packEntry: fewOnly(packLzma) };
    const { bytes } = convertMap(demo, CONVERT_TARGETS[name], options);
    expect(await countOther(bytes, shown)).toBe(0);
  });

  /** Some dialects have no HDR light. */
  const ldr = { side: "ldr", props: true } as const;
  const map = takeApart(demo);
  const plain = plainMapOf(demo);
  const bareDemo = () => writeDialect("hl2-beta-18", {}, withoutPrimitives(plain));

  it.each(Object.keys(WRITTEN) as (keyof typeof WRITTEN)[])(
    "as %s is drawn the same",
    async (name) => {
      const hasNone = name === "hl2-beta-17" || name === "vampire";
      const of = hasNone ? (["bare", bareDemo] as const) : undefined;
      expect(await countOther(writeDialect(name, {}, plain), ldr, of)).toBe(0);
    },
  );

  it("with an extra header word is drawn the same", async () => {
    const form = { ...CONVERT_TARGETS.v20, version: 27 };
    const options = { packing: "keep", pack: packLump, packEntry: packLzma } as const;
    const bytes = assembleParts(form, map.header, map, options);
    expect(await countOther(bytes, ALL)).toBe(0);
  });
});

/** `StaticPropLumpV10_t` and the extra fields of Strata Source's version 13. */
const PROP_BYTES = 88;
const COLOUR_AT = 64;
const FLAGS_EX_AT = 72;
const COLOR_TINT = 0x8;

/**
 * Builds the demo in version 25 with a colour for each prop, or a colour variable that the game sets.
 */
function tintProps(colour: readonly number[], flagsEx: number): Uint8Array {
  const keep = { packing: "keep", pack: packLump, packEntry: packLzma } as const;
  const { bytes: plain } = convertMap(demo, CONVERT_TARGETS.v25, keep);
  const map = takeApart(plain);
  const gameParts = map.gameParts!.map((part) => {
    if (part.id !== "sprp") return part;
    expect(part.version).toBe(13);
    const bytes = Uint8Array.from(part.bytes);
    const count = parseBsp(plain).staticProps!.count;
    for (let at = bytes.length - count * PROP_BYTES; at < bytes.length; at += PROP_BYTES) {
      expect([...bytes.subarray(at + COLOUR_AT, at + COLOUR_AT + 4)]).toEqual([255, 255, 255, 255]);
      bytes.set(colour, at + COLOUR_AT);
      bytes[at + FLAGS_EX_AT] |= flagsEx;
    }
    return { ...part, bytes, stored: null };
  });
  return assembleParts(map.header, map.header, { ...map, gameParts }, keep);
}

/** Converts 0 to 255 to linear light. */
const decodeSrgb = (byte: number): number =>
  byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;

describe.skipIf(test === null)("static props of Strata Source", () => {
  it("are drawn with the colour in their record", async () => {
    const without = await draw(demo, { side: "hdr", props: false });
    const white = await draw(demo, ALL);
    const red = await draw(tintProps([255, 0, 0, 255], 0), ALL);
    const half = await draw(tintProps([255, 188, 255, 255], 0), ALL);
    let [props, pure, kept] = [0, 0, 0];
    const shares: number[] = [];
    for (const [i, picture] of white.entries()) {
      for (let at = 0; at < picture.length; at += 4) {
        if (![0, 1, 2].some((c) => Math.abs(picture[at + c] - without[i][at + c]) > 8)) continue;
        props++;
        if (red[i][at + 1] + red[i][at + 2] <= 4) pure++;
        if (Math.abs(red[i][at] - picture[at]) <= 2) kept++;
        const [now, before] = [half[i][at + 1], picture[at + 1]].map(decodeSrgb);
        // Rounding dominates dark pixels.
        if (picture[at + 1] > 60) shares.push(now / before);
      }
    }
    expect(props).toBeGreaterThan(3000);
    // Edge pixels also show the background.
    expect(pure / props).toBeGreaterThan(0.99);
    expect(kept / props).toBeGreaterThan(0.7);
    shares.sort((a, b) => a - b);
    expect(shares[shares.length >> 1]).toBeCloseTo((188 / 255) ** 2.2, 1.7);
  });

  it("are drawn untinted if the record refers to a colour variable", async () => {
    expect(await countOther(tintProps([0, 0, 1, 255], COLOR_TINT), ALL)).toBe(0);
  });
});
