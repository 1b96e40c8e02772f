/** Serves a system of a particle file in the worker. */

import { Content } from "../../content/content.ts";
import { openSource } from "../../content/open-source.ts";
import { transferables } from "../../scene/open/events.ts";
import { openParticleFile } from "../../scene/placed/open-particle-file.ts";
import type { FromLoadWorker } from "../load/load-protocol.ts";
import { toErrorData } from "../load/posted-errors.ts";
import type { OpenParticlesMessage, ParticleEventMessage } from "./particle-protocol.ts";

export async function serveParticles(
  { file, content, options }: OpenParticlesMessage,
  post: (message: FromLoadWorker | ParticleEventMessage, transfer: ArrayBuffer[]) => void,
): Promise<void> {
  try {
    const sources = content.map((spec) => openSource(spec));
    const bytes =
      typeof file === "string"
        ? await new Content(sources).read(file)
        : new Uint8Array(await file.arrayBuffer());
    if (bytes === null) throw new Error(`there is no ${String(file)} in the content`);
    for await (const event of openParticleFile(bytes, sources, options)) {
      post({ type: "particle-event", event }, transferables(event));
    }
  } catch (error) {
    post({ type: "failed", error: toErrorData(error) }, []);
  }
}
