/** The module worker in which a map is loaded. */

import { openSource } from "../../content/open-source.ts";
import { openMap } from "../../scene/open/load-map.ts";
import type { FromLoadWorker, ToLoadWorker } from "./load-protocol.ts";
import { createLoadServer } from "./load-server.ts";
import { openPostedMap } from "./map-source.ts";

/** The part of `DedicatedWorkerGlobalScope` that is used: its types and the page's exclude each other. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToLoadWorker>) => void) | null;
  postMessage(message: FromLoadWorker, transfer: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;

const serve = createLoadServer(
  { openSource, openFile: openPostedMap, openMap },
  (message, transfer) => scope.postMessage(message, transfer),
);

scope.onmessage = (event) => void serve(event.data);
