/** The textures of all lamps of a map, as layers of one array. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { LAMP_TEXTURE_EDGE, LAMP_TEXTURE_MIPS } from "../../map/motion/lamp-row.ts";
import type { LampSet } from "../../map/motion/lamps.ts";

export interface LampTextures extends Owner {
  readonly view: GPUTextureView;
  /** Returns the layer of a texture; that of the soft spot if it has none. */
  readonly layerOf: (name: string) => number;
}

/** @throws GpuError `limit` */
export function createLampTextures(gpu: Gpu, set: LampSet | null): LampTextures {
  const names = set?.names ?? [];
  const known = names.flatMap((name, i) => (set!.texels[i].length > 0 ? [name] : []));
  const layers = new Map(known.map((name, i) => [name, i + 1]));
  return buildOwner(gpu, (group) => {
    const { TEXTURE_BINDING, COPY_DST } = GPUTextureUsage;
    const edge = LAMP_TEXTURE_EDGE;
    const texture = group.texture("render/lamps", "textures", {
      ...{ format: "rgba8unorm-srgb", width: edge, height: edge, layers: known.length + 1 },
      ...{ mipCount: LAMP_TEXTURE_MIPS, usage: TEXTURE_BINDING | COPY_DST },
    });
    const write = (layer: number, texels: Uint8Array) => {
      let offset = 0;
      for (let mipLevel = 0; mipLevel < LAMP_TEXTURE_MIPS; mipLevel++) {
        const size = edge >> mipLevel;
        gpu.device.queue.writeTexture(
          { texture, mipLevel, origin: { x: 0, y: 0, z: layer } },
          texels as Uint8Array<ArrayBuffer>,
          { offset, bytesPerRow: size * 4, rowsPerImage: size },
          { width: size, height: size },
        );
        offset += size * size * 4;
      }
    };
    write(0, spotTexels());
    set?.texels.forEach((texels, i) => {
      const layer = layers.get(names[i]);
      if (layer !== undefined) write(layer, texels);
    });
    return {
      view: texture.createView({ label: "render/lamps", dimension: "2d-array" }),
      layerOf: (name: string) => layers.get(name) ?? 0,
    };
  });
}

/** Radii of the spot, in half edges: full inside the first, black outside the second. */
const [INNER, OUTER] = [0.55, 0.95];

/** Returns the texels of a soft round spot, for textures that are missing. */
export function spotTexels(): Uint8Array {
  const levels = Array.from({ length: LAMP_TEXTURE_MIPS }, (_, mip) => LAMP_TEXTURE_EDGE >> mip);
  const texels = new Uint8Array(levels.reduce((sum, size) => sum + size * size * 4, 0));
  let at = 0;
  for (const size of levels) {
    for (let i = 0; i < size * size; i++) {
      const x = ((i % size) + 0.5) / (size / 2) - 1;
      const y = (Math.floor(i / size) + 0.5) / (size / 2) - 1;
      const share = Math.min(Math.max((OUTER - Math.hypot(x, y)) / (OUTER - INNER), 0), 1);
      texels.fill(Math.round(255 * share * share * (3 - 2 * share)), at, at + 3);
      texels[at + 3] = 255;
      at += 4;
    }
  }
  return texels;
}
