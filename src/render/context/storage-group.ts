/**
 * A bind group of buffers, at bindings 0, 1, 2 …; null leaves a binding out. A buffer is bound whole,
 * which may be more than was put into it: where a shader asks for the length, the part is named.
 */
export function bindBuffers(
  device: GPUDevice,
  label: string,
  layout: GPUBindGroupLayout,
  buffers: readonly (GPUBuffer | GPUBufferBinding | null)[],
): GPUBindGroup {
  return device.createBindGroup({
    label,
    layout,
    entries: buffers.flatMap((buffer, binding) =>
      buffer === null ? [] : [{ binding, resource: "buffer" in buffer ? buffer : { buffer } }],
    ),
  });
}
