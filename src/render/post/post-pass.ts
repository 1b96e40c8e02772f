/** The last passes: light to a picture, and the picture onto the canvas. */

import { GROUP_FRAME, GROUP_SET } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { type FrameTargets, PICTURE_FORMAT } from "../targets/frame-targets.ts";

export interface PostDraws {
  readonly postBundles: readonly GPURenderBundle[];
  /** Empty without a canvas. */
  readonly presentBundles: readonly GPURenderBundle[];
}

/** Full-screen triangles need three vertices. */
const SCREEN_VERTICES = 3;

export function createPostDraws(context: RenderContext, targets: FrameTargets): PostDraws {
  const { gpu, shared, screen, frame, canvasFormat } = context;
  const picture = (name: string, resource: GPUTextureView) =>
    gpu.device.createBindGroup({
      label: `render/${name}`,
      layout: shared.layouts.picture,
      entries: [{ binding: 0, resource }],
    });

  const post = gpu.device.createRenderBundleEncoder({
    label: "render/post",
    colorFormats: [PICTURE_FORMAT],
  });
  post.setPipeline(screen.post);
  post.setBindGroup(GROUP_FRAME, frame.bindGroups[0]);
  post.setBindGroup(GROUP_SET, picture("post", targets.colorView));
  post.draw(SCREEN_VERTICES);
  const postBundles = [post.finish({ label: "render/post" })];
  if (screen.present === null || canvasFormat === null) return { postBundles, presentBundles: [] };

  const present = gpu.device.createRenderBundleEncoder({
    label: "render/present",
    colorFormats: [canvasFormat],
  });
  present.setPipeline(screen.present);
  present.setBindGroup(0, picture("present", targets.pictureView));
  present.draw(SCREEN_VERTICES);
  return { postBundles, presentBundles: [present.finish({ label: "render/present" })] };
}
