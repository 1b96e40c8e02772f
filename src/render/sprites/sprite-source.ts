/** The sprites as a draw source: their rows on the GPU, from which their corners are made. */

import { buildFrom, buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { SPRITE_ROW, type SpriteSet } from "../../map/placed/sprites.ts";
import { type ChunkGeometry, type ChunkKind, createChunkDraws } from "../chunks/chunk-draws.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { DrawSource, MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { FORM_SPRITES, KIND_TRANSLUCENT } from "../surfaces/pipeline-key.ts";
import { createGlowSight } from "./glow-sight.ts";

type SpriteGeometry = Omit<ChunkGeometry, "vertexBuffer">;

/** The sprites in the colours of a light. */
interface SpriteRows extends Owner {
  readonly isHdr: boolean;
  readonly buffer: GPUBuffer;
}

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
    return makeSource(context, set, geometry, keep(createRows(context, set, isHdr)));
  };

function createRows({ gpu }: RenderContext, set: SpriteSet, isHdr: boolean): SpriteRows {
  const { VERTEX, STORAGE } = GPUBufferUsage;
  const words = isHdr ? scaleColors(set) : set.rows;
  return buildOwner(gpu, (group) => ({
    isHdr,
    buffer: group.bufferWith("render/sprites-rows", "sprites", VERTEX | STORAGE, words),
  }));
}

function scaleColors({ rows, hdrScale, count }: SpriteSet): Uint32Array {
  const words = rows.slice();
  const floats = new Float32Array(words.buffer);
  for (let row = 0; row < count; row++) {
    const color = (row * SPRITE_ROW.strideBytes + SPRITE_ROW.color) / 4;
    for (let i = 0; i < 3; i++) floats[color + i] *= hdrScale[row];
  }
  return words;
}

function makeSource(
  context: RenderContext,
  set: SpriteSet,
  geometry: SpriteGeometry,
  rows: SpriteRows,
): DrawSource {
  const { gpu, shared } = context;
  const { materials } = geometry;
  const { glows } = set;
  return {
    name: "sprites",
    number: setNumber("sprites"),
    parts: [geometry, rows],
    setTexture: materials.setTexture,
    relight(_, keep, { side }) {
      const isHdr = side === "hdr";
      if (isHdr === rows.isHdr) return null;
      const relit = keep(createRows(context, set, isHdr));
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
