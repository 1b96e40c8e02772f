import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createGpu, type Gpu } from "../../../src/gpu/gpu.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import { createRenderer } from "../../../src/render/renderer.ts";
import type { Renderer } from "../../../src/render/renderer-interface.ts";
import {
  FORM_PROPS,
  FORM_WORLD,
  KEY_ANY_FAMILY,
  KIND_CUTOUT,
  KIND_TRANSLUCENT,
  pipelineKey,
} from "../../../src/render/surfaces/pipeline-key.ts";
import { surfacePipelinesOf } from "../../../src/render/surfaces/surface-pipelines.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeImage, makeMaterials, rgbaArray } from "../make-materials.ts";
import { makeMap, type Quad } from "../make-world.ts";

const test = await openTestGpu();
const SIZE = 16;
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const WALL: Quad = { origin: [50, 100, -100], u: [0, -200, 0], v: [0, 0, 200], material: 0 };

describe.skipIf(test === null)("surface pipelines", () => {
  let gpu: Gpu;
  const errors: string[] = [];
  beforeAll(async () => {
    gpu = await createGpu({ gpu: test!.gpu, onError: (error) => errors.push(error.message) });
  });
  afterEach(() => expect(errors.splice(0)).toEqual([]));
  afterAll(() => {
    gpu.destroy();
    test!.close();
  });

  it("use a fallback until they are compiled", async () => {
    const pipelines = surfacePipelinesOf(gpu);
    const plain = pipelineKey({ form: FORM_WORLD });
    pipelines.get(plain);
    await pipelines.ready();
    const standIn = pipelines.get(plain);
    expect(standIn).not.toBeNull();

    const own = pipelineKey({ form: FORM_WORLD, kind: KIND_CUTOUT, family: FAMILY.lit });
    const translucent = pipelineKey({
      ...{ form: FORM_WORLD, kind: KIND_TRANSLUCENT, family: KEY_ANY_FAMILY, slots: 2 },
    });
    const { version } = pipelines;
    expect(pipelines.get(own)).toBe(standIn);
    // Of other vertices: the world's would be no use. What blends has none.
    expect(pipelines.get(pipelineKey({ form: FORM_PROPS, family: FAMILY.lit }))).toBeNull();
    expect(pipelines.get(translucent)).toBeNull();
    await pipelines.ready();
    expect(pipelines.version).toBeGreaterThan(version);
    const made = [own, translucent].map((key) => pipelines.get(key));
    expect(made).not.toContain(null);
    expect(made).not.toContain(standIn);
    // Compiled once: nothing changes and nothing more is requested.
    const settled = pipelines.version;
    expect([own, translucent].map((key) => pipelines.get(key))).toEqual(made);
    await pipelines.ready();
    expect(pipelines.version).toBe(settled);
  });

  it("compile a fallback for props of fetched families only", async () => {
    const own = await createGpu({ gpu: test!.gpu, onError: (error) => errors.push(error.message) });
    const pipelines = surfacePipelinesOf(own);
    const lit = pipelineKey({ form: FORM_PROPS, family: FAMILY.lit });
    const flat = pipelineKey({ form: FORM_PROPS, family: FAMILY.flat });
    expect(pipelines.get(lit)).toBeNull();
    expect([...pipelines.keys()]).toEqual([lit]);
    const rare = pipelineKey({ form: FORM_PROPS, family: FAMILY.seamless });
    expect(pipelines.get(rare)).toBeNull();
    expect([...pipelines.keys()]).toEqual([lit, rare, flat]);
    await pipelines.ready();
    // It replaces others once it is there.
    const cutout = pipelineKey({ form: FORM_PROPS, family: FAMILY.lit, kind: KIND_CUTOUT });
    expect(pipelines.get(cutout)).toBe(pipelines.get(flat));
    await pipelines.ready();
    own.destroy();
  });

  it("report a refused pipeline", async () => {
    const refused = await createGpu({
      gpu: test!.gpu,
      onError: (error) => errors.push(error.label),
    });
    const pipelines = surfacePipelinesOf(refused);
    // No device supports 128 samples.
    pipelines.get(pipelineKey({ form: FORM_WORLD, samples: 7 }));
    await expect(pipelines.ready()).rejects.toMatchObject({ code: "validation" });
    // It is requested only once.
    expect(pipelines.get(pipelineKey({ form: FORM_WORLD, samples: 7 }))).toBeNull();
    await expect(pipelines.ready()).rejects.toMatchObject({ code: "validation" });
    expect(errors.splice(0)).toEqual(["render/world-flat-opaque"]);
    refused.destroy();
  });

  async function middle(renderer: Renderer): Promise<number[]> {
    renderer.render(CAMERA);
    const pixels = await renderer.readPixels();
    const at = ((SIZE / 2) * SIZE + SIZE / 2) * 4;
    return [...pixels.subarray(at, at + 3)];
  }

  it("draw a map at once in mean colours, and completely once compiled", async () => {
    const own = await createGpu({ gpu: test!.gpu, onError: (error) => errors.push(error.message) });
    const renderer = await createRenderer(own, { width: SIZE, height: SIZE });
    renderer.settings.sky = false;
    const set = makeMaterials(
      // A family that no earlier renderer has compiled.
      [{ name: "wall", family: FAMILY.unlit, texture: 0, fallback: [1, 0, 0] }],
      [{ array: 0, layer: 0 }],
      [rgbaArray(4, 4, 1)],
    );
    renderer.setScene(makeMap([WALL], set));
    renderer.setTexture(
      "world",
      0,
      makeImage(4, 4, () => [0, 0, 255, 255]),
    );
    expect(await middle(renderer)).toEqual([255, 0, 0]);
    await renderer.ready();
    expect(await middle(renderer)).toEqual([0, 0, 255]);
    renderer.destroy();
    own.destroy();
  });
});
