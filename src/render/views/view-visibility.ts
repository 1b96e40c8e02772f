/**
 * Visibility data of a view for the culling shaders: bits of visible clusters, and the depth
 * pyramid.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import type { ResourceGroup } from "../../gpu/resource-group.ts";
import type { CullPipelines } from "../cull/cull-pipelines.ts";
import type { View } from "./view.ts";

export interface ViewVisibility {
  readonly clusterBits: GPUBuffer;
  pyramid: GPUBuffer;
  bindGroup: GPUBindGroup;
  /** `View.bitsVersion` of the uploaded bits, or 0 if none are uploaded. */
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

/** Binds another pyramid after the picture's size has changed. */
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

/** Uploads the view's visible clusters if they have changed. */
export function uploadVisibility(gpu: Gpu, visibility: ViewVisibility, view: View): void {
  if (view.visible === null || visibility.uploadedVersion === view.bitsVersion) return;
  gpu.device.queue.writeBuffer(visibility.clusterBits, 0, view.bits as Uint32Array<ArrayBuffer>);
  visibility.uploadedVersion = view.bitsVersion;
}
