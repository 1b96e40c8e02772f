/**
 * Chooses each frame's grading. The code is loaded with the first map that needs any; until it is
 * compiled, the plain post pass is used.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import type { Grade, GradeParts } from "./grade.ts";

const makersOf = oncePerDevice((gpu: Gpu) => {
  const { lazy } = pipelineQueueOf(gpu);
  const draw = (bits: number) =>
    lazy(async () => (await import("./grading/grade-pipelines.ts")).prepareDraw(gpu, bits));
  return {
    grade: lazy(async () => (await import("./grading/create-grade.ts")).prepareGrade(gpu)),
    bloom: lazy(async () => (await import("./grading/bloom.ts")).prepareBloom(gpu)),
    /** Pipelines by bits: 1 bloom, 2 lookup tables. */
    draws: [0, 1, 2, 3].map(draw),
  };
});

/**
 * Returns true if surfaces are lit by the map's light. Fullbright textures and inspection views
 * need no exposure.
 */
export const isLit = ({ settings, context }: FrameJob): boolean =>
  settings.lightmaps && !settings.fullbright && context.pipelines.shading === null;

export interface GradeKeeper {
  /** Sets the job's grade for the next frame, or `null`, and requests what is not compiled yet. */
  choose(): void;
  destroy(): void;
}

export function createGradeKeeper(job: FrameJob): GradeKeeper {
  const { context, settings } = job;
  const makers = makersOf(context.gpu);
  let grade: Grade | null = null;
  const parts: { -readonly [Part in keyof GradeParts]: GradeParts[Part] } = {
    autoExposure: false,
    bloom: false,
    corrections: null,
    toneMapping: null,
  };

  function release(): void {
    grade?.destroy();
    grade = null;
    job.grade = null;
  }

  return {
    choose() {
      const { map } = job;
      const toneMapping = isLit(job) ? (map?.toneMapping ?? null) : null;
      parts.toneMapping = toneMapping;
      parts.autoExposure = toneMapping !== null && settings.autoExposure;
      parts.bloom = toneMapping !== null && settings.bloom && toneMapping.bloomScale > 0;
      parts.corrections = settings.colorCorrection ? (map?.corrections ?? null) : null;
      if (map === null || !(parts.autoExposure || parts.bloom || parts.corrections !== null)) {
        release();
        return;
      }
      // Request all of them at once.
      const create = makers.grade();
      const bloom = parts.bloom ? makers.bloom() : null;
      const draw = makers.draws[(parts.bloom ? 1 : 0) | (parts.corrections === null ? 0 : 2)]();
      if (create === null || draw === null || (parts.bloom && bloom === null)) {
        // Keep the previous grade if it still fits the map and the targets.
        if (grade?.isOf(map.scene, job.sized.scene) !== true) release();
        return;
      }
      grade ??= create(context);
      grade.follow(map.scene, job.sized.scene, parts, draw, bloom);
      job.grade = grade;
    },
    destroy: release,
  };
}
