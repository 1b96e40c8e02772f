/** Joins both sides of the loader by a channel instead of a worker, with the same cloning and transfer. */

import { describe, expect, it } from "vitest";
import type { ByteSource } from "../../../src/content/bytes/byte-source.ts";
import type { ContentSource } from "../../../src/content/types.ts";
import { CancelledError, FormatError } from "../../../src/core/errors.ts";
import type { BspWorld, Models } from "../../../src/formats/bsp/types.ts";
import type { MapScene, PropLight } from "../../../src/map/types.ts";
import type { LoadEvent, LoadOptions } from "../../../src/scene/open/events.ts";
import type { LoadView } from "../../../src/scene/textures/texture-places.ts";
import type {
  FromLoadWorker,
  PostedEvent,
  ToLoadWorker,
} from "../../../src/viewer/load/load-protocol.ts";
import { createLoadServer, type LoadServerParts } from "../../../src/viewer/load/load-server.ts";
import { LoadEndedError } from "../../../src/viewer/load/load-watch.ts";
import { type LoadWorker, MapLoader } from "../../../src/viewer/load/map-loader.ts";
import { type MapSource, openMapSource } from "../../../src/viewer/load/map-source.ts";
import { unpackEntities } from "../../../src/viewer/load/posted-entities.ts";

const options = {
  name: "test",
  side: "hdr",
  textureCompressionBc: true,
  maxTextureDimension: 4096,
} as const;

const badFile = new FormatError({
  format: "BSP",
  code: "bad-magic",
  where: "header",
  offset: 0,
  expected: "VBSP",
  found: "PK",
});

const done: LoadEvent = {
  type: "done",
  warnings: [],
  stageMs: { read: 0, parse: 1, world: 2, materials: 3, props: 4, textures: 5 },
  textures: [],
};

/** Builds a scene of only one column, to observe its transfer. */
function sceneEvent(name: string): LoadEvent {
  const scene = { name, bounds: new Float32Array(6) } as unknown as MapScene;
  return { type: "scene", scene, entities: [[["classname", "worldspawn"]]] };
}

/** Columns that the worker answers with. */
const models = { count: 1, maxs: Float32Array.of(1, 2, 3) } as Models;

type Script = (options: LoadOptions, bytes: ByteSource) => AsyncGenerator<LoadEvent>;

class ChannelWorker implements LoadWorker {
  onmessage: ((event: MessageEvent<FromLoadWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  isTerminated = false;
  readonly heard: ToLoadWorker["type"][] = [];
  readonly views: LoadView[] = [];
  readonly #page: MessagePort;

  constructor(script: Script) {
    const { port1, port2 } = new MessageChannel();
    this.#page = port1;
    port1.onmessage = (event) => this.onmessage?.(event);
    const light: PropLight = {
      ambient: new Float32Array(18),
      baked: new Uint32Array(2),
      bakedBase: new Uint32Array(1),
      worldLights: new Uint32Array(16),
      lights: new Uint32Array(4),
      flags: new Uint32Array(1),
    };
    const parts: LoadServerParts = {
      openSource: (spec): ContentSource => {
        const label = spec.kind === "url" ? spec.base : spec.label;
        return { label, read: async () => null };
      },
      openMapSource,
      openMap: (bytes, _sources, options) => ({
        load: () => script(options, bytes),
        look: (view) => void this.views.push(view),
        relight: async (side) => {
          if (side === "ldr") throw new Error("no such light");
          return { scene: { name: side } as unknown as MapScene, light, sky: null };
        },
        simulated: () => ({ bsp: { models } as BspWorld, brushes: null }),
      }),
    };
    const serve = createLoadServer(parts, (message, transfer) =>
      port2.postMessage(message, transfer),
    );
    port2.onmessage = (event) => {
      this.heard.push(event.data.type);
      void serve(event.data);
    };
  }

  postMessage(message: ToLoadWorker, transfer: Transferable[]): void {
    this.#page.postMessage(message, transfer as ArrayBuffer[]);
  }

  terminate(): void {
    this.isTerminated = true;
    this.#page.close();
  }
}

const made: MapSource = { name: "made", bytes: new ArrayBuffer(8) };

/** Creates a loader whose workers run the given scripts, one after another. */
function setUp(...scripts: Script[]) {
  const workers: ChannelWorker[] = [];
  const loader = new MapLoader(() => {
    const worker = new ChannelWorker(scripts[workers.length]);
    workers.push(worker);
    return worker;
  });
  const events: PostedEvent[] = [];
  const load = (content = [] as const) =>
    loader.load({ type: "load", map: made, content, options }, (event) => void events.push(event));
  return { loader, workers, events, load };
}

const whole: Script = async function* () {
  yield sceneEvent("whole");
  yield done;
};
/** Yields its scene, then waits forever. */
const endless: Script = async function* () {
  yield sceneEvent("endless");
  await new Promise(() => undefined);
};
const waiting: Script = async function* () {
  await new Promise(() => undefined);
  yield done;
};
const broken: Script = async function* () {
  yield { type: "progress", stage: "parse", done: 0, total: 1 };
  throw badFile;
};

describe("MapLoader", () => {
  it("passes on bytes and events in order, and then relights the map", async () => {
    let got: Uint8Array | null = null;
    const { loader, events } = setUp(async function* (given, bytes) {
      got = await bytes.read(0, bytes.byteLength);
      expect(given.name).toBe("test");
      yield { type: "progress", stage: "parse", done: 1, total: 1 };
      yield* whole(given, bytes);
    });
    const bytes = Uint8Array.of(1, 2, 3);
    const map = { name: "made", bytes };
    await loader.load(
      { type: "load", map, content: [], options },
      (event) => void events.push(event),
    );
    // The caller keeps its bytes: the map may have to be loaded again.
    expect([...bytes]).toEqual([1, 2, 3]);
    expect(got).toEqual(bytes);
    expect(events.map((event) => event.type)).toEqual(["progress", "scene", "done"]);
    // Entities are packed into one text, which is transferred.
    const posted = events[1] as PostedEvent & { type: "scene" };
    expect(unpackEntities(posted.entities)).toEqual([[["classname", "worldspawn"]]]);
    const relit = await loader.relight("hdr");
    expect(relit.scene.name).toBe("hdr");
    expect(relit.light?.ambient).toHaveLength(18);
    await expect(loader.relight("ldr")).rejects.toThrow("no such light");
    // Two answers, because the worker keeps its columns.
    for (let i = 0; i < 2; i++) {
      expect((await loader.simulated()).models.maxs).toEqual(models.maxs);
    }
    loader.destroy();
  });

  it("passes the camera to the worker of the shown map while it loads", async () => {
    const { loader, workers, load } = setUp(endless, whole);
    const view = (x: number) => ({ x, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 });
    const first = load();
    loader.look(view(1));
    while (!workers[0].heard.includes("load")) await new Promise(setImmediate);
    await new Promise((resolve) => setTimeout(resolve, 20));
    loader.look(view(2));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(workers[0].views).toEqual([view(2)]);
    const second = load();
    await expect(first).rejects.toBeInstanceOf(CancelledError);
    await second;
    loader.look(view(3));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(workers.flatMap(({ views }) => views)).toEqual([view(2)]);
    loader.destroy();
  });

  it("transfers arrays instead of copying them", async () => {
    const column = new Float32Array(6);
    const { loader, load } = setUp(async function* () {
      const scene = { bounds: column } as unknown as MapScene;
      yield { type: "scene", scene, entities: [] };
      expect(column.length).toBe(0);
      yield done;
    });
    await load();
    loader.destroy();
  });

  it("rejects with the FormatError that the worker threw", async () => {
    const { loader, load } = setUp(broken);
    const error = await load().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).toJSON()).toEqual(badFile.toJSON());
    loader.destroy();
  });

  it("rejects if a map cannot be opened or the worker stops", async () => {
    const { loader, workers, load } = setUp(() => {
      throw new Error("no memory");
    }, waiting);
    await expect(load()).rejects.toThrow("no memory");
    const second = load();
    workers[1].onerror?.({ message: "script error" } as ErrorEvent);
    await expect(second).rejects.toThrow("the load worker stopped: script error");
    expect(workers.every((worker) => worker.isTerminated)).toBe(true);
    loader.destroy();
  });

  it("rejects and terminates the worker if an event cannot be shown", async () => {
    const { loader, workers } = setUp(whole);
    const load = loader.load({ type: "load", map: made, content: [], options }, () => {
      throw new Error("out of GPU memory");
    });
    await expect(load).rejects.toThrow("out of GPU memory");
    expect(workers[0].isTerminated).toBe(true);
  });
});

describe("MapLoader with an expensive worker", () => {
  /** Yields these events, then blocks like an endless loop. */
  const stuckAfter = (...events: LoadEvent[]): Script =>
    async function* () {
      yield* events;
      await new Promise(() => undefined);
    };

  it("terminates an unresponsive worker and names its stage", async () => {
    const parsed: LoadEvent = { type: "progress", stage: "parse", done: 1, total: 1 };
    const { loader, workers, events } = setUp(stuckAfter(parsed), whole);
    const stuck = loader.load(
      {
        type: "load",
        map: made,
        content: [],
        options: { ...options, limits: { stallSeconds: 1 } },
      },
      (event) => {
        events.push(event);
        workers[0].postMessage = () => undefined;
      },
    );
    const error = await stuck.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(LoadEndedError);
    expect(error).toMatchObject({ reason: "stalled", stage: "world" });
    expect(workers[0].isTerminated).toBe(true);
    await loader.load({ type: "load", map: made, content: [], options }, () => undefined);
    loader.destroy();
  });

  it("keeps a worker that only waits, for example for a slow server", async () => {
    const { loader, workers } = setUp(async function* () {
      await new Promise((resolve) => setTimeout(resolve, 3500));
      yield done;
    });
    const limits = { stallSeconds: 1 };
    await loader.load(
      { type: "load", map: made, content: [], options: { ...options, limits } },
      () => undefined,
    );
    expect(workers[0].heard.filter((type) => type === "ping").length).toBeGreaterThan(1);
    loader.destroy();
  });

  it("names the stage that ran out of memory", async () => {
    const { loader, load } = setUp(async function* () {
      yield { type: "progress", stage: "world", done: 1, total: 1 };
      new Uint8Array(2 ** 52);
    });
    const error = await load().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: "LoadEndedError", reason: "memory", stage: "materials" });
    loader.destroy();
  });
});

describe("MapLoader with successive loads", () => {
  it("cancels the earlier load at once", async () => {
    const { loader, workers, load } = setUp(waiting, whole);
    const first = load().catch((cause: unknown) => cause);
    await load();
    expect(await first).toBeInstanceOf(CancelledError);
    expect(workers.map((worker) => worker.isTerminated)).toEqual([true, false]);
    loader.destroy();
  });

  it("keeps the previous map if a file cannot be read", async () => {
    const { loader, workers, load } = setUp(whole, broken, whole);
    await load();
    await expect(load()).rejects.toBeInstanceOf(FormatError);
    expect(workers.map((worker) => worker.isTerminated)).toEqual([false, true]);
    expect((await loader.relight("hdr")).scene.name).toBe("hdr");
    await load();
    expect(workers.map((worker) => worker.isTerminated)).toEqual([true, true, false]);
    loader.destroy();
  });

  it("rejects a relight that the next load overtakes", async () => {
    const { loader, workers, load } = setUp(whole, whole);
    await load();
    workers[0].postMessage = () => undefined;
    const relight = loader.relight("hdr").catch((cause: unknown) => cause);
    await load();
    expect(await relight).toBeInstanceOf(CancelledError);
    loader.destroy();
    await expect(loader.relight("hdr")).rejects.toThrow("no map");
  });
});

describe("MapLoader.cancel", () => {
  it("stops a load before its scene, and the next load works", async () => {
    const { loader, workers, load } = setUp(async function* ({ signal }) {
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      yield sceneEvent("too late");
    }, whole);
    const first = load().catch((cause: unknown) => cause);
    loader.cancel();
    expect(await first).toBeInstanceOf(CancelledError);
    await expect.poll(() => workers[0].isTerminated).toBe(true);
    expect(workers[0].heard).toEqual(["load", "cancel"]);
    await load();
    loader.destroy();
  });

  it("terminates an unresponsive worker", async () => {
    const { loader, workers, events, load } = setUp(endless);
    const first = load().catch((cause: unknown) => cause);
    await expect.poll(() => events.length).toBe(1);
    loader.cancel();
    expect(await first).toBeInstanceOf(CancelledError);
    await expect.poll(() => workers[0].isTerminated, { timeout: 3000 }).toBe(true);
    await expect(loader.relight("hdr")).rejects.toThrow("no map");
  });

  it("does nothing without a load", async () => {
    const { loader, load } = setUp(whole);
    loader.cancel();
    await load();
    loader.cancel();
    expect((await loader.relight("hdr")).scene.name).toBe("hdr");
    loader.destroy();
  });
});
