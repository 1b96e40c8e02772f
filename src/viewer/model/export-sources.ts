/** Exports a model's sources: a separate worker reads the model again and packs them. */

import type { Warning } from "../../core/diagnostics.ts";
import { loadModel } from "./load-model.ts";
import type { ModelRequest, PostedModelEvent, SourcesEvent } from "./model-protocol.ts";

export interface ModelSources {
  /** `NAME_source.zip` */
  readonly name: string;
  /** A zip with a QC, an SMD for each mesh, level of detail and sequence, and a VTA for flexes. */
  readonly zip: Blob;
  /** Things that sources cannot express and that were left out. */
  readonly warnings: readonly Warning[];
}

/** Rejects as `ModelViewer.load` does. */
export async function exportSources(
  request: Omit<ModelRequest, "wants">,
  signal: AbortSignal,
): Promise<ModelSources> {
  let sources: SourcesEvent | null = null;
  let warnings: readonly Warning[] = [];
  const take = (event: PostedModelEvent): void => {
    if (event.type === "sources") sources = event;
    else if (event.type === "done") warnings = event.warnings;
  };
  await loadModel({ ...request, wants: "sources" }, take, signal);
  if (sources === null) throw new Error("visleaf bug: sources ended without a file");
  const { name, zip } = sources as SourcesEvent;
  return { name, zip: new Blob([zip], { type: "application/zip" }), warnings };
}
