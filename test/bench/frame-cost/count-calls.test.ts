import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type CallCounter, createCallCounter } from "../../../src/bench/frame-cost/count-calls.ts";
import { createGpu } from "../../../src/gpu/gpu.ts";
import { openNullGpu } from "../../support/dawn.ts";

const test = await openNullGpu();
afterAll(() => test?.close());

describe.skipIf(test === null)("a call counter", async () => {
  const { device } = await createGpu({ gpu: test!.gpu });
  afterAll(() => device.destroy());
  let counter: CallCounter;
  afterEach(() => counter.close());

  const format = "rgba8unorm";
  const colorFormats: GPUTextureFormat[] = [format];
  const view = () => {
    const usage = GPUTextureUsage.RENDER_ATTACHMENT;
    return device.createTexture({ format, size: [4, 4], usage }).createView();
  };
  const module = device.createShaderModule({
    code: `@vertex fn v() -> @builtin(position) vec4f { return vec4f(); }
      @fragment fn f() -> @location(0) vec4f { return vec4f(); }
      @compute @workgroup_size(1) fn c() {}`,
  });
  const render = device.createRenderPipeline({
    layout: "auto",
    vertex: { module },
    fragment: { module, targets: [{ format }] },
  });
  const compute = device.createComputePipeline({ layout: "auto", compute: { module } });

  function makeBundle(draws: number): GPURenderBundle {
    const encoder = device.createRenderBundleEncoder({ colorFormats });
    encoder.setPipeline(render);
    for (let i = 0; i < draws; i++) encoder.draw(3);
    return encoder.finish();
  }

  it("counts passes, dispatches, draws, bundles with their draws, and submits", () => {
    counter = createCallCounter(device);
    const bundles = [makeBundle(2), makeBundle(3)];
    counter.start();
    const encoder = device.createCommandEncoder();
    const work = encoder.beginComputePass();
    work.setPipeline(compute);
    for (let i = 0; i < 4; i++) work.dispatchWorkgroups(1);
    work.end();
    const pass = encoder.beginRenderPass({
      colorAttachments: [{ view: view(), loadOp: "clear", storeOp: "store" }],
    });
    pass.setPipeline(render);
    pass.draw(3);
    pass.executeBundles(bundles);
    pass.end();
    device.queue.submit([encoder.finish()]);
    expect(counter.take()).toEqual({
      ...{ submits: 1, passes: 2, dispatches: 4, bundles: 2, draws: 6 },
      ...{ setPipelines: 2, setBindGroups: 0, writes: 0, writtenBytes: 0 },
    });
    expect(counter.take().submits).toBe(0);
  });

  it("counts what is written in bytes, of buffers, views and their parts", () => {
    counter = createCallCounter(device);
    counter.start();
    const usage = GPUBufferUsage.COPY_DST;
    const buffer = device.createBuffer({ size: 64, usage });
    const written = (write: () => void) => {
      counter.take();
      write();
      const { writes, writtenBytes } = counter.take();
      return [writes, writtenBytes];
    };
    const { queue } = device;
    const floats = new Float32Array(8);
    expect(written(() => queue.writeBuffer(buffer, 0, floats))).toEqual([1, 32]);
    expect(written(() => queue.writeBuffer(buffer, 0, floats, 2))).toEqual([1, 24]);
    expect(written(() => queue.writeBuffer(buffer, 0, floats, 2, 3))).toEqual([1, 12]);
    expect(written(() => queue.writeBuffer(buffer, 0, floats.buffer, 8, 12))).toEqual([1, 12]);
    buffer.destroy();
  });

  it("counts only the draws of bundles before it starts, and nothing after it is closed", () => {
    counter = createCallCounter(device);
    const methods = () => [device.queue.submit, device.queue.writeBuffer];
    const own = methods();
    device.queue.submit([]);
    counter.start();
    expect(counter.take().submits).toBe(0);
    device.queue.submit([]);
    expect(counter.take().submits).toBe(1);
    expect(methods()).not.toEqual(own);
    counter.close();
    expect(methods()).toEqual(own);
    device.queue.submit([]);
    expect(counter.take().submits).toBe(0);
  });
});
