/// <reference lib="webworker" />
/** The module worker in which a map is loaded. */

import { openSource } from "../content/open-source.ts";
import { openMap } from "../scene/load-map.ts";
import type { ToLoadWorker } from "./load-protocol.ts";
import { createLoadServer } from "./load-server.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;

const serve = createLoadServer({ openSource, openMap }, (message, transfer) =>
  scope.postMessage(message, transfer),
);

scope.onmessage = (event: MessageEvent<ToLoadWorker>) => void serve(event.data);
