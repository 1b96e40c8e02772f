/** Compares the world's normals and tangents in a vertex shader with the CPU's. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Gpu } from "../../../src/gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../../src/gpu/pipelines.ts";
import { readTexture } from "../../../src/gpu/read-back.ts";
import { createBufferWith } from "../../../src/gpu/resources.ts";
import { WORLD_VERTEX_BUFFERS } from "../../../src/render/surfaces/vertex-layouts.ts";
import { linkTestShader } from "../../gpu/run-compute.ts";
import { makeTangentScene } from "../../scene/world/make-tangent-scene.ts";
import { readWorldVertex } from "../../scene/world/read-world-vertex.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { acquireKept } from "../../support/kept-device.ts";

const test = await openTestGpu();

/** One point per vertex, and below it two more: tangent, binormal and normal. */
const CODE = `
import package::common::geometry::tangents::tangentFrame;

override columns: f32;

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat) value: vec3f,
}

@vertex fn vertexMain(
  @builtin(vertex_index) vertex: u32,
  @builtin(instance_index) row: u32,
  @location(6) normal: vec4f,
  @location(7) tangent: vec4f,
) -> VertexOut {
  let frame = tangentFrame(normal.xyz, tangent);
  let place = (vec2f(f32(vertex), f32(row)) + 0.5) / vec2f(columns, 3.0);
  var out: VertexOut;
  out.position = vec4f(place.x * 2.0 - 1.0, 1.0 - place.y * 2.0, 0.0, 1.0);
  out.value = select(select(frame.normal, frame.binormal, row == 1u), frame.tangent, row == 0u);
  return out;
}

@fragment fn fragmentMain(in: VertexOut) -> @location(0) vec4f {
  return vec4f(in.value, 1.0);
}`;

describe.skipIf(test === null)("world tangent frames", () => {
  let gpu: Gpu;
  const errors: string[] = [];
  beforeAll(async () => {
    gpu = await acquireKept(test!, { onError: (error) => errors.push(error.message) });
  });
  afterAll(() => {
    gpu.destroy();
    test!.close();
    expect(errors).toEqual([]);
  });

  it("reach the shader unchanged", async () => {
    const { device } = gpu;
    const scene = makeTangentScene();
    const { vertexCount, vertices } = scene.world;
    const module = await createShader(gpu, "test/frames", await linkTestShader(CODE));
    const format = "rgba32float";
    const pipeline = await createRenderPipeline(gpu, {
      label: "test/frames",
      layout: "auto",
      vertex: { module, buffers: WORLD_VERTEX_BUFFERS, constants: { columns: vertexCount } },
      fragment: { module, targets: [{ format }] },
      primitive: { topology: "point-list" },
    });
    const target = device.createTexture({
      label: "test/frames",
      size: [vertexCount, 3],
      format,
      usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
    });
    const buffer = createBufferWith(gpu, "test/vertices", "frame", GPUBufferUsage.VERTEX, vertices);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginRenderPass({
      colorAttachments: [{ view: target.createView(), loadOp: "clear", storeOp: "store" }],
    });
    pass.setPipeline(pipeline);
    pass.setVertexBuffer(0, buffer);
    pass.draw(vertexCount, 3);
    pass.end();
    device.queue.submit([encoder.finish()]);
    const texels = new Float32Array((await readTexture(gpu, target, 16)).buffer);
    const read = (vertex: number, row: number) => {
      const at = (row * vertexCount + vertex) * 4;
      return [...texels.subarray(at, at + 3)];
    };
    const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 5));
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const { normal, tangent, handed } = readWorldVertex(scene, vertex);
      const [a, b, c] = normal;
      const [x, y, z] = tangent;
      const binormal = [b * z - c * y, c * x - a * z, a * y - b * x].map((v) => v * handed);
      expect(read(vertex, 0)).toEqual(near(tangent));
      expect(read(vertex, 1)).toEqual(near(binormal));
      expect(read(vertex, 2)).toEqual(near(normal));
    }
    target.destroy();
    buffer.destroy();
  });
});
