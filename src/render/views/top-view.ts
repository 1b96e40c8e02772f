/**
 * Orthographic camera that looks straight down, with north up: x to the right, y upwards. An inch
 * has the same length everywhere in the picture. And a backdrop that reveals the picture's holes.
 */

import { mat4 } from "gl-matrix";
import backdropCode from "../../../shaders/screen/backdrop.wgsl";
import { countBits } from "../../core/bit-set.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { writeFrustum } from "../../math/frustum.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import type { MakeLines } from "../lines/lines.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import type { Camera } from "../types.ts";
import type { ProjectedView } from "./projected-view.ts";

/** The part of the world that the picture shows, in inches. */
export interface TopPicture {
  /** Upper left corner: least x, greatest y. */
  readonly x: number;
  readonly y: number;
  readonly unitsPerPixel: number;
  /** Heights above `top` and below `bottom` are cut off. */
  readonly top: number;
  readonly bottom: number;
  /** Bit set of the clusters drawn, or `null` for all. */
  readonly clusters: Uint32Array | null;
  /** Point below the eye, for view-dependent shading: the same in all tiles of a picture. */
  readonly eyeX: number;
  readonly eyeY: number;
}

/**
 * Height of the eye above the picture's top, in inches. Directions to it deviate from vertical by
 * at most 1 in 2000 at the edge of the largest map, and a float of this size still has a precision
 * of an inch.
 */
const TOP_EYE_HEIGHT = 2 ** 23;

/** No valid cluster, so that the next camera decodes its clusters again. */
const OWN_BITS = -2;

export function createTopCamera(picture: TopPicture): Camera {
  return {
    x: picture.eyeX,
    y: picture.eyeY,
    z: picture.top + TOP_EYE_HEIGHT,
    pitch: 90,
    yaw: 90,
    fov: 90,
    project: (view) => projectFromTop(view, picture),
  };
}

function projectFromTop(view: ProjectedView, picture: TopPicture): void {
  writeTopClip(view.clipFromWorld, picture, view.width, view.height);
  writeFrustum(view.frustum, view.clipFromWorld);
  // 100 / the width in pixels of a sphere of radius 1: the same at any distance, because w is 1.
  view.lodMetricPerInch = 50 * picture.unitsPerPixel;
  if (picture.clusters === null || picture.clusters.length !== view.bits.length) {
    view.visible = null;
    return;
  }
  view.bits.set(picture.clusters);
  view.visible = view.bits;
  view.visibleClusters = countBits(view.bits);
  view.bitsCluster = OWN_BITS;
  view.bitsVersion++;
}

/**
 * Writes the projection. Depth is 1 at the top, 0 at the bottom and linear between, because w is 1.
 */
export function writeTopClip(
  out: mat4,
  { x, y, unitsPerPixel, top, bottom }: TopPicture,
  width: number,
  height: number,
): void {
  const across = 2 / (width * unitsPerPixel);
  const up = 2 / (height * unitsPerPixel);
  const deep = 1 / (top - bottom);
  mat4.set(
    out,
    across,
    0,
    0,
    0,
    0,
    up,
    0,
    0,
    0,
    0,
    deep,
    0,
    -1 - x * across,
    1 - y * up,
    -bottom * deep,
    1,
  );
}

/**
 * Fills pixels where nothing was drawn with white. Comparing a picture with and without it reveals
 * the holes. Pass to `Renderer.setLines`.
 */
export const makeBackdrop: MakeLines = (context) => {
  const pipelineOf = backdropPipelinesOf(context.gpu);
  const pipeline = () => pipelineOf(context.sampled.samples)();
  return {
    isShown: true,
    changes: 0,
    prepare: () => void pipeline(),
    draw(pass, camera) {
      const made = pipeline();
      if (made === null) return;
      pass.setBindGroup(0, camera.block.bindGroup);
      pass.setPipeline(made);
      pass.draw(3);
    },
    destroy() {},
  };
};

/** Pipelines by samples per pixel. */
const backdropPipelinesOf = oncePerDevice((gpu) => {
  const made = new Map<number, LazyPipeline<GPURenderPipeline>>();
  const { lazy } = pipelineQueueOf(gpu);
  return (samples: number): LazyPipeline<GPURenderPipeline> => {
    const pipeline = made.get(samples) ?? lazy(() => createPipeline(gpu, samples));
    made.set(samples, pipeline);
    return pipeline;
  };
});

async function createPipeline(gpu: Gpu, count: number): Promise<GPURenderPipeline> {
  const label = "render/backdrop";
  const module = await createShader(gpu, label, backdropCode);
  return createRenderPipeline(gpu, {
    label,
    layout: gpu.device.createPipelineLayout({ bindGroupLayouts: [bindLayoutsOf(gpu).frame] }),
    vertex: { module, entryPoint: "vertexMain" },
    fragment: { module, entryPoint: "fragmentMain", targets: [{ format: COLOR_FORMAT }] },
    multisample: { count },
    // Equal to the clear depth: nothing was drawn there.
    depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: false, depthCompare: "equal" },
  });
}
