/** Group 1 of what is drawn with the world's shaders: its materials, and the lightmaps of the world. */

import type { RenderContext } from "../context/render-context.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import type { WorldGeometry } from "./world-geometry.ts";

export function bindWorld(
  { gpu, shared }: RenderContext,
  label: string,
  materials: MaterialTable,
  { lightmap }: WorldGeometry,
): GPUBindGroup {
  const lightmapView =
    lightmap?.createView({ label: "render/lightmap", dimension: "2d-array" }) ?? shared.whiteView;
  return gpu.device.createBindGroup({
    label,
    layout: shared.layouts.world,
    entries: [
      { binding: 0, resource: { buffer: materials.rows } },
      { binding: 1, resource: lightmapView },
      { binding: 2, resource: shared.clampSampler },
    ],
  });
}
