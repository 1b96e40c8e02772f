/** Compares drawn detail sprites of a generated map with the engine's position and brightness. */

import { mat4, vec4 } from "gl-matrix";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRecords } from "../../../src/formats/binary/read-records.ts";
import {
  DETAIL_LIGHTING,
  DETAIL_OBJECT,
  DETAIL_SPRITE,
} from "../../../src/formats/bsp/records/detail-props.ts";
import {
  writeDetailLighting,
  writeDetailProps,
} from "../../../src/formats/bsp/write/write-detail-props.ts";
import { DETAIL_VERTEX, type DetailSet } from "../../../src/map/details.ts";
import { writeClipFromView, writeViewFromWorld } from "../../../src/math/projection.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { type MapSession, openMap } from "../../../src/scene/open/map-session.ts";
import { applyLoadEvent } from "../../../src/viewer/load/apply-load-event.ts";
import { ByteWriter } from "../../formats/bsp/byte-writer.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { encodeSrgb, mapRgb } from "../../oracle/light/color.ts";
import {
  cornersOf,
  lightOn,
  type OracleSprite,
  opacityAt,
  type Point,
} from "../../oracle/placed/detail-sprites.ts";
import { madeContent } from "../../scene/content-sources.ts";
import { IMAGE_FORMAT_RGBA8888, makeVtf } from "../../scene/make-vtf.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 96;
const test = await openTestGpu();

const TYPES = { sprite: 1, cross: 2, triangle: 3 } as const;
/** The record's light and lump rows: ColorRGBExp32 bytes, then the style. */
const OWN = [64, 32, 16, 0xff];
const LDR = [
  [100, 20, 0, 0, 5],
  [0, 80, 200, 0xfe, 40],
];
const HDR = [
  [0, 0, 120, 0, 5],
  [10, 10, 10, 1, 40],
];

const content = madeContent({
  "materials/detail/detailsprites.vmt": "unlitgeneric { $basetexture detail/sheet $translucent 1 }",
  "materials/detail/sheet.vtf": makeVtf({
    ...{ width: 4, height: 4, format: IMAGE_FORMAT_RGBA8888, flags: 0x2000 },
    texels: () => 255,
  }),
});

function makeMap(sprite: OracleSprite, styles: readonly [first: number, count: number]) {
  const one = <C>(layout: { readonly bytes: number }) =>
    readRecords(new Uint8Array(layout.bytes), layout as never, true) as { count: number } & C;
  type Columns = Record<string, Float32Array>;
  const objects = one<Columns>(DETAIL_OBJECT);
  objects.origin.set(sprite.origin);
  objects.angles.set(sprite.angles);
  objects.leaf[0] = 1;
  objects.lighting.set(OWN);
  [objects.lightStyles[0], objects.lightStyleCount[0]] = styles;
  objects.swayAmount[0] = sprite.swayAmount;
  objects.shapeAngle[0] = sprite.shapeAngle;
  objects.shapeSize[0] = sprite.shapeSize;
  objects.orientation[0] = sprite.orientation;
  objects.type[0] = TYPES[sprite.type];
  objects.scale[0] = sprite.scale;
  const sprites = one<Columns>(DETAIL_SPRITE);
  sprites.upperLeft.set(sprite.upperLeft);
  sprites.lowerRight.set(sprite.lowerRight);
  sprites.texLowerRight.fill(1);
  const props = { modelName: [], sprites, objects } as never;
  const lights = (rows: readonly number[][]) =>
    writeDetailLighting(readRecords(Uint8Array.from(rows.flat()), DETAIL_LIGHTING, true) as never);
  const parts: [id: number, version: number, bytes: Uint8Array][] = [
    [0x64707270, 4, writeDetailProps(props)],
    [0x64706c74, 0, lights(LDR)],
    [0x64706c68, 0, lights(HDR)],
  ];
  // Offsets relative to the lump, as in some maps.
  const lump = new ByteWriter(true).i32(parts.length);
  let at = 4 + parts.length * 16;
  for (const [id, version, bytes] of parts) {
    lump.i32(id).i16(0, version).i32(at, bytes.length);
    at += bytes.length;
  }
  for (const [, , bytes] of parts) lump.bytes(bytes);
  const lumps = makeBspLumps({ light: "both" });
  lumps.set("LUMP_GAME_LUMP", { version: 0, bytes: lump.done() });
  return assembleBsp(lumps);
}

const TUFT: OracleSprite = {
  type: "sprite",
  orientation: 2,
  origin: [64, 64, 10],
  angles: [0, 0, 0],
  scale: 1.25,
  upperLeft: [-6, 24],
  lowerRight: [10, -2],
  swayAmount: 0,
  shapeAngle: 0,
  shapeSize: 0,
};
/** Beside and above, so that nothing is axis-aligned. */
const CAMERA = { x: 96, y: 20, z: 60, pitch: 32, yaw: 125, fov: 80 };
const EYE: Point = [CAMERA.x, CAMERA.y, CAMERA.z];

describe.skipIf(test === null)("detail sprites compared with the engine's formulas", () => {
  let t: TestRenderer;
  let session: MapSession;
  let details: DetailSet;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  async function load(sprite: OracleSprite, styles: readonly [number, number] = [0, 0]) {
    const options = { textureCompressionBc: false, maxTextureDimension: 4096 };
    session = openMap(makeMap(sprite, styles), [content], {
      name: "made",
      side: "ldr",
      ...options,
    });
    for await (const event of session.load()) {
      if (event.type === "detailprops") details = event.details;
      await applyLoadEvent(t.renderer, event);
    }
    t.renderer.settings.samples = 1;
  }

  async function see(settings: Partial<RenderSettings>, time: number, camera = CAMERA) {
    const { renderer } = t;
    const plain = { samples: 1, autoExposure: false, bloom: false };
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, plain, settings);
    await renderer.settled();
    for (let i = 0; i < 2; i++) renderer.render(camera, time);
    return renderer.readPixels();
  }

  function project(point: Point): [number, number] {
    const [view, clip] = [mat4.create(), mat4.create()];
    writeViewFromWorld(view, CAMERA.x, CAMERA.y, CAMERA.z, CAMERA.pitch, CAMERA.yaw);
    writeClipFromView(clip, CAMERA.fov, 1);
    const at = vec4.transformMat4(vec4.create(), [...point, 1], mat4.mul(clip, clip, view));
    return [(at[0] / at[3] + 1) * (SIZE / 2), (1 - at[1] / at[3]) * (SIZE / 2)];
  }

  /** Returns the distance inside a quad's edge in pixels, negative outside. */
  function depthIn(corners: readonly (readonly [number, number])[], x: number, y: number): number {
    const area = corners.reduce((sum, [ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % 4];
      return sum + ax * by - bx * ay;
    }, 0);
    const distances = corners.map(([ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % 4];
      const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
      return (Math.sign(area) * cross) / Math.hypot(bx - ax, by - ay);
    });
    return Math.min(...distances);
  }

  const places: [string, Partial<OracleSprite>, number][] = [
    ["a fixed one, turned every way", { orientation: 0, angles: [10, 40, 15], swayAmount: 200 }, 1],
    ["one that faces the eye", { orientation: 1, swayAmount: 1 }, 0],
    ["one that faces it and sways", { orientation: 1, swayAmount: 255 }, 2.5],
    ["one that faces it upright", { orientation: 2, swayAmount: 1 }, 0],
    ["one that faces it upright and sways", { orientation: 2, swayAmount: 255 }, 4.5],
    ["a cross", { type: "cross", angles: [5, 30, 10] }, 0],
    ["a cross that sways", { type: "cross", angles: [0, 30, 0], swayAmount: 255 }, 1],
    ["a triangle", { type: "triangle", angles: [5, 70, 0], shapeAngle: 25, shapeSize: 40 }, 0],
    ["a triangle that sways", { type: "triangle", shapeAngle: 10, swayAmount: 255 }, 3],
  ];
  it.each(places)("have the same position: %s", async (_, change, time) => {
    const sprite: OracleSprite = { ...TUFT, ...change };
    await load(sprite);
    const amplitude = 12;
    const seen = await see({ fullbright: true, detailSway: amplitude }, time);
    const bare = await see({ fullbright: true, details: false }, time);
    // The engine chooses the sway direction of a shape at random; this one is known.
    const shorts = new Int16Array(details.vertices.buffer).subarray(DETAIL_VERTEX.sway / 2);
    const length = Math.hypot(shorts[0], shorts[1]) || 1;
    const line: Point = [shorts[0] / length, shorts[1] / length, 0];
    const quads = cornersOf(sprite, EYE, time, amplitude, line).map((q) => q.map(project));
    let [inside, outside] = [0, 0];
    for (let pixel = 0; pixel < SIZE * SIZE; pixel++) {
      const [x, y] = [(pixel % SIZE) + 0.5, Math.floor(pixel / SIZE) + 0.5];
      const depth = Math.max(...quads.map((corners) => depthIn(corners, x, y)));
      const rgb = [...seen.subarray(pixel * 4, pixel * 4 + 3)];
      if (depth > 0.25) {
        inside++;
        expect(rgb, `${x} ${y}`).toEqual([255, 255, 255]);
      } else if (depth < -0.25) {
        outside++;
        expect(rgb, `${x} ${y}`).toEqual([...bare.subarray(pixel * 4, pixel * 4 + 3)]);
      }
    }
    expect(inside).toBeGreaterThan(150);
    expect(outside).toBeGreaterThan(2000);
  });

  /**
   * Returns the colour of the sprite's middle at half exposure, so that light above 1 would show.
   */
  async function colorOf(): Promise<number[]> {
    const [[corners]] = [cornersOf(TUFT, EYE, 0, 0, [1, 0, 0])];
    const middle = corners
      .map(project)
      .reduce((a, b) => [a[0] + b[0] / 4, a[1] + b[1] / 4], [0, 0]);
    const pixels = await see({ detailSway: 0, exposure: 0.5 }, 0);
    const at = (Math.floor(middle[1]) * SIZE + Math.floor(middle[0])) * 4;
    return [...pixels.subarray(at, at + 3)];
  }

  const lights: [string, readonly [number, number], "ldr" | "hdr", number, number][] = [
    ["by its own light", [0, 0], "ldr", 1, 1],
    ["by a style beside it", [0, 1], "ldr", 0.5, 1],
    ["by the next row", [1, 1], "ldr", 1, 0.75],
    ["by two styles", [0, 2], "ldr", 0.25, 0.5],
    ["by styles that are off", [0, 2], "ldr", 0, 0],
    ["by more than it can hold", [0, 2], "ldr", 9, 9],
    ["by the rows of the other side", [0, 2], "hdr", 0.5, 0.25],
  ];
  it.each(lights)("have the same light %s", async (_, styles, side, five, forty) => {
    await load(TUFT, styles);
    if (side === "hdr") {
      const relit = await session.relight("hdr");
      t.renderer.relight({ ...relit.scene, exposure: 1 }, relit.light);
    }
    t.renderer.setStyle(5, five);
    t.renderer.setStyle(40, forty);
    const rows = (side === "ldr" ? LDR : HDR).slice(styles[0], styles[0] + styles[1]);
    const light = lightOn(
      OWN,
      rows.map((row) => ({ light: row, brightness: row[4] === 5 ? five : forty })),
    );
    const expected = mapRgb(light, (value) => encodeSrgb(value / 2));
    const seen = await colorOf();
    for (let i = 0; i < 3; i++) expect(Math.abs(seen[i] - expected[i])).toBeLessThanOrEqual(1);
  });

  it("fade by the square of the distance", async () => {
    await load({ ...TUFT, upperLeft: [-40, 40], lowerRight: [40, 0], scale: 1 });
    for (const distance of [790, 900, 1000, 1100, 1195]) {
      const camera = { x: 64, y: 64 - distance, z: 10, pitch: 0, yaw: 90, fov: 4 };
      const count = async (settings: Partial<RenderSettings>) => {
        const pixels = await see({ fullbright: true, pvs: false, ...settings }, 0, camera);
        let white = 0;
        // Above the middle, and within the sprite.
        for (let y = 24; y < 40; y++) {
          for (let x = 40; x < 56; x++) if (pixels[(y * SIZE + x) * 4 + 1] === 255) white++;
        }
        return white;
      };
      const left = (await count({})) / 256;
      // A dither pattern of 16 ranks.
      expect(Math.abs(left - opacityAt(distance, 1200, 400)), `${distance}`).toBeLessThan(0.05);
    }
  });
});
