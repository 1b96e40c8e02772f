/**
 * Draw source of the beams: keeps their rows on the GPU, from which the vertex shader builds
 * strips.
 */

import { buildOwner } from "../../gpu/resource-group.ts";
import { BEAM_ROW, type BeamSet } from "../../map/placed/beams.ts";
import { type ChunkGeometry, type ChunkKind, createChunkDraws } from "../chunks/chunk-draws.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { DrawSource, MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { PART_BOXES } from "../shader-constants.ts";
import { FORM_BEAMS, KIND_TRANSLUCENT } from "../surfaces/pipeline-key.ts";
import { createLitRows, type LitRows } from "./sprite-source.ts";

type BeamGeometry = Omit<ChunkGeometry, "vertexBuffer">;

const KIND: Omit<ChunkKind, "bindGroup"> = {
  name: "beams",
  pass: "translucent",
  isOn: (settings) => settings.sprites,
  form: FORM_BEAMS,
  surfaceKind: KIND_TRANSLUCENT,
  part: PART_BOXES,
  reach: Number.POSITIVE_INFINITY,
  count: (stats, _triangles, chunks) => {
    stats.sprites += chunks;
  },
};

export const beamSource =
  (set: BeamSet): MakeSource =>
  (context, keep) => {
    const { chunks, indices, isHdr } = set;
    const geometry: BeamGeometry = keep(
      buildOwner(context.gpu, (group) => {
        return {
          ...{ chunks, indices },
          materials: createMaterialTable(group, context, "beams", set.materials),
        };
      }),
    );
    const rows = keep(createLitRows(context, "beams", set, BEAM_ROW, isHdr));
    return makeSource(context, set, geometry, rows);
  };

function makeSource(
  context: RenderContext,
  set: BeamSet,
  geometry: BeamGeometry,
  rows: LitRows,
): DrawSource {
  const { gpu, shared } = context;
  const { materials } = geometry;
  const bindGroup = bindBuffers(gpu.device, "render/beams", shared.layouts.ropes, [
    ...[materials.rows, rows.buffer],
  ]);
  const drawn = { ...geometry, vertexBuffer: rows.buffer };
  return {
    name: "beams",
    number: setNumber("beams"),
    parts: [geometry, rows],
    materials,
    chunks: geometry.chunks,
    isMoving: () => true,
    relight(_, keep, { side }) {
      const isHdr = side === "hdr";
      if (isHdr === rows.isHdr) return null;
      const relit = keep(createLitRows(context, "beams", set, BEAM_ROW, isHdr));
      return { source: makeSource(context, set, geometry, relit), finish: () => {} };
    },
    createDrawSet: (_, seen) => createChunkDraws(context, { ...KIND, bindGroup }, drawn, seen),
  };
}
