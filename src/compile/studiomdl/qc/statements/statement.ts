/** Types of the QC's statement readers. */

import type { QcReport, QcStatement, QcWords } from "../qc-statements.ts";
import type { Qc, QcVector } from "../qc-types.ts";

/** QC under construction. */
export type MutableQc = {
  -readonly [Key in keyof Qc]: Qc[Key] extends QcVector
    ? QcVector
    : Qc[Key] extends readonly (infer Row)[]
      ? Row[]
      : Qc[Key];
};

export interface ReadContext {
  readonly qc: MutableQc;
  /** Words on the statement's line. */
  readonly words: QcWords;
  readonly statement: QcStatement;
  readonly report: QcReport;
}

export interface Statement {
  /**
   * Reading of the block. Omitted: the statement has none. "own": the statement reads it. "open":
   * the statement also reads its words, or leaves some.
   */
  readonly block?: "own" | "open";
  /** @throws FormatError "QC" */
  read(context: ReadContext): void;
}

/** Statements by name, lower case, with its `$`. */
export type Statements = Readonly<Record<string, Statement>>;

/** Returns a statement with a single value. */
export function oneValue<Key extends keyof MutableQc>(
  key: Key,
  read: (words: QcWords) => MutableQc[Key],
): Statement {
  return {
    read({ qc, words }) {
      qc[key] = read(words);
    },
  };
}
