import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RenderFrame, RenderHooks } from "../../../src/viewer/base-viewer.ts";
import { addPageDraws } from "../../../src/viewer/frame/page-draws.ts";
import { makeMaterials } from "../../render/make-materials.ts";
import { makeMap } from "../../render/make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../render/open-test-renderer.ts";
import { openTestGpu } from "../../support/dawn.ts";

const SIZE = 64;
const test = await openTestGpu();
/** Only a wall across the view, 200 inches ahead. */
const WALL = makeMap(
  [{ origin: [200, 400, -400], u: [0, -800, 0], v: [0, 0, 800], material: 0 }],
  makeMaterials([{ name: "wall", fallback: [0.1, 0.1, 0.1] }]),
);
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };

/** A red board of 60 inches across the view, left of its middle. */
const CODE = `
struct Board { clipFromWorld: mat4x4f, distance: f32 }
@group(0) @binding(0) var<uniform> board: Board;
@vertex fn vertexMain(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  let corner = vec2f(f32(i & 1u), f32(i >> 1u)) * 60.0;
  return board.clipFromWorld * vec4f(board.distance, corner.x, corner.y - 30.0, 1.0);
}
@fragment fn fragmentMain() -> @location(0) vec4f { return vec4f(1.0, 0.0, 0.0, 1.0); }`;

function makeBoard(distance: number) {
  let pipeline: GPURenderPipeline | null = null;
  let group: GPUBindGroup;
  let buffer: GPUBuffer;
  const prepare = ({ device, colorFormat, depthFormat, samples }: RenderFrame): void => {
    const module = device.createShaderModule({ code: CODE });
    pipeline = device.createRenderPipeline({
      layout: "auto",
      vertex: { module },
      fragment: { module, targets: [{ format: colorFormat }] },
      primitive: { topology: "triangle-strip" },
      depthStencil: { format: depthFormat, depthCompare: "greater", depthWriteEnabled: true },
      multisample: { count: samples },
    });
    buffer = device.createBuffer({ size: 80, usage: 72 });
    const entries = [{ binding: 0, resource: { buffer } }];
    group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  };
  return (pass: GPURenderPassEncoder, frame: RenderFrame): void => {
    if (pipeline === null) prepare(frame);
    frame.device.queue.writeBuffer(buffer, 0, frame.clipFromWorld);
    frame.device.queue.writeBuffer(buffer, 64, new Float32Array([distance]));
    pass.setPipeline(pipeline!);
    pass.setBindGroup(0, group);
    pass.setScissorRect(0, 0, SIZE, SIZE / 2);
    pass.draw(4);
  };
}

describe.skipIf(test === null)("a page's own draws", () => {
  let opened: TestRenderer;
  let asked = 0;
  beforeAll(async () => {
    opened = await openTestRenderer(test!, SIZE, SIZE);
    opened.renderer.setScene(WALL);
    opened.renderer.settings.autoExposure = false;
  });
  afterAll(() => {
    expect(opened.errors).toEqual([]);
    opened.destroy();
    test!.close();
  });

  const add = (hooks: RenderHooks): (() => void) => {
    const viewer = { device: { current: opened }, requestFrame: () => asked++ };
    return addPageDraws(viewer as never, hooks, () => undefined);
  };
  /** Returns the pixel of the board's upper half, and one right of it. */
  const see = async () => {
    const { renderer } = opened;
    await renderer.settled();
    renderer.render(CAMERA, 7);
    const pixels = await renderer.readPixels();
    const at = (x: number, y: number) => [
      ...pixels.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 3),
    ];
    return {
      board: at(SIZE / 2 - 5, SIZE / 2 - 4),
      below: at(SIZE / 2 - 5, SIZE / 2 + 4),
      beside: at(SIZE / 2 + 5, SIZE / 2 - 4),
    };
  };
  const RED = [255, 0, 0];

  for (const samples of [1, 4]) {
    it(`share the map's depth and light with ${samples} samples per pixel`, async () => {
      opened.renderer.settings.samples = samples;
      const plain = await see();
      expect(plain.board).toEqual(plain.beside);
      const remove = add({ draw: makeBoard(150) });
      const near = await see();
      expect(near.board).toEqual(RED);
      // Outside of the scissor and of the board.
      expect([near.below, near.beside]).toEqual([plain.below, plain.beside]);
      remove();
      expect(await see()).toEqual(plain);
      const removeFar = add({ draw: makeBoard(250) });
      expect(await see()).toEqual(plain);
      removeFar();
    });

    it(`may encode passes of their own with ${samples} samples per pixel`, async () => {
      opened.renderer.settings.samples = samples;
      const draw = makeBoard(150);
      const remove = add({
        encode(encoder, frame) {
          const { colorView, depthView } = frame;
          const pass = encoder.beginRenderPass({
            colorAttachments: [{ view: colorView, loadOp: "load", storeOp: "store" }],
            depthStencilAttachment: {
              view: depthView,
              depthLoadOp: "load",
              depthStoreOp: "store",
            },
          });
          draw(pass, frame);
          pass.end();
        },
      });
      expect((await see()).board).toEqual(RED);
      remove();
    });
  }

  it("get the frame's matrices, size and time", async () => {
    opened.renderer.settings.samples = 1;
    let seen: RenderFrame | null = null;
    const remove = add({
      draw(_, frame) {
        seen = { ...frame, eye: frame.eye.slice(), clipFromWorld: frame.clipFromWorld.slice() };
      },
    });
    await see();
    remove();
    const { width, height, samples, seconds, eye, exposure } = seen!;
    expect({ width, height, samples, seconds, eye: [...eye], exposure }).toEqual({
      ...{ width: SIZE, height: SIZE, samples: 1, seconds: 7, eye: [0, 0, 0] },
      exposure: WALL.exposure,
    });
    const { clipFromView: p, viewFromWorld: v, clipFromWorld } = seen!;
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 4; column++) {
        let sum = 0;
        for (let k = 0; k < 4; k++) sum += p[k * 4 + row] * v[column * 4 + k];
        expect(sum).toBeCloseTo(clipFromWorld[column * 4 + row], 4);
      }
    }
  });

  it("are removed when they throw, and the picture goes on", async () => {
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    const before = asked;
    const plain = await see();
    const draw = vi.fn(() => {
      throw new Error("mine");
    });
    add({ draw });
    expect(asked).toBeGreaterThan(before);
    expect(await see()).toEqual(plain);
    await see();
    expect(draw).toHaveBeenCalledTimes(1);
    expect(reported).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });
});
