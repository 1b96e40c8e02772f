/** Models with tint masks and decals, linear, independent of the shaders. */

type Triple = readonly [number, number, number];

/**
 * Returns a tint scaled by the mask's green (0 to 255), by the public renderer ValveResourceFormat.
 */
export function maskedTint(tint: Triple, green: number): Triple {
  const strength = green / 255;
  return tint.map((c) => 1 - strength * (1 - c)) as never;
}

/** Applies a decal by `$decalblendmode` ("$decaltexture" of Valve's developer wiki). */
export function decaled(color: Triple, decal: Triple, alpha: number, mode: number): Triple {
  return color.map((c, k) => {
    if (mode === 1) return c * decal[k];
    // 0.73 encoded, or one half in linear light, is neutral.
    if (mode === 2) return c * decal[k] * 2;
    if (mode === 3) return c + decal[k];
    return c * (1 - alpha) + decal[k] * alpha;
  }) as never;
}
