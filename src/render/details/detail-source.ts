/** The detail sprites as a draw source: their quads on the GPU, and the one material that they have. */

import { buildOwner } from "../../gpu/resource-group.ts";
import type { DetailSet } from "../../map/details.ts";
import { type ChunkGeometry, type ChunkKind, createChunkDraws } from "../chunks/chunk-draws.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { FORM_DETAILS } from "../materials/pipeline-key.ts";
import { DETAIL_FADE_MAX } from "../shader-constants.ts";

export const detailSource =
  ({ chunks, indices, vertices, materials: set }: DetailSet): MakeSource =>
  (context, keep) => {
    const { gpu, shared } = context;
    const { VERTEX, STORAGE } = GPUBufferUsage;
    const geometry: ChunkGeometry = keep(
      buildOwner(gpu, (group) => ({
        chunks,
        indices,
        materials: createMaterialTable(group, context, "details", set),
        vertexBuffer: group.bufferWith("render/details-vertices", "details", VERTEX, vertices),
        indexBuffer: group.bufferWith("render/details-indices", "details", STORAGE, indices),
        clusterBuffer: group.bufferWith(
          "render/details-clusters",
          "details",
          STORAGE,
          chunks.clusters,
        ),
      })),
    );
    const { materials } = geometry;
    const kind: ChunkKind = {
      name: "details",
      pass: "props",
      isOn: (settings) => settings.details,
      form: FORM_DETAILS,
      bindGroup: bindBuffers(gpu.device, "render/details", shared.layouts.details, [
        materials.rows,
      ]),
      test: ({ cullDetails }) => cullDetails,
      reach: DETAIL_FADE_MAX,
      count: (stats, triangles) => {
        stats.details += triangles / 2;
      },
    };
    return {
      name: "details",
      number: setNumber("details"),
      parts: [geometry],
      setTexture: materials.setTexture,
      relight: () => null,
      createDrawSet: (_, frame, filter) => createChunkDraws(context, kind, geometry, frame, filter),
    };
  };
