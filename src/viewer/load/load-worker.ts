/** Module worker that loads a map, a single model or a particle system. */

import { openSource } from "../../content/open-source.ts";
import { openMap } from "../../scene/open/map-session.ts";
import type { ModelEventMessage, OpenModelMessage } from "../model/model-protocol.ts";
import type { OpenParticlesMessage, ParticleEventMessage } from "../particles/particle-protocol.ts";
import type { FromLoadWorker, ToLoadWorker } from "./load-protocol.ts";
import { createLoadServer } from "./load-server.ts";
import { openMapSource } from "./map-source.ts";

/** The part of `DedicatedWorkerGlobalScope` that is used: its types conflict with the page's. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToLoadWorker | OpenFile>) => void) | null;
  postMessage(message: Posted, transfer: Transferable[]): void;
}

type OpenFile = OpenModelMessage | OpenParticlesMessage;
type Posted = FromLoadWorker | ModelEventMessage | ParticleEventMessage;

const scope = self as unknown as WorkerScope;

const post = (message: Posted, transfer: Transferable[]) => scope.postMessage(message, transfer);
const serve = createLoadServer({ openSource, openMapSource, openMap }, post);

async function openFile(message: OpenFile): Promise<void> {
  if (message.type === "model") {
    const { serveModel } = await import("../model/serve-model.ts");
    await serveModel(message, post);
  } else {
    const { serveParticles } = await import("../particles/serve-particles.ts");
    await serveParticles(message, post);
  }
}

scope.onmessage = ({ data }) => {
  // Fetched together with the map's header. A failure is reported when the load needs it.
  if (data.type === "load") import("../../scene/open/load-details.ts").catch(() => undefined);
  void (data.type === "model" || data.type === "particles" ? openFile(data) : serve(data));
};
