import { afterAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser } from "../support/browser.ts";
import { openNullGpu, openTestGpu } from "../support/dawn.ts";

const test = await openTestGpu();

describe.skipIf(test === null)("Dawn on a driver", () => {
  afterAll(() => test?.close());

  it("runs a compute shader and reads its result back", async () => {
    const adapter = await test!.gpu.requestAdapter();
    const device = await adapter!.requestDevice();
    const module = device.createShaderModule({
      code: `@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(4) fn computeMain(@builtin(local_invocation_index) i: u32) {
          data[i] = i * i + 1u;
        }`,
    });
    const pipeline = device.createComputePipeline({ layout: "auto", compute: { module } });
    const buffer = device.createBuffer({
      size: 16,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC,
    });
    const readBack = device.createBuffer({
      size: 16,
      usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(
      0,
      device.createBindGroup({
        layout: pipeline.getBindGroupLayout(0),
        entries: [{ binding: 0, resource: { buffer } }],
      }),
    );
    pass.dispatchWorkgroups(1);
    pass.end();
    encoder.copyBufferToBuffer(buffer, 0, readBack, 0, 16);
    device.queue.submit([encoder.finish()]);
    await readBack.mapAsync(GPUMapMode.READ);
    expect([...new Uint32Array(readBack.getMappedRange())]).toEqual([1, 2, 5, 10]);
    device.destroy();
  });
});

describe("Dawn without a driver", () => {
  it("reports shader errors", async () => {
    const nothing = await openNullGpu();
    const device = await (await nothing!.gpu.requestAdapter())!.requestDevice();
    device.pushErrorScope("validation");
    const info = await device
      .createShaderModule({ code: "fn f() { x = 1; }" })
      .getCompilationInfo();
    expect(info.messages.map((m) => m.type)).toContain("error");
    expect(await device.popErrorScope()).not.toBeNull();
    device.destroy();
    nothing!.close();
  });
});

describe.skipIf(!hasBrowser)("the test browser", () => {
  it("has a WebGPU adapter with BC textures", async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto("chrome://version");
      const features = await page.evaluate(async () => {
        const adapter = await navigator.gpu?.requestAdapter();
        return adapter ? [...adapter.features] : null;
      });
      expect(features).toContain("texture-compression-bc");
    } finally {
      await browser.close();
    }
  });
});
