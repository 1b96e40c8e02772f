/** A small fault, and the tests that must notice it. */

export interface Fault {
  /** What is wrong then. */
  readonly name: string;
  /** Texts that each occur once, and what is put in their place. */
  readonly edits: readonly (readonly [text: string, fault: string])[];
  /** Test files that must fail, by the end of their path, each with the part of a test's name that is enough to run. */
  readonly caughtBy: readonly (readonly [file: string, test?: string])[];
}
