/**
 * Who culls a frame. The CPU does until the GPU's culling is compiled, which is asked for when the GPU
 * is through with a whole picture: the first one waits for nothing else. Then the GPU does, and a second
 * time, by the depth of what was drawn, where that pays.
 */

import { TURN_OCCLUSION } from "../context/pipeline-queue.ts";
import { forgetOnCpu } from "../cull/cpu-cull.ts";
import { isEarlyPhaseReady, isLatePhaseReady } from "../cull/cull-pass.ts";
import { createOcclusionTrial } from "../cull/occlusion-trial.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { FrameJob } from "./frame-job.ts";

export interface CullChoice {
  /** Decides for the next frame: `isGpuCulled` and `hasLatePhase` of its job. */
  choose(): void;
  /** After the frame was handed over. */
  follow(isStill: boolean): void;
  /** Another map is drawn, or none. */
  restart(): void;
  /** Resolves when all is compiled that frames are to be culled with; rejects as `PipelineQueue.ready`. */
  settled(): Promise<void>;
}

export function createCullChoice(job: FrameJob): CullChoice {
  const { context, settings } = job;
  const { pipelines } = context;
  const { queue } = context.gpu.device;
  const trial = createOcclusionTrial(() => queue.onSubmittedWorkDone());
  /** Whether the frame may be one of a trial. */
  let isTried = false;
  /** The map of which a whole picture was handed over, and the one of which it was drawn. */
  let awaited: MapDraws | null = null;
  let pictured: MapDraws | null = null;

  /** Whether the GPU can cull all views of the map; asks for what that takes. */
  function canCull({ cameras }: MapDraws): boolean {
    let isReady = true;
    for (let i = 0; i < cameras.length; i++) {
      const { draws } = cameras[i];
      if (!isEarlyPhaseReady(draws.main)) isReady = false;
      if (draws.skybox !== null && !isEarlyPhaseReady(draws.skybox)) isReady = false;
    }
    return isReady;
  }
  const canOcclude = ({ cameras }: MapDraws) => isLatePhaseReady(context, cameras[0].draws.main);

  /** Whether nothing is left to be compiled that frames are to be culled with; asks for it. */
  function isSettled({ map }: FrameJob): boolean {
    if (map === null || !settings.gpuCulling) return true;
    return canCull(map) && (!settings.occlusion || canOcclude(map));
  }

  function followFirstPicture(): void {
    const { map } = job;
    if (map === null || map === awaited || !pipelines.isPictureReady) return;
    awaited = map;
    queue.onSubmittedWorkDone().then(
      () => {
        if (map === job.map) pictured = map;
      },
      // A device that is gone says so itself.
      () => undefined,
    );
  }

  return {
    choose() {
      const { map } = job;
      const wasGpuCulled = job.isGpuCulled;
      job.isGpuCulled = settings.gpuCulling && map !== null && map === pictured && canCull(map);
      const isPaying = !settings.occlusionByCost || trial.isOn;
      const isOccluded = job.isGpuCulled && settings.occlusion && map !== null && canOcclude(map);
      job.hasLatePhase = isOccluded && isPaying;
      isTried = isOccluded && settings.occlusionByCost;
      if (map === null || !job.isGpuCulled || wasGpuCulled) return;
      for (const { draws } of map.cameras) {
        forgetOnCpu(draws.main);
        if (draws.skybox !== null) forgetOnCpu(draws.skybox);
      }
    },
    follow(isStill) {
      if (isTried && !isStill) trial.follow();
      followFirstPicture();
    },
    restart() {
      trial.restart();
      awaited = null;
      pictured = null;
    },
    async settled() {
      pictured = job.map;
      while (!isSettled(job)) await pipelines.ready(TURN_OCCLUSION);
    },
  };
}
