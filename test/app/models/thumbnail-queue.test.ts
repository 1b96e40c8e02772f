import { describe, expect, it } from "vitest";
import { createThumbnailQueue, playsBadly } from "../../../src/app/models/thumbnails.ts";
import { FrameTiming } from "../../../src/viewer/frame/frame-timing.ts";

/** Makes a queue whose models are drawn when the test calls `finish`. */
function makeQueue() {
  const state = { isBusy: false };
  const log: string[] = [];
  const faults: unknown[] = [];
  let end: ((error?: unknown) => void) | null = null;
  const queue = createThumbnailQueue({
    draw: (path, signal) => {
      // Only one model is drawn at a time.
      expect(end).toBeNull();
      log.push(path);
      return new Promise((resolve, reject) => {
        end = (error) => {
          end = null;
          if (error === undefined) resolve();
          else reject(error);
        };
        signal.addEventListener("abort", () => end?.());
      });
    },
    isBusy: () => state.isBusy,
    onFault: (error) => faults.push(error),
    pauseMs: 1,
  });
  const pass = () => new Promise((resolve) => setTimeout(resolve, 10));
  const finish = async (error?: unknown) => {
    end?.(error);
    await pass();
  };
  return { queue, state, log, faults, finish, pass };
}

describe("the thumbnail queue", () => {
  it("draws models one after the other, in order, each once", async () => {
    const { queue, log, finish } = makeQueue();
    for (const path of ["a", "b", "c", "b"]) queue.want(path);
    expect(log).toEqual(["a"]);
    await finish();
    await finish();
    await finish();
    await finish();
    expect(log).toEqual(["a", "b", "c"]);
    queue.want("d");
    expect(log.at(-1)).toBe("d");
  });

  it("skips models that are out of view before their turn", async () => {
    const { queue, log, finish } = makeQueue();
    for (const path of ["a", "b", "c"]) queue.want(path);
    queue.drop("a");
    queue.drop("b");
    await finish();
    expect(log).toEqual(["a", "c"]);
  });

  it("waits while the machine has enough to do", async () => {
    const { queue, state, log, pass } = makeQueue();
    state.isBusy = true;
    queue.want("a");
    await pass();
    expect(log).toEqual([]);
    state.isBusy = false;
    await pass();
    expect(log).toEqual(["a"]);
  });

  it("draws nothing when the list is closed, nor after an error that affects all models", async () => {
    const closed = makeQueue();
    for (const path of ["a", "b"]) closed.queue.want(path);
    await closed.queue.stop();
    closed.queue.want("c");
    await closed.pass();
    expect(closed.log).toEqual(["a"]);

    const broken = makeQueue();
    for (const path of ["a", "b"]) broken.queue.want(path);
    const error = new Error("no device");
    await broken.finish(error);
    broken.queue.want("c");
    await broken.queue.stop();
    expect(broken.log).toEqual(["a"]);
    expect(broken.faults).toEqual([error]);
  });
});

describe("playsBadly", () => {
  const at = (fps: number, changed = {}) => {
    const timing = Object.assign(new FrameTiming(), { fps });
    return playsBadly({ isPaused: false, isPlaying: true, sequence: 0, timing, ...changed });
  };

  it("is true while the model moves in few frames per second", () => {
    expect([at(60), at(21), at(19), at(3)]).toEqual([false, false, true, true]);
    expect(at(0)).toBe(false);
    expect(playsBadly(undefined)).toBe(false);
  });

  it("is false while the model stands still", () => {
    expect(at(5, { isPlaying: false })).toBe(false);
    expect(at(5, { isPaused: true })).toBe(false);
    expect(at(5, { sequence: -1 })).toBe(false);
  });
});
