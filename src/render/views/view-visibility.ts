/** What is visible from a view, as culling shaders read it: the clusters' bits, the depth pyramid. */

import type { Gpu } from "../../gpu/gpu.ts";
import type { ResourceGroup } from "../../gpu/resource-group.ts";
import type { CullPipelines } from "../cull/cull-pipelines.ts";
import type { View } from "./view.ts";

export interface ViewVisibility {
  readonly clusterBits: GPUBuffer;
  pyramid: GPUBuffer;
  bindGroup: GPUBindGroup;
  /** `View.bitsVersion` of what is on the GPU; 0: nothing is. */
  uploadedVersion: number;
}

export function createViewVisibility(
  group: ResourceGroup,
  pipelines: CullPipelines,
  view: View,
  pyramid: GPUBuffer,
): ViewVisibility {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  const clusterBits = group.buffer("render/cluster-bits", "frame", usage, view.bits.byteLength);
  return {
    clusterBits,
    pyramid,
    bindGroup: bindVisibility(group.gpu, pipelines, clusterBits, pyramid),
    uploadedVersion: 0,
  };
}

/** Binds another pyramid: the picture has another size. */
export function rebindPyramid(
  gpu: Gpu,
  pipelines: CullPipelines,
  visibility: ViewVisibility,
  pyramid: GPUBuffer,
): void {
  visibility.pyramid = pyramid;
  visibility.bindGroup = bindVisibility(gpu, pipelines, visibility.clusterBits, pyramid);
}

function bindVisibility(
  gpu: Gpu,
  pipelines: CullPipelines,
  clusterBits: GPUBuffer,
  pyramid: GPUBuffer,
): GPUBindGroup {
  return gpu.device.createBindGroup({
    label: "render/visibility",
    layout: pipelines.layouts.visibility,
    entries: [
      { binding: 0, resource: { buffer: clusterBits } },
      { binding: 1, resource: { buffer: pyramid } },
    ],
  });
}

/** Uploads the view's visible clusters, if they are others than those that are there. */
export function uploadVisibility(gpu: Gpu, visibility: ViewVisibility, view: View): void {
  if (view.visible === null || visibility.uploadedVersion === view.bitsVersion) return;
  gpu.device.queue.writeBuffer(visibility.clusterBits, 0, view.bits as Uint32Array<ArrayBuffer>);
  visibility.uploadedVersion = view.bitsVersion;
}
