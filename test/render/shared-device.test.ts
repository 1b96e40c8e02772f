/** Tests several renderers on one device: separate pictures, and recovery after a device loss. */

import { afterAll, describe, expect, it } from "vitest";
import type { Gpu } from "../../src/gpu/gpu.ts";
import { createGpuPool } from "../../src/gpu/gpu-pool.ts";
import { createRenderer } from "../../src/render/renderer.ts";
import type { Renderer } from "../../src/render/renderer-interface.ts";
import { openTestGpu } from "../support/dawn.ts";
import { START } from "./make-scene.ts";
import { openTestRenderer } from "./open-test-renderer.ts";
import { showScene } from "./show-scene.ts";

const test = await openTestGpu();
const SIZE = 48;
const VIEWS = [
  { ...START, fov: 90 },
  { ...START, yaw: START.yaw + 40, fov: 70 },
];

interface User {
  readonly gpu: Gpu;
  readonly renderer: Renderer;
  readonly losses: string[];
  readonly errors: string[];
}

describe.skipIf(test === null)("renderers on one device", () => {
  afterAll(() => test!.close());
  const pool = createGpuPool(test ? { gpu: test.gpu } : {});

  async function open(): Promise<User> {
    const losses: string[] = [];
    const errors: string[] = [];
    const gpu = await pool.acquire({
      onLost: (message) => losses.push(message),
      onError: (error) => errors.push(error.message),
    });
    const renderer = await createRenderer(gpu, { width: SIZE, height: SIZE });
    return { gpu, renderer, losses, errors };
  }
  const close = ({ renderer, gpu }: User): void => {
    renderer.destroy();
    gpu.destroy();
  };
  async function draw(renderer: Renderer, view: number): Promise<Uint8Array> {
    // The second frame uses occlusion data of the first.
    await renderer.settled();
    renderer.render(VIEWS[view]);
    renderer.render(VIEWS[view]);
    return renderer.readPixels();
  }

  it("draw the same in alternation as alone", async () => {
    const alone: Uint8Array[] = [];
    for (const view of [0, 1]) {
      const one = await openTestRenderer(test!, SIZE, SIZE);
      showScene(one.renderer);
      alone.push(await draw(one.renderer, view));
      one.destroy();
    }
    expect(alone[0]).not.toEqual(alone[1]);

    const [a, b] = await Promise.all([open(), open()]);
    expect(a.gpu.device).toBe(b.gpu.device);
    expect(pool.userCount).toBe(2);
    showScene(a.renderer);
    showScene(b.renderer);
    a.renderer.settings.exposure = 1;
    for (let frame = 0; frame < 3; frame++) {
      await a.renderer.settled();
      a.renderer.render(VIEWS[0]);
      await b.renderer.settled();
      b.renderer.render(VIEWS[1]);
    }
    const [shownA, shownB] = await Promise.all([a.renderer.readPixels(), b.renderer.readPixels()]);
    expect(shownA).toEqual(alone[0]);
    expect(shownB).toEqual(alone[1]);

    // Settings are per renderer.
    a.renderer.settings.fullbright = true;
    expect(await draw(a.renderer, 0)).not.toEqual(alone[0]);
    expect(await draw(b.renderer, 1)).toEqual(alone[1]);

    // Memory is counted per renderer and in total.
    const bytes = ({ gpu }: User) => gpu.memory.bufferBytes + gpu.memory.textureBytes;
    const whole = a.gpu.deviceMemory;
    expect(whole).toBe(b.gpu.deviceMemory);
    expect(bytes(a)).toBeGreaterThan(10_000);
    expect(whole.bufferBytes + whole.textureBytes).toBe(bytes(a) + bytes(b));
    expect(whole.bytesOf("textures")).toBe(2 * a.gpu.memory.bytesOf("textures"));

    // The device stays while anyone uses it.
    close(a);
    expect(bytes(a)).toBe(0);
    expect(await draw(b.renderer, 1)).toEqual(alone[1]);
    expect(whole.bufferBytes + whole.textureBytes).toBe(bytes(b));
    close(b);
    expect(whole.count).toBe(0);
    expect(pool.userCount).toBe(0);
    await b.gpu.device.lost;
    expect([a.losses, b.losses, a.errors, b.errors]).toEqual([[], [], [], []]);
  });

  it("reuse a recently released device until the keep time ends", async () => {
    const keeping = createGpuPool({ gpu: test!.gpu, keepMs: 150 });
    const [one, two] = [await keeping.acquire({}), await keeping.acquire({})];
    const { device } = one;
    let isLost = false;
    void device.lost.then(() => {
      isLost = true;
    });
    one.destroy();
    two.destroy();
    expect(keeping.userCount).toBe(0);
    const next = await keeping.acquire({});
    expect(next.device).toBe(device);
    expect(next.isLost).toBe(false);
    // The keep time restarts with a new user.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isLost).toBe(false);
    next.destroy();
    await device.lost;
    const last = await keeping.acquire({});
    expect(last.device).not.toBe(device);
    last.destroy();
  });

  it("compile their pipelines once", async () => {
    const first = await open();
    const { device } = first.gpu;
    let made = 0;
    const create = device.createRenderPipelineAsync.bind(device);
    device.createRenderPipelineAsync = (descriptor) => {
      made++;
      return create(descriptor);
    };
    const second = await open();
    expect(made).toBe(0);
    close(first);
    close(second);
  });

  it("all receive a device loss and share the next device", async () => {
    const before = [await open(), await open(), await open()];
    const { device } = before[0].gpu;
    device.destroy();
    await device.lost;
    await new Promise((resolve) => setTimeout(resolve));
    expect(before.map(({ losses }) => losses.length)).toEqual([1, 1, 1]);
    expect(before.map(({ gpu }) => gpu.isLost)).toEqual([true, true, true]);
    for (const user of before) close(user);
    const after = await Promise.all([open(), open(), open()]);
    expect(new Set(after.map(({ gpu }) => gpu.device)).size).toBe(1);
    expect(after[0].gpu.device).not.toBe(device);
    showScene(after[2].renderer);
    expect((await draw(after[2].renderer, 0)).some((value) => value > 30 && value < 250)).toBe(
      true,
    );
    for (const user of after) close(user);
    // A loss of a released device is not reported.
    expect(after.map(({ losses }) => losses)).toEqual([[], [], []]);
  });

  it("request again after a failed device request", async () => {
    let asked = 0;
    const gpu = {
      requestAdapter: () => (asked++ === 0 ? Promise.resolve(null) : test!.gpu.requestAdapter()),
    } as unknown as GPU;
    const shy = createGpuPool({ gpu });
    const [one, two] = await Promise.allSettled([shy.acquire({}), shy.acquire({})]);
    expect([one.status, two.status, asked]).toEqual(["rejected", "rejected", 1]);
    const third = await shy.acquire({});
    expect(shy.userCount).toBe(1);
    third.destroy();
    third.destroy();
    expect(shy.userCount).toBe(0);
  });
});
