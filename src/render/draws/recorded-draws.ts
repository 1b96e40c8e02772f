/** Draws recorded in a render bundle and replayed each frame, or encoded directly on request. */

import { GROUP_BEHIND } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { DrawEncoder } from "./shading.ts";

export type { DrawEncoder };

export interface RecordedDraws {
  /**
   * @param variant number that `encode` gets; the bundle is recorded again when it changes
   * @param behind bind group for `GROUP_BEHIND`, if any of the draws reads it and it exists
   */
  readonly draw: (
    pass: GPURenderPassEncoder,
    isRecorded: boolean,
    variant?: number,
    behind?: GPUBindGroup | null,
  ) => void;
}

/**
 * Draws into linear colour and depth. The bundle is recorded when it is first drawn, with the
 * pipelines that are ready, and again when more are ready, or when the number of samples or the
 * picture behind changes.
 * @param encode leaves out draws that read the picture behind unless `hasBehind`
 */
export function recordDraws(
  context: RenderContext,
  label: string,
  encode: (encoder: DrawEncoder, variant: number, hasBehind: boolean) => void,
): RecordedDraws {
  const { device } = context.gpu;
  const { pipelines, targetLayout } = context;
  const encodeInto = (encoder: DrawEncoder, variant: number, behind: GPUBindGroup | null): void => {
    const { shading } = pipelines;
    if (behind !== null) encoder.setBindGroup(GROUP_BEHIND, behind);
    // The pipelines of inspection views have another group in its place.
    encode(shading?.wrap(encoder) ?? encoder, variant, behind !== null || shading !== null);
  };
  let version = -1;
  let sampleCount = 0;
  let ofVariant = 0;
  let behindOfBundle: GPUBindGroup | null = null;
  let bundles: GPURenderBundle[] = [];
  return {
    draw(pass, isRecorded, variant = 0, behind = null) {
      if (!isRecorded) {
        encodeInto(pass, variant, behind);
        return;
      }
      const isOld = version !== pipelines.version || sampleCount !== targetLayout.sampleCount;
      if (isOld || variant !== ofVariant || behind !== behindOfBundle) {
        version = pipelines.version;
        sampleCount = targetLayout.sampleCount;
        ofVariant = variant;
        behindOfBundle = behind;
        const encoder = device.createRenderBundleEncoder({ label, ...targetLayout });
        encodeInto(encoder, variant, behind);
        bundles = [encoder.finish({ label })];
      }
      pass.executeBundles(bundles);
    },
  };
}
