/**
 * Tests that the CPU culls a map's first picture, which therefore does not wait for GPU culling.
 */

import { afterEach, describe, expect, it, vi } from "vitest";
import { createGpu, type Gpu } from "../../../src/gpu/gpu.ts";
import { createRenderer } from "../../../src/render/renderer.ts";
import type { Renderer } from "../../../src/render/renderer-interface.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { countDifferent } from "../compare-pictures.ts";
import { START } from "../make-scene.ts";
import { showScene } from "../show-scene.ts";

const test = await openTestGpu();
const CAMERA = { ...START, fov: 90 };

/** Other test files compile on the same cores. */
const PATIENCE = { timeout: 20_000 };

describe.skipIf(test === null)("the first picture", () => {
  const opened: Gpu[] = [];
  afterEach(() => {
    for (const gpu of opened.splice(0)) gpu.destroy();
  });

  /** Opens a fresh device without compiled pipelines and records what it compiles. */
  async function open() {
    const errors: string[] = [];
    const gpu = await createGpu({ gpu: test!.gpu, onError: (error) => errors.push(error.message) });
    opened.push(gpu);
    const computed: string[] = [];
    const { device } = gpu;
    const create = device.createComputePipelineAsync.bind(device);
    let held: Promise<void> | null = null;
    device.createComputePipelineAsync = async (descriptor) => {
      computed.push(descriptor.label ?? "");
      await held;
      return create(descriptor);
    };
    /** Blocks compute pipeline compilation until the returned function is called. */
    const hold = (): (() => void) => {
      let release = () => {};
      held = new Promise((done) => {
        release = done;
      });
      return release;
    };
    /** Callbacks that wait for submitted GPU work. */
    const waiting: (() => void)[] = [];
    const { queue } = device;
    queue.onSubmittedWorkDone = () => new Promise((done) => waiting.push(() => done(undefined)));
    /** Renders frames, which the GPU finishes, until a culling pipeline is requested. */
    const renderUntilCulling = (renderer: Renderer) =>
      vi.waitUntil(() => {
        for (const done of waiting) done();
        renderer.render(CAMERA);
        return computed.length > 0;
      }, PATIENCE);
    const renderer = await createRenderer(gpu, { width: 96, height: 54 });
    showScene(renderer);
    return { renderer, computed, waiting, errors, hold, renderUntilCulling };
  }

  it("is complete before any culling pipeline is compiled, and equal afterwards", async () => {
    const { renderer, computed, errors } = await open();
    await renderer.ready();
    renderer.render(CAMERA);
    const first = await renderer.readPixels();
    const { chunks, props, triangles } = { ...(await renderer.readStats()) };
    await renderer.settled();
    expect(computed).toContain("render/test-rows");
    expect(computed).toContain("render/compact-rows");
    renderer.render(CAMERA);
    renderer.render(CAMERA);
    expect(countDifferent(first, await renderer.readPixels(), 0)).toBe(0);
    // The GPU also culls single triangles and occluded surfaces.
    const stats = await renderer.readStats();
    expect(chunks).toBeGreaterThanOrEqual(stats.chunks);
    expect(props).toBeGreaterThanOrEqual(stats.props);
    expect(triangles).toBeGreaterThan(stats.triangles);
    expect(errors).toEqual([]);
    renderer.destroy();
  });

  it("has all its pipelines compiled by ready(), whatever was drawn before", async () => {
    const { renderer, computed } = await open();
    renderer.render(CAMERA);
    await renderer.ready();
    expect(computed).toEqual([]);
    renderer.destroy();
  });

  it("is drawn before culling pipelines are requested", async () => {
    const { renderer, computed, waiting, renderUntilCulling } = await open();
    // Requested pipelines compile as soon as their code is loaded.
    await import("../../../src/render/cull/cull-shaders.ts");
    const soon = () => new Promise((done) => setTimeout(done, 50));
    await renderer.ready();
    renderer.render(CAMERA);
    renderer.render(CAMERA);
    await soon();
    expect([computed, waiting.length]).toEqual([[], 1]);
    // Another map arrives while the GPU draws, so the finished work belongs to the previous
    // picture.
    showScene(renderer);
    await renderer.ready();
    waiting[0]();
    await soon();
    renderer.render(CAMERA);
    await soon();
    expect([computed, waiting.length]).toEqual([[], 2]);
    waiting[1]();
    await renderUntilCulling(renderer);
    expect(computed).toContain("render/test-rows");
    renderer.destroy();
  });

  it("does not wait for the culling pipelines of the previous map", async () => {
    const { renderer, hold, renderUntilCulling } = await open();
    const release = hold();
    await renderer.ready();
    renderer.render(CAMERA);
    await renderUntilCulling(renderer);
    showScene(renderer);
    renderer.render(CAMERA);
    let isReady = false;
    const ready = renderer.ready().then(() => {
      isReady = true;
    });
    await vi.waitUntil(() => isReady, PATIENCE).catch(() => undefined);
    expect(isReady).toBe(true);
    release();
    await ready;
    renderer.destroy();
  });
});
