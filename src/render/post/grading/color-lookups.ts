/** Colour lookup tables, stacked in a 3D texture, and their weights. */

import type { Gpu } from "../../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../../gpu/resource-group.ts";
import {
  CORRECTION_BOX,
  type ColorCorrections,
  LOOKUP_EDGE,
} from "../../../map/color-correction.ts";
import type { Camera } from "../../types.ts";

// Weights of colour corrections at the camera's place.

/** Greatest number of mixed tables, as in the engine's post shader. */
const MIXED_LOOKUPS = 4;

/** Height of the eye in inches. The engine tests the position of the player's feet. */
const EYE_HEIGHT = 64;

/** Returns the weight of a correction at a point, 0 to 1. */
function weightAt(places: ColorCorrections, row: number, x: number, y: number, z: number): number {
  const { bounds, kind, weight } = places;
  const at = row * 6;
  if (kind[row] === CORRECTION_BOX) {
    const isInside =
      x >= bounds[at] &&
      y >= bounds[at + 1] &&
      z >= bounds[at + 2] &&
      x <= bounds[at + 3] &&
      y <= bounds[at + 4] &&
      z <= bounds[at + 5];
    return isInside ? weight[row] : 0;
  }
  const [dx, dy, dz] = [x - bounds[at], y - bounds[at + 1], z - bounds[at + 2]];
  const min = bounds[at + 3];
  const share = (Math.sqrt(dx * dx + dy * dy + dz * dz) - min) / (bounds[at + 4] - min);
  return weight[row] * (1 - Math.min(1, Math.max(0, share)));
}

/**
 * Writes weights and tables of the first four corrections with a weight. The remainder to 1 is the
 * weight of the uncorrected colour. A sum above 1 is scaled to 1.
 * @param out four weights, four tables, then the remainder
 */
export function writeCorrectionWeights(
  out: Float32Array,
  places: ColorCorrections,
  camera: { readonly x: number; readonly y: number; readonly z: number },
): void {
  out.fill(0);
  let mixed = 0;
  let sum = 0;
  for (let row = 0; row < places.count && mixed < MIXED_LOOKUPS; row++) {
    const weight = weightAt(places, row, camera.x, camera.y, camera.z - EYE_HEIGHT);
    if (weight <= 0) continue;
    out[mixed] = weight;
    out[MIXED_LOOKUPS + mixed] = places.lookup[row];
    mixed++;
    sum += weight;
  }
  for (let i = 0; sum > 1 && i < MIXED_LOOKUPS; i++) out[i] /= sum;
  out[MIXED_LOOKUPS * 2] = Math.max(0, 1 - sum);
}

export interface ColorLookups extends Owner {
  readonly view: GPUTextureView;
  /** Uniforms: the struct `Mix` of `shaders/screen/grade.wgsl`. */
  readonly mix: GPUBuffer;
  /** Updates the weights for the camera's place if they have changed. */
  readonly moveTo: (camera: Camera) => void;
}

/** Four weights, four tables and the remainder, padded to a multiple of 16 bytes. */
const MIX_NUMBERS = MIXED_LOOKUPS * 3;

/**
 * @param corrections `null` for an unused table of a single texel
 * @throws GpuError `limit`; everything created so far is freed then
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
