/** Differences between one game's maps and Valve's own. */

import type { LumpName } from "../lumps.ts";
import type { LumpRecord } from "../records/record.ts";
import type { DialectName } from "../types.ts";

/** Where the fields of an entry of the game lumps' directory lie. */
export interface GameLumpForm {
  readonly bytes: number;
  readonly id: number;
  /** Flags, then the version behind them. */
  readonly flags: number;
  /** Of flags and version each. */
  readonly flagBytes: 2 | 4;
  /** Offset, then the length behind it. */
  readonly offset: number;
  /** A word that nothing public says the use of. */
  readonly unknown?: number;
}

/** `dgamelump_t`. */
export const DGAMELUMP: GameLumpForm = { bytes: 16, id: 0, flags: 4, flagBytes: 2, offset: 8 };

export interface Dialect {
  readonly name: DialectName;
  /** Records that replace those of the lumps' readers and have the same columns. */
  readonly layouts: { readonly [K in LumpName]?: readonly LumpRecord<object>[] };
  /** The first under which a directory makes sense is its form. */
  readonly gameLumpForms: readonly GameLumpForm[];
  /** The mean colours of a face's styles stand in the face, and not before its luxels. */
  readonly hasAveragesInFaces: boolean;
  /** Between the leafs and the props of `sprp` stand scales of some of the props. */
  readonly hasPropScales: boolean;
}

export const STANDARD: Dialect = {
  name: "standard",
  layouts: {},
  gameLumpForms: [DGAMELUMP],
  hasAveragesInFaces: false,
  hasPropScales: false,
};
