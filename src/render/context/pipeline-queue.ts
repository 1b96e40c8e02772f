/**
 * Compiles pipelines on demand, without blocking, and keeps those that depend on the number of
 * samples per pixel (except surface pipelines).
 */

import { GpuError } from "../../gpu/errors.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import { oncePerDevice } from "./device-cache.ts";

// Callers request a pipeline each frame and skip its draws until it is compiled. Pipelines belong
// to the device and are shared by its renderers.

/**
 * Requests a pipeline. Returns `null` until it is compiled, and forever if the device rejects it.
 */
export type LazyPipeline<T> = () => T | null;

/** Pipelines without which a picture is incomplete. */
const TURN_PICTURE = 0;
/** GPU culling; the CPU culls until it is compiled. */
export const TURN_CULLING = 1;
/** Occlusion culling; hidden surfaces are drawn until it is compiled. */
export const TURN_OCCLUSION = 2;

const TURN_COUNT = 3;

export interface PipelineQueue {
  /** Increases when a pipeline is ready, so recorded draws can be replaced by better ones. */
  readonly version: number;
  /** True if all requested pipelines that a complete picture needs are compiled. */
  readonly isPictureReady: boolean;
  /**
   * @param turn `TURN_*`: compilation starts when no pipeline of an earlier turn is being compiled,
   * and the GPU has drawn the picture with those that are. Callers have to repeat their request.
   */
  readonly lazy: <T>(make: () => Promise<T>, turn?: number) => LazyPipeline<T>;
  /**
   * Resolves when all requested pipelines up to a turn are compiled; by default those that a
   * picture needs. Rejects with a GpuError if one was rejected.
   */
  readonly ready: (turn?: number) => Promise<void>;
}

export const pipelineQueueOf = oncePerDevice(createPipelineQueue);

function createPipelineQueue(gpu: Gpu): PipelineQueue {
  /** Running compilations by turn. */
  const pending = Array.from({ length: TURN_COUNT }, () => new Set<Promise<void>>());
  let refused: GpuError | null = null;
  let version = 0;
  /** Number of pipelines of pictures that are compiled, and of those that a picture was drawn with. */
  let pictured = 0;
  let drawn = 0;
  let isDrawing = false;

  async function make<T>(
    pipeline: Promise<T>,
    turn: number,
    take: (made: T) => void,
  ): Promise<void> {
    try {
      take(await pipeline);
      version++;
      if (turn === TURN_PICTURE) pictured++;
    } catch (error) {
      if (!(error instanceof GpuError)) throw error;
      refused ??= error;
      // A lost device reports that itself.
      if (!gpu.isLost) gpu.report(error);
    }
  }

  function isAnyBefore(turn: number): boolean {
    for (let before = 0; before < turn; before++) if (pending[before].size > 0) return true;
    return false;
  }

  /**
   * Resolves when the GPU has drawn the frame that is being encoded. A driver compiles the code of
   * a pipeline with its first draw, and other compilations would delay it.
   */
  async function awaitPicture(): Promise<void> {
    isDrawing = true;
    const count = pictured;
    // Let the caller submit its frame.
    await Promise.resolve();
    try {
      await gpu.device.queue.onSubmittedWorkDone();
    } catch (error) {
      // A lost device reports that itself.
      if (!gpu.isLost) throw error;
    }
    drawn = Math.max(drawn, count);
    isDrawing = false;
  }

  /** Returns true if a turn may begin. */
  function isTurn(turn: number): boolean {
    if (turn === TURN_PICTURE) return true;
    if (isAnyBefore(turn)) return false;
    if (drawn === pictured) return true;
    if (!isDrawing) void awaitPicture();
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
        const making = make(create(), turn, (pipeline) => {
          made = pipeline;
        }).finally(() => pending[turn].delete(making));
        pending[turn].add(making);
      };
      // Runs each frame: it must capture nothing in an inner function, which would allocate an
      // object per call.
      return () => {
        if (!isAsked && isTurn(turn)) begin();
        return made;
      };
    },
    async ready(turn = TURN_PICTURE) {
      // Whoever awaits later turns does not want their picture first.
      if (turn > TURN_PICTURE) drawn = pictured;
      while (isAnyBefore(turn + 1)) {
        await Promise.all(pending.slice(0, turn + 1).flatMap((set) => [...set]));
      }
      if (refused !== null) throw refused;
    },
  };
}

/**
 * Requests several pipelines. Returns true if all are compiled. Runs each frame, so it uses no
 * iterators.
 */
export function areReady(pipelines: readonly LazyPipeline<unknown>[]): boolean {
  let isReady = true;
  for (let i = 0; i < pipelines.length; i++) if (pipelines[i]() === null) isReady = false;
  return isReady;
}
