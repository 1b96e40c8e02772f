import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LoadEndedError, stageAfter, watchLoad } from "../../../src/viewer/load/load-watch.ts";

const LIMITS = { stallSeconds: 5, workerBytes: 1000 };

function watch(measure: (() => Promise<number>) | null = null) {
  const ping = vi.fn();
  const onEnd = vi.fn();
  return { ping, onEnd, watch: watchLoad(LIMITS, ping, onEnd, measure) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("watchLoad", () => {
  it("pings the worker every second", () => {
    const { ping, watch: watched } = watch();
    vi.advanceTimersByTime(3000);
    expect(ping).toHaveBeenCalledTimes(3);
    watched.stop();
    vi.advanceTimersByTime(60_000);
    expect(ping).toHaveBeenCalledTimes(3);
  });

  it("lets a load continue while the worker answers", () => {
    const { onEnd, watch: watched } = watch();
    for (let second = 0; second < 60; second += 4) {
      vi.advanceTimersByTime(4000);
      watched.heard();
    }
    expect(onEnd).not.toHaveBeenCalled();
    watched.stop();
  });

  it("ends a load once if the worker is silent too long", () => {
    const { onEnd } = watch();
    vi.advanceTimersByTime(5000);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(onEnd.mock.calls).toEqual([["stalled", "5 s without an answer"]]);
  });

  it("ends a load whose workers exceed their memory share", async () => {
    const sizes = [10, 1000, 1001, 5000];
    const { onEnd } = watch(async () => sizes.shift() as number);
    await vi.advanceTimersByTimeAsync(1);
    expect(onEnd.mock.calls).toEqual([["memory", "1001 bytes, at most 1000"]]);
    expect(sizes).toEqual([5000]);
  });

  it("still watches for silence if memory cannot be measured", async () => {
    const { onEnd } = watch(() => Promise.reject(new Error("not isolated any more")));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onEnd).toHaveBeenCalledOnce();
  });
});

describe("the stage of a load", () => {
  it("is the stage after the last finished one", () => {
    const progress = (stage: "read" | "parse" | "textures", done: number) =>
      ({ type: "progress", stage, done, total: 2 }) as const;
    expect(stageAfter(progress("read", 1), "read")).toBe("read");
    expect(stageAfter(progress("read", 2), "read")).toBe("parse");
    expect(stageAfter(progress("parse", 2), "parse")).toBe("world");
    expect(stageAfter(progress("textures", 2), "textures")).toBe("textures");
    expect(stageAfter({ type: "details" }, "materials")).toBe("materials");
  });

  it("is named in the error message", () => {
    const error = new LoadEndedError("stalled", "world", "30 s without an answer");
    expect(error.message).toBe(
      'The load was ended: its stage "world" stalled (30 s without an answer)',
    );
  });
});
