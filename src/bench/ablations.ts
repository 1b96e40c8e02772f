/** The switches that a run can turn off, and what they are in the renderer. */

import type { RenderSettings } from "../render/types.ts";
import type { Ablation } from "./report/report.ts";

/** `arrayTextures` is decided when a renderer is made; all others are settings of the frame. */
const SETTINGS: Readonly<Partial<Record<Ablation, keyof RenderSettings>>> = {
  pvs: "pvs",
  frustum: "frustum",
  occlusion: "occlusion",
  bundles: "bundles",
  gpuCulling: "gpuCulling",
};

export function switchOff(settings: RenderSettings, without: readonly Ablation[]): void {
  const switches = settings as { -readonly [K in keyof RenderSettings]: unknown };
  for (const ablation of without) {
    const name = SETTINGS[ablation];
    if (name !== undefined) switches[name] = false;
  }
}
