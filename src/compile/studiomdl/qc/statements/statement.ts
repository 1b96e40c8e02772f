import type { QcReport, QcStatement, QcWords } from "../qc-statements.ts";
import type { Qc, QcVector } from "../qc-types.ts";

/** A QC that is being read. */
export type MutableQc = {
  -readonly [Key in keyof Qc]: Qc[Key] extends QcVector
    ? QcVector
    : Qc[Key] extends readonly (infer Row)[]
      ? Row[]
      : Qc[Key];
};

export interface ReadContext {
  readonly qc: MutableQc;
  /** What stands on its line. */
  readonly words: QcWords;
  readonly statement: QcStatement;
  readonly report: QcReport;
}

export interface Statement {
  /** Left out: it has none. "own": it reads it. "open": it reads its words as well, or leaves some. */
  readonly block?: "own" | "open";
  /** @throws FormatError "QC" */
  read(context: ReadContext): void;
}

/** By name, lower case, with its `$`. */
export type Statements = Readonly<Record<string, Statement>>;

/** A statement that is one value. */
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
