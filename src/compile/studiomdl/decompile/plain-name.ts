import type { Mdl } from "../../../formats/studio/types.ts";

/** Names of bones and textures without what ends a name, or a line, in an SMD. */
export function withWritableNames(mdl: Mdl): Mdl {
  const { bones, textures } = mdl;
  return {
    ...mdl,
    textures: textures.map(writableName),
    bones: { ...bones, name: bones.name.map(writableName) },
  };
}

/** A name without what ends one in a script. */
export function writableName(name: string): string {
  return name.replace(/["\p{Cc}]/gu, "_");
}

/** The last part of a path, without extension. */
export function plainName(name: string): string {
  return name
    .replace(/^.*[\\/]/, "")
    .replace(/\.[^.]*$/, "")
    .replace(/["\s]/g, "_");
}
