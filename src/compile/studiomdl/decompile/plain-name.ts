/** Names that are valid in SMDs and scripts. */

import type { Mdl } from "../../../formats/studio/types.ts";

/** Replaces characters in names of bones and textures that would end a name or a line in an SMD. */
export function withWritableNames(mdl: Mdl): Mdl {
  const { bones, textures } = mdl;
  return {
    ...mdl,
    textures: textures.map(writableName),
    bones: { ...bones, name: bones.name.map(writableName) },
  };
}

/** Replaces characters that would end a name in a script. */
export function writableName(name: string): string {
  return name.replace(/["\p{Cc}]/gu, "_");
}

/** Returns the last part of a path, without extension. */
export function plainName(name: string): string {
  return name
    .replace(/^.*[\\/]/, "")
    .replace(/\.[^.]*$/, "")
    .replace(/["\s]/g, "_");
}
