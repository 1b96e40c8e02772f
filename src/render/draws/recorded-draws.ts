/** Draws recorded in a render bundle and replayed each frame, or encoded directly on request. */

import type { RenderContext } from "../context/render-context.ts";
import type { DrawEncoder } from "./shading.ts";

export type { DrawEncoder };

export interface RecordedDraws {
  readonly draw: (pass: GPURenderPassEncoder, isRecorded: boolean) => void;
}

/**
 * Draws into linear colour and depth. The bundle is recorded with the pipelines that are ready, and
 * again when more are ready or the number of samples changes.
 */
export function recordDraws(
  context: RenderContext,
  label: string,
  encode: (encoder: DrawEncoder) => void,
): RecordedDraws {
  const { device } = context.gpu;
  const { pipelines, targetLayout } = context;
  const record = (): GPURenderBundle[] => {
    const encoder = device.createRenderBundleEncoder({ label, ...targetLayout });
    encode(pipelines.shading?.wrap(encoder) ?? encoder);
    return [encoder.finish({ label })];
  };
  let { version } = pipelines;
  let { sampleCount } = targetLayout;
  let bundles = record();
  return {
    draw(pass, isRecorded) {
      if (!isRecorded) {
        encode(pipelines.shading?.wrap(pass) ?? pass);
        return;
      }
      if (version !== pipelines.version || sampleCount !== targetLayout.sampleCount) {
        version = pipelines.version;
        sampleCount = targetLayout.sampleCount;
        bundles = record();
      }
      pass.executeBundles(bundles);
    },
  };
}
