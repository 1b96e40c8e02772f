/** Targets of a frame, and other resources that depend on its size. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildFrom, buildOwner, type Owner, type ResourceGroup } from "../../gpu/resource-group.ts";
import type { RenderContext } from "../context/render-context.ts";
import { createDepthPyramid, type DepthPyramid } from "../cull/depth-pyramid.ts";
import type { InsetPlace } from "../types.ts";
import { PICTURE_FORMAT } from "./formats.ts";
import { createSceneTarget, type SceneTarget } from "./scene-target.ts";

/** Targets of a second camera, and their position in the main scene target, in pixels. */
export interface InsetTarget {
  readonly x: number;
  readonly y: number;
  readonly scene: SceneTarget;
}

export interface SizedTargets extends Owner {
  readonly width: number;
  readonly height: number;
  /** Width of the scene target relative to the picture, before rounding. */
  readonly scale: number;
  readonly scene: SceneTarget;
  /** `null` if there is no inset. */
  readonly inset: InsetTarget | null;
  /** The finished picture. */
  readonly picture: GPUTexture;
  readonly pictureView: GPUTextureView;
  readonly pyramid: DepthPyramid;
}

/**
 * @param place place of the inset, or `null` if there is none
 * @param scale width of the scene target relative to the picture
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function createSizedTargets(
  context: RenderContext,
  width: number,
  height: number,
  place: InsetPlace | null,
  scale = 1,
): SizedTargets {
  const { gpu } = context;
  const { samples } = context.sampled;
  return buildFrom((keep, destroy) => {
    const [columns, rows] = [width, height].map((edge) => Math.max(1, Math.round(edge * scale)));
    const scene = keep(createSceneTarget(gpu, "scene", columns, rows, samples));
    const pyramid = keep(createDepthPyramid(context, scene.depth));
    const { picture } = keep(
      buildOwner(gpu, (group) => ({ picture: createPicture(group, width, height) })),
    );
    const inset = place === null ? null : createInset(gpu, place, columns, rows, samples);
    if (inset !== null) keep(inset.scene);
    return {
      width,
      height,
      scale,
      scene,
      inset,
      picture,
      pictureView: picture.createView({ label: picture.label }),
      pyramid,
      destroy,
    };
  });
}

function createPicture(group: ResourceGroup, width: number, height: number): GPUTexture {
  const { RENDER_ATTACHMENT, TEXTURE_BINDING, COPY_SRC } = GPUTextureUsage;
  const usage = RENDER_ATTACHMENT | TEXTURE_BINDING | COPY_SRC;
  const descriptor = { format: PICTURE_FORMAT, width, height, usage };
  return group.texture("render/picture", "targets", descriptor);
}

/** Creates targets of at least one pixel, clipped to the picture. */
function createInset(
  gpu: Gpu,
  place: InsetPlace,
  width: number,
  height: number,
  samples: number,
): InsetTarget {
  const edge = (part: number, size: number) => Math.min(size, Math.max(0, Math.round(part * size)));
  const x = Math.min(edge(place.x, width), width - 1);
  const y = Math.min(edge(place.y, height), height - 1);
  const columns = Math.max(1, edge(place.x + place.width, width) - x);
  const rows = Math.max(1, edge(place.y + place.height, height) - y);
  return { x, y, scene: createSceneTarget(gpu, "inset", columns, rows, samples) };
}
