/** Models with a mask of their tint and with decals, linear, apart from the shaders. */

type Triple = readonly [number, number, number];

/** A tint where a mask's green (0 to 255) says so, as the public renderer ValveResourceFormat has it. */
export function maskedTint(tint: Triple, green: number): Triple {
  const strength = green / 255;
  return tint.map((c) => 1 - strength * (1 - c)) as never;
}

/** A color under a decal, by `$decalblendmode`: "$decaltexture" of Valve's developer wiki. */
export function decaled(color: Triple, decal: Triple, alpha: number, mode: number): Triple {
  return color.map((c, k) => {
    if (mode === 1) return c * decal[k];
    // 0.73, encoded, is the grey that changes nothing: a half in linear light.
    if (mode === 2) return c * decal[k] * 2;
    if (mode === 3) return c + decal[k];
    return c * (1 - alpha) + decal[k] * alpha;
  }) as never;
}
