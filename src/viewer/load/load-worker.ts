/** Module worker that loads a map or a single model. */

import { openSource } from "../../content/open-source.ts";
import { openMap } from "../../scene/open/map-session.ts";
import type { ModelEventMessage, OpenModelMessage } from "../model/model-protocol.ts";
import type { FromLoadWorker, ToLoadWorker } from "./load-protocol.ts";
import { createLoadServer } from "./load-server.ts";
import { openMapSource } from "./map-source.ts";

/** The part of `DedicatedWorkerGlobalScope` that is used: its types conflict with the page's. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToLoadWorker | OpenModelMessage>) => void) | null;
  postMessage(message: FromLoadWorker | ModelEventMessage, transfer: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;

const post = (message: FromLoadWorker | ModelEventMessage, transfer: Transferable[]) =>
  scope.postMessage(message, transfer);
const serve = createLoadServer({ openSource, openMapSource, openMap }, post);

async function openModel(message: OpenModelMessage): Promise<void> {
  const { serveModel } = await import("../model/serve-model.ts");
  await serveModel(message, post);
}

scope.onmessage = ({ data }) => void (data.type === "model" ? openModel(data) : serve(data));
