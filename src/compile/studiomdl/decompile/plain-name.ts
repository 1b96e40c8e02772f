import type { Mdl } from "../../../formats/studio/types.ts";

/** Names of bones and textures without what ends a name, or a line, in an SMD. */
export function withWritableNames(mdl: Mdl): Mdl {
  const { bones, textures } = mdl;
  const write = (name: string) => name.replace(/["\p{Cc}]/gu, "_");
  return {
    ...mdl,
    textures: textures.map(write),
    bones: { ...bones, name: bones.name.map(write) },
  };
}

/** The last part of a path, without extension. */
export function plainName(name: string): string {
  return name
    .replace(/^.*[\\/]/, "")
    .replace(/\.[^.]*$/, "")
    .replace(/["\s]/g, "_");
}
