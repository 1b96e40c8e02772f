/** The detail sprites as a draw source: their quads on the GPU, and the one material that they have. */

import { buildOwner } from "../../gpu/resource-group.ts";
import type { DetailSet } from "../../map/details.ts";
import type { MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { createDetailDraws, type DetailGeometry } from "./detail-draws.ts";

export const detailSource =
  (set: DetailSet): MakeSource =>
  (context, keep) => {
    const { VERTEX, STORAGE } = GPUBufferUsage;
    const geometry: DetailGeometry = keep(
      buildOwner(context.gpu, (group) => ({
        set,
        materials: createMaterialTable(group, context, "details", set.materials),
        vertices: group.bufferWith("render/detail-vertices", "details", VERTEX, set.vertices),
        indices: group.bufferWith("render/detail-indices", "details", STORAGE, set.indices),
        clusters: group.bufferWith(
          "render/detail-clusters",
          "details",
          STORAGE,
          set.chunks.clusters,
        ),
      })),
    );
    return {
      name: "details",
      number: setNumber("details"),
      parts: [geometry],
      setTexture: geometry.materials.setTexture,
      relight: () => null,
      createDrawSet: (_, frame, filter) => createDetailDraws(context, geometry, frame, filter),
    };
  };
