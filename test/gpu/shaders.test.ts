import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANY_FAMILY } from "../../shaders/link/family-modules.ts";
import { linkShader, listShaders, shippedNames } from "../../shaders/link/link-plugin.ts";
import { minifyShader } from "../../shaders/link/minify-shader.ts";
import { createGpu, type Gpu } from "../../src/gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../src/gpu/pipelines.ts";
import { MATERIAL_FAMILIES } from "../../src/map/material-families.ts";
import { LEVEL_BUMPED, LEVEL_FRAMED } from "../../src/map/texture-roles.ts";
import { createRenderer } from "../../src/render/renderer.ts";
import { openNullGpu } from "../support/dawn.ts";

const test = await openNullGpu();
const names = listShaders();

describe.skipIf(test === null)("shaders on a device without a driver", () => {
  let gpu: Gpu;
  const errors: string[] = [];
  beforeAll(async () => {
    gpu = await createGpu({ gpu: test!.gpu, onError: (error) => errors.push(error.message) });
  });
  afterAll(() => {
    gpu.destroy();
    test!.close();
  });

  it("number at least 20, one per pass", () => {
    expect(names.length).toBeGreaterThanOrEqual(20);
  });

  const shortNames = shippedNames();
  /** Checks both the source and the minified code. */
  const expectCompiles = async (label: string, written: string) => {
    const shipped = minifyShader(written, shortNames);
    expect(shipped.length).toBeLessThan(written.length * 0.8);
    for (const code of [written, shipped]) {
      const module = gpu.device.createShaderModule({ label, code });
      const info = await module.getCompilationInfo();
      expect(info.messages.map((m) => `${m.lineNum}: ${m.message}`)).toEqual([]);
    }
  };

  const families = [...MATERIAL_FAMILIES.map(({ name }) => name), ANY_FAMILY];
  for (const [name, family] of ["surfaces/world.wgsl", "surfaces/props.wgsl"].flatMap((name) =>
    families.map((family) => [name, family]),
  )) {
    it(`${name} links and compiles for the family ${family}`, async () => {
      await expectCompiles(name, await linkShader(name, { family }));
    });
  }

  for (const [name, family] of ["surfaces/world.wgsl", "surfaces/props.wgsl"].flatMap((name) =>
    ["lit", "blend", "unlit", ANY_FAMILY].map((family) => [name, family]),
  )) {
    it(`${name} links and compiles framed and bumped for the family ${family}`, async () => {
      expect(await linkShader(name, { family })).not.toContain("texture_cube_array");
      for (const level of [LEVEL_FRAMED, LEVEL_BUMPED]) {
        const code = await linkShader(name, { family, level });
        expect(code).toContain("texture_cube_array");
        await expectCompiles(name, code);
      }
    });
  }

  for (const name of names) {
    it(`${name} links and compiles without a message`, async () => {
      await expectCompiles(name, await linkShader(name));
    });
  }

  for (const name of ["cull/depth-pyramid.wgsl", "screen/behind.wgsl", "screen/glow-sight.wgsl"]) {
    it(`${name} links and compiles for multisampling`, async () => {
      const code = await linkShader(name, { multisampled: true });
      expect(code).toContain("texture_depth_multisampled_2d");
      await expectCompiles(name, code);
    });
  }

  const LIT_BY_LAMPS = {
    "surfaces/world.wgsl": [
      "flat",
      "missing",
      "seamless",
      "seamless-bumped",
      "layers",
      "wall",
      "pbr",
    ],
    "surfaces/props.wgsl": [
      ...["flat", "missing", "model", "baked", "sway", "teeth", "eyes", "pbr", "emissive"],
      ...["infected", "draped"],
    ],
  };
  for (const [name, rare] of Object.entries(LIT_BY_LAMPS)) {
    it(`${name} links and compiles for the light of projected textures`, async () => {
      for (const family of rare) {
        await expectCompiles(name, await linkShader(name, { family, lamp: true }));
      }
      for (const family of ["lit", "blend"]) {
        await expectCompiles(name, await linkShader(name, { family, lamp: true }));
        const bumped = { family, lamp: true, level: LEVEL_BUMPED };
        await expectCompiles(name, await linkShader(name, bumped));
        if (name === "surfaces/props.wgsl") continue;
        await expectCompiles(name, await linkShader(name, { ...bumped, decals: true }));
      }
    });
  }

  it("of all renderer pipelines are accepted", async () => {
    const renderer = await createRenderer(gpu, { width: 8, height: 8 });
    await renderer.settled();
    renderer.render({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 });
    await gpu.device.queue.onSubmittedWorkDone();
    renderer.destroy();
    expect(errors).toEqual([]);
  });

  it("report label, line and fault if they do not compile", async () => {
    const broken = createShader(gpu, "render/broken", "fn f() -> u32 {\n  return nothing;\n}");
    await expect(broken).rejects.toThrow(/^render\/broken: line 2: .*nothing.*\[validation\]$/s);
  });

  it("of a refused pipeline are reported with the pipeline's label", async () => {
    const module = await createShader(
      gpu,
      "test/vertex",
      "@vertex fn vertexMain() -> @builtin(position) vec4f { return vec4f(); }",
    );
    const pipeline = createRenderPipeline(gpu, {
      label: "test/pipeline",
      layout: "auto",
      vertex: { module, entryPoint: "missing" },
    });
    await expect(pipeline).rejects.toMatchObject({ code: "validation", label: "test/pipeline" });
    expect(errors).toEqual([]);
  });
});
