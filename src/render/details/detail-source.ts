/** The detail sprites as a draw source: their quads on the GPU, and the one material that they have. */

import { buildOwner } from "../../gpu/resource-group.ts";
import type { DetailSet } from "../../map/details.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { DrawSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { createDetailDraws, type DetailGeometry } from "./detail-draws.ts";

/** @throws GpuError `limit`; nothing is left behind then */
export function createDetailSource(context: RenderContext, set: DetailSet): DrawSource {
  const { VERTEX, STORAGE } = GPUBufferUsage;
  const geometry: DetailGeometry = buildOwner(context.gpu, (group) => ({
    set,
    materials: createMaterialTable(group, context, "details", set.materials),
    vertices: group.bufferWith("render/detail-vertices", "details", VERTEX, set.vertices),
    indices: group.bufferWith("render/detail-indices", "details", STORAGE, set.indices),
    clusters: group.bufferWith("render/detail-clusters", "details", STORAGE, set.chunks.clusters),
  }));
  return {
    name: "details",
    number: setNumber("details"),
    parts: [geometry],
    setTexture: geometry.materials.setTexture,
    createDrawSet: (_, frame, filter) => createDetailDraws(context, geometry, frame, filter),
  };
}
