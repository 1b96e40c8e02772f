/**
 * Gives frames their grade. Its code is fetched with the first map that has any of it; until it is
 * compiled the plain post pass stands in.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import type { Grade } from "./grade.ts";

const makersOf = oncePerDevice((gpu: Gpu) => {
  const { lazy } = pipelineQueueOf(gpu);
  return {
    grade: lazy(async () => (await import("./grading/create-grade.ts")).prepareGrade(gpu)),
    bloom: lazy(async () => (await import("./grading/bloom.ts")).prepareBloom(gpu)),
  };
});

/** Whether surfaces are drawn in the map's own light. */
const isLit = ({ settings }: FrameJob): boolean => settings.lightmaps && !settings.fullbright;

export interface GradeKeeper {
  /** Gives the job the grade that its next frame has, or none; asks for what is not compiled yet. */
  choose(): void;
  destroy(): void;
}

export function createGradeKeeper(job: FrameJob): GradeKeeper {
  const { context, settings } = job;
  const makers = makersOf(context.gpu);
  let grade: Grade | null = null;
  const parts = { autoExposure: false, bloom: false };

  return {
    choose() {
      const { map } = job;
      const toneMapping = isLit(job) ? (map?.scene.toneMapping ?? null) : null;
      const wantsBloom = toneMapping !== null && settings.bloom && toneMapping.bloomScale > 0;
      parts.autoExposure = toneMapping !== null && settings.autoExposure;
      parts.bloom = wantsBloom && makers.bloom() !== null;
      job.grade = null;
      const create = parts.autoExposure || wantsBloom ? makers.grade() : null;
      if (map !== null && create !== null && (parts.autoExposure || parts.bloom)) {
        grade ??= create(context, makers.bloom);
        grade.follow(map.scene, job.sized.scene, parts);
        job.grade = grade;
      } else if (grade !== null) {
        grade.destroy();
        grade = null;
      }
    },
    destroy() {
      grade?.destroy();
      grade = null;
      job.grade = null;
    },
  };
}
