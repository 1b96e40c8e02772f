/** Pipelines that depend on how many samples a pixel has, but for those of surfaces. */

import { GpuError } from "../../gpu/errors.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import { oncePerDevice } from "./device-cache.ts";

// Pipelines that are made when they are first asked for, and not waited for: whoever draws asks each
// frame, and does without until they are there. They are the device's, whatever renders with them.

/** Asks for a pipeline; null until it is made, and for good if the device refuses it. */
export type LazyPipeline<T> = () => T | null;

/** What a picture cannot be whole without. */
const TURN_PICTURE = 0;
/** Culls on the GPU; the CPU does it until then. */
export const TURN_CULLING = 1;
/** Finds what is hidden; it is drawn until then. */
export const TURN_OCCLUSION = 2;

const TURN_COUNT = 3;

export interface PipelineQueue {
  /** Goes up with every pipeline that is ready: what was recorded before may have better ones. */
  readonly version: number;
  /** Whether all that were asked for are there that a picture cannot be whole without. */
  readonly isPictureReady: boolean;
  /** @param turn `TURN_*`: made when nothing of an earlier turn is being made. Whoever asks, asks again */
  readonly lazy: <T>(make: () => Promise<T>, turn?: number) => LazyPipeline<T>;
  /**
   * Resolves when all that were asked for are there, up to a turn: those of pictures, if left out.
   * Rejects with a GpuError if one was refused.
   */
  readonly ready: (turn?: number) => Promise<void>;
}

export const pipelineQueueOf = oncePerDevice(createPipelineQueue);

function createPipelineQueue(gpu: Gpu): PipelineQueue {
  /** By turn. */
  const pending = Array.from({ length: TURN_COUNT }, () => new Set<Promise<void>>());
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

  function isAnyBefore(turn: number): boolean {
    for (let before = 0; before < turn; before++) if (pending[before].size > 0) return true;
    return false;
  }

  return {
    get version() {
      return version;
    },
    get isPictureReady() {
      return !isAnyBefore(TURN_CULLING);
    },
    lazy<T>(create: () => Promise<T>, turn = TURN_PICTURE) {
      let made: T | null = null;
      let isAsked = false;
      const begin = (): void => {
        isAsked = true;
        const making = make(create(), (pipeline) => {
          made = pipeline;
        }).finally(() => pending[turn].delete(making));
        pending[turn].add(making);
      };
      // Each frame asks: here nothing may be caught by another function, which would be an object a call.
      return () => {
        if (!isAsked && !isAnyBefore(turn)) begin();
        return made;
      };
    },
    async ready(turn = TURN_PICTURE) {
      while (isAnyBefore(turn + 1)) {
        await Promise.all(pending.slice(0, turn + 1).flatMap((set) => [...set]));
      }
      if (refused !== null) throw refused;
    },
  };
}

/** Asks for all of some pipelines; whether they are there. Each frame does: no iterators. */
export function areReady(pipelines: readonly LazyPipeline<unknown>[]): boolean {
  let isReady = true;
  for (let i = 0; i < pipelines.length; i++) if (pipelines[i]() === null) isReady = false;
  return isReady;
}
