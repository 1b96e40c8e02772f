/** A small fault, and the tests that must notice it. */

export interface Fault {
  /** The behaviour with the fault. */
  readonly name: string;
  /** Texts that each occur once, with their replacements. */
  readonly edits: readonly (readonly [text: string, fault: string])[];
  /**
   * Test files that must fail, by the end of their path, each with a part of a test's name that
   * selects enough to run.
   */
  readonly caughtBy: readonly (readonly [file: string, test?: string])[];
}
