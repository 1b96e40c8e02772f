/**
 * The compiler from a map's source to its geometry: brushes to a BSP tree with faces, clusters and
 * areas, entities to models and tables. vvis and vrad go on from what it returns.
 *
 * How it is done follows Valve's vbsp as its public sources describe it; where this one is simpler:
 * there is no func_viscluster, occluders are left out, and the physics lump
 * holds no collision meshes.
 */

import type { Vmf } from "../../formats/vmf/types.ts";
import type { CompiledMap, CompileReport, FindMaterial, PortalFile } from "../types.ts";
import { readMap } from "./brushes/read-map.ts";
import { compileModel, compileWorld } from "./compile-models.ts";
import { checkLimit, MAX_MAP_ENTITIES, MAX_MAP_MODELS } from "./limits.ts";
import { MapWriter, type VbspOptions } from "./lumps/map-writer.ts";
import { isCompiledAway } from "./parts/index.ts";

export interface VbspResult {
  readonly map: CompiledMap;
  readonly portals: PortalFile;
}

/**
 * Compiles a map. The same source gives the same bytes.
 * @throws FormatError (VMF) with the line of a broken brush, or with the
 *   count of a table that grows past what the format holds
 * @throws LeakError if the map is open to the void
 */
export function compileVbsp(
  vmf: Vmf,
  findMaterial: FindMaterial,
  report: CompileReport,
  options: VbspOptions = {},
): VbspResult {
  report.progress("vbsp", 0);
  const source = readMap(vmf, findMaterial, report, options.materialHint);
  checkLimit("models", source.models.length + 1, MAX_MAP_MODELS);
  const kept = vmf.entities.filter((entity) => !isCompiledAway(entity));
  checkLimit("entities", kept.length + 1, MAX_MAP_ENTITIES);
  report.progress("vbsp", 0.1);

  const writer = new MapWriter(vmf, source, report, options);
  const world = compileWorld(vmf, source, report);
  report.progress("vbsp", 0.7);
  writer.addWorld(world);
  for (const model of source.models) {
    writer.addModel(model, compileModel(model.brushes, source, writer.overlaidSides));
  }
  report.progress("vbsp", 0.9);
  const map = writer.finish();
  report.progress("vbsp", 1);
  return { map, portals: world.portals };
}
