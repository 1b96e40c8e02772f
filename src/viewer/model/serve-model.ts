/** The worker's side of a model alone. */

import { openSource } from "../../content/open-source.ts";
import { openModel } from "../../scene/model/open-model.ts";
import { transferables } from "../../scene/open/events.ts";
import { type FromLoadWorker, toErrorData } from "../load/load-protocol.ts";
import type { OpenModelMessage, PostedModelEvent } from "./model-protocol.ts";

type Post = (message: FromLoadWorker | PostedModelEvent, transfer: ArrayBuffer[]) => void;

export async function serveModel(
  { path, content, options }: OpenModelMessage,
  post: Post,
): Promise<void> {
  try {
    const sources = content.map((spec) => openSource(spec));
    for await (const event of openModel(path, sources, options)) {
      // Files may lie in memory that their source still reads from: they are copied.
      const moved = event.type === "model" ? { ...event, files: [] } : event;
      post({ type: "model-event", event }, transferables(moved));
    }
  } catch (error) {
    post({ type: "failed", error: toErrorData(error) }, []);
  }
}
