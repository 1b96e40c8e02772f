/** Tests which pictures rest, and what wakes them. */

import { readdirSync, readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASS_TRANSLUCENT } from "../../../src/map/material.ts";
import { FAMILY, hasTrait } from "../../../src/map/material-families.ts";
import type { ParamRow } from "../../../src/map/material-params.ts";
import { MOTION_OP } from "../../../src/map/motion/material-motion.ts";
import { LIGHTS_PER_PROP, NO_WORLD_LIGHT, WORLD_LIGHT_ROW } from "../../../src/map/world-lights.ts";
import { createFrameRest, FRAMES_TO_REST } from "../../../src/render/frame/frame-rest.ts";
import { LightStyleTable } from "../../../src/render/frame/frame-uniforms.ts";
import { createLineLayers } from "../../../src/render/lines/line-layers.ts";
import { LineRows } from "../../../src/render/lines/line-rows.ts";
import { exposureSettlingSeconds } from "../../../src/render/post/grading/exposure-meter.ts";
import {
  type Camera,
  DEFAULT_RENDER_SETTINGS,
  type RenderSettings,
} from "../../../src/render/types.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials, rgbaArray } from "../make-materials.ts";
import { LAMP_STYLE, makeScene, makeSceneProps, START, sceneImages } from "../make-scene.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { showScene } from "../show-scene.ts";

const SIZE = 32;
const test = await openTestGpu();
/** Lights nothing of the scene. */
const OTHER_STYLE = 33;
const camera: Camera = { ...START, fov: 90 };
/** Looks at the wall behind the start, away from everything else. */
const away: Camera = { ...START, fov: 90, yaw: 180 };

describe.skipIf(test === null)("a picture that does not change", () => {
  let t: TestRenderer;
  let seconds = 0;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });
  beforeEach(() => {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS);
    showScene(t.renderer);
  });
  afterEach(() => {
    t.renderer.clear();
    expect(t.errors).toEqual([]);
  });

  /** Draws frames until one is not needed, or `limit`. Returns the number of frames drawn. */
  function framesDrawn(seen = camera, limit = FRAMES_TO_REST * 2): number {
    for (let frame = 0; frame < limit; frame++) {
      seconds += 1 / 60;
      if (t.renderer.isAtRest(seen, seconds)) return frame;
      t.renderer.render(seen, seconds);
    }
    return limit;
  }

  async function settle(seen = camera): Promise<void> {
    for (let i = 0; i < 20; i++) {
      framesDrawn(seen);
      await t.renderer.settled();
      await t.gpu.device.queue.onSubmittedWorkDone();
    }
  }

  it("rests after a few frames, and stays at rest", async () => {
    await settle();
    expect(framesDrawn()).toBe(0);
    expect(framesDrawn()).toBe(0);
  });

  it.each<[string, () => void]>([
    ["a setting", () => (t.renderer.settings.exposure = 0.5)],
    ["a texture", () => t.renderer.setTexture("world", 0, sceneImages[0])],
    ["a light style", () => t.renderer.setStyle(LAMP_STYLE, 0.25)],
    ["the picture's size", () => t.renderer.resize(SIZE, SIZE * 2)],
    ["the map", () => t.renderer.setScene(makeScene())],
  ])("is drawn again after a change of %s", async (_, change) => {
    await settle();
    change();
    expect(framesDrawn()).toBeGreaterThanOrEqual(FRAMES_TO_REST - 1);
    await settle();
    expect(framesDrawn()).toBe(0);
    t.renderer.resize(SIZE, SIZE);
  });

  it("is drawn while the camera moves, and again when the caller changed the scene", async () => {
    await settle();
    expect(framesDrawn({ ...camera, yaw: camera.yaw + 1 })).toBe(FRAMES_TO_REST);
    expect(t.renderer.isAtRest({ ...camera, yaw: camera.yaw + 1 }, seconds)).toBe(true);
    expect(t.renderer.isAtRest({ ...camera, yaw: camera.yaw + 1 }, seconds, true)).toBe(false);
  });

  it("is drawn again when lines over it change", async () => {
    const layers = createLineLayers();
    const layer = layers.addLayer(true);
    t.renderer.setLines(layers.make);
    await settle();
    expect(framesDrawn()).toBe(0);
    const rows = new LineRows();
    rows.add(-100, 0, 50, 100, 0, 50, 0xffffffff);
    layer.write(rows);
    expect(framesDrawn()).toBeGreaterThan(0);
    await settle();
    layer.isShown = false;
    expect(framesDrawn()).toBeGreaterThan(0);
    t.renderer.setLines(null);
  });

  it("is drawn all the time while a flickering light is in view, and rests beside it", async () => {
    await settle();
    t.renderer.setStyle(LAMP_STYLE, "mmmazzz");
    await settle();
    expect(framesDrawn()).toBe(FRAMES_TO_REST * 2);
    const patterns = Array.from({ length: 256 }, () => "");
    t.renderer.setStyle(LAMP_STYLE, "mmm");
    patterns[OTHER_STYLE] = "az";
    t.renderer.setLightPatterns(patterns);
    await settle();
    expect(framesDrawn()).toBe(0);
  });

  it("is drawn all the time while a moving material is in view, and rests beside it", async () => {
    const scrolling: readonly ParamRow[] = [[0, 0, 0.25, 0]];
    const materials = makeMaterials(
      [
        { name: "floor", texture: 0 },
        { name: "wall", texture: 1 },
        { name: "grate", texture: 2 },
        { name: "glass", texture: 3, pass: PASS_TRANSLUCENT, paramRates: scrolling },
        { name: "water", family: FAMILY.unlit },
      ],
      [0, 1].flatMap((array) => [0, 1].map((layer) => ({ array, layer }))),
      [rgbaArray(16, 16, 2), rgbaArray(8, 8, 2)],
    );
    t.renderer.setMaterials(materials);
    await settle();
    expect(framesDrawn()).toBe(FRAMES_TO_REST * 2);
    await settle(away);
    expect(framesDrawn(away)).toBe(0);
  });
});

describe("a frame", () => {
  /** Draws a source in one view that sees everything, as far as resting depends on it. */
  function watch(source: object, changed: object = {}, settings: Partial<RenderSettings> = {}) {
    const all = { ...DEFAULT_RENDER_SETTINGS, frustum: false, ...settings };
    const styles = new LightStyleTable(new Float32Array(256).fill(1));
    const set = { number: 1, isOn: () => true };
    const job = {
      map: { scene: makeScene(), sources: [{ number: 1, ...source }], textureCount: 0 },
      views: [{ view: { visible: null, frustum: null }, sets: [set] }],
      context: { pipelines: { version: 1 } },
      ...{ settings: all, lines: null, sized: {}, grade: null, isGpuCulled: true },
      ...changed,
    };
    const rest = createFrameRest(job as never, all, styles);
    let frame = 0;
    /** Returns the number of frames until the picture rests, or `limit`. */
    const framesTo = (
      limit = FRAMES_TO_REST * 2,
      inset: Camera | null = null,
      speed = 1,
    ): number => {
      for (let drawn = 0; drawn < limit; drawn++) {
        const seconds = frame++ / 60;
        if (rest.follow(camera, inset, seconds * speed, false, seconds)) return drawn;
      }
      return limit;
    };
    return { framesTo, styles };
  }

  const props = (changed: object = {}) => {
    const set = { ...makeSceneProps(), ...changed };
    return { props: set, materials: { set: set.materials } };
  };
  const NEVER = FRAMES_TO_REST * 2;

  it("with models that stand still is drawn until it rests", () => {
    expect(watch(props()).framesTo()).toBe(FRAMES_TO_REST);
  });

  it("with an animated model, or one attached to it, is drawn unless animations are off", () => {
    const none = new Uint32Array();
    for (const motion of [
      { posedInstance: Uint32Array.of(1) },
      { posedInstance: none, followers: { instance: Uint32Array.of(0) } },
    ]) {
      expect(watch(props({ motion })).framesTo()).toBe(NEVER);
      const still = watch(props({ motion }), {}, { animations: false });
      expect(still.framesTo()).toBe(FRAMES_TO_REST);
    }
  });

  it("with a model that a flickering lamp lights is drawn", () => {
    const { light, instanceCount } = makeSceneProps();
    const lights = new Uint32Array(instanceCount * LIGHTS_PER_PROP).fill(NO_WORLD_LIGHT);
    // The second lamp lights the second model only.
    lights[LIGHTS_PER_PROP] = 1;
    const worldLights = new Uint32Array((WORLD_LIGHT_ROW.strideBytes / 4) * 2);
    worldLights[(WORLD_LIGHT_ROW.strideBytes + WORLD_LIGHT_ROW.flags) / 4] = OTHER_STYLE;
    const lit = props({ light: { ...light, lights, worldLights } });
    const flickering = watch(lit);
    flickering.styles.set(OTHER_STYLE, "az");
    expect(flickering.framesTo()).toBe(NEVER);
    const elsewhere = watch(lit);
    elsewhere.styles.set(LAMP_STYLE, "az");
    expect(elsewhere.framesTo()).toBe(FRAMES_TO_REST);
  });

  it("with chunks that move by themselves is drawn", () => {
    const { chunks } = makeScene();
    const source = { chunks, materials: { set: makeScene().materials } };
    expect(watch({ ...source, isMoving: () => true }).framesTo()).toBe(NEVER);
    expect(watch({ ...source, isMoving: () => false }).framesTo()).toBe(FRAMES_TO_REST);
  });

  it.each([
    ["TIME", true],
    ["UNIFORM", true],
    ["CAMERA", false],
  ] as const)("with a material program that reads %s is drawn: %s", (op, isDrawn) => {
    const { materials, chunks } = makeScene();
    const motion = {
      count: 1,
      material: Uint32Array.of(chunks.material[0]),
      firstOp: Uint32Array.of(1),
      opCount: Uint32Array.of(2),
      scale: new Float32Array(4),
      ops: Uint32Array.from([
        ...[MOTION_OP.ABS, 0, 0, 0, MOTION_OP.CONSTANT, 0, 0, 0, MOTION_OP[op], 0, 0, 0],
      ]),
    };
    const source = { chunks, materials: { set: { ...materials, motion } } };
    expect(watch(source).framesTo()).toBe(isDrawn ? NEVER : FRAMES_TO_REST);
  });

  it("with models that move rests while the map is paused", () => {
    const posed = { posedInstance: new Uint32Array(1), followers: null };
    const { framesTo } = watch(props({ motion: posed }));
    expect(framesTo(NEVER, null, 0)).toBe(FRAMES_TO_REST);
    expect(framesTo()).toBe(NEVER);
  });

  it("is drawn again when the inset appears or its camera moves", () => {
    const { framesTo } = watch(props());
    framesTo();
    expect(framesTo(NEVER, away)).toBe(FRAMES_TO_REST);
    expect(framesTo(NEVER, away)).toBe(0);
    expect(framesTo(NEVER, { ...away, x: away.x + 1 })).toBe(FRAMES_TO_REST);
    expect(framesTo()).toBe(FRAMES_TO_REST);
  });

  it("is drawn until the exposure has settled, which then continues at the time of each frame", () => {
    const skipped: number[] = [];
    const grade = { settlingSeconds: 1, skip: (seconds: number) => skipped.push(seconds) };
    const { framesTo } = watch(props(), { grade });
    expect(framesTo(200)).toBe(60);
    expect(framesTo()).toBe(0);
    expect(skipped).toEqual([60 / 60, 61 / 60]);
  });

  it("is drawn while passes are timed, and until the GPU culls", () => {
    expect(watch(props(), {}, { timing: true }).framesTo()).toBe(NEVER);
    expect(watch(props(), { isGpuCulled: false }).framesTo()).toBe(NEVER);
    const onCpu = watch(props(), { isGpuCulled: false }, { gpuCulling: false });
    expect(onCpu.framesTo()).toBe(FRAMES_TO_REST);
  });
});

describe("time in shaders", () => {
  const folder = new URL("../../../shaders/", import.meta.url);
  const readsTime = (path: string) =>
    readFileSync(new URL(path, folder), "utf8").includes("frame.time");

  it("is read by families with the trait `timed`, or by rates of parameters", () => {
    // Parameters with rates, flow maps (`flowing`), wind (`swaying`), beams, particles.
    const shared = ["material", "geometry", "light"].flatMap((room) =>
      readdirSync(new URL(`common/${room}/`, folder)).map((name) => `common/${room}/${name}`),
    );
    expect(shared.filter(readsTime).sort()).toEqual([
      "common/geometry/bolt.wgsl",
      "common/geometry/emitter.wgsl",
      "common/geometry/sway.wgsl",
      "common/material/flow.wgsl",
      "common/material/params.wgsl",
    ]);
    for (const [name, family] of Object.entries(FAMILY)) {
      const isOwn = readdirSync(new URL("families/", folder), { recursive: true })
        .map(String)
        .some((path) => path.endsWith(`/${name}.wgsl`) && readsTime(`families/${path}`));
      const isTimed = isOwn || hasTrait(family, "flowing") || hasTrait(family, "swaying");
      expect([name, hasTrait(family, "timed")]).toEqual([name, isTimed]);
    }
  });
});

describe("the seconds in which an exposure settles", () => {
  it("are enough for the shader's steps to leave 0.01 % of a difference", () => {
    for (const rate of [0.1, 0.25, 1, 5]) {
      const step = Math.min(Math.max((rate * 2) / 60, 0), 0.25 / 16);
      const left = (1 - step) ** (exposureSettlingSeconds(rate) * 60);
      expect(left).toBeLessThan(1.3e-4);
      expect(left).toBeGreaterThan(1e-6);
    }
  });
});
