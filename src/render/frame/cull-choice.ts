/**
 * Chooses whether the CPU or the GPU culls. The CPU culls until GPU culling is compiled, which is
 * requested when the GPU has finished the first complete picture, so that nothing delays it. After
 * that the GPU culls, with a second phase by depth if that pays.
 */

import { TURN_OCCLUSION } from "../context/pipeline-queue.ts";
import { forgetOnCpu } from "../cull/cpu-cull.ts";
import { isEarlyPhaseReady, isLatePhaseReady } from "../cull/cull-pass.ts";
import { createOcclusionTrial } from "../cull/occlusion-trial.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { FrameJob } from "./frame-job.ts";

export interface CullChoice {
  /** Decides for the next frame: sets `isGpuCulled` and `hasLatePhase` of its job. */
  choose(): void;
  /** Call after the frame was submitted. */
  follow(isStill: boolean): void;
  /** Call when another map is drawn, or none. */
  restart(): void;
  /** Resolves when all pipelines for culling are compiled; rejects like `PipelineQueue.ready`. */
  settled(): Promise<void>;
}

export function createCullChoice(job: FrameJob): CullChoice {
  const { context, settings } = job;
  const { pipelines } = context;
  const { queue } = context.gpu.device;
  const trial = createOcclusionTrial(() => queue.onSubmittedWorkDone());
  /** Whether the frame counts for an occlusion trial. */
  let isTried = false;
  /** The map whose first complete picture was submitted, and the one whose picture is finished. */
  let awaited: MapDraws | null = null;
  let pictured: MapDraws | null = null;

  /** Returns true if the GPU can cull all views of the map, and requests the pipelines. */
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

  /** Returns true if all pipelines for culling are compiled, and requests them. */
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
      // A lost device reports that itself.
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
