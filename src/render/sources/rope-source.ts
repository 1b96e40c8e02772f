/**
 * Draw source of the ropes: keeps their points on the GPU, from which the vertex shader builds
 * strips.
 */

import { buildOwner } from "../../gpu/resource-group.ts";
import type { RopeSet } from "../../map/placed/ropes.ts";
import { type ChunkGeometry, type ChunkKind, createChunkDraws } from "../chunks/chunk-draws.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { PART_BOXES } from "../shader-constants.ts";
import { FORM_ROPES, KIND_TRANSLUCENT } from "../surfaces/pipeline-key.ts";

export const ropeSource =
  ({ chunks, indices, points, materials: set }: RopeSet): MakeSource =>
  (context, keep) => {
    const { gpu, shared } = context;
    const { VERTEX, STORAGE } = GPUBufferUsage;
    const geometry: ChunkGeometry = keep(
      buildOwner(gpu, (group) => {
        return {
          chunks,
          indices,
          materials: createMaterialTable(group, context, "ropes", set),
          vertexBuffer: group.bufferWith("render/ropes-points", "ropes", STORAGE | VERTEX, points),
        };
      }),
    );
    const { materials } = geometry;
    const kind: ChunkKind = {
      name: "ropes",
      pass: "translucent",
      isOn: (settings) => settings.ropes,
      form: FORM_ROPES,
      surfaceKind: KIND_TRANSLUCENT,
      bindGroup: bindBuffers(gpu.device, "render/ropes", shared.layouts.ropes, [
        ...[materials.rows, geometry.vertexBuffer],
      ]),
      part: PART_BOXES,
      reach: Number.POSITIVE_INFINITY,
      count: (stats, triangles) => {
        stats.ropeSegments += triangles / 2;
      },
    };
    return {
      name: "ropes",
      number: setNumber("ropes"),
      parts: [geometry],
      materials,
      chunks,
      relight: () => null,
      createDrawSet: (_, seen) => createChunkDraws(context, kind, geometry, seen),
    };
  };
