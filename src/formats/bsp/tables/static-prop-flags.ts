/** Names of `sprp` flags, from the lowest bit. Source: `gamebspfile.h` of Source SDK 2013 and of Alien Swarm. */
const STATIC_PROP_FLAGS = [
  "FADES",
  "USE_LIGHTING_ORIGIN",
  "NO_DRAW",
  "IGNORE_NORMALS",
  "NO_SHADOW",
  "SCREEN_SPACE_FADE",
  "NO_PER_VERTEX_LIGHTING",
  "NO_SELF_SHADOWING",
  "NO_PER_TEXEL_LIGHTING",
] as const;

/** A bit without a name is given as its value. */
export function nameStaticPropFlags(flags: number): string[] {
  const names: string[] = [];
  for (let bit = 0; bit < 32; bit++) {
    if (((flags >>> bit) & 1) === 1)
      names.push(STATIC_PROP_FLAGS[bit] ?? `0x${(2 ** bit).toString(16)}`);
  }
  return names;
}
