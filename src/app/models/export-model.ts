/** Exports the open model to other formats. */

import { MapContent } from "../../content/maps/map-content.ts";
import { openSource } from "../../content/open-source.ts";
import { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import { exportModel } from "../../export/model/export-model.ts";
import { bodyOf } from "../../scene/model/whole-mesh.ts";
import type { ModelViewer } from "../../viewer/model/index.ts";

/** Exports the model as shown, with the sequence that plays, as glTF. */
export async function exportShown(viewer: ModelViewer): Promise<Blob> {
  const { model, info, sequence, bodyGroups, lod } = viewer;
  if (model === null || info === null) throw new Error("no model is shown");
  const diagnostics = new Diagnostics();
  const ledger = new Ledger();
  const sources = viewer.modelContent.map((spec) => openSource(spec));
  const content = new MapContent(sources, diagnostics, ledger);
  const played = info.sequences[sequence];
  const glb = await exportModel(
    model,
    { content, diagnostics, ledger },
    {
      lod: lod ?? 0,
      body: bodyOf(model.mdl, (part) => bodyGroups[part] ?? 0),
      sequences: played === undefined ? [] : [played.name],
    },
  );
  return new Blob([glb as Uint8Array<ArrayBuffer>], { type: "model/gltf-binary" });
}
