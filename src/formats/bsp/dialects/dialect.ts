/** What the maps of one game have otherwise than those of Valve's own under the same lumps. */

import type { Column } from "../../binary/record-layout.ts";
import type { LumpLayout } from "../layouts/record-layouts.ts";
import type { LumpName } from "../lumps.ts";
import type { DialectName } from "../types.ts";

/**
 * The one place that says where a dialect's fields lie: readers take the columns, and what lists or converts
 * records (`tables`) has the others as well. A layout without any is a standard record, under another version.
 */
export interface DialectLayout extends LumpLayout<object> {
  /** Fields that readers do not take, or not whole, as Valve's headers or public readers name them. */
  readonly own?: Readonly<Record<string, Column>>;
}

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
  /** In place of those that the lumps' readers name. */
  readonly layouts: { readonly [K in LumpName]?: readonly DialectLayout[] };
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
