/** Tests model shadows, from a map's bytes to a picture, against `test/oracle/light/shadows.ts`. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeMatrix3x4 } from "../../../src/math/angles.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import { showMap } from "../../golden/maps/build-map.ts";
import type { Rgb } from "../../oracle/light/color.ts";
import {
  type Caster,
  type Control,
  shadowed,
  shadowFactor,
  shadowOf,
  type Vector,
} from "../../oracle/light/shadows.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import {
  buildShadowMap,
  CORNERS,
  PLATE_MAXS,
  PLATE_MINS,
  type ShadowMap,
  SLOPE_STEP,
} from "./make-shadow-map.ts";

const SIZE = 200;
/** Camera height above the floor in inches, looking straight down. */
const HEIGHT = 26;
const test = await openTestGpu();

const CONTROL = { angles: "62 25 0", color: "90 110 150", distance: "150" };

function controlOf({ angles, color, distance }: typeof CONTROL): Control {
  const [pitch, yaw] = angles.split(" ").map((text) => (Number(text) * Math.PI) / 180);
  return {
    direction: [Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), -Math.sin(pitch)],
    color: color.split(" ").map(Number) as unknown as Rgb,
    distance: Number(distance),
  };
}

/** Returns the plate's caster. */
function casterOf(origin: Vector, angles: Vector, alpha = 1): Caster {
  const m = new Float32Array(12);
  writeMatrix3x4(m, 0, ...angles, ...origin);
  const axes = [0, 1, 2].map((c) => [m[c], m[4 + c], m[8 + c]]) as unknown as Caster["axes"];
  return {
    ...{ mins: PLATE_MINS, maxs: PLATE_MAXS, origin, axes, alpha },
    isCovered(u, v, { origin: from, x, y, size }) {
      const place = (corner: readonly [number, number]) => {
        const at = [0, 1, 2].map(
          (k) => origin[k] + axes[0][k] * corner[0] + axes[1][k] * corner[1] - from[k],
        );
        const along = (to: Vector) => at[0] * to[0] + at[1] * to[1] + at[2] * to[2];
        return [along(x) / size[0] + 0.5, along(y) / size[1] + 0.5];
      };
      const corners = CORNERS.map(place);
      const sides = corners.map(([ax, ay], i) => {
        const [bx, by] = corners[(i + 1) % 3];
        return (bx - ax) * (v - ay) - (by - ay) * (u - ax);
      });
      return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
    },
  };
}

describe.skipIf(test === null)("model shadows", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  const open = async (map: ShadowMap) =>
    showMap(t.gpu, t.renderer, await buildShadowMap(map), "ldr");

  /** Looks down; the picture's right is south, its top east. */
  async function see(eye: Vector, settings: Partial<RenderSettings> = {}) {
    const { renderer } = t;
    const own = { samples: 1, props: false };
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, own, settings);
    await renderer.settled();
    const camera = { x: eye[0], y: eye[1], z: eye[2], pitch: 90, yaw: 0, fov: 90 };
    for (let i = 0; i < 3; i++) renderer.render(camera);
    const pixels = await renderer.readPixels();
    const { shadows } = await renderer.readStats();
    const at = (column: number, row: number): Rgb => {
      const first = (row * SIZE + column) * 4;
      return [pixels[first], pixels[first + 1], pixels[first + 2]];
    };
    return { at, shadows };
  }

  /** Compares all pixels with a prediction from the picture without shadows. */
  async function compare(
    eye: Vector,
    factorAt: (point: Vector) => Rgb,
    heightOf: (x: number, y: number) => number = () => 0,
    propShadows: RenderSettings["propShadows"] = true,
  ) {
    const drawn = await see(eye, { propShadows });
    const bare = await see(eye, { propShadows: false });
    expect(bare.shadows).toBe(0);
    let worst = 0;
    let changed = 0;
    let where = "";
    // Every third pixel, alternating between rows.
    for (let row = 0; row < SIZE; row++) {
      for (let column = row % 3; column < SIZE; column += 3) {
        const across = (((column + 0.5) / SIZE) * 2 - 1) * 0.75;
        const up = (1 - ((row + 0.5) / SIZE) * 2) * 0.75;
        // Intersects a ray with the sloped ground by three iterations.
        let away = eye[2];
        for (let i = 0; i < 40; i++) {
          away = eye[2] - heightOf(eye[0] + up * away, eye[1] - across * away);
        }
        const point: Vector = [eye[0] + up * away, eye[1] - across * away, eye[2] - away];
        const behind = bare.at(column, row);
        const expected = shadowed(behind, factorAt(point));
        const found = drawn.at(column, row);
        const off = Math.max(...found.map((value, k) => Math.abs(value - expected[k])));
        if (expected.some((value, k) => Math.abs(value - behind[k]) > 3)) changed++;
        if (off <= worst) continue;
        worst = off;
        where = `${column} ${row}: ${found}, not ${expected.map(Math.round)}, over ${behind}`;
      }
    }
    return { worst, where, changed, shadows: drawn.shadows };
  }

  /** Returns the power of two that gives two texels per inch, up to 128. */
  const edgeOf = (caster: Caster, control: Control) => {
    const inches = Math.max(...shadowOf(caster, control).size);
    return { texels: Math.min(128, 2 ** Math.ceil(Math.log2(inches * 2))), gutter: 1 };
  };

  const ORIGIN: Vector = [90, 100, 70];
  const ANGLES: Vector = [10, 35, -20];
  const keysOf = (origin: Vector, angles: Vector) => ({
    origin: origin.join(" "),
    angles: angles.join(" "),
  });

  /** Returns the camera above the shadow's middle. */
  function eyeOver(caster: Caster, control: Control, ground = 0): Vector {
    const { origin } = shadowOf(caster, control);
    const far = (ground - origin[2]) / control.direction[2];
    return [
      origin[0] + control.direction[0] * far,
      origin[1] + control.direction[1] * far,
      HEIGHT + ground,
    ];
  }

  it("project the silhouette along the map's direction, lighter with distance", async () => {
    const control = controlOf(CONTROL);
    const caster = casterOf(ORIGIN, ANGLES);
    const edge = edgeOf(caster, control);
    await open({ control: CONTROL, plates: [keysOf(ORIGIN, ANGLES)] });
    const { worst, where, changed, shadows } = await compare(eyeOver(caster, control), (point) =>
      shadowFactor(caster, control, point, edge),
    );
    expect(worst, where).toBeLessThan(2.01);
    expect(changed).toBeGreaterThan(1500);
    expect(shadows).toBe(1);
  });

  it("end at the map's distance and fade towards it", async () => {
    // Low light: the shadow leaves the floor on one side, and ends on the other.
    const keys = { angles: "20 25 0", color: "90 110 150", distance: "30" };
    const origin: Vector = [90, 100, 4];
    const control = controlOf(keys);
    const caster = casterOf(origin, ANGLES, 153 / 255);
    const edge = edgeOf(caster, control);
    const faint = { rendermode: "1", renderamt: "153" };
    await open({ control: keys, plates: [{ ...keysOf(origin, ANGLES), ...faint }] });
    const { worst, where, changed } = await compare([108, 106, 14], (point) =>
      shadowFactor(caster, control, point, edge),
    );
    // Its texels are anisotropic, so the next mip contributes.
    expect(worst, where).toBeLessThan(3.01);
    expect(changed).toBeGreaterThan(500);
  });

  it("do not fall on surfaces in front of the model's box", async () => {
    // The plate is inside the brush, five inches below its top, of which the far side is deep
    // enough.
    const keys = { angles: "45 25 0", color: "90 110 150", distance: "30" };
    const origin: Vector = [120, 130, 10];
    const control = controlOf(keys);
    const caster = casterOf(origin, [0, 0, 0]);
    const edge = edgeOf(caster, control);
    await open({ control: keys, plates: [keysOf(origin, [0, 0, 0])], brush: {} });
    const { worst, where } = await compare(
      [128, 136, 16 + HEIGHT],
      (point) => shadowFactor(caster, control, point, edge),
      () => 16,
    );
    expect(worst, where).toBeLessThan(2.01);
  });

  it("follow displacements", async () => {
    const control = controlOf(CONTROL);
    const origin: Vector = [90, 100, 85];
    const caster = casterOf(origin, ANGLES);
    const edge = edgeOf(caster, control);
    await open({ control: CONTROL, plates: [keysOf(origin, ANGLES)], hasSlope: true });
    const { worst, where, changed } = await compare(
      eyeOver(caster, control, 20),
      (point) => shadowFactor(caster, control, point, edge),
      (_, y) => (y / 64) * SLOPE_STEP,
    );
    expect(worst, where).toBeLessThan(2.01);
    expect(changed).toBeGreaterThan(1500);
  });

  it("fall on brush entities that receive shadows", async () => {
    const control = controlOf(CONTROL);
    const origin: Vector = [105, 115, 70];
    const caster = casterOf(origin, ANGLES);
    const edge = edgeOf(caster, control);
    const plates = [keysOf(origin, ANGLES)];
    const eye = eyeOver(caster, control, 16);
    const onTop = (point: Vector) => shadowFactor(caster, control, point, edge);
    for (const taken of ["0", "1"]) {
      await open({ control: CONTROL, plates, brush: { disablereceiveshadows: taken } });
      const isTaken = taken === "0";
      const { worst, where, changed } = await compare(
        eye,
        (point) => (isTaken ? onTop(point) : [1, 1, 1]),
        () => 16,
      );
      expect(worst, where).toBeLessThan(2.01);
      expect(changed > 1500).toBe(isTaken);
    }
  });

  it("are soft blobs in the same place if so configured", async () => {
    const control = controlOf(CONTROL);
    const disk = (u: number, v: number) => {
      const left = Math.min(1, Math.max(0, 1 - Math.hypot(2 * u - 1, 2 * v - 1)));
      return Math.round(255 * left * left * (3 - 2 * left)) / 255;
    };
    const caster = { ...casterOf(ORIGIN, ANGLES), isCovered: disk };
    // Another shadow shares the atlas.
    const plates = [keysOf([200, 200, 20], [0, 0, 0]), keysOf(ORIGIN, ANGLES)];
    await open({ control: CONTROL, plates });
    const edge = { texels: 32, gutter: 1 };
    const eye = eyeOver(caster, control);
    const factorAt = (point: Vector) => shadowFactor(caster, control, point, edge);
    const { worst, where, changed } = await compare(eye, factorAt, undefined, "blob");
    expect(worst, where).toBeLessThan(2.01);
    expect(changed).toBeGreaterThan(1500);
    const middle = [SIZE / 2, SIZE / 2] as const;
    const seen: string[] = [];
    for (const propShadows of [true, "off", "blob", false, "silhouette"] as const) {
      const { at, shadows } = await see(eye, { propShadows });
      seen.push(`${shadows} ${at(...middle)}`);
    }
    const [whole, none, blob] = seen;
    expect(seen).toEqual([whole, none, blob, none, whole]);
    expect(new Set(seen).size).toBe(3);
  });

  it("can be disabled by an entity or the map", async () => {
    const plate = keysOf(ORIGIN, ANGLES);
    const eye: Vector = [120, 110, 60];
    const plates = [
      { ...plate, disableshadows: "1" },
      { ...plate, effects: "16" },
    ];
    await open({ control: CONTROL, plates });
    expect((await see(eye)).shadows).toBe(0);
    await open({ control: { ...CONTROL, disableallshadows: "1" }, plates: [plate] });
    expect((await see(eye)).shadows).toBe(0);
    await open({ control: CONTROL, plates: [plate, ...plates] });
    expect((await see(eye)).shadows).toBe(1);
  });
});
