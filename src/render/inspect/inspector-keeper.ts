/**
 * Gives frames their settings, and the inspector when a view is asked for, edges, or coarser models and textures: until
 * it is there, the usual picture.
 */

import { pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import type { RenderSettings } from "../types.ts";

export interface InspectorKeeper {
  /** Called for each frame. */
  readonly follow: () => void;
  /** Resolves when what is asked for is there, and all that it draws with was asked for. */
  readonly prepare: () => Promise<void>;
}

/** @param asked of which `job.settings` are those that frames are drawn by */
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
