/** Dialects: how one game's maps differ from Valve's. */

import type { LumpName } from "./lumps.ts";
import type { LumpRecord } from "./records/record.ts";
import type { DialectName } from "./types.ts";

/** Offsets of the fields in an entry of the game lump directory. */
export interface GameLumpForm {
  readonly bytes: number;
  readonly id: number;
  /** Offset of the flags, which the version follows. */
  readonly flags: number;
  /** Size of the flags in bytes; the version has the same size. */
  readonly flagBytes: 2 | 4;
  /** Offset of the field `offset`, which the length follows. */
  readonly offset: number;
  /** Offset of a word of undocumented use. */
  readonly unknown?: number;
}

/** `dgamelump_t`. */
export const DGAMELUMP: GameLumpForm = { bytes: 16, id: 0, flags: 4, flagBytes: 2, offset: 8 };

export interface Dialect {
  readonly name: DialectName;
  /** Records that replace the standard ones in readers. They have the same columns. */
  readonly layouts: { readonly [K in LumpName]?: readonly LumpRecord<object>[] };
  /** Forms of the game lump directory. The first one that gives a plausible directory is used. */
  readonly gameLumpForms: readonly GameLumpForm[];
  /** True if the mean colours of a face's styles are in the face instead of before its luxels. */
  readonly hasAveragesInFaces: boolean;
  /** True if `sprp` has scales of some props between the leafs and the props. */
  readonly hasPropScales: boolean;
}

export const STANDARD: Dialect = {
  name: "standard",
  layouts: {},
  gameLumpForms: [DGAMELUMP],
  hasAveragesInFaces: false,
  hasPropScales: false,
};
