/** `$blendmodulatetexture`, from `lightmappedgeneric_ps2_3_x.h`. */

export interface BlendMask {
  /** As stored, 0 to 255. */
  readonly red: number;
  readonly green: number;
  /** `$maskedblending`. */
  readonly isItself?: boolean;
}

const saturate = (value: number) => Math.min(Math.max(value, 0), 1);

/** Returns the share of the second texture for a vertex blend. */
export function maskedBlend(blend: number, { red, green, isItself }: BlendMask): number {
  const [r, g] = [red / 255, green / 255];
  if (isItself) return g;
  const [low, high] = [saturate(g - r), saturate(g + r)];
  // HLSL's smoothstep, which is a step for equal edges.
  const t = low === high ? (blend > low ? 1 : 0) : saturate((blend - low) / (high - low));
  return t * t * (3 - 2 * t);
}
