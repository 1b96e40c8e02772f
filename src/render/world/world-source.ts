/** Draw source of the world: its geometry with one lighting and one set of materials. */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { MaterialSet } from "../../map/types.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { DrawSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable, type MaterialTable } from "../materials/material-table.ts";
import { createWorldDraws } from "./world-draws.ts";
import { createWorldGeometry, type WorldGeometry } from "./world-geometry.ts";

export type WorldMaterialTable = MaterialTable & Owner;

export interface WorldSource extends DrawSource {
  readonly geometry: WorldGeometry;
  readonly materials: WorldMaterialTable;
}

/** @throws GpuError `limit`; everything created so far is freed then */
export function createWorldMaterials(context: RenderContext, set: MaterialSet): WorldMaterialTable {
  return buildOwner(context.gpu, (group) => createMaterialTable(group, context, "world", set));
}

export function createWorldSource(
  geometry: WorldGeometry,
  materials: WorldMaterialTable,
): WorldSource {
  return {
    name: "world",
    number: setNumber("world"),
    parts: [geometry, materials],
    geometry,
    materials,
    chunks: geometry.scene.chunks,
    relight: ({ gpu }, keep, scene) => ({
      source: createWorldSource(keep(createWorldGeometry(gpu, scene)), materials),
      finish: () => undefined,
    }),
    createDrawSet: (context, seen) => createWorldDraws(context, geometry, materials, seen),
  };
}
