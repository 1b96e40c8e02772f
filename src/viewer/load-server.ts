/** The worker's side of a load: runs the session and posts what it yields. */

import type { ContentSource, ContentSpec } from "../content/types.ts";
import { CancelledError } from "../core/errors.ts";
import type { LightSideName } from "../map/types.ts";
import { type LoadEvent, type LoadOptions, type RelitMap, transferables } from "../scene/events.ts";
import { type FromLoadWorker, type ToLoadWorker, toErrorData } from "./load-protocol.ts";

/** What a load needs of `scene/` and `content/`. */
export interface LoadServerParts {
  openSource(spec: ContentSpec): ContentSource;
  openMap(bytes: Uint8Array, sources: readonly ContentSource[], options: LoadOptions): Session;
}

interface Session {
  load(): AsyncGenerator<LoadEvent>;
  relight(side: LightSideName): Promise<RelitMap>;
}

type Post = (message: FromLoadWorker, transfer: ArrayBuffer[]) => void;

/** Returns what takes the worker's messages. */
export function createLoadServer(
  parts: LoadServerParts,
  post: Post,
): (message: ToLoadWorker) => Promise<void> {
  const abort = new AbortController();
  let session: Session | null = null;

  const load = async (message: ToLoadWorker & { type: "load" }): Promise<void> => {
    try {
      const sources = message.content.map((spec) => parts.openSource(spec));
      const options = { ...message.options, signal: abort.signal };
      session = parts.openMap(new Uint8Array(message.bytes), sources, options);
      for await (const event of session.load()) {
        if (abort.signal.aborted) throw new CancelledError();
        post({ type: "event", event }, transferables(event));
        // A task of its own for what came in meanwhile: a generator may never wait for anything.
        await nextTask();
      }
    } catch (error) {
      session = null;
      post(
        { type: "failed", error: toErrorData(abort.signal.aborted ? new CancelledError() : error) },
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
      post({ type: "relight-failed", id, error: toErrorData(error) }, []);
    }
  };

  return async (message) => {
    if (message.type === "load") await load(message);
    else if (message.type === "relight") await relight(message.id, message.side);
    else abort.abort();
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
