/**
 * Detects frames whose culling would give the previous result, which is still on the GPU and can be
 * drawn again. Compares everything that culling depends on: camera, visible clusters and settings.
 */

import type { RenderSettings } from "../types.ts";
import type { ViewDraws } from "../views/view-draws.ts";

/**
 * Number of identical frames that cull before culling can stop. The first draws what occlusion
 * would hide, the second finds out what is hidden, the third draws only the rest.
 */
const SETTLING_FRAMES = 3;

/**
 * Numbers compared per view: matrix, position, picture size, LOD metric, clusters and enabled sets.
 */
const VIEW_NUMBERS = 24;

/**
 * Returns true if the frame need not cull. Call once per frame.
 * @param pipelineVersion increases when pipelines are ready, since culling finds nothing without
 * them
 * @param moment time of moving objects, which hide different things at different times. Their boxes
 * cover all of their motion.
 */
export type StillFrames = (job: CulledFrame, pipelineVersion: number, moment: number) => boolean;

/** Inputs of culling: a subset of `FrameJob`. */
export interface CulledFrame {
  readonly views: readonly ViewDraws[];
  readonly settings: RenderSettings;
  readonly isGpuCulled: boolean;
  readonly hasLatePhase: boolean;
}

export function createStillFrames(): StillFrames {
  const before: ViewDraws[] = [];
  let numbers = new Float64Array(VIEW_NUMBERS);
  let switches = 0;
  let version = 0;
  let hidingAt = 0;
  let alike = 0;
  let isSame = true;

  function compare(at: number, value: number): void {
    if (numbers[at] === value) return;
    numbers[at] = value;
    isSame = false;
  }

  function compareView({ view, sets }: ViewDraws, settings: RenderSettings, at: number): void {
    for (let i = 0; i < 16; i++) compare(at + i, view.clipFromWorld[i]);
    compare(at + 16, view.x);
    compare(at + 17, view.y);
    compare(at + 18, view.z);
    compare(at + 19, view.width);
    compare(at + 20, view.height);
    compare(at + 21, view.lodMetricPerInch);
    compare(at + 22, view.visible === null ? -1 : view.bitsVersion);
    let on = 0;
    for (let i = 0; i < sets.length; i++) if (sets[i].isOn(settings)) on += 2 ** i;
    compare(at + 23, on);
  }

  return ({ views, settings, isGpuCulled, hasLatePhase }, pipelineVersion, moment) => {
    isSame = views.length === before.length;
    before.length = views.length;
    if (numbers.length < views.length * VIEW_NUMBERS) {
      numbers = new Float64Array(views.length * VIEW_NUMBERS);
    }
    for (let i = 0; i < views.length; i++) {
      if (before[i] !== views[i]) isSame = false;
      before[i] = views[i];
      compareView(views[i], settings, i * VIEW_NUMBERS);
    }
    const now =
      (settings.frustum ? 1 : 0) |
      (settings.displacements ? 2 : 0) |
      (settings.brushModels ? 4 : 0) |
      (settings.translucent ? 8 : 0) |
      (isGpuCulled ? 16 : 0) |
      (hasLatePhase ? 32 : 0);
    if (now !== switches) isSame = false;
    switches = now;
    if (version !== pipelineVersion) isSame = false;
    version = pipelineVersion;
    if (hasLatePhase && hidingAt !== moment) isSame = false;
    hidingAt = moment;
    alike = isSame ? alike + 1 : 1;
    return alike > SETTLING_FRAMES;
  };
}
