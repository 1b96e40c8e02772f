/**
 * Creates a bind group of buffers at bindings 0, 1, 2 …; `null` skips a binding. A buffer is bound
 * whole, which may be larger than its contents: pass a range if the shader uses `arrayLength`.
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
