/** Tests which worker a load gets, and when workers are terminated. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CancelledError } from "../../../src/core/errors.ts";
import { KeptWorker, type ModelWorker } from "../../../src/viewer/model/kept-worker.ts";
import { loadModel } from "../../../src/viewer/model/load-model.ts";
import type { ModelRequest } from "../../../src/viewer/model/model-protocol.ts";

const REQUEST: ModelRequest = {
  path: "models/crate.mdl",
  content: [],
  options: { textureCompressionBc: false, maxTextureDimension: 64 },
  light: null,
};
const KEPT_MS = 1000;

interface Made extends ModelWorker {
  readonly posted: string[];
  isEnded: boolean;
}

describe("KeptWorker", () => {
  const made: Made[] = [];
  let workers: KeptWorker;
  beforeEach(() => {
    vi.useFakeTimers();
    made.length = 0;
    workers = new KeptWorker(start, KEPT_MS);
  });
  afterEach(() => void vi.useRealTimers());

  function start(): ModelWorker {
    const worker: Made = {
      onmessage: null,
      onerror: null,
      posted: [],
      isEnded: false,
      postMessage: ({ type }) => void worker.posted.push(type),
      terminate: () => {
        worker.isEnded = true;
      },
    };
    made.push(worker);
    return worker;
  }

  const answer = (worker: ModelWorker, type: "done" | "failed") => {
    const data =
      type === "done"
        ? { type: "model-event", event: { type, warnings: [] } }
        : { type, error: { kind: "other", name: "Error", message: "no" } };
    worker.onmessage?.({ data } as MessageEvent);
  };

  const load = (signal = new AbortController().signal) =>
    loadModel(REQUEST, () => undefined, signal, workers);

  it("reuses one worker for successive loads", async () => {
    for (let i = 0; i < 3; i++) {
      const loading = load();
      answer(made[0], "done");
      await loading;
    }
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({ posted: ["model", "model", "model"], isEnded: false });
  });

  it("uses a prepared worker for one load", async () => {
    workers.prepare();
    workers.prepare();
    expect(made).toHaveLength(1);
    const first = load();
    expect(made).toHaveLength(1);
    const second = load();
    expect(made).toHaveLength(2);
    for (const worker of made) answer(worker, "done");
    await Promise.all([first, second]);
  });

  it("starts a worker for each of two parallel loads and keeps one", async () => {
    const both = [load(), load()];
    expect(made).toHaveLength(2);
    for (const worker of made) answer(worker, "done");
    await Promise.all(both);
    expect(made.map(({ isEnded }) => isEnded)).toEqual([false, true]);
  });

  it("terminates workers whose load failed or was cancelled", async () => {
    const failing = load();
    answer(made[0], "failed");
    await expect(failing).rejects.toThrow("no");
    const controller = new AbortController();
    const cancelled = load(controller.signal);
    controller.abort();
    await expect(cancelled).rejects.toThrow(CancelledError);
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });

  it("terminates workers that stay unused or fail to start", async () => {
    workers.prepare();
    vi.advanceTimersByTime(KEPT_MS - 1);
    expect(made[0].isEnded).toBe(false);
    vi.advanceTimersByTime(1);
    expect(made[0].isEnded).toBe(true);
    workers.prepare();
    made[1].onerror?.({} as ErrorEvent);
    expect(made[1].isEnded).toBe(true);
    const loading = load();
    expect(made).toHaveLength(3);
    // A busy worker is not terminated.
    vi.advanceTimersByTime(KEPT_MS * 2);
    expect(made[2].isEnded).toBe(false);
    answer(made[2], "done");
    await loading;
  });
});
