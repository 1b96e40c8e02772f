/** The light that a ray's hit sends to the eye: its luxel's, of all styles at rest, by the mean colour. */

import { NO_STYLE, SURFACE, WORLD_VERTEX } from "../../map/world.ts";
import type { SceneHit, SeenScene } from "./scene-rays.ts";

const STRIDE = WORLD_VERTEX.strideBytes / 4;
const BUMP_BLOCKS = 4;
const MANTISSA = 511;
const PAGE_MASK = (1 << SURFACE.pageBits) - 1;
const BLOCK_WIDTH_MASK = (1 << (SURFACE.pageShift - SURFACE.blockWidthShift)) - 1;

/** Luminance of linear RGB, Rec. 709. */
export function luminance(r: number, g: number, b: number): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns what measures a hit: linear luminance, where 1 is white on a display at exposure 1. */
export function createSeenLight(scene: SeenScene): (hit: SceneHit) => number {
  const { world, chunks, lightmap, styles, materials } = scene;
  const floats = new Float32Array(world.vertices.buffer, world.vertices.byteOffset);
  const words = new Uint32Array(world.vertices.buffer, world.vertices.byteOffset);
  const bytes = world.vertices;
  const rgb = new Float64Array(3);

  /** Adds the stored sample of a page's luxel, 255 for full light. */
  function addLuxel(page: number, x: number, y: number, brightness: number): void {
    if (lightmap === null) return;
    const column = Math.min(lightmap.width - 1, Math.max(0, Math.floor(x)));
    const row = Math.min(lightmap.height - 1, Math.max(0, Math.floor(y)));
    const texel = lightmap.texels[(page * lightmap.height + row) * lightmap.width + column];
    const scale = 2 ** ((texel >>> 27) - 24) * brightness;
    rgb[0] += (texel & MANTISSA) * scale;
    rgb[1] += ((texel >>> 9) & MANTISSA) * scale;
    rgb[2] += ((texel >>> 18) & MANTISSA) * scale;
  }

  function readLight({ triangle, u, v }: SceneHit): void {
    const a = world.indices[triangle];
    const surface = words[a * STRIDE + WORLD_VERTEX.surface / 4];
    if ((surface & SURFACE.lit) === 0) {
      rgb.fill(255);
      return;
    }
    const b = world.indices[triangle + 1];
    const c = world.indices[triangle + 2];
    const at = WORLD_VERTEX.lightmapCoord / 4;
    const mix = (k: number): number =>
      floats[a * STRIDE + at + k] * (1 - u - v) +
      floats[b * STRIDE + at + k] * u +
      floats[c * STRIDE + at + k] * v;
    const x = mix(0);
    const y = mix(1);
    const page = (surface >>> SURFACE.pageShift) & PAGE_MASK;
    const blockWidth = (surface >>> SURFACE.blockWidthShift) & BLOCK_WIDTH_MASK;
    const styleWidth = (surface & SURFACE.bumped) !== 0 ? blockWidth * BUMP_BLOCKS : blockWidth;
    rgb.fill(0);
    for (let slot = 0; slot < 4; slot++) {
      const style = bytes[a * WORLD_VERTEX.strideBytes + WORLD_VERTEX.styles + slot];
      if (style === NO_STYLE) break;
      addLuxel(page, x + slot * styleWidth, y, styles[style]);
    }
  }

  return (hit) => {
    readLight(hit);
    const color = chunks.material[hit.chunk] * 3;
    const { fallbackColor } = materials;
    return (
      luminance(
        rgb[0] * fallbackColor[color],
        rgb[1] * fallbackColor[color + 1],
        rgb[2] * fallbackColor[color + 2],
      ) / 255
    );
  };
}
