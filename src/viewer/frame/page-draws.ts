/** Draws a page's own objects in a viewer's picture, for `onRender`. */

import { mat4 } from "gl-matrix";
import { writeDrawnViewFromWorld } from "../../math/projection.ts";
import type { FrameJob, OwnDraws } from "../../render/frame/frame-job.ts";
import { isLit } from "../../render/post/grade-keeper.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../../render/targets/formats.ts";
import type { Camera } from "../../render/types.ts";
import type { RenderFrame, RenderHooks } from "../base-viewer.ts";
import type { CanvasViewer } from "./canvas-viewer.ts";

type OwnFrame = { -readonly [Name in keyof RenderFrame]: RenderFrame[Name] };

const NO_BLEND: GPUColor = [0, 0, 0, 0];

/** Called in reverse order of `onRender`, so that hooks may remove themselves. */
class PageDraws implements OwnDraws {
  readonly hooks: RenderHooks[] = [];
  readonly #frame: Partial<OwnFrame> = {
    colorFormat: COLOR_FORMAT as RenderFrame["colorFormat"],
    depthFormat: DEPTH_FORMAT as RenderFrame["depthFormat"],
    clipFromWorld: new Float32Array(16),
    viewFromWorld: new Float32Array(16),
    clipFromView: new Float32Array(16),
    eye: new Float32Array(3),
  };
  readonly #view = mat4.create();
  readonly #back = new Float32Array(16);

  begin({ x, y, z, pitch, yaw }: Camera, seconds: number): void {
    writeDrawnViewFromWorld(this.#view, x, y, z, pitch, yaw);
    const frame = this.#frame;
    frame.seconds = seconds;
    frame.viewFromWorld?.set(this.#view);
    const eye = frame.eye as Float32Array;
    eye[0] = x;
    eye[1] = y;
    eye[2] = z;
  }

  encode(encoder: GPUCommandEncoder, job: FrameJob): void {
    const frame = this.#update(job);
    for (let i = this.hooks.length - 1; i >= 0; i--) {
      try {
        this.hooks[i].encode?.(encoder, frame);
      } catch (error) {
        this.#drop(i, error);
      }
    }
  }

  draw(pass: GPURenderPassEncoder, { sized }: FrameJob): void {
    const frame = this.#frame as RenderFrame;
    for (let i = this.hooks.length - 1; i >= 0; i--) {
      try {
        this.hooks[i].draw?.(pass, frame);
      } catch (error) {
        this.#drop(i, error);
      }
    }
    // Later draws expect the whole target.
    const { width, height } = sized.scene;
    pass.setViewport(0, 0, width, height, 0, 1);
    pass.setScissorRect(0, 0, width, height);
    pass.setBlendConstant(NO_BLEND);
  }

  /** Removes hooks that threw, because they would throw in each frame. */
  #drop(row: number, error: unknown): void {
    this.hooks.splice(row, 1);
    reportError(error);
  }

  remove(hooks: RenderHooks): void {
    const at = this.hooks.indexOf(hooks);
    if (at >= 0) this.hooks.splice(at, 1);
  }

  #update(job: FrameJob): RenderFrame {
    const frame = this.#frame as OwnFrame;
    const { context, sized, map, settings, grade } = job;
    const { scene } = sized;
    frame.device = context.gpu.device;
    frame.width = scene.width;
    frame.height = scene.height;
    frame.samples = scene.samples;
    frame.colorView = scene.colorView;
    frame.depthView = scene.depthView;
    const isFixed = map !== null && isLit(job) && grade?.hasAutoExposure !== true;
    frame.exposure = (isFixed ? map.scene.exposure : 1) * settings.exposure;
    if (map !== null) {
      const { clipFromWorld } = map.cameras[0].view;
      frame.clipFromWorld.set(clipFromWorld);
      // The inverse of the view turns back, and moves to the eye.
      for (let row = 0; row < 3; row++) {
        for (let column = 0; column < 3; column++) {
          this.#back[column * 4 + row] = this.#view[row * 4 + column];
        }
      }
      this.#back.set(frame.eye, 12);
      this.#back.fill(0, 3, 4).fill(0, 7, 8).fill(0, 11, 12).fill(1, 15);
      mat4.multiply(this.#back, clipFromWorld, this.#back);
      frame.clipFromView.set(this.#back);
    }
    return frame;
  }
}

const drawsOf = new WeakMap<CanvasViewer, PageDraws>();

/**
 * Returns a function that removes the hooks.
 * @param follow registers a function that is called for each renderer that replaces another
 */
export function addPageDraws(
  viewer: CanvasViewer,
  hooks: RenderHooks,
  follow: (show: () => void) => void,
): () => void {
  const draws = drawsOf.get(viewer) ?? new PageDraws();
  const own = { ...hooks };
  draws.hooks.push(own);
  const show = (): void => {
    const { renderer } = viewer.device.current;
    renderer.setOwnDraws(draws.hooks.length > 0 ? draws : null);
    viewer.requestFrame();
  };
  if (!drawsOf.has(viewer)) follow(show);
  drawsOf.set(viewer, draws);
  show();
  return () => {
    draws.remove(own);
    show();
  };
}
