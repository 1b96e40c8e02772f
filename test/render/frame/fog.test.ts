/**
 * Tests surfaces in fog: pixels of generated maps against the engine's formulas
 * (`test/oracle/light/fog.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import {
  MATERIAL_MOD2X,
  MATERIAL_NO_FOG,
  MATERIAL_UNLIT,
  PASS_ADDITIVE,
  PASS_MODULATE,
  PASS_TRANSLUCENT,
} from "../../../src/map/material.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { readFog } from "../../../src/scene/sky/fog.ts";
import { findSkyCamera } from "../../../src/scene/sky/sky-camera.ts";
import { encodeSrgb } from "../../oracle/light/color.ts";
import {
  behindFog,
  type FogKeys,
  fogColor,
  fogShare,
  SKYBOX,
  type Triple,
} from "../../oracle/light/fog.ts";
import { modulationFactor } from "../../oracle/materials/modulate.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeImage, makeMaterials, rgbaArray, type TestMaterial } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../make-props.ts";
import { makeMap, oneWayPvs, type Quad, type SceneParts } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const [WIDTH, HEIGHT] = [48, 32];
/** At a distance of 1 the picture is 2 high and 3 wide. */
const FOV = 2 * (180 / Math.PI) * Math.atan(4 / 3);

interface Camera {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly pitch: number;
  readonly yaw: number;
}
const EYE: Camera = { x: 12, y: 3, z: 5, pitch: 0, yaw: 0 };

const forwardOf = ({ pitch, yaw }: Camera): Triple => {
  const [p, y] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
  return [Math.cos(p) * Math.cos(y), Math.cos(p) * Math.sin(y), -Math.sin(p)];
};

/** Returns the ray through a pixel's middle, with depth 1. */
function rayOf(camera: Camera, column: number, row: number): Triple {
  const [p, y] = [(camera.pitch * Math.PI) / 180, (camera.yaw * Math.PI) / 180];
  const right: Triple = [Math.sin(y), -Math.cos(y), 0];
  const up: Triple = [Math.sin(p) * Math.cos(y), Math.sin(p) * Math.sin(y), Math.cos(p)];
  const across = (((column + 0.5) / WIDTH) * 2 - 1) * (WIDTH / HEIGHT);
  const above = 1 - ((row + 0.5) / HEIGHT) * 2;
  return forwardOf(camera).map((c, k) => c + right[k] * across + up[k] * above) as never;
}

const GREY: Triple = [0.35, 0.2, 0.05];
const grey = (more: Partial<TestMaterial> = {}): TestMaterial => ({
  ...{ name: "grey", family: FAMILY.flat, flags: MATERIAL_UNLIT, fallback: GREY },
  ...more,
});

/** Builds a wall across the whole view, facing −x. */
const wall = (x: number, material = 0, y = -9000, width = 18000): Quad => ({
  ...{ origin: [x, y + width, -9000], u: [0, -width, 0], v: [0, 0, 18000], material },
});
/** Below the eye, extending 4000 inches in each direction. */
const FLOOR_Z = -60;
const FLOOR: Quad = {
  ...{ origin: [-4000, -4000, FLOOR_Z], u: [8000, 0, 0], v: [0, 8000, 0], material: 0 },
};

const KEYS: FogKeys = { color: [180, 200, 90], start: 100, end: 2100 };

function keysText({ color, color2, toward, start, end, maxDensity, isRadial }: FogKeys): string {
  return [
    `"fogenable" "1" "fogcolor" "${color.join(" ")}" "fogstart" "${start}" "fogend" "${end}"`,
    color2 === undefined ? "" : `"fogcolor2" "${color2.join(" ")}"`,
    toward === undefined ? "" : `"fogblend" "1" "fogdir" "${toward.join(" ")}"`,
    maxDensity === undefined ? "" : `"fogmaxdensity" "${maxDensity}"`,
    isRadial ? `"fogradial" "1"` : "",
  ].join(" ");
}
const entity = (text: string) => parseEntities(`{ ${text} }`)[0];
const fogOf = (keys: FogKeys, more = "") => readFog(entity(`${keysText(keys)} ${more}`));

describe.skipIf(test === null)("fog", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, WIDTH, HEIGHT);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  function show(quads: readonly Quad[], parts: SceneParts, materials = [grey()]) {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS);
    t.renderer.setScene(makeMap(quads, makeMaterials(materials), parts));
  }

  async function draw(camera = EYE): Promise<Uint8Array> {
    await t.renderer.settled();
    for (let i = 0; i < 2; i++) t.renderer.render({ ...camera, fov: FOV });
    return t.renderer.readPixels();
  }

  /** @param predict linear light by the ray; null: not compared */
  async function compare(predict: (ray: Triple) => Triple | null, camera = EYE): Promise<number> {
    const pixels = await draw(camera);
    let compared = 0;
    for (let row = 1; row < HEIGHT; row += 3) {
      for (let column = 1; column < WIDTH; column += 5) {
        const linear = predict(rayOf(camera, column, row));
        if (linear === null) continue;
        compared++;
        const at = (row * WIDTH + column) * 4;
        const drawn = [...pixels.subarray(at, at + 3)];
        const expected = linear.map(encodeSrgb);
        const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
        expect(off, `${drawn} at ${column}, ${row}, not ${expected}`).toBeLessThanOrEqual(1);
      }
    }
    return compared;
  }

  const along = (ray: Triple, k: number) => ray.map((c) => c * k) as unknown as Triple;

  /** Returns the visible light of a plain surface at `distance` times the ray. */
  function inFog(keys: FogKeys, ray: Triple, distance: number, camera = EYE, light = GREY): Triple {
    const forward = forwardOf(camera);
    const share = fogShare(keys, along(ray, distance), forward);
    return behindFog(light, fogColor(keys, forward), share);
  }

  /** Returns `null` if the ray misses the floor. */
  function toFloor(ray: Triple, camera = EYE): number | null {
    const distance = (FLOOR_Z - camera.z) / ray[2];
    const isInside = ([x, y]: readonly number[]) => Math.max(Math.abs(x), Math.abs(y)) < 3900;
    const at = [camera.x + ray[0] * distance, camera.y + ray[1] * distance];
    return ray[2] < 0 && isInside(at) ? distance : null;
  }

  it.each([150, 700, 1600, 2500])(
    "covers a wall %i inches away by the fog formula",
    async (distance) => {
      for (const isRadial of [false, true]) {
        const keys = { ...KEYS, isRadial };
        show([wall(EYE.x + distance)], { fog: fogOf(keys) });
        const count = await compare((ray) => inFog(keys, ray, distance / ray[0]));
        expect(count).toBeGreaterThan(90);
      }
    },
  );

  it("grows with the floor's depth for any camera angle", async () => {
    for (const isRadial of [false, true]) {
      for (const camera of [
        { ...EYE, z: 200, pitch: 55 },
        { ...EYE, z: 400, pitch: 70, yaw: 70 },
      ]) {
        const keys = { ...KEYS, isRadial, start: -200, end: 900 };
        show([FLOOR], { fog: fogOf(keys) });
        t.renderer.settings.sky = false;
        const count = await compare((ray) => {
          const distance = toFloor(ray, camera);
          return distance === null ? null : inFog(keys, ray, distance, camera);
        }, camera);
        expect(count).toBeGreaterThan(40);
      }
    }
  });

  it("is limited by its maximum density", async () => {
    const keys = { ...KEYS, maxDensity: 0.7 };
    show([wall(EYE.x + 5000)], { fog: fogOf(keys) });
    await compare((ray) => inFog(keys, ray, 5000));
  });

  it("blends two colours by the view direction", async () => {
    const keys: FogKeys = { ...KEYS, color2: [20, 60, 250], toward: [1, -2, 0.5] };
    show([FLOOR], { fog: fogOf(keys) });
    t.renderer.settings.sky = false;
    for (const [pitch, yaw] of [
      [40, -63],
      [30, 27],
      [20, 117],
      [50, 200],
    ]) {
      const camera = { ...EYE, z: 600, pitch, yaw };
      await compare((ray) => {
        const distance = toFloor(ray, camera);
        return distance === null ? null : inFog(keys, ray, distance, camera);
      }, camera);
    }
  });

  it("is exposed like the surface behind it", async () => {
    show([wall(EYE.x + 1600)], { fog: fogOf(KEYS), exposure: 0.5 });
    await compare((ray) => along(inFog(KEYS, ray, 1600), 0.5));
  });

  it("skips materials with $nofog, and can be switched off", async () => {
    const none = [grey({ flags: MATERIAL_UNLIT | MATERIAL_NO_FOG })];
    show([wall(EYE.x + 1600)], { fog: fogOf(KEYS) }, none);
    await compare(() => GREY);
    show([wall(EYE.x + 1600)], { fog: fogOf(KEYS) });
    t.renderer.settings.fog = false;
    await compare(() => GREY);
  });

  it("fades additive surfaces to black and tints translucent ones", async () => {
    const behind = wall(EYE.x + 1900);
    for (const [pass, alpha] of [
      [PASS_ADDITIVE, 1],
      [PASS_TRANSLUCENT, 0.4],
    ] as const) {
      const glass = grey({ pass, alpha, fallback: [0.3, 0.1, 0.4] });
      show([behind, wall(EYE.x + 1200, 1)], { fog: fogOf(KEYS) }, [grey(), glass]);
      await compare((ray) => {
        const back = inFog(KEYS, ray, 1900);
        const share = fogShare(KEYS, along(ray, 1200), forwardOf(EYE));
        const isAdded = pass === PASS_ADDITIVE;
        const toward: Triple = isAdded ? [0, 0, 0] : fogColor(KEYS, forwardOf(EYE));
        const front = behindFog([0.3, 0.1, 0.4], toward, share);
        return back.map((c, k) => (isAdded ? c + front[k] : c + (front[k] - c) * alpha)) as never;
      });
    }
  });

  it("fades modulating surfaces to a factor of 1", async () => {
    for (const isTwice of [false, true]) {
      const texel = [90, 160, 40, 255] as const;
      const pane = grey({
        ...{ family: FAMILY.modulate, pass: PASS_MODULATE, texture: 0 },
        flags: MATERIAL_UNLIT | (isTwice ? MATERIAL_MOD2X : 0),
      });
      const materials = makeMaterials(
        [grey({ fallback: [0.2, 0.2, 0.2] }), pane],
        [{ array: 0, layer: 0 }],
        [rgbaArray(4, 4, 1)],
      );
      t.renderer.setScene(
        makeMap([wall(EYE.x + 1900), wall(EYE.x + 1200, 1)], materials, { fog: fogOf(KEYS) }),
      );
      t.renderer.setTexture(
        "world",
        0,
        makeImage(4, 4, () => texel),
      );
      await compare((ray) => {
        const back = inFog(KEYS, ray, 1900, EYE, [0.2, 0.2, 0.2]);
        const share = fogShare(KEYS, along(ray, 1200), forwardOf(EYE));
        const factor = modulationFactor({ texel, isTwice });
        return back.map((c, k) => c * (factor[k] + (1 - factor[k]) * share) ** 2.2) as never;
      });
    }
  });

  it("covers props", async () => {
    const normal: Triple = [-1, 0, 0];
    const corners: Triple[] = [
      [0, 1, -1],
      [0, -1, -1],
      [0, -1, 1],
      [0, 1, 1],
    ];
    const vertices = corners.map((c) => ({ position: along(c, 4000) as never, normal }));
    const mesh = { switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 0, 2, 3] };
    const worldFromModel = [1, 0, 0, EYE.x + 1300, 0, 1, 0, 0, 0, 0, 1, 0];
    for (const isRadial of [false, true]) {
      const keys = { ...KEYS, isRadial };
      show([], { fog: fogOf(keys) });
      const variants = [{ bones: [IDENTITY_BONE], lods: [mesh] }];
      const props = makeProps(variants, [{ variant: 0, worldFromModel }], makeMaterials([grey()]));
      t.renderer.setSource(propSource(props));
      const count = await compare((ray) => inFog(keys, ray, 1300));
      expect(count).toBeGreaterThan(90);
    }
  });

  it("of the 3D sky has separate keys, scaled by the sky camera", async () => {
    const keys: FogKeys = { color: [10, 90, 220], start: 200, end: 1500, isRadial: false };
    const camera = { ...EYE, x: 32, y: 48, z: -16 };
    for (const isRadial of [false, true]) {
      const own = { ...keys, isRadial };
      const sky = entity(
        `"classname" "sky_camera" "origin" "-1000 20 30" "scale" "16" ${keysText(own)}`,
      );
      // The room lies behind the camera; the world's fog would have another color.
      const skyCamera = findSkyCamera({ entities: [sky] } as never);
      const room = { ...wall(-942), clusters: [0] };
      show([room], { skyCamera, pvs: oneWayPvs(), fog: fogOf(KEYS) });
      const count = await compare((ray) => {
        const forward = forwardOf(camera);
        const share = fogShare(own, along(ray, 56), forward, SKYBOX, 16);
        return behindFog(GREY, fogColor(own, forward), share);
      }, camera);
      expect(count).toBeGreaterThan(90);
    }
  });

  describe("with farz", () => {
    const near = wall(EYE.x + 400, 0, EYE.y, 9000);
    const far = wall(EYE.x + 900, 1);
    const red = grey({ fallback: [1, 0, 0] });

    /** Reads pixels left and right of the middle. */
    async function see(farZ: number, more: Partial<typeof DEFAULT_RENDER_SETTINGS> = {}) {
      show([near, far], { fog: readFog(entity(`"farz" "${farZ}"`)) }, [grey(), red]);
      Object.assign(t.renderer.settings, more);
      const pixels = await draw();
      const { chunks, triangles } = await t.renderer.readStats();
      const at = (column: number) =>
        pixels[(16 * WIDTH + column) * 4] === 255 && pixels[(16 * WIDTH + column) * 4 + 1] === 0;
      return { isFarSeen: at(WIDTH - 8), isFarBefore: at(8), chunks, triangles };
    }

    it("culls surfaces beyond it, on the GPU and the CPU", async () => {
      for (const gpuCulling of [true, false]) {
        const whole = await see(0, { gpuCulling });
        expect(whole).toMatchObject({ isFarSeen: true, isFarBefore: false, chunks: 2 });
        expect(await see(950, { gpuCulling })).toEqual(whole);
        const cut = await see(850, { gpuCulling });
        expect(cut).toMatchObject({ isFarSeen: false, isFarBefore: false, chunks: 1 });
        expect(cut.triangles).toBeLessThan(whole.triangles);
      }
    });

    it("cuts a surface at its depth", async () => {
      show([FLOOR], { fog: readFog(entity(`"farz" "500"`)) });
      t.renderer.settings.sky = false;
      const count = await compare((ray) => {
        const distance = toFloor(ray);
        if (distance === null) return null;
        return distance < 499 ? GREY : distance > 501 ? [0, 0, 0] : null;
      });
      expect(count).toBeGreaterThan(40);
    });

    it("is ignored if fog is off", async () => {
      expect((await see(850, { fog: false })).isFarSeen).toBe(true);
    });

    it("shows the sky behind it", async () => {
      const [blue, none, toSun] = [[0, 0, 1] as const, [0, 0, 0] as const, [0, 0, 1] as const];
      const skyGradient = { zenith: blue, horizon: blue, ground: blue, glow: none, toSun };
      show([far], { fog: readFog(entity(`"farz" "850"`)), skyGradient });
      await compare(() => [0, 0, 1]);
    });
  });
});
