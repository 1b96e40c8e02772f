/** Tests patterns for missing textures by reading back lines and the areas between them. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  PATTERN_BOARDS,
  PATTERN_BRICKS,
  PATTERN_CHECKS,
  PATTERN_GRAIN,
  PATTERN_GRID,
  PATTERN_PANELS,
  PATTERN_TILES,
  PATTERN_TUFT,
  PATTERN_WEAVE,
} from "../../../../src/map/families/missing.ts";
import { PASS_ALPHA_TEST } from "../../../../src/map/material.ts";
import { FAMILY } from "../../../../src/map/material-families.ts";
import { propSource } from "../../../../src/render/props/prop-source.ts";
import { packStandIn } from "../../../../src/scene/stand-in/missing-patterns.ts";
import { changeOfMissing, insideTuft } from "../../../oracle/materials/missing.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeImage, makeMaterials, rgbaArray, type TestMaterial } from "../../make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../../make-props.ts";
import { makeMap } from "../../make-world.ts";
import { angleMatrix } from "../../matrices.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

/** Looking along +x; at x = 100 a pixel is an inch wide and high. */
const SIZE = 200;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };
const DARK = [0.1, 0.1, 0.1] as const;
const test = await openTestGpu();

describe.skipIf(test === null)("a pattern for missing textures", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.sky = false;
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });
  afterEach(() => {
    t.renderer.clear();
    expect(t.errors).toEqual([]);
  });

  type Options = Partial<TestMaterial> & {
    repeats?: [number, number];
    away?: number;
    loaded?: boolean;
  };

  /** Draws a wall that fills the picture at any distance and returns red values. */
  async function draw(options: Options = {}) {
    const { repeats = [4, 4], away = 100, loaded = true, ...material } = options;
    const arrays = material.texture === undefined ? [] : [rgbaArray(1, 1, 1)];
    const textures = material.texture === undefined ? [] : [{ array: 0, layer: 0 }];
    const family = arrays.length === 0 ? FAMILY.missing : FAMILY.lit;
    const set = makeMaterials(
      [{ name: "m", family, fallback: DARK, ...material }],
      textures,
      arrays,
    );
    const origin = [away, away, -away] as const;
    const [u, v] = [[0, -2 * away, 0] as const, [0, 0, 2 * away] as const];
    t.renderer.setScene(makeMap([{ origin, u, v, material: 0, repeats }], set));
    if (material.texture !== undefined && loaded) {
      t.renderer.setTexture(
        "world",
        0,
        makeImage(1, 1, () => [89, 89, 89, 255]),
      );
    }
    return read();
  }

  async function read() {
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    return (x: number, y: number) => pixels[(y * SIZE + x) * 4];
  }

  /**
   * Returns the columns (or rows) that differ from the plain colour, sampled between cell centers.
   */
  function lit(at: (i: number) => number): number[] {
    const values = Array.from({ length: SIZE - 10 }, (_, i) => at(i + 5));
    const plain = [...values].sort((a, b) => a - b)[SIZE >> 1];
    const columns = values.flatMap((value, i) => (value > plain + 1 ? [i + 5.5] : []));
    // Adjacent columns form one line.
    const lines: number[][] = [];
    for (const x of columns) {
      if (x - (lines.at(-1)?.at(-1) ?? -9) > 1.5) lines.push([x]);
      else lines.at(-1)!.push(x);
    }
    return lines.map((line) => line.reduce((sum, x) => sum + x, 0) / line.length);
  }

  const gridOf = (across: number, down: number, pattern = PATTERN_GRID) => ({
    standIn: packStandIn({ pattern, across, down }),
  });
  const grid = gridOf(1, 1);

  it("has lines at whole texture coordinates in both directions", async () => {
    const at = await draw({ ...grid, repeats: [4, 2] });
    const across = lit((i) => at(i, 30));
    expect(across).toHaveLength(3);
    for (const [i, x] of across.entries()) expect(Math.abs(x - (i + 1) * 50)).toBeLessThan(1);
    const down = lit((i) => at(20, i));
    expect(down).toHaveLength(1);
    expect(Math.abs(down[0] - 100)).toBeLessThan(1);
  });

  it("has half as many lines for a texture of double size", async () => {
    const counts: number[] = [];
    for (const repeats of [8, 4, 2]) {
      const at = await draw({ ...grid, repeats: [repeats, 1] });
      counts.push(lit((i) => at(i, 100)).length);
    }
    expect(counts).toEqual([7, 3, 1]);
  });

  it("subdivides a large texture, with stronger lines at its borders", async () => {
    const at = await draw({ ...gridOf(4, 1), repeats: [2, 1] });
    const lines = lit((i) => at(i, 60));
    expect(lines.map(Math.round)).toEqual([25, 50, 75, 100, 125, 150, 175]);
    expect(at(100, 60)).toBeGreaterThan(at(75, 60) + 2);
  });

  it("darkens light colours and lightens dark ones", async () => {
    const at = await draw({ ...grid, fallback: [0.6, 0.6, 0.6] });
    expect(at(50, 30)).toBeLessThan(at(25, 30) - 4);
    const dark = await draw(grid);
    expect(dark(50, 30)).toBeGreaterThan(dark(25, 30) + 4);
  });

  it("is not shown on materials with a texture, loaded or not", async () => {
    const isPlain = (at: (x: number, y: number) => number) =>
      [10, 50, 100, 120].every((x) => at(x, 30) === at(25, 20));
    expect(isPlain(await draw())).toBe(true);
    expect(isPlain(await draw({ ...grid, texture: 0 }))).toBe(true);
    expect(isPlain(await draw({ ...grid, texture: 0, loaded: false }))).toBe(true);
    expect(isPlain(await draw(grid))).toBe(false);
  });

  it("disappears when cells are a few pixels wide, keeping the mean colour", async () => {
    const plain = (await draw())(100, 100);
    for (const options of [
      { repeats: [110, 110] as [number, number] },
      { repeats: [70, 110] as [number, number], away: 1000 },
    ]) {
      const at = await draw({ ...grid, ...options });
      const values = Array.from({ length: 100 }, (_, i) => at(50 + i, 40 + (i % 7)));
      expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1);
      expect(Math.abs(values[0] - plain)).toBeLessThanOrEqual(1);
    }
    // From nearer, the lines are visible.
    const at = await draw({ ...grid, repeats: [20, 20] });
    expect(lit((i) => at(i, 105)).length).toBe(19);
  });

  it("is a checkerboard for measuring textures", async () => {
    const at = await draw(gridOf(1, 1, PATTERN_CHECKS));
    // Middles of cell quarters, where no line runs.
    const check = (column: number, row: number) => at(column * 50 + 32, row * 50 + 32);
    const [a, b] = [check(0, 0), check(1, 0)];
    expect(Math.abs(a - b)).toBeGreaterThan(8);
    for (let i = 0; i < 16; i++) {
      const [column, row] = [i % 4, i >> 2];
      expect(Math.abs(check(column, row) - ((column + row) % 2 === 0 ? a : b))).toBeLessThan(2);
    }
    const plain = await draw(grid);
    expect(plain(32, 32)).toBe(plain(82, 32));
  });

  it("follows the texture coordinates of props", async () => {
    const set = makeMaterials([
      { name: "m", family: FAMILY.missing, fallback: DARK, ...gridOf(4, 4) },
    ]);
    const corner = (s: number, v: number) => ({
      position: [0, 100 - 200 * s, 200 * v - 100] as const,
      texCoord: [s, 1 - v] as const,
    });
    const vertices = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    const lods = [{ switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 0, 2, 3] }];
    const variants = [{ bones: [IDENTITY_BONE], lods }];
    const worldFromModel = angleMatrix(0, 0, 0, [100, 0, 0]);
    t.renderer.setScene(makeMap([], makeMaterials([])));
    t.renderer.setSource(propSource(makeProps(variants, [{ variant: 0, worldFromModel }], set)));
    const at = await read();
    expect(lit((i) => at(i, 30)).map(Math.round)).toEqual([50, 100, 150]);
  });

  const PATTERNS = [
    ["grid", PATTERN_GRID, 2, 3],
    ["checks", PATTERN_CHECKS, 1, 1],
    ["bricks", PATTERN_BRICKS, 3, 2],
    ["boards", PATTERN_BOARDS, 1, 3],
    ["panels", PATTERN_PANELS, 1, 1],
    ["tiles", PATTERN_TILES, 3, 2],
    ["grain", PATTERN_GRAIN, 1, 2],
    ["weave", PATTERN_WEAVE, 8, 6],
  ] as const;

  const encode = (linear: number) =>
    255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);

  for (const [name, pattern, across, down] of PATTERNS) {
    it.each([
      [0.1, 8, false],
      [0.6, 5, true],
    ])(`is ${name} as computed independently, on %d`, async (mean, strength, isTurned) => {
      const standIn = { pattern, across, down, strength, isTurned };
      const at = await draw({
        standIn: packStandIn(standIn),
        fallback: [mean, mean, mean],
        repeats: [2, 2],
      });
      const errors: number[] = [];
      let [least, most] = [255, 0];
      for (let y = 3; y < SIZE; y += 7) {
        for (let x = 1; x < SIZE; x += 3) {
          const change = changeOfMissing(standIn, mean, [x / 100, y / 100], [0.01, 0.01]);
          errors.push(Math.abs(at(x, y) - encode(mean * (1 + change))));
          [least, most] = [Math.min(least, at(x, y)), Math.max(most, at(x, y))];
        }
      }
      errors.sort((a, b) => a - b);
      // A cell's colour changes within a pixel, which the shader does not split.
      expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(1.2);
      expect(errors.at(-1)).toBeLessThan(6);
      expect(most - least).toBeGreaterThan(3);
    });

    it(`keeps its mean colour as ${name} at any distance`, async () => {
      // Close up, few noise cells are visible, so their mean varies.
      for (const [repeats, away, tolerance] of [
        [6, 100, 2.5],
        [24, 100, 1.2],
        [160, 1000, 0.6],
      ]) {
        const at = await draw({
          standIn: packStandIn({ pattern, across, down }),
          repeats: [repeats, repeats],
          away,
        });
        let sum = 0;
        for (let y = 0; y < SIZE; y++) for (let x = 0; x < SIZE; x++) sum += at(x, y);
        expect(Math.abs(sum / SIZE ** 2 - encode(DARK[0]))).toBeLessThan(tolerance);
      }
    });
  }

  it("is filtered the same when rotated", async () => {
    const standIn = { pattern: PATTERN_TILES, across: 3, down: 2, isTurned: true };
    const at = await draw({ standIn: packStandIn(standIn), repeats: [1, 16] });
    for (let y = 2; y < SIZE; y += 9) {
      for (let x = 2; x < SIZE; x += 5) {
        const first = [x / 200, (y * 16) / 200] as const;
        const change = changeOfMissing(standIn, DARK[0], first, [1 / 200, 16 / 200]);
        expect(Math.abs(at(x, y) - encode(DARK[0] * (1 + change)))).toBeLessThan(3);
      }
    }
  });

  it("draws tufts of separate blades with gaps", async () => {
    const blades = 6;
    const standIn = packStandIn({ pattern: PATTERN_TUFT, across: blades, down: 1 });
    const look = { standIn, pass: PASS_ALPHA_TEST, alphaTestReference: 0.5 };
    const behind = (
      await draw({
        ...look,
        standIn: packStandIn({ pattern: PATTERN_TUFT, across: 0, down: 0 }),
        alpha: 0,
      })
    )(5, 5);
    const at = await draw({ ...look, fallback: [0.5, 0.5, 0.5], repeats: [2, 1] });
    const counts = { drawn: 0, empty: 0, differ: [0, 0] };
    for (let y = 1; y < SIZE; y += 3) {
      for (let x = 1; x < SIZE; x++) {
        const [s, t] = [(x + 0.5) / 100, (y + 0.5) / 200];
        const inside = insideTuft(blades, [s, t], 1 / 100);
        // Within a tenth of a pixel of an edge both results are accepted.
        if (Math.abs(inside) < 1e-3) continue;
        if (inside < 0) expect(at(x, y), `${x} ${y}`).toBe(behind);
        else
          expect(Math.abs(at(x, y) - encode(0.5 * (1.4 - 0.8 * t))), `${x} ${y}`).toBeLessThan(1.1);
        counts[inside < 0 ? "empty" : "drawn"]++;
        if (x < 100)
          counts.differ[Number(inside < 0 === insideTuft(blades, [s + 1, t], 0.01) < 0)]++;
      }
    }
    expect(Math.min(counts.drawn, counts.empty, ...counts.differ)).toBeGreaterThan(500);
  });

  it("is separate for each material", async () => {
    const tones = [PATTERN_BRICKS, PATTERN_TILES].map((pattern) => ({
      pattern,
      across: 2,
      down: 2,
    }));
    const set = makeMaterials(
      tones.map((standIn, i) => ({
        name: `m${i}`,
        family: FAMILY.missing,
        fallback: DARK,
        standIn: packStandIn(standIn),
      })),
    );
    const half = (y: number, material: number) => ({
      ...{ material, repeats: [1, 1] as [number, number] },
      origin: [100, y, -100] as const,
      u: [0, -100, 0] as const,
      v: [0, 0, 200] as const,
    });
    t.renderer.setScene(makeMap([half(100, 0), half(0, 1)], set));
    const at = await read();
    const errors = tones.map((standIn, i) => {
      let sum = 0;
      for (let y = 5; y < SIZE; y += 10) {
        for (let x = 5; x < 95; x += 3) {
          const first = [x / 100, y / 200] as const;
          const change = changeOfMissing(standIn, DARK[0], first, [1 / 100, 1 / 200]);
          sum += Math.abs(at(x + i * 100, y) - encode(DARK[0] * (1 + change)));
        }
      }
      return sum / (20 * 30);
    });
    for (const error of errors) expect(error).toBeLessThan(0.8);
  });
});
