import { describe, expect, it } from "vitest";
import { createThumbnailQueue, playsBadly } from "../../../src/app/models/thumbnails.ts";
import { FrameTiming } from "../../../src/viewer/frame/frame-timing.ts";

/** A queue whose models are drawn when the test says so. */
function makeQueue() {
  const state = { isBusy: false };
  const log: string[] = [];
  const faults: unknown[] = [];
  let end: ((error?: unknown) => void) | null = null;
  const queue = createThumbnailQueue({
    draw: (path, signal) => {
      // One at a time.
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

describe("models whose pictures are wanted", () => {
  it("are drawn one after the other, in their order, each once", async () => {
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

  it("are left out when they are out of view before their turn", async () => {
    const { queue, log, finish } = makeQueue();
    for (const path of ["a", "b", "c"]) queue.want(path);
    queue.drop("a");
    queue.drop("b");
    await finish();
    expect(log).toEqual(["a", "c"]);
  });

  it("wait while the machine has enough to do", async () => {
    const { queue, state, log, pass } = makeQueue();
    state.isBusy = true;
    queue.want("a");
    await pass();
    expect(log).toEqual([]);
    state.isBusy = false;
    await pass();
    expect(log).toEqual(["a"]);
  });

  it("are not drawn when the list is closed, nor after what goes wrong for all", async () => {
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

describe("a model that is shown", () => {
  const at = (fps: number, changed = {}) => {
    const timing = Object.assign(new FrameTiming(), { fps });
    return playsBadly({ isPaused: false, isPlaying: true, sequence: 0, timing, ...changed });
  };

  it("plays badly while it moves in few frames", () => {
    expect([at(60), at(21), at(19), at(3)]).toEqual([false, false, true, true]);
    expect(at(0)).toBe(false);
    expect(playsBadly(undefined)).toBe(false);
  });

  it("does not while it stands", () => {
    expect(at(5, { isPlaying: false })).toBe(false);
    expect(at(5, { isPaused: true })).toBe(false);
    expect(at(5, { sequence: -1 })).toBe(false);
  });
});
