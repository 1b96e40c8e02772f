/**
 * Pipelines that are made when they are first asked for, and not waited for: whoever draws asks each
 * frame, and does without until they are there. They are the device's, whatever renders with them.
 */

import { GpuError } from "../../gpu/errors.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import { oncePerDevice } from "./device-cache.ts";

/** Asks for a pipeline; null until it is made, and for good if the device refuses it. */
export type LazyPipeline<T> = () => T | null;

export interface PipelineQueue {
  /** Goes up with every pipeline that is ready: what was recorded before may have better ones. */
  readonly version: number;
  /** @param isPatient whether it waits until nothing else is being made: whoever asks, asks again */
  readonly lazy: <T>(make: () => Promise<T>, isPatient?: boolean) => LazyPipeline<T>;
  /** Resolves when all that were asked for are there. Rejects with a GpuError if one was refused. */
  readonly ready: () => Promise<void>;
}

export const pipelineQueueOf = oncePerDevice(createPipelineQueue);

function createPipelineQueue(gpu: Gpu): PipelineQueue {
  const pending = new Set<Promise<void>>();
  let refused: GpuError | null = null;
  let version = 0;

  async function make<T>(pipeline: Promise<T>, take: (made: T) => void): Promise<void> {
    try {
      take(await pipeline);
      version++;
    } catch (error) {
      if (!(error instanceof GpuError)) throw error;
      refused ??= error;
      // A device that was lost says so itself.
      if (!gpu.isLost) gpu.report(error);
    }
  }

  return {
    get version() {
      return version;
    },
    lazy<T>(create: () => Promise<T>, isPatient = false) {
      let made: T | null = null;
      let isAsked = false;
      return () => {
        if (isAsked || (isPatient && pending.size > 0)) return made;
        isAsked = true;
        const making = make(create(), (pipeline) => {
          made = pipeline;
        }).finally(() => pending.delete(making));
        pending.add(making);
        return null;
      };
    },
    async ready() {
      while (pending.size > 0) await Promise.all(pending);
      if (refused !== null) throw refused;
    },
  };
}
