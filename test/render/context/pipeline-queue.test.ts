/** Tests the turns in which pipelines are compiled, without a GPU. */

import { describe, expect, it } from "vitest";
import type { Gpu } from "../../../src/gpu/gpu.ts";
import {
  pipelineQueueOf,
  TURN_CULLING,
  TURN_OCCLUSION,
} from "../../../src/render/context/pipeline-queue.ts";

/** Opens a queue whose pipelines and frames end when the test ends them. */
function openQueue() {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  let endFrame: () => void = () => undefined;
  const queue = {
    onSubmittedWorkDone: () =>
      new Promise<void>((resolve) => {
        log.push("frame");
        endFrame = resolve;
      }),
  };
  const { lazy, ready } = pipelineQueueOf({ device: { queue }, isLost: false } as unknown as Gpu);
  const pipeline = (name: string, turn?: number) =>
    lazy(() => {
      log.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    }, turn);
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
  return {
    log,
    ready,
    pipeline,
    end: async (name: string) => {
      ends.get(name)?.();
      await settle();
    },
    endFrame: async () => {
      endFrame();
      await settle();
    },
    settle,
  };
}

describe("pipelineQueue", () => {
  it("compiles pipelines of a picture at once", () => {
    const { log, pipeline } = openQueue();
    const [wall, glass] = [pipeline("wall"), pipeline("glass")];
    expect([wall(), glass()]).toEqual([null, null]);
    expect(log).toEqual(["wall", "glass"]);
  });

  it("compiles culling when the GPU has drawn a picture with the latest pipelines", async () => {
    const { log, pipeline, end, endFrame, settle } = openQueue();
    const wall = pipeline("wall");
    const cull = pipeline("cull", TURN_CULLING);
    wall();
    cull();
    await end("wall");
    expect(log).toEqual(["wall"]);
    cull();
    await settle();
    // A pipeline that is ready after that frame makes culling wait for another frame.
    const glass = pipeline("glass");
    glass();
    await end("glass");
    await endFrame();
    cull();
    await settle();
    expect(log).toEqual(["wall", "frame", "glass", "frame"]);
    await endFrame();
    cull();
    expect(log.at(-1)).toBe("cull");
    await end("cull");
    expect([wall(), glass(), cull()]).toEqual(["wall", "glass", "cull"]);
  });

  it("compiles occlusion culling after culling, without waiting for another frame", async () => {
    const { log, pipeline, end, endFrame, settle } = openQueue();
    const wall = pipeline("wall");
    const cull = pipeline("cull", TURN_CULLING);
    const late = pipeline("late", TURN_OCCLUSION);
    wall();
    await end("wall");
    cull();
    await settle();
    await endFrame();
    cull();
    late();
    expect(log).toEqual(["wall", "frame", "cull"]);
    await end("cull");
    late();
    expect(log).toEqual(["wall", "frame", "cull", "late"]);
  });

  it("compiles culling at once for callers that await it", async () => {
    const { log, pipeline, ready, end } = openQueue();
    const wall = pipeline("wall");
    const cull = pipeline("cull", TURN_CULLING);
    wall();
    await end("wall");
    cull();
    await ready(TURN_CULLING);
    cull();
    expect(log.at(-1)).toBe("cull");
  });
});
