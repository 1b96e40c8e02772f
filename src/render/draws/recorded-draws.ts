/** Draws recorded in a render bundle and replayed each frame, or encoded directly on request. */

import { GROUP_BEHIND } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { DrawEncoder } from "./shading.ts";

export type { DrawEncoder };

export interface RecordedDraws {
  /** @param behind bind group for `GROUP_BEHIND`, if any of the draws reads it and it exists */
  readonly draw: (
    pass: GPURenderPassEncoder,
    isRecorded: boolean,
    behind?: GPUBindGroup | null,
  ) => void;
}

/**
 * Draws into linear colour and depth. The bundle is recorded with the pipelines that are ready, and
 * again when more are ready, or when the number of samples or the picture behind changes.
 * @param encode leaves out draws that read the picture behind unless `hasBehind`
 */
export function recordDraws(
  context: RenderContext,
  label: string,
  encode: (encoder: DrawEncoder, hasBehind: boolean) => void,
): RecordedDraws {
  const { device } = context.gpu;
  const { pipelines, targetLayout } = context;
  let behindOfBundle: GPUBindGroup | null = null;
  const encodeInto = (encoder: DrawEncoder, behind: GPUBindGroup | null): void => {
    const { shading } = pipelines;
    if (behind !== null) encoder.setBindGroup(GROUP_BEHIND, behind);
    // The pipelines of inspection views have another group in its place.
    encode(shading?.wrap(encoder) ?? encoder, behind !== null || shading !== null);
  };
  const record = (): GPURenderBundle[] => {
    const encoder = device.createRenderBundleEncoder({ label, ...targetLayout });
    encodeInto(encoder, behindOfBundle);
    return [encoder.finish({ label })];
  };
  let { version } = pipelines;
  let { sampleCount } = targetLayout;
  let bundles = record();
  return {
    draw(pass, isRecorded, behind = null) {
      if (!isRecorded) {
        encodeInto(pass, behind);
        return;
      }
      const isOld = version !== pipelines.version || sampleCount !== targetLayout.sampleCount;
      if (isOld || behind !== behindOfBundle) {
        version = pipelines.version;
        sampleCount = targetLayout.sampleCount;
        behindOfBundle = behind;
        bundles = record();
      }
      pass.executeBundles(bundles);
    },
  };
}
