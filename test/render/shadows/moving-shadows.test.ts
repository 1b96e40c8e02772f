/**
 * Tests shadows of animated models, from a map's bytes to a picture, against poses and shadows of
 * `test/oracle`.
 */

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import type { LoadEvent } from "../../../src/scene/open/events.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { applyLoadEvent } from "../../../src/viewer/load/apply-load-event.ts";
import { trackOf } from "../../compile/studiomdl/track-of.ts";
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
import { paletteAt } from "../../oracle/pose/pose.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { listBegunPasses } from "../frame/list-begun-passes.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { buildShadowMap, SLOPE_STEP, WING, WING_MODEL, WING_REACH } from "./make-shadow-map.ts";

const SIZE = 160;
const ORIGIN: Vector = [110, 120, 60];
const KEYS = { angles: "70 25 0", color: "90 110 150", distance: "150" };
const [PITCH, YAW] = [(70 * Math.PI) / 180, (25 * Math.PI) / 180];
const CONTROL: Control = {
  direction: [Math.cos(PITCH) * Math.cos(YAW), Math.cos(PITCH) * Math.sin(YAW), -Math.sin(PITCH)],
  color: [90, 110, 150],
  distance: 150,
};
const wing = (keys: Record<string, string> = {}) => ({
  ...{ model: WING, origin: ORIGIN.join(" "), defaultanim: "flap" },
  ...keys,
});
const test = await openTestGpu();

/** Returns the unrotated model's caster at a time of a sequence. */
function casterAt(sequence: string, seconds: number): Caster {
  const palette = paletteAt(trackOf(WING_MODEL, sequence), seconds);
  const { position, boneIndex } = WING_MODEL.mesh.vertices;
  const corners = [0, 1, 2].map((vertex) =>
    palette[boneIndex[vertex * 3]].map(
      (row) =>
        row[0] * position[vertex * 3] +
        row[1] * position[vertex * 3 + 1] +
        row[2] * position[vertex * 3 + 2] +
        row[3],
    ),
  );
  return {
    mins: [-WING_REACH, -WING_REACH, -WING_REACH],
    maxs: [WING_REACH, WING_REACH, WING_REACH],
    origin: ORIGIN,
    axes: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    isCovered(u, v, { origin, x, y, size }) {
      const places = corners.map((corner) => {
        const at = corner.map((value, k) => value + ORIGIN[k] - origin[k]);
        const along = (to: Vector) => at[0] * to[0] + at[1] * to[1] + at[2] * to[2];
        return [along(x) / size[0] + 0.5, along(y) / size[1] + 0.5];
      });
      const sides = places.map(([ax, ay], i) => {
        const [bx, by] = places[(i + 1) % 3];
        return (bx - ax) * (v - ay) - (by - ay) * (u - ax);
      });
      return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
    },
  };
}

describe.skipIf(test === null)("shadows of models that play a sequence", () => {
  let t: TestRenderer;
  let begun: string[];
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    begun = listBegunPasses(t.gpu);
  });
  afterEach(() => {
    expect(t.errors).toEqual([]);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  async function open(plates: readonly Record<string, string>[], hasSlope = false) {
    const { renderer } = t;
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, { samples: 1, props: false });
    await showMap(
      t.gpu,
      renderer,
      await buildShadowMap({ control: KEYS, plates, hasSlope }),
      "ldr",
    );
    await renderer.settled();
  }

  /** Looks straight down at the shadow. */
  const eyeOver = (ground: number): Vector => {
    const { origin } = shadowOf(casterAt("flap", 0), CONTROL);
    const far = (ground - origin[2]) / CONTROL.direction[2];
    const [x, y] = [0, 1].map((k) => origin[k] + CONTROL.direction[k] * far);
    return [x, y, ground + 45];
  };

  async function see(eye: Vector, seconds: number, settings: Partial<RenderSettings> = {}) {
    const { renderer } = t;
    Object.assign(renderer.settings, settings);
    await renderer.settled();
    const camera = { x: eye[0], y: eye[1], z: eye[2], pitch: 90, yaw: 0, fov: 90 };
    for (let i = 0; i < 3; i++) renderer.render(camera, seconds);
    const pixels = await renderer.readPixels();
    const { shadows } = await renderer.readStats();
    const at = (column: number, row: number): Rgb => {
      const first = (row * SIZE + column) * 4;
      return [pixels[first], pixels[first + 1], pixels[first + 2]];
    };
    return { at, shadows };
  }

  /** Returns the share of wrong pixels within a shadow, and their mean error. */
  async function compare(seconds: number, isSloped: boolean, own: Caster, most = 1) {
    const eye = eyeOver(isSloped ? (ORIGIN[1] / 64) * SLOPE_STEP : 0);
    const drawn = await see(eye, seconds, { propShadows: true });
    const bare = await see(eye, seconds, { propShadows: false });
    expect(drawn.shadows).toBeGreaterThan(0);
    expect(drawn.shadows).toBeLessThanOrEqual(most);
    expect(bare.shadows).toBe(0);
    const edge = { texels: 128, gutter: 1 };
    let changed = 0;
    let off = 0;
    for (let row = 0; row < SIZE; row++) {
      for (let column = 0; column < SIZE; column++) {
        const across = (((column + 0.5) / SIZE) * 2 - 1) * 0.75;
        const up = (1 - ((row + 0.5) / SIZE) * 2) * 0.75;
        let away = eye[2];
        for (let i = 0; i < 40; i++) {
          away = eye[2] - (isSloped ? ((eye[1] - across * away) / 64) * SLOPE_STEP : 0);
        }
        const point: Vector = [eye[0] + up * away, eye[1] - across * away, eye[2] - away];
        const behind = bare.at(column, row);
        const expected = shadowed(behind, shadowFactor(own, CONTROL, point, edge));
        const apart = (a: Rgb, b: Rgb) => Math.max(...a.map((value, k) => Math.abs(value - b[k])));
        if (apart(expected, behind) > 3) changed++;
        if (apart(drawn.at(column, row), expected) > 2.01) off++;
      }
    }
    return { changed, share: off / changed };
  }

  /**
   * GPU edges lie on a grid of 1/256 texel: of the hundreds of texels along a silhouette one or two
   * fall on the other side, and each shows in about forty of two thousand pixels.
   */
  const MOST_OFF = 0.05;

  it("have the silhouette of each moment, on faces and displacements", async () => {
    for (const isSloped of [false, true]) {
      await open([wing()], isSloped);
      // The load draws its first frame, the GPU the others, and the last one is the first again.
      for (const seconds of isSloped ? [0.17] : [0, 0.1, 0.17, 0.25, 0.4]) {
        const { changed, share } = await compare(seconds, isSloped, casterAt("flap", seconds));
        expect(changed, `at ${seconds}`).toBeGreaterThan(300);
        expect(share, `at ${seconds}`).toBeLessThan(MOST_OFF);
      }
    }
    // The silhouette of another moment differs.
    expect((await compare(0.1, true, casterAt("flap", 0.2))).share).toBeGreaterThan(0.3);
  });

  /** Returns the passes of one frame that redraw moving shadows. */
  function passesAt(eye: Vector, seconds: number, pitch = 90): string[] {
    begun.length = 0;
    const camera = { x: eye[0], y: eye[1], z: eye[2], pitch, yaw: 0, fov: 90 };
    t.renderer.render(camera, seconds);
    return begun.filter((name) => /silhouettes|shadow-squares/.test(name));
  }
  const DRAWN = ["silhouettes", "shadow-squares"];

  it("are redrawn only if the model moved and the shadow is in view", async () => {
    await open([wing()]);
    const { settings } = t.renderer;
    const eye = eyeOver(0);
    expect(passesAt(eye, 0)).toEqual([]);
    expect(passesAt(eye, 0.1)).toEqual(DRAWN);
    expect(passesAt(eye, 0.1)).toEqual([]);
    expect(passesAt(eye, 0.2, -90)).toEqual([]);
    settings.propShadows = "blob";
    expect(passesAt(eye, 0.2)).toEqual([]);
    settings.propShadows = false;
    expect(passesAt(eye, 0.2)).toEqual([]);
    settings.propShadows = true;
    expect(passesAt(eye, 0.2)).toEqual(DRAWN);
    // The first frame is drawn once.
    settings.animations = false;
    expect(passesAt(eye, 0.25)).toEqual(DRAWN);
    expect(passesAt(eye, 0.28)).toEqual([]);
  });

  it("are posed together by one dispatch, each in its own pose", async () => {
    await open([wing(), wing({ origin: "60 60 60", defaultanim: "flap_once" })]);
    const eye = eyeOver(0);
    const dispatch = vi.spyOn(GPUComputePassEncoder.prototype, "dispatchWorkgroups");
    expect(passesAt([eye[0], eye[1], 140], 0.17)).toEqual(DRAWN);
    expect(dispatch.mock.calls).toContainEqual([2]);
    dispatch.mockClear();
    // Both are in their poses now, so these frames redraw neither.
    const { share } = await compare(0.17, false, casterAt("flap", 0.17), 2);
    expect(share).toBeLessThan(MOST_OFF);
    expect(dispatch.mock.calls).not.toContainEqual([2]);
    dispatch.mockRestore();
    t.renderer.settings.propShadows = true;
  });

  it("are redrawn separately, each if its receivers are visible", async () => {
    // The first is out of view; two more have separate squares.
    const far = { origin: "30 30 30" };
    await open([far, wing({ ...far, defaultanim: "flap_once" }), wing()]);
    const eye = eyeOver(0);
    expect(passesAt([eye[0], eye[1], 12], 0.15)).toEqual(DRAWN);
    const { renderer } = t;
    const { share } = await compare(0.17, false, casterAt("flap", 0.17), 3);
    expect(share).toBeLessThan(MOST_OFF);
    renderer.settings.propShadows = true;
  });

  it("are not redrawn for a model that stands still or has ended", async () => {
    const eye = eyeOver(0);
    await open([{ origin: ORIGIN.join(" ") }, wing({ defaultanim: "rest" })]);
    for (const seconds of [0, 0.1, 0.2]) expect(passesAt(eye, seconds)).toEqual([]);
    expect((await see(eye, 0)).shadows).toBe(2);
    await open([wing({ defaultanim: "flap_once", HoldAnimation: "1" })]);
    expect(passesAt(eye, 0.2)).toEqual(DRAWN);
    expect(passesAt(eye, 0.5)).toEqual(DRAWN);
    expect(passesAt(eye, 0.7)).toEqual([]);
    const { share } = await compare(0.9, false, casterAt("flap_once", 0.9));
    expect(share).toBeLessThan(MOST_OFF);
  });

  it("keep the loaded silhouette until the first redraw, and are redrawn after switching on again", async () => {
    const { renderer, gpu } = t;
    renderer.settings.propShadows = true;
    const plates = [wing({ defaultanim: "flap_once", HoldAnimation: "1" })];
    const session = openMap(await buildShadowMap({ control: KEYS, plates }), [], {
      ...{ name: "made", side: "ldr", textureCompressionBc: gpu.features.textureCompressionBc },
      maxTextureDimension: 1024,
    });
    const pictures: Extract<LoadEvent, { type: "texture" }>[] = [];
    for await (const event of session.load()) {
      if (event.type === "texture" && event.owner === "shadows") pictures.push(event);
      else await applyLoadEvent(renderer, event);
    }
    await renderer.settled();
    const eye = eyeOver(0);
    expect(passesAt(eye, 0.6)).toEqual([]);
    expect(pictures.length).toBe(2);
    for (let i = 0; i < 2; i++) {
      for (const picture of pictures) await applyLoadEvent(renderer, picture);
      expect(passesAt(eye, 0.6), `the ${i + 1}. time`).toEqual(DRAWN);
      expect(passesAt(eye, 0.6)).toEqual([]);
    }
  });
});
