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

function makeLoads(queue?: Pick<GPUQueue, "onSubmittedWorkDone">) {
  const told: boolean[] = [];
  const applied: string[] = [];
  const gpu = {
    gpu: { features: {}, device: { limits: {}, queue } },
    renderer: {
      setLoading: (isLoading: boolean) => told.push(isLoading),
      setScene: () => applied.push("scene"),
      setMaterials: () => applied.push("materials"),
    },
  };
  const options = {
    ...{ gpu: () => gpu, hasDevice: () => true, side: "hdr", baseUrl: "http://a/" },
    onScene: () => undefined,
  };
  const loads = new MapLoads(
    new Listeners<ViewerEvents>(),
    { setScene: () => undefined } as unknown as MapQueries,
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
  return { loads, told, applied, start };
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

describe("MapLoads applies materials", () => {
  it("after the GPU has drawn a frame of the scene", async () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
    let end: (value?: undefined) => void = () => undefined;
    const drawn = new Promise<undefined>((resolve) => {
      end = resolve;
    });
    const { applied, start } = makeLoads({ onSubmittedWorkDone: () => drawn });
    const ended = start();
    await vi.waitFor(() => expect(workers.at(-1)?.onmessage).not.toBeNull());
    const post = (event: object) =>
      workers.at(-1)!.onmessage!({ data: { type: "event", event } } as MessageEvent);
    const chunks = { count: 0, indexCount: new Uint32Array(0) };
    post({ type: "scene", scene: { sides: [], materials: {}, chunks, start: {} }, entities: {} });
    post({ type: "materials", textures: [] });
    // One frame is requested after the other, so that the viewer's own is drawn between them.
    for (let frame = 0; frame < 2; frame++) {
      await vi.waitFor(() => expect(frames).toHaveLength(1));
      frames.pop()!();
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(applied).toEqual(["scene"]);
    end();
    await vi.waitFor(() => expect(applied).toEqual(["scene", "materials"]));
    fail();
    await ended;
  });
});
