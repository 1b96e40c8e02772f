/**
 * Light of a 2D sky side by the engine's sky shaders: `sky_dx9.cpp` and `sky_hdr_dx9.cpp` with
 * `sky_ps2x.fxc` and `sky_hdr_compressed_rgbs_ps2x.fxc`; the transform by `CTextureTransformProxy`.
 */

import { decodeSrgb } from "./color.ts";

export type Texel = readonly [number, number, number, number];

export interface SideLook {
  /** Type of the texture, and its texels, 0 to 255 each or floats. */
  readonly kind: "srgb" | "rgbs" | "float";
  readonly width: number;
  readonly height: number;
  readonly texel: (x: number, y: number) => Texel;
  /** `$color`, as written. */
  readonly color?: readonly [number, number, number];
  /** Centre and scale of `$basetexturetransform`. */
  readonly center?: readonly [number, number];
  readonly scale?: readonly [number, number];
}

function lightOf({ kind }: SideLook, [r, g, b, a]: Texel): number[] {
  if (kind === "float") return [r, g, b];
  if (kind === "srgb") return [r, g, b].map(decodeSrgb);
  // Texels are multiplied before filtering.
  return [r, g, b].map((value) => (value / 255) * (a / 255) * 8);
}

/** Returns the linear light at a position of the side, 0 to 1 to the right and down. */
export function skyLight(look: SideLook, s: number, t: number): number[] {
  const { width, height, center = [0.5, 0.5], scale = [1, 1], color = [1, 1, 1] } = look;
  const u = (s - center[0]) * scale[0] + center[0];
  const v = (t - center[1]) * scale[1] + center[1];
  const [x, y] = [u * width - 0.5, v * height - 0.5];
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const at = (dx: number, dy: number) => {
    const clamp = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1);
    return lightOf(look, look.texel(clamp(column + dx, width), clamp(row + dy, height)));
  };
  const [fx, fy] = [x - column, y - row];
  const corners = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)];
  const weights = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
  return color.map(
    (c, k) => c * corners.reduce((sum, corner, i) => sum + corner[k] * weights[i], 0),
  );
}
