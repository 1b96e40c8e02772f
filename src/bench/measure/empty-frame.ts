/**
 * A frame that draws nothing: what every frame pays before it draws anything. One buffer write of a
 * view's size, a command encoder, a render pass that only clears, and the submit.
 */

const TARGET_FORMAT: GPUTextureFormat = "rgba16float";
/** As large as what visleaf writes for a view. */
const UNIFORM_BYTES = 256;

export interface EmptyFrame {
  /** Draws nothing, and gives the milliseconds of JavaScript that it took. */
  time(): number;
  destroy(): void;
}

export function createEmptyFrame(device: GPUDevice): EmptyFrame {
  const target = device.createTexture({
    label: "bench/empty-frame",
    format: TARGET_FORMAT,
    size: [1, 1],
    usage: GPUTextureUsage.RENDER_ATTACHMENT,
  });
  const uniforms = device.createBuffer({
    label: "bench/empty-frame",
    size: UNIFORM_BYTES,
    usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
  });
  const bytes = new Uint8Array(UNIFORM_BYTES);
  // Made once, as a renderer makes its own: a frame begins with what is there.
  const pass: GPURenderPassDescriptor = {
    label: "bench/empty-frame",
    colorAttachments: [{ view: target.createView(), loadOp: "clear", storeOp: "store" }],
  };
  const commands: GPUCommandBuffer[] = [];
  return {
    time() {
      const start = performance.now();
      device.queue.writeBuffer(uniforms, 0, bytes);
      const encoder = device.createCommandEncoder({ label: "bench/empty-frame" });
      encoder.beginRenderPass(pass).end();
      commands[0] = encoder.finish();
      device.queue.submit(commands);
      return performance.now() - start;
    },
    destroy() {
      target.destroy();
      uniforms.destroy();
    },
  };
}
