/** What a frame is drawn into, and what depends on its size. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildFrom, buildOwner, type Owner, type ResourceGroup } from "../../gpu/resource-group.ts";
import type { RenderContext } from "../context/render-context.ts";
import { createDepthPyramid, type DepthPyramid } from "../cull/depth-pyramid.ts";
import type { InsetPlace } from "../types.ts";
import { PICTURE_FORMAT } from "./formats.ts";
import { createSceneTarget, type SceneTarget } from "./scene-target.ts";

/** Where a second camera's picture lies in what the first one's surfaces are drawn into, in pixels. */
export interface InsetTarget {
  readonly x: number;
  readonly y: number;
  readonly scene: SceneTarget;
}

export interface SizedTargets extends Owner {
  readonly width: number;
  readonly height: number;
  /** Edges of what surfaces are drawn into, in those of the picture, before they are rounded. */
  readonly scale: number;
  readonly scene: SceneTarget;
  /** null: there is none. */
  readonly inset: InsetTarget | null;
  /** The finished picture. */
  readonly picture: GPUTexture;
  readonly pictureView: GPUTextureView;
  readonly pyramid: DepthPyramid;
}

/**
 * @param place of the inset; null: there is none
 * @param scale edges of what surfaces are drawn into, in those of the picture
 * @throws GpuError `limit`; nothing is left behind then
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

/** At least a pixel, and none outside of the picture. */
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
