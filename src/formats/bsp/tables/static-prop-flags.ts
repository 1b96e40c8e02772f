import { bits, nameBits } from "./flag-names.ts";

/** Names of `sprp` flags. Source: `gamebspfile.h` of Source SDK 2013 and of Alien Swarm. */
const STATIC_PROP_FLAGS = bits(
  "FADES USE_LIGHTING_ORIGIN NO_DRAW IGNORE_NORMALS NO_SHADOW SCREEN_SPACE_FADE NO_PER_VERTEX_LIGHTING NO_SELF_SHADOWING NO_PER_TEXEL_LIGHTING",
);

/** A bit without a name is given as its value. */
export const nameStaticPropFlags = (flags: number): string[] => nameBits(flags, STATIC_PROP_FLAGS);
