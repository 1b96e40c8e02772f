/** Lookup tables on the GPU, one above the other in a texture, and how much each counts. */

import type { Gpu } from "../../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../../gpu/resource-group.ts";
import { type ColorCorrections, LOOKUP_EDGE } from "../../../map/color-correction.ts";
import type { Camera } from "../../types.ts";
import { MIXED_LOOKUPS, writeCorrectionWeights } from "./correction-weights.ts";

export interface ColorLookups extends Owner {
  readonly view: GPUTextureView;
  /** The struct `Mix` in `shaders/screen/grade.wgsl`. */
  readonly mix: GPUBuffer;
  /** Writes what counts there, where that is not what counted before. */
  readonly moveTo: (camera: Camera) => void;
}

/** Four weights, four tables, and what is left; a multiple of 16 bytes. */
const MIX_NUMBERS = MIXED_LOOKUPS * 3;

/**
 * @param corrections null: of one texel, of which nothing counts
 * @throws GpuError `limit`; nothing is left behind then
 */
export function createColorLookups(gpu: Gpu, corrections: ColorCorrections | null): ColorLookups {
  const { queue } = gpu.device;
  return buildOwner(gpu, (group) => {
    const { TEXTURE_BINDING, COPY_DST } = GPUTextureUsage;
    const edge = corrections === null ? 1 : LOOKUP_EDGE;
    const depth = edge * (corrections?.lookupCount ?? 1);
    const texture = group.texture("render/lookups", "targets", {
      format: "rgba8unorm",
      width: edge,
      height: edge,
      layers: depth,
      dimension: "3d",
      usage: TEXTURE_BINDING | COPY_DST,
    });
    if (corrections !== null) {
      const size = { width: edge, height: edge, depthOrArrayLayers: depth };
      const layout = { bytesPerRow: edge * 4, rowsPerImage: edge };
      queue.writeTexture({ texture }, corrections.texels as BufferSource, layout, size);
    }
    const { UNIFORM, COPY_DST: WRITTEN } = GPUBufferUsage;
    const mix = group.buffer("render/lookup-mix", "targets", UNIFORM | WRITTEN, MIX_NUMBERS * 4);
    const numbers = new Float32Array(MIX_NUMBERS);
    const written = new Float32Array(MIX_NUMBERS);
    numbers[MIXED_LOOKUPS * 2] = 1;
    written.set(numbers);
    queue.writeBuffer(mix, 0, numbers);
    return {
      view: texture.createView({ dimension: "3d" }),
      mix,
      moveTo(camera: Camera) {
        if (corrections === null) return;
        writeCorrectionWeights(numbers, corrections, camera);
        let isSame = true;
        for (let i = 0; i < MIX_NUMBERS; i++) if (numbers[i] !== written[i]) isSame = false;
        if (isSame) return;
        written.set(numbers);
        queue.writeBuffer(mix, 0, numbers);
      },
    };
  });
}
