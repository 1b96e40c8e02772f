/** The switches that a run can turn off, and what they are in the renderer. */

import type { RenderSettings } from "../render/types.ts";
import type { Ablation } from "./report/report.ts";

/** What each sets. `arrayTextures` is decided when a renderer is made, and is no setting of the frame. */
const OFF: Readonly<Record<Ablation, Partial<RenderSettings>>> = {
  pvs: { pvs: false },
  frustum: { frustum: false },
  occlusion: { occlusion: false },
  bundles: { bundles: false },
  arrayTextures: {},
  gpuCulling: { gpuCulling: false },
  antialiasing: { samples: 1 },
};

export function switchOff(settings: RenderSettings, without: readonly Ablation[]): void {
  for (const ablation of without) Object.assign(settings, OFF[ablation]);
}
