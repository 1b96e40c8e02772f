/** What views read besides what surfaces are drawn with: the legend, and facts of a map in one list of words. */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import type { RenderContext } from "../context/render-context.ts";
import { linearColor } from "./legend.ts";
import type { MapFacts } from "./map-facts.ts";
import { INSPECT_STOPS } from "./view-constants.ts";
import type { ViewRow } from "./view-list.ts";

/** Byte offsets of the struct `Sheet` in `shaders/common/inspect/sheet.wgsl`. */
export const SHEET_LAYOUT = {
  stops: 0,
  scaleCount: INSPECT_STOPS * 16,
  worldVertices: INSPECT_STOPS * 16 + 4,
  worldMaterials: INSPECT_STOPS * 16 + 8,
  propMaterials: INSPECT_STOPS * 16 + 12,
  byteLength: INSPECT_STOPS * 16 + 16,
} as const;

/** Fragments alone read it: props leave no room for more in their vertices. */
export const sheetLayoutOf = oncePerDevice(({ device }) =>
  device.createBindGroupLayout({
    label: "render/inspect",
    entries: [
      { binding: 0, visibility: GPUShaderStage.FRAGMENT, buffer: { type: "uniform" } },
      { binding: 1, visibility: GPUShaderStage.FRAGMENT, buffer: { type: "read-only-storage" } },
    ],
  }),
);

export interface Sheet extends Owner {
  readonly bindGroup: GPUBindGroup;
}

/** @throws GpuError `limit`; nothing is left behind then */
export function createSheet({ gpu }: RenderContext, view: ViewRow, facts: MapFacts): Sheet {
  return buildOwner(gpu, (group) => {
    const { UNIFORM, STORAGE } = GPUBufferUsage;
    const words = facts.words.length > 0 ? facts.words : new Uint32Array(1);
    const sheet = group.bufferWith(
      "render/inspect-sheet",
      "frame",
      UNIFORM,
      packSheet(view, facts),
    );
    const buffer = group.bufferWith("render/inspect-facts", "frame", STORAGE, words);
    const bindGroup = gpu.device.createBindGroup({
      label: "render/inspect",
      layout: sheetLayoutOf(gpu),
      entries: [
        { binding: 0, resource: { buffer: sheet } },
        { binding: 1, resource: { buffer } },
      ],
    });
    return { bindGroup };
  });
}

function packSheet({ legend }: ViewRow, facts: MapFacts): Float32Array<ArrayBuffer> {
  const floats = new Float32Array(SHEET_LAYOUT.byteLength / 4);
  const words = new Uint32Array(floats.buffer);
  legend.slice(0, INSPECT_STOPS).forEach(({ color, at = 0 }, row) => {
    floats.set([...linearColor(color), at], row * 4);
  });
  words[SHEET_LAYOUT.scaleCount / 4] = legend.filter(({ at }) => at !== undefined).length;
  words[SHEET_LAYOUT.worldVertices / 4] = facts.worldVertices;
  words[SHEET_LAYOUT.worldMaterials / 4] = facts.worldMaterials;
  words[SHEET_LAYOUT.propMaterials / 4] = facts.propMaterials;
  return floats;
}
