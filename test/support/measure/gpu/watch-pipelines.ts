/** Times the pipelines that a device compiles. */

import type { PipelineTimes } from "./gpu-report.ts";

/** Number of pipelines that are listed by name. */
const LISTED = 3;

export interface PipelineWatch {
  read(): PipelineTimes;
}

/** Replaces the device's methods by ones that count and time. */
export function watchPipelines(device: GPUDevice): PipelineWatch {
  const compiled: { label: string; ms: number }[] = [];
  let modules = 0;
  let wgslBytes = 0;
  let pending = 0;
  let busySince = 0;
  let busyMs = 0;

  async function time<T>(label: string, work: Promise<T>): Promise<T> {
    const start = performance.now();
    if (pending++ === 0) busySince = start;
    try {
      return await work;
    } finally {
      const end = performance.now();
      compiled.push({ label, ms: end - start });
      if (--pending === 0) busyMs += end - busySince;
    }
  }
  const render = device.createRenderPipelineAsync.bind(device);
  const compute = device.createComputePipelineAsync.bind(device);
  const shader = device.createShaderModule.bind(device);
  device.createRenderPipelineAsync = (one) => time(one.label ?? "", render(one));
  device.createComputePipelineAsync = (one) => time(one.label ?? "", compute(one));
  device.createShaderModule = (one) => {
    modules++;
    wgslBytes += one.code.length;
    return shader(one);
  };
  return {
    read: () => ({
      pipelines: compiled.length,
      modules,
      wgslBytes,
      busyMs,
      sumMs: compiled.reduce((sum, { ms }) => sum + ms, 0),
      slowest: [...compiled].sort((a, b) => b.ms - a.ms).slice(0, LISTED),
    }),
  };
}
