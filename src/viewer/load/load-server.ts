/** Serves the load worker: opens one map, and posts its events. */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { UnpackedMap } from "../../content/maps/unpack-map.ts";
import type { ContentSource, ContentSpec } from "../../content/types.ts";
import { CancelledError } from "../../core/errors.ts";
import { type LoadEvent, type LoadOptions, transferables } from "../../scene/open/events.ts";
import type { MapSession } from "../../scene/open/map-session.ts";
import type {
  FromLoadWorker,
  LoadMessage,
  MapRequest,
  PostedEvent,
  ToLoadWorker,
} from "./load-protocol.ts";
import { stageAfter, type WatchedStage } from "./load-watch.ts";
import type { MapOpenOptions, MapSource } from "./map-source.ts";
import { packEntities } from "./posted-entities.ts";
import { toErrorData } from "./posted-errors.ts";

/** Functions of `content/` and `scene/` that a load calls. */
export interface LoadServerParts {
  openSource(spec: ContentSpec): ContentSource;
  openMapSource(map: MapSource, options: MapOpenOptions): Promise<UnpackedMap>;
  openMap(map: ByteSource, sources: readonly ContentSource[], options: LoadOptions): Session;
}

type Session = Pick<MapSession, "load" | "look" | "relight" | "simulated">;

const PROGRESS_INTERVAL_MS = 100;

type Post = (message: FromLoadWorker, transfer: ArrayBuffer[]) => void;

/** Returns the handler of the worker's messages. */
export function createLoadServer(
  parts: LoadServerParts,
  post: Post,
): (message: ToLoadWorker) => Promise<void> {
  const abort = new AbortController();
  let session: Session | null = null;
  let stage: WatchedStage = "read";

  const load = async ({ map, content, options }: LoadMessage): Promise<void> => {
    const { signal } = abort;
    const progress = createReadProgress((event) => post({ type: "event", event }, []));
    try {
      const sources = content.map((spec) => parts.openSource(spec));
      const { onBytes } = progress;
      const opened = await parts.openMapSource(map, { signal, onBytes, limits: options.limits });
      if (opened.content !== null) sources.unshift(opened.content);
      const name = opened.name ?? options.name;
      session = parts.openMap(opened.bytes, sources, { ...options, name, signal });
      for await (const event of session.load()) {
        if (signal.aborted) throw new CancelledError();
        progress.onEvent(event);
        stage = stageAfter(event, stage);
        const posted = toPostedEvent(event);
        post({ type: "event", event: posted }, transferables(posted));
        // Lets the worker read its messages: a generator may run on without ever waiting.
        await nextTask();
      }
    } catch (cause) {
      session = null;
      const error = toErrorData(signal.aborted ? new CancelledError() : cause, stage);
      post({ type: "failed", error }, []);
    }
  };

  const answerTo = async (request: MapRequest): Promise<void> => {
    const { id } = request;
    try {
      if (session === null) throw new Error("no map is loaded");
      if (request.type === "relight") {
        const answer = await session.relight(request.side);
        post({ type: "answered", id, answer }, transferables(answer));
      } else {
        const { readSimulatedMap } = await import("../simulation/read-simulated-map.ts");
        // The worker still needs these columns, so they are copied.
        post({ type: "answered", id, answer: readSimulatedMap(session.simulated()) }, []);
      }
    } catch (error) {
      post({ type: "refused", id, error: toErrorData(error, "light") }, []);
    }
  };

  return async (message) => {
    if (message.type === "load") await load(message);
    else if (message.type === "look") session?.look(message.view);
    else if (message.type === "ping") post({ type: "awake" }, []);
    else if (message.type === "cancel") abort.abort();
    else await answerTo(message);
  };
}

function toPostedEvent(event: LoadEvent): PostedEvent {
  return event.type === "scene" ? { ...event, entities: packEntities(event.entities) } : event;
}

/**
 * Reports the bytes received while the world's lumps are read, at most every
 * `PROGRESS_INTERVAL_MS`.
 */
function createReadProgress(report: (event: PostedEvent) => void) {
  /** Bytes received before the lumps, and length of the lumps; 0 until it is known. */
  let first = 0;
  let total = 0;
  let received = 0;
  let isReading = true;
  let reportedMs = 0;
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
      if (!isReading || nowMs - reportedMs < PROGRESS_INTERVAL_MS) return;
      reportedMs = nowMs;
      const done = total === 0 ? received : Math.min(total, received - first);
      report({ type: "progress", stage: "read", done, total });
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
