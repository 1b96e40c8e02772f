/**
 * Gives each frame its settings, and loads the inspector when a view, the wireframe, or coarser
 * models and textures are requested. The usual picture is drawn until it is loaded.
 */

import { pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import type { RenderSettings } from "../types.ts";

export interface InspectorKeeper {
  /** Call each frame. */
  readonly follow: () => void;
  /** Resolves when the inspector is loaded, if needed, and its pipelines are requested. */
  readonly prepare: () => Promise<void>;
}

/** @param asked requested settings; `job.settings` becomes what frames are drawn with */
export function createInspectorKeeper(job: FrameJob, asked: RenderSettings): InspectorKeeper {
  const { lazy, ready } = pipelineQueueOf(job.context.gpu);
  const load = lazy(async () => (await import("./create-inspector.ts")).createInspector);
  const isNeeded = () =>
    asked.view !== "" || asked.wireframe || asked.lowResTextures || asked.modelLod >= 0;
  const follow = () => {
    if (isNeeded()) job.inspector ??= load()?.(job) ?? null;
    Object.assign(job.settings, asked, job.inspector?.follow(asked));
  };
  return {
    follow,
    async prepare() {
      follow();
      if (job.inspector === null && isNeeded()) {
        await ready();
        follow();
      }
      job.inspector?.prepare();
    },
  };
}
