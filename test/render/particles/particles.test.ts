/** Draws particles of both kinds, from entities and from rows, and looks at their pixels. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NEVER } from "../../../src/map/placed/emitters.ts";
import {
  PARTICLE_ADDS,
  PARTICLE_FACING,
  PARTICLE_ROPE,
  PARTICLE_ROW,
  PARTICLE_RUN,
  PARTICLE_SPOT,
  PARTICLE_TRAIL,
  type ParticleSet,
} from "../../../src/map/placed/particles.ts";
import { emitterSource } from "../../../src/render/sources/emitter-source.ts";
import { particleSource } from "../../../src/render/sources/particle-source.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { buildEmitters, drawByRow } from "../../../src/scene/placed/emitters.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMap, twoClusterTree } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";
import { entitiesOf, quarters, solid } from "../sprites/make-sprites.ts";

const test = await openTestGpu();
const SIZE = 64;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const FILES = {
  "materials/wall.vmt": "UnlitGeneric { $basetexture black $nocull 1 }",
  "materials/black.vtf": solid([0, 0, 0, 255]),
  "materials/pane.vmt": "UnlitGeneric { $basetexture half $translucent 1 $nocull 1 }",
  "materials/half.vtf": solid([0, 0, 255, 128]),
  "materials/particle/smokestack.vmt":
    "UnlitGeneric { $basetexture corners $translucent 1 $vertexcolor 1 $vertexalpha 1 }",
  "materials/corners.vtf": quarters([
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [255, 255, 255, 255],
    [0, 0, 0, 0],
  ]),
};
const quadAt = (x: number, material: number) =>
  ({ origin: [x, 2000, -2000], u: [0, -4000, 0], v: [0, 0, 4000], material }) as const;

/** One puff that stands still at its largest: the middle of a life of two seconds. */
const PUFF = {
  ...{ classname: "env_smokestack", targetname: "puff", initialstate: 1, rate: 0.5 },
  ...{ speed: 0.0001, jetlength: 0.0002, startsize: 60, endsize: 60, rendercolor: "255 255 255" },
};
/** Births are at -5, -3, -1, 1 …: at 2 seconds a particle is halfway. */
const HALFWAY = 2;

describe.skipIf(test === null)("particles", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, { sky: false, samples: 1 });
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  /** Shows a black wall at 900 inches and a blue pane at 400, half of which shows through. */
  async function showWorld(access = accessTo(madeContent(FILES))) {
    const world = await resolveMaterials(["wall", "pane"], null, access, OPTIONS);
    const map = makeMap([quadAt(900, 0), quadAt(400, 1)], world.materials);
    // Both quads are in the leaf of the particles, so that distances decide.
    map.chunks.leaf.fill(1);
    t.renderer.setScene(map);
    const rows = world.textures.files.keys();
    for (const { texture, image } of streamTextures(world.textures, rows, access, OPTIONS)) {
      t.renderer.setTexture("world", texture, image);
    }
    return access;
  }

  async function showEmitters(keys: Readonly<Record<string, string | number>>, files = FILES) {
    const access = await showWorld(accessTo(madeContent(files)));
    const bsp = { entities: entitiesOf([keys]) };
    const built = await buildEmitters(bsp as never, twoClusterTree(), "ldr", access, OPTIONS);
    t.renderer.setSource(emitterSource(built!.emitters));
    const rows = built!.textures.files.keys();
    for (const { texture, image } of streamTextures(built!.textures, rows, access, OPTIONS)) {
      t.renderer.setTexture("emitters", texture, image);
    }
    return access;
  }

  async function see(seconds: number) {
    const { renderer } = t;
    await renderer.settled();
    for (let i = 0; i < 2; i++) renderer.render(CAMERA, seconds);
    const pixels = await renderer.readPixels();
    return (x: number, y: number) => [
      ...pixels.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 3),
    ];
  }

  it("of an emitter are upright, and before or behind a pane by their place", async () => {
    // At 200 inches 60 inches are 12.8 pixels; at 600 inches 180 are as many.
    await showEmitters({ ...PUFF, origin: "200 0 0" });
    const before = await see(HALFWAY);
    expect(before(28, 28)).toEqual([255, 0, 0]);
    expect(before(36, 28)).toEqual([0, 255, 0]);
    expect(before(28, 36)).toEqual([255, 255, 255]);
    // The lower right quarter is a hole, through which the pane shows.
    const pane = before(36, 36);
    expect(pane[2]).toBeGreaterThan(100);
    expect(before(10, 10)).toEqual(pane);
    await showEmitters({ ...PUFF, origin: "600 0 0", startsize: 180, endsize: 180 });
    const behind = await see(HALFWAY);
    // Half of the red is covered by the pane's blue.
    expect(behind(28, 28)[0]).toBeLessThan(200);
    expect(behind(28, 28)[0]).toBeGreaterThan(100);
    expect(behind(28, 28)[2]).toBe(pane[2]);
    await showEmitters({ ...PUFF, origin: "950 0 0", startsize: 180, endsize: 180 });
    expect((await see(HALFWAY))(28, 28)).toEqual(pane);
  });

  it("of a missing material are soft spots in the emitter's colour, and one line says so", async () => {
    const { "materials/particle/smokestack.vmt": _, ...rest } = FILES;
    const keys = { ...PUFF, origin: "200 0 0", rendercolor: "255 0 0" };
    const access = await showEmitters(keys, rest as never);
    const at = await see(HALFWAY);
    expect(at(31, 31)[0]).toBeGreaterThan(240);
    expect(at(26, 26)[0]).toBeLessThan(at(31, 31)[0]);
    expect(at(26, 26)[0]).toBeGreaterThan(20);
    const codes = access.diagnostics.warnings.map(({ code, subject }) => [code, subject]);
    expect(codes).toEqual([["missing-material", "materials/particle/smokestack.vmt"]]);
  });

  it("follow a moment: nothing while off, and frames rest then", async () => {
    await showEmitters({ ...PUFF, origin: "200 0 0" });
    const isOn = { is: false };
    const moment = {
      ...{ version: 1, worldFromModel: new Float32Array(0), isHidden: new Uint8Array(0) },
      ...{ lightStyles: new Array(64).fill(null), openPortals: null },
      emission: (entity: number, out: { spans: Float64Array }) => {
        expect(entity).toBe(1);
        out.spans.fill(NEVER);
        const unset = { speed: Number.NaN, spread: Number.NaN, length: Number.NaN };
        Object.assign(out, unset, { rate: Number.NaN, alpha: Number.NaN });
        if (isOn.is) out.spans[0] = 0;
        return true;
      },
    };
    t.renderer.setMoment(moment);
    const off = await see(HALFWAY);
    expect(off(28, 28)).toEqual(off(10, 10));
    isOn.is = true;
    moment.version++;
    // Born at 0 and halfway at 1.
    expect((await see(1))(28, 28)).toEqual([255, 0, 0]);
    t.renderer.setMoment(null);
  });

  it("of rows are quads, trails and ropes where their rows put them", async () => {
    const access = await showWorld();
    const { materials } = await resolveMaterials(["none"], null, access, OPTIONS);
    drawByRow(materials);
    const set = makeRuns(materials);
    const write = (words: Uint32Array) => {
      const floats = new Float32Array(words.buffer);
      const put = (row: number, values: Partial<Record<keyof typeof PARTICLE_ROW, number[]>>) => {
        for (const [name, value] of Object.entries(values)) {
          const at = PARTICLE_ROW[name as keyof typeof PARTICLE_ROW];
          floats.set(value, (row * PARTICLE_ROW.strideBytes + at) / 4);
        }
      };
      const red = { color: [1, 0, 0], alpha: [1] };
      put(0, { position: [200, 120, 120], size: [30], ...red });
      put(1, { position: [200, -120, 120], axis: [0, 0, -100], size: [12], ...red });
      // A rope to the lower right; the row of size 0 ends it.
      put(2, { position: [200, 150, -100], size: [8], ...red, texCoord: [0] });
      put(3, { position: [200, 0, -100], size: [8], ...red, texCoord: [0.5] });
      put(4, { position: [200, -150, -100], size: [8], ...red, texCoord: [1] });
      return set.capacity;
    };
    t.renderer.setSource(particleSource(set, write, () => false));
    const at = await see(0);
    const isRed = (x: number, y: number) => at(x, y)[0] > 40;
    // An inch at 200 inches is 0.213 pixels: the quad's middle is at 6.4, 6.4.
    expect([isRed(6, 6), isRed(6, 13)]).toEqual([true, false]);
    // The trail hangs from its head at 57.6, 6.4 down to 27.7, five pixels wide.
    expect([isRed(57, 9), isRed(57, 16), isRed(57, 24)]).toEqual([true, true, true]);
    expect([isRed(57, 3), isRed(57, 30), isRed(62, 16)]).toEqual([false, false, false]);
    // The rope runs through both spans; its spot is softest at the ends.
    expect([isRed(24, 53), isRed(32, 53), isRed(40, 53)]).toEqual([true, true, true]);
    expect([isRed(24, 58), isRed(62, 53)]).toEqual([false, false]);
  });
});

function makeRuns(materials: ParticleSet["materials"]): ParticleSet {
  const stride = PARTICLE_RUN.strideBytes / 4;
  const orientations = [PARTICLE_FACING, PARTICLE_TRAIL, PARTICLE_ROPE];
  const counts = [1, 1, 4];
  const runs = new Uint32Array(stride * 3);
  let first = 0;
  orientations.forEach((orientation, run) => {
    const flags = orientation | PARTICLE_SPOT | PARTICLE_ADDS;
    runs.set([first, 0, flags, counts[run]], run * stride);
    first += counts[run];
  });
  return {
    capacity: 6,
    runs,
    frames: Float32Array.of(0, 0, 1, 1),
    materials,
    chunks: {
      count: 3,
      material: new Uint16Array(3),
      kind: new Uint8Array(3),
      firstIndex: new Uint32Array(3),
      indexCount: Uint32Array.from(counts, (count) => count * 6),
      box: Float32Array.from({ length: 18 }, (_, i) => (i % 6 < 3 ? -300 : 300)),
      firstCluster: new Uint32Array(3),
      clusterCount: new Uint32Array(3),
      clusters: new Uint32Array(0),
      leaf: new Uint32Array(3),
    },
  };
}
