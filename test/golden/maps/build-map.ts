/** Builds a generated map's bytes from its source and opens them in a renderer, like a real map. */

import { compileGeometry, writeBsp } from "../../../src/compile/compile-map.ts";
import { readFromMap } from "../../../src/compile/material-info.ts";
import type { CompileReport } from "../../../src/compile/types.ts";
import { computeLight } from "../../../src/compile/vrad/vrad.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { parseVmf } from "../../../src/formats/vmf/parse-vmf.ts";
import type { Vmf } from "../../../src/formats/vmf/types.ts";
import { writeVmf } from "../../../src/formats/vmf/write-vmf.ts";
import type { Gpu } from "../../../src/gpu/gpu.ts";
import type { LightSideName } from "../../../src/map/types.ts";
import type { Renderer } from "../../../src/render/renderer-interface.ts";
import { type MapSession, openMap } from "../../../src/scene/open/map-session.ts";
import { applyLoadEvent } from "../../../src/viewer/load/apply-load-event.ts";
import { makeContent } from "./content.ts";

const report: CompileReport = {
  progress: () => {},
  warn: (message) => {
    throw new Error(`the compiler warns: ${message}`);
  },
};

/**
 * Compiles without bounced light, which would make pictures slower and faults fainter.
 * @param makeMore makes files in addition to those of `makeContent`, by content path
 */
export async function buildMap(
  vmf: Vmf,
  makeMore: (report: CompileReport) => ReadonlyMap<string, Uint8Array> = () => new Map(),
): Promise<Uint8Array> {
  const files = new Map([...makeContent(report), ...makeMore(report)]);
  const source = parseVmf(writeVmf(vmf));
  const { map, models } = await compileGeometry(source, { read: readFromMap(files) }, report);
  const options = { bounces: 0, findPropModel: models.findModel };
  await computeLight(map, parseBsp(writeBsp(map)), options, report);
  for (const [path, bytes] of files) map.pak.set(path, bytes);
  return writeBsp(map);
}

/** Shows a map. The session holds the warnings of the load. */
export async function showMap(
  gpu: Gpu,
  renderer: Renderer,
  bytes: Uint8Array,
  side: LightSideName,
  plainMaterials = false,
): Promise<MapSession> {
  const session = openMap(bytes, [], {
    name: "made",
    side,
    plainMaterials,
    textureCompressionBc: gpu.features.textureCompressionBc,
    maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
  });
  for await (const event of session.load()) await applyLoadEvent(renderer, event);
  return session;
}
