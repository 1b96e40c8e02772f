import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Listeners } from "../../../src/viewer/input/listeners.ts";
import type { LoadWorker } from "../../../src/viewer/load/map-loader.ts";
import {
  createLoadJob,
  MapLoads,
  type MapLoadsOptions,
} from "../../../src/viewer/load/map-loads.ts";
import type { MapQueries } from "../../../src/viewer/load/map-queries.ts";
import type { ViewerEvents } from "../../../src/viewer/viewer-events.ts";

const workers: LoadWorker[] = [];
// Test files share modules, so that a mock of the module that starts workers would come too late.
beforeEach(() => {
  vi.stubGlobal(
    "Worker",
    class {
      onmessage = null;
      onerror = null;
      constructor() {
        workers.push(this);
      }
      postMessage(): void {}
      terminate(): void {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function makeLoads() {
  const told: boolean[] = [];
  const gpu = {
    gpu: { features: {}, device: { limits: {} } },
    renderer: { setLoading: (isLoading: boolean) => told.push(isLoading) },
  };
  const options = { gpu: () => gpu, hasDevice: () => true, side: "hdr", baseUrl: "http://a/" };
  const loads = new MapLoads(
    new Listeners<ViewerEvents>(),
    {} as MapQueries,
    options as unknown as MapLoadsOptions,
  );
  const source = { kind: "url", name: "a", url: "a.bsp" } as const;
  const start = () => {
    const job = createLoadJob({
      source,
      content: [],
      textureBudgetBytes: 1,
      plainMaterials: false,
    });
    return loads.start(job).catch((error: Error) => error.message);
  };
  return { loads, told, start };
}

const fail = () => workers.at(-1)?.onerror?.({ message: "gone" } as ErrorEvent);

describe("MapLoads tells the renderer of a load", () => {
  it("until the load fails", async () => {
    const { told, start } = makeLoads();
    const ended = start();
    await vi.waitFor(() => expect(told).toEqual([true]));
    fail();
    expect(await ended).toContain("gone");
    expect(told).toEqual([true, false]);
  });

  it("until the load that replaces it ends", async () => {
    const { loads, told, start } = makeLoads();
    const first = start();
    const second = start();
    await first;
    expect(told).toEqual([true, true]);
    loads.cancel();
    await second;
    expect(told).toEqual([true, true, false]);
  });
});
