/** Names and numbers as SMDs and scripts write them. */

import type { Mdl } from "../../../formats/studio/types.ts";
import type { QcVector } from "../qc/qc-types.ts";

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

/** Returns the shortest decimal of a 32-bit float: 0.2, not 0.20000000298. */
export function shorten(value: number): number {
  const short = Number(value.toPrecision(7));
  return Math.fround(short) === Math.fround(value) ? short + 0 : Number(value.toPrecision(9)) + 0;
}

export function shortVector([x, y, z]: QcVector): QcVector {
  return [shorten(x), shorten(y), shorten(z)];
}
