/** Tests the per-view blocks of the frame's uniforms as a shader reads them. */

import { afterAll, expect, it } from "vitest";
import { createShader } from "../../../src/gpu/pipelines.ts";
import { readBuffer } from "../../../src/gpu/read-back.ts";
import { createBuffer } from "../../../src/gpu/resources.ts";
import { bindLayoutsOf } from "../../../src/render/context/shared-resources.ts";
import { WORLD_RANGE } from "../../../src/render/frame/fog-uniforms.ts";
import { createFrameUniforms } from "../../../src/render/frame/frame-uniforms.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { createView } from "../../../src/render/views/view.ts";
import { linkTestShader } from "../../gpu/run-compute.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { acquireKept } from "../../support/kept-device.ts";

const test = await openTestGpu();
afterAll(() => test?.close());

const CODE = `
import package::common::view::frame::frame;
@group(1) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(1) fn computeMain() {
  out[0] = frame.time;
  out[1] = frame.exposure;
  out[2] = frame.cameraPosition.y;
  out[3] = f32(frame.pictureSize.x);
}`;

it.skipIf(test === null)(
  "frame uniforms hold separate values for any number of views",
  async () => {
    const errors: string[] = [];
    const gpu = await acquireKept(test!, { onError: (error) => errors.push(error.message) });
    const { device } = gpu;
    const before = gpu.memory.bufferBytes;
    const layouts = bindLayoutsOf(gpu);
    const frame = createFrameUniforms(gpu, layouts);
    // More than one page holds.
    const blocks = [frame.camera, ...Array.from({ length: 11 }, frame.takeBlock)];
    expect(new Set(blocks.map(({ bindGroup }) => bindGroup)).size).toBe(12);
    const settings = { ...DEFAULT_RENDER_SETTINGS, exposure: 3 };
    blocks.forEach((block, i) => {
      const view = { ...createView(null), y: i * 5, width: 100 + i, height: 7 };
      const moment = { settings, exposure: i, time: 12.5 + i };
      frame.setView(block, view, 0, moment, null, WORLD_RANGE);
    });
    frame.upload();

    const outLayout = device.createBindGroupLayout({
      entries: [{ binding: 0, visibility: GPUShaderStage.COMPUTE, buffer: { type: "storage" } }],
    });
    const pipeline = device.createComputePipeline({
      layout: device.createPipelineLayout({ bindGroupLayouts: [layouts.frame, outLayout] }),
      compute: { module: await createShader(gpu, "test/frame", await linkTestShader(CODE)) },
    });
    for (const [i, block] of blocks.entries()) {
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
      const buffer = createBuffer(gpu, "test/out", "read-back", usage, 16);
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, block.bindGroup);
      pass.setBindGroup(
        1,
        device.createBindGroup({
          layout: outLayout,
          entries: [{ binding: 0, resource: { buffer } }],
        }),
      );
      pass.dispatchWorkgroups(1);
      pass.end();
      device.queue.submit([encoder.finish()]);
      const read = new Float32Array((await readBuffer(gpu, buffer)).buffer);
      expect([...read]).toEqual([12.5 + i, i * 3, i * 5, 100 + i]);
      gpu.memory.removeBuffer(buffer);
    }

    // A released block is reused; the camera's block is never given away.
    frame.releaseBlock(blocks[4]);
    frame.releaseBlock(frame.camera);
    expect(frame.takeBlock()).toBe(blocks[4]);
    expect(blocks).not.toContain(frame.takeBlock());
    frame.destroy();
    expect(gpu.memory.bufferBytes).toBe(before);
    expect(errors).toEqual([]);
    gpu.destroy();
  },
);
