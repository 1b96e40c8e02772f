/** Bind group of inspection views: the legend, and the facts about the map. */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { FrozenView } from "./frozen-view.ts";
import { linearColor, type ViewRow } from "./legend.ts";
import type { InspectFacts } from "./map-facts.ts";
import { INSPECT_STOPS } from "./view-constants.ts";

/** Byte offsets of the struct `Sheet` in `shaders/common/inspect/sheet.wgsl`. */
export const SHEET_LAYOUT = {
  stops: 0,
  frozenEye: INSPECT_STOPS * 16,
  scaleCount: INSPECT_STOPS * 16 + 12,
  worldVertices: INSPECT_STOPS * 16 + 16,
  worldMaterials: INSPECT_STOPS * 16 + 20,
  propMaterials: INSPECT_STOPS * 16 + 24,
  propInstances: INSPECT_STOPS * 16 + 28,
  nodes: INSPECT_STOPS * 16 + 32,
  leafs: INSPECT_STOPS * 16 + 36,
  nodeCount: INSPECT_STOPS * 16 + 40,
  byteLength: INSPECT_STOPS * 16 + 48,
} as const;

/**
 * Only fragment shaders read it, because the props' vertex shaders have no storage buffers left.
 */
export const sheetLayoutOf = oncePerDevice(({ device }) =>
  device.createBindGroupLayout({
    label: "render/inspect",
    entries: [
      { binding: 0, visibility: GPUShaderStage.FRAGMENT, buffer: { type: "uniform" } },
      { binding: 1, visibility: GPUShaderStage.FRAGMENT, buffer: { type: "read-only-storage" } },
    ],
  }),
);

const FACT_PARTS = [
  ...(["worldVertices", "worldMaterials", "propMaterials", "propInstances"] as const),
  ...(["nodes", "leafs", "nodeCount"] as const),
];

/**
 * Layout with the triangles whose edges are drawn, which `shaders/common/inspect/corners.wgsl`
 * reads.
 */
export const edgeSheetLayoutOf = oncePerDevice(({ device }) => {
  const { FRAGMENT, VERTEX } = GPUShaderStage;
  const storage = { type: "read-only-storage" as const };
  return device.createBindGroupLayout({
    label: "render/inspect-edges",
    entries: [
      { binding: 0, visibility: FRAGMENT, buffer: { type: "uniform" } },
      { binding: 1, visibility: FRAGMENT, buffer: storage },
      { binding: 2, visibility: VERTEX, buffer: storage },
      { binding: 3, visibility: VERTEX, buffer: storage },
    ],
  });
});

export interface Sheet extends Owner {
  readonly bindGroup: GPUBindGroup;
  /** Returns a bind group with an index and a vertex buffer, for `edgeSheetLayoutOf`. */
  readonly bindEdges: (indices: GPUBufferBinding, vertices: GPUBuffer) => GPUBindGroup;
}

/** @throws GpuError `limit`; everything created so far is freed then */
export function createSheet(
  { gpu }: RenderContext,
  view: ViewRow,
  facts: InspectFacts,
  frozen: FrozenView | null,
): Sheet {
  return buildOwner(gpu, (group) => {
    const { UNIFORM, STORAGE } = GPUBufferUsage;
    const sheet = group.bufferWith(
      "render/inspect-sheet",
      "frame",
      UNIFORM,
      packSheet(view, facts, frozen),
    );
    const buffer = group.bufferWith("render/inspect-facts", "frame", STORAGE, facts.words);
    const bindGroup = gpu.device.createBindGroup({
      label: "render/inspect",
      layout: sheetLayoutOf(gpu),
      entries: [
        { binding: 0, resource: { buffer: sheet } },
        { binding: 1, resource: { buffer } },
      ],
    });
    const bindEdges = (indices: GPUBufferBinding, vertices: GPUBuffer) =>
      bindBuffers(gpu.device, "render/inspect-edges", edgeSheetLayoutOf(gpu), [
        ...[sheet, buffer, indices, vertices],
      ]);
    return { bindGroup, bindEdges };
  });
}

function packSheet(
  { legend }: ViewRow,
  facts: InspectFacts,
  frozen: FrozenView | null,
): Float32Array<ArrayBuffer> {
  const floats = new Float32Array(SHEET_LAYOUT.byteLength / 4);
  const words = new Uint32Array(floats.buffer);
  legend.slice(0, INSPECT_STOPS).forEach(({ color, at = 0 }, row) => {
    floats.set([...linearColor(color), at], row * 4);
  });
  words[SHEET_LAYOUT.scaleCount / 4] = legend.filter(({ at }) => at !== undefined).length;
  for (const part of FACT_PARTS) words[SHEET_LAYOUT[part] / 4] = facts[part];
  floats.set(frozen?.eye ?? [0, 0, 0], SHEET_LAYOUT.frozenEye / 4);
  return floats;
}
