/** The sprites as a draw source: their rows on the GPU, from which their corners are made. */

import { buildFrom, buildOwner } from "../../gpu/resource-group.ts";
import { SPRITE_ROW, type SpriteSet } from "../../map/placed/sprites.ts";
import { type ChunkGeometry, type ChunkKind, createChunkDraws } from "../chunks/chunk-draws.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { DrawSource, MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { FORM_SPRITES, KIND_TRANSLUCENT } from "../surfaces/pipeline-key.ts";
import { createGlowSight } from "./glow-sight.ts";
import { createLitRows, type LitRows } from "./hdr-rows.ts";

type SpriteGeometry = Omit<ChunkGeometry, "vertexBuffer">;

const KIND: Omit<ChunkKind, "bindGroup"> = {
  name: "sprites",
  pass: "translucent",
  isOn: (settings) => settings.sprites,
  form: FORM_SPRITES,
  surfaceKind: KIND_TRANSLUCENT,
  test: ({ cullBoxes }) => cullBoxes,
  reach: Number.POSITIVE_INFINITY,
  count: (stats, triangles) => {
    stats.sprites += triangles / 2;
  },
};

export const spriteSource =
  (set: SpriteSet): MakeSource =>
  (context, keep) => {
    const { STORAGE } = GPUBufferUsage;
    const { chunks, indices, isHdr } = set;
    const geometry: SpriteGeometry = keep(
      buildOwner(context.gpu, (group) => {
        const filled = (part: string, data: ArrayBufferView) =>
          group.bufferWith(`render/sprites-${part}`, "sprites", STORAGE, data);
        return {
          chunks,
          indices,
          materials: createMaterialTable(group, context, "sprites", set.materials),
          indexBuffer: filled("indices", indices),
          clusterBuffer: filled("clusters", chunks.clusters),
        };
      }),
    );
    return makeSource(
      context,
      set,
      geometry,
      keep(createLitRows(context, "sprites", set, SPRITE_ROW, isHdr)),
    );
  };

function makeSource(
  context: RenderContext,
  set: SpriteSet,
  geometry: SpriteGeometry,
  rows: LitRows,
): DrawSource {
  const { gpu, shared } = context;
  const { materials } = geometry;
  const { glows } = set;
  return {
    name: "sprites",
    number: setNumber("sprites"),
    parts: [geometry, rows],
    materials,
    relight(_, keep, { side }) {
      const isHdr = side === "hdr";
      if (isHdr === rows.isHdr) return null;
      const relit = keep(createLitRows(context, "sprites", set, SPRITE_ROW, isHdr));
      return { source: makeSource(context, set, geometry, relit), finish: () => {} };
    },
    createDrawSet: (_, frame, filter) =>
      buildFrom((keep, destroy) => {
        const sight = keep(createGlowSight(context, rows.buffer, glows, frame));
        const bindGroup = bindBuffers(gpu.device, "render/sprites", shared.layouts.sprites, [
          ...[materials.rows, rows.buffer, sight.seen],
        ]);
        const drawn = { ...geometry, vertexBuffer: rows.buffer };
        const kind = { ...KIND, bindGroup };
        const draws = keep(createChunkDraws(context, kind, drawn, frame, filter));
        return { ...draws, measure: glows.length > 0 ? sight.measure : null, destroy };
      }),
  };
}
