/** The worker's side of a load: runs the session and posts what it yields. */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { OpenMapFile } from "../../content/maps/unpack-map.ts";
import type { ContentSource, ContentSpec } from "../../content/types.ts";
import { CancelledError } from "../../core/errors.ts";
import type { LightSideName } from "../../map/types.ts";
import {
  type LoadEvent,
  type LoadOptions,
  type RelitMap,
  transferables,
} from "../../scene/open/events.ts";
import {
  type FromLoadWorker,
  type PostedEvent,
  type ToLoadWorker,
  toErrorData,
} from "./load-protocol.ts";
import { stageAfter, type WatchedStage } from "./load-watch.ts";
import type { MapOpenOptions, PostedMap } from "./map-source.ts";
import { packEntities } from "./posted-entities.ts";

/** What a load needs of `scene/` and `content/`. */
export interface LoadServerParts {
  openSource(spec: ContentSpec): ContentSource;
  openFile(map: PostedMap, options: MapOpenOptions): Promise<OpenMapFile>;
  openMap(map: ByteSource, sources: readonly ContentSource[], options: LoadOptions): Session;
}

interface Session {
  load(): AsyncGenerator<LoadEvent>;
  relight(side: LightSideName): Promise<RelitMap>;
}

/** Between two words on how far reading is. */
const PROGRESS_INTERVAL_MS = 100;

type Post = (message: FromLoadWorker, transfer: ArrayBuffer[]) => void;

/** Returns what takes the worker's messages. */
export function createLoadServer(
  parts: LoadServerParts,
  post: Post,
): (message: ToLoadWorker) => Promise<void> {
  const abort = new AbortController();
  let session: Session | null = null;
  let stage: WatchedStage = "read";

  const load = async (message: ToLoadWorker & { type: "load" }): Promise<void> => {
    const { signal } = abort;
    const progress = createReadProgress((event) => post({ type: "event", event }, []));
    try {
      const sources = message.content.map((spec) => parts.openSource(spec));
      const map = await parts.openFile(message.map, {
        signal,
        onBytes: progress.onBytes,
        limits: message.options.limits,
      });
      const { bytes, content } = map;
      const name = map.name ?? message.options.name;
      const all = content === null ? sources : [content, ...sources];
      session = parts.openMap(bytes, all, { ...message.options, name, signal });
      for await (const event of session.load()) {
        if (signal.aborted) throw new CancelledError();
        progress.onEvent(event);
        stage = stageAfter(event, stage);
        const posted = toPostedEvent(event);
        post({ type: "event", event: posted }, transferables(posted));
        // A task of its own for what came in meanwhile: a generator may never wait for anything.
        await nextTask();
      }
    } catch (error) {
      session = null;
      post(
        {
          type: "failed",
          error: toErrorData(abort.signal.aborted ? new CancelledError() : error, stage),
        },
        [],
      );
    }
  };

  const relight = async (id: number, side: LightSideName): Promise<void> => {
    try {
      if (session === null) throw new Error("no map to light");
      const relit = await session.relight(side);
      post({ type: "relit", id, relit }, transferables(relit));
    } catch (error) {
      post({ type: "relight-failed", id, error: toErrorData(error, "light") }, []);
    }
  };

  return async (message) => {
    if (message.type === "load") await load(message);
    else if (message.type === "relight") await relight(message.id, message.side);
    else if (message.type === "ping") post({ type: "awake" }, []);
    else abort.abort();
  };
}

function toPostedEvent(event: LoadEvent): PostedEvent {
  return event.type === "scene" ? { ...event, entities: packEntities(event.entities) } : event;
}

/** While the world's lumps come, what has come is told now and then. */
function createReadProgress(tell: (event: PostedEvent) => void) {
  /** What had come when the lumps' length became known, and that length. */
  let first = 0;
  let total = 0;
  let received = 0;
  let isReading = true;
  let toldMs = 0;
  return {
    onEvent(event: LoadEvent): void {
      isReading = event.type === "progress" && event.stage === "read" && event.done < event.total;
      if (!isReading || event.type !== "progress") return;
      first = received;
      total = event.total;
    },
    onBytes(bytes: number): void {
      received = bytes;
      const nowMs = performance.now();
      if (!isReading || nowMs - toldMs < PROGRESS_INTERVAL_MS) return;
      toldMs = nowMs;
      const done = total === 0 ? received : Math.min(total, received - first);
      tell({ type: "progress", stage: "read", done, total });
    },
  };
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}
