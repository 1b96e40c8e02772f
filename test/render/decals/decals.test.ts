/**
 * Tests overlays and decals from a map's bytes to a picture, against
 * `test/oracle/placed/decals.ts`.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LUMP, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { replaceLumps } from "../../../src/formats/bsp/write/replace-lumps.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import type { MapSession } from "../../../src/scene/open/map-session.ts";
import { showMap } from "../../golden/maps/build-map.ts";
import { decodeSrgb, type Rgb } from "../../oracle/light/color.ts";
import { modulatedLight } from "../../oracle/materials/modulate.ts";
import {
  coverShown,
  decalTexture,
  dot,
  overlayFade,
  overlayTexture,
  type Point,
} from "../../oracle/placed/decals.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import {
  buildDecalMap,
  type DecalMap,
  type MadeOverlay,
  QUARTERS,
  ROOM,
} from "./make-decal-map.ts";

const SIZE = 96;
const test = await openTestGpu();

interface Eye {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly pitch: number;
  readonly yaw: number;
}

/** In front of the north wall's middle, where its two halves meet. */
const AT_NORTH: Eye = { x: 128, y: 190, z: 80, pitch: 0, yaw: 90 };
const AT_WEST: Eye = { x: 70, y: 128, z: 80, pitch: 0, yaw: 180 };

/** Covers both halves of the wall and extends past its middle. */
const NORTH: MadeOverlay = {
  origin: [120, 256, 84],
  basisU: [1, 0, 0],
  basisV: [0, 0, 1],
  normal: [0, -1, 0],
  low: [-30, -24],
  high: [34, 20],
  texture: [0, 1, 1, 0],
  material: "ov/quarters",
};
/** V runs down, so it is flipped. */
const WEST: MadeOverlay = {
  origin: [0, 128, 80],
  basisU: [0, 1, 0],
  basisV: [0, 0, -1],
  normal: [1, 0, 0],
  low: [-28, -20],
  high: [28, 24],
  texture: [0, 0, 1, 1],
  material: "ov/shining",
};

/** Returns the point where a pixel's ray hits a wall. */
function pointOnWall(
  eye: Eye,
  column: number,
  row: number,
  normal: Point,
  distance: number,
): Point {
  const yaw = (eye.yaw * Math.PI) / 180;
  const forward: Point = [Math.cos(yaw), Math.sin(yaw), 0];
  const right: Point = [Math.sin(yaw), -Math.cos(yaw), 0];
  const across = ((column + 0.5) / SIZE) * 2 - 1;
  const up = 1 - ((row + 0.5) / SIZE) * 2;
  // 90 degrees horizontally at 4:3 are 73.7 vertically, and in a square picture also horizontally.
  const ray: Point = [
    forward[0] + right[0] * across * 0.75,
    forward[1] + right[1] * across * 0.75,
    up * 0.75,
  ];
  const from: Point = [eye.x, eye.y, eye.z];
  const along = (distance - dot(from, normal)) / dot(ray, normal);
  return [from[0] + ray[0] * along, from[1] + ray[1] * along, from[2] + ray[2] * along];
}

/**
 * Returns the texel of the quartered picture, or `null` near a border, where filtering mixes two.
 */
function quarterAt(place: readonly [number, number]) {
  if (place.some((at) => Math.min(Math.abs(at - 0.5), at, 1 - at) < 0.06)) return null;
  return QUARTERS[(place[0] < 0.5 ? 0 : 1) + (place[1] < 0.5 ? 0 : 2)];
}

describe.skipIf(test === null)("decals", () => {
  let t: TestRenderer;
  let session: MapSession;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  async function open(map: DecalMap) {
    session = await showMap(t.gpu, t.renderer, await buildDecalMap(map), "ldr");
  }

  async function see(eye: Eye, settings: Partial<RenderSettings> = {}) {
    const { renderer } = t;
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, { samples: 1 }, settings);
    await renderer.settled();
    for (let i = 0; i < 3; i++) renderer.render({ ...eye, fov: 90 });
    const pixels = await renderer.readPixels();
    const { decals } = await renderer.readStats();
    const at = (column: number, row: number): Rgb => {
      const first = (row * SIZE + column) * 4;
      return [pixels[first], pixels[first + 1], pixels[first + 2]];
    };
    return { pixels, decals, at };
  }

  /**
   * Compares all pixels with a prediction from the picture without decals; `null` for no
   * prediction.
   */
  async function compare(
    eye: Eye,
    wall: Pick<MadeOverlay, "normal" | "origin">,
    foretell: (point: Point, behind: Rgb) => Rgb | null,
  ) {
    const drawn = await see(eye);
    const bare = await see(eye, { decals: false });
    expect(bare.decals).toBe(0);
    let worst = 0;
    let changed = 0;
    let where = "";
    for (let row = 0; row < SIZE; row++) {
      for (let column = 0; column < SIZE; column++) {
        const distance = dot(wall.origin, wall.normal);
        const point = pointOnWall(eye, column, row, wall.normal, distance);
        if (point.some((value, axis) => value < -0.1 || value > ROOM[axis] + 0.1)) continue;
        const behind = bare.at(column, row);
        const expected = foretell(point, behind);
        if (expected === null) continue;
        const found = drawn.at(column, row);
        const off = Math.max(...found.map((value, k) => Math.abs(value - expected[k])));
        if (expected.some((value, k) => Math.abs(value - behind[k]) > 3)) changed++;
        if (off <= worst) continue;
        worst = off;
        where = `${column} ${row}: ${found}, not ${expected}, over ${behind}`;
      }
    }
    return { worst, where, changed, decals: drawn.decals };
  }

  /** The white wall shows its light. */
  const lightOf = (behind: Rgb): Rgb => [
    decodeSrgb(behind[0]),
    decodeSrgb(behind[1]),
    decodeSrgb(behind[2]),
  ];
  const ALL: Rgb = [1, 1, 1];

  const foretellOverlay =
    (overlay: MadeOverlay, isLit: boolean, alphaOf = (alpha: number) => alpha) =>
    (point: Point, behind: Rgb): Rgb | null => {
      const place = overlayTexture(overlay, point);
      // One pixel beyond its edge.
      const grown = {
        ...overlay,
        low: overlay.low.map((v) => v - 2),
        high: overlay.high.map((v) => v + 2),
      };
      if (place === null) {
        return overlayTexture(grown as unknown as MadeOverlay, point) === null ? behind : null;
      }
      const texel = quarterAt(place);
      if (texel === null) return null;
      const [r, g, b, a] = texel;
      return coverShown(behind, [r, g, b], isLit ? lightOf(behind) : ALL, alphaOf(a / 255));
    };

  it("lie at their overlay's place and are lit by each face", async () => {
    await open({ overlays: [[1, 256, NORTH]] });
    expect(session.diagnostics.warnings.filter(({ code }) => code === "not-drawn")).toEqual([]);
    const { worst, where, changed, decals } = await compare(
      AT_NORTH,
      NORTH,
      foretellOverlay(NORTH, true),
    );
    expect(worst, where).toBeLessThan(1.01);
    expect(changed).toBeGreaterThan(500);
    expect(decals).toBe(1);
  });

  it("support flipped V axes and unlit materials", async () => {
    await open({ overlays: [[0, 0, WEST]] });
    const { worst, where, changed } = await compare(AT_WEST, WEST, foretellOverlay(WEST, false));
    expect(worst, where).toBeLessThan(1.01);
    expect(changed).toBeGreaterThan(800);
  });

  it("are opaque without $translucent and cut out with $alphatest", async () => {
    await open({ overlays: [[0, 0, { ...WEST, material: "ov/opaque" }]] });
    const opaque = await compare(
      AT_WEST,
      WEST,
      foretellOverlay(WEST, true, () => 1),
    );
    expect(opaque.worst, opaque.where).toBeLessThan(1.01);
    await open({ overlays: [[0, 0, { ...WEST, material: "ov/holes" }]] });
    const cut = (alpha: number) => (alpha >= 0.7 ? 1 : 0);
    const holes = await compare(AT_WEST, WEST, foretellOverlay(WEST, true, cut));
    expect(holes.worst, holes.where).toBeLessThan(1.01);
    expect(holes.changed).toBeGreaterThan(200);
  });

  it("are relit with the map", async () => {
    await open({ overlays: [[1, 256, { ...NORTH, material: "ov/cover" }]] });
    for (const side of ["hdr", "ldr"] as const) {
      const relit = await session.relight(side);
      t.renderer.relight(relit.scene, relit.light);
      // White on white: covered and uncovered pixels look the same if the decal uses the wall's
      // luxels.
      const { worst, where, decals } = await compare(AT_NORTH, NORTH, (_, behind) => behind);
      expect(worst, `${side} ${where}`).toBeLessThan(1.01);
      expect(decals).toBe(1);
    }
  });

  it("are relit each time, even if the luxels move", async () => {
    const bytes = await buildDecalMap({ overlays: [[1, 256, { ...NORTH, material: "ov/cover" }]] });
    const bsp = parseBsp(bytes);
    const lump = (name: LumpName) => {
      const { offset, length } = bsp.lumps[LUMP[name]];
      return bytes.slice(offset, offset + length);
    };
    // HDR omits the light of faces along x and z, so the wall's luxels move in the atlas.
    const faces = lump("LUMP_FACES");
    const view = new DataView(faces.buffer);
    for (let face = 0; face < bsp.faces.count; face++) {
      const isWall = Math.abs(bsp.planes.normal[bsp.faces.plane[face] * 3 + 1]) > 0.9;
      if (!isWall) view.setInt32(face * 56 + 20, -1, true);
    }
    const both = replaceLumps(
      bytes,
      new Map([
        [LUMP.LUMP_FACES_HDR, { bytes: faces, version: 1 }],
        [LUMP.LUMP_LIGHTING_HDR, { bytes: lump("LUMP_LIGHTING"), version: 1 }],
        [LUMP.LUMP_WORLDLIGHTS_HDR, { bytes: lump("LUMP_WORLDLIGHTS") }],
      ]),
    );
    session = await showMap(t.gpu, t.renderer, both, "ldr");
    const first = await see(AT_NORTH);
    for (const side of ["hdr", "ldr", "hdr", "ldr"] as const) {
      const relit = await session.relight(side);
      expect(relit.scene.side).toBe(side);
      t.renderer.relight(relit.scene, relit.light);
      const { worst, where, decals } = await compare(AT_NORTH, NORTH, (_, behind) => behind);
      expect(worst, `${side} ${where}`).toBeLessThan(1.01);
      expect(decals).toBe(1);
    }
    expect((await see(AT_NORTH)).pixels).toEqual(first.pixels);
  });

  it("are ordered by render order, then by position in the map", async () => {
    const over = (material: string, renderOrder: number, origin: Point) =>
      [0, 0, { ...WEST, material, renderOrder, origin }] as const;
    await open({
      overlays: [
        over("ov/red", 1, [0, 128, 80]),
        // A multiplying decal is in another batch and still below those with higher order.
        over("ov/darker", 0, [0, 120, 80]),
        over("ov/green", 0, [0, 138, 90]),
        over("ov/darker", 2, [0, 118, 70]),
        over("ov/green", 1, [0, 168, 84]),
      ],
    });
    const { at } = await see(AT_WEST);
    /** Returns the pixel of a position on the wall. */
    const pixel = (y: number, z: number) =>
      at(
        Math.floor((((y - AT_WEST.y) / AT_WEST.x / 0.75 + 1) / 2) * SIZE),
        Math.floor(((1 - (z - AT_WEST.z) / AT_WEST.x / 0.75) / 2) * SIZE),
      );
    const near = (found: Rgb, expected: Rgb) =>
      expect(Math.max(...found.map((v, k) => Math.abs(v - expected[k]))), `${found}`).toBeLessThan(
        1.01,
      );
    near(pixel(128, 94), [230, 20, 20]);
    near(pixel(134, 107), [20, 230, 20]);
    near(pixel(150, 84), [20, 230, 20]);
    near(
      pixel(108, 70),
      modulatedLight([230, 20, 20], { texel: [90, 110, 100, 255], isDecal: true }),
    );
  });

  it("fade with the square of the distance", async () => {
    const fading = { ...WEST, material: "ov/red", fade: [40, 130] as const };
    await open({ overlays: [[0, 0, fading]] });
    for (const x of [30, 70, 100, 140]) {
      const eye = { ...AT_WEST, x };
      const left = overlayFade(40, 130, x);
      const { worst, where } = await compare(eye, fading, (point, behind) => {
        const place = overlayTexture(fading, point);
        if (place === null || place.some((v) => Math.min(v, 1 - v) < 0.05)) return null;
        return coverShown(behind, [230, 20, 20], ALL, left);
      });
      expect(worst, `${x}: ${where}`).toBeLessThan(1.01);
    }
  });

  it("follow a displacement and its light", async () => {
    const floor: MadeOverlay = {
      ...WEST,
      origin: [128, 128, 0],
      basisU: [1, 0, 0],
      basisV: [0, 1, 0],
      normal: [0, 0, 1],
      low: [-60, -50],
      high: [60, 50],
    };
    const eye = { x: 128, y: 40, z: 110, pitch: 40, yaw: 90 };
    await open({ hasMound: true, overlays: [[2, 0, { ...floor, material: "ov/cover" }]] });
    const bare = await see(eye, { decals: false });
    const cover = await see(eye);
    const off = cover.pixels.map((value, i) => Math.abs(value - bare.pixels[i]));
    expect(Math.max(...off)).toBeLessThan(1.01);
    await open({ hasMound: true, overlays: [[2, 0, { ...floor, material: "ov/red" }]] });
    const red = await see(eye);
    let reds = 0;
    let holes = 0;
    const isRed = (column: number, row: number) =>
      Math.abs(red.at(column, row)[0] - 230) <= 1 && red.at(column, row)[1] <= 21;
    for (let row = 1; row + 1 < SIZE; row++) {
      for (let column = 1; column + 1 < SIZE; column++) {
        if (isRed(column, row)) reds++;
        else if (isRed(column - 1, row) && isRed(column + 1, row)) holes++;
      }
    }
    expect(reds).toBeGreaterThan(1500);
    expect(holes).toBe(0);
  });

  it.each([
    ["have their texture's size", "ov/mark"],
    ["show a part of a sheet, in that part's size", "ov/part"],
  ])("of infodecal entities stand upright on walls, and %s", async (_, texture) => {
    // Off the wall's plane, onto which the picture is projected.
    await open({ decals: [{ origin: [128, 254, 84], texture }] });
    const wall = { origin: [128, 256, 84] as Point, normal: [0, -1, 0] as Point };
    const inches = [64 * 0.75, 32 * 0.75] as const;
    const { worst, where, changed, decals } = await compare(AT_NORTH, wall, (point, behind) => {
      const at = (size: readonly [number, number]) =>
        decalTexture(wall.origin, [1, 0, 0], [0, 0, -1], size, point);
      const place = at(inches);
      if (place === null) return at([inches[0] + 4, inches[1] + 4]) === null ? behind : null;
      const texel = quarterAt(place);
      if (texel === null) return null;
      const [r, g, b, a] = texel;
      return coverShown(behind, [r, g, b], lightOf(behind), a / 255);
    });
    expect(worst, where).toBeLessThan(1.01);
    expect(changed).toBeGreaterThan(200);
    expect(decals).toBe(1);
  });

  it("are culled the same in every mode, and hidden by nearer surfaces", async () => {
    await open({
      hasBrushEntity: true,
      overlays: [[1, 256, { ...NORTH, material: "ov/red", low: [-100, -60], high: [100, 60] }]],
      decals: [{ origin: [128, 128 - 16 / Math.cos(Math.PI / 6), 84], texture: "ov/mark" }],
    });
    const eye = { x: 120, y: 30, z: 80, pitch: 0, yaw: 88 };
    const whole = await see(eye, { occlusionByCost: false });
    expect(whole.decals).toBe(2);
    for (const settings of [
      { occlusion: false },
      { gpuCulling: false },
      { bundles: false },
      { pvs: false, frustum: false },
    ]) {
      const other = await see(eye, settings);
      expect(other.pixels, JSON.stringify(settings)).toEqual(whole.pixels);
    }
    // The entity's box is in front of the wall's middle, with its own decal.
    expect(whole.at(48, 48)).not.toEqual([230, 20, 20]);
    expect(whole.at(30, 48)).toEqual([230, 20, 20]);
    const bare = await see(eye, { decals: false });
    expect(whole.at(50, 48)).not.toEqual(bare.at(50, 48));
    // From behind, it is not visible.
    const away = await see({ ...eye, yaw: -92 });
    expect(away.decals).toBe(0);
  });
});
