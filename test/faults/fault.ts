/** A fault that `npm run faults` plants: one mutant, and the test file that must notice it. */
export interface Fault {
  /** Behaviour with the fault. */
  readonly name: string;
  /** End of the source's path and a function in it: `visibility/leaf-walk.ts findLeaf`. */
  readonly in: string;
  /** Operator of the mutant, see `mutant.ts`. */
  readonly operator: string;
  /** Pattern of the mutant's `site`. */
  readonly at?: RegExp;
  /** Index among the operator's mutants in the function that match `at`: 0 by default, −1 the last. */
  readonly nth?: number;
  /** End of the test file's path. */
  readonly caughtBy: string;
}
