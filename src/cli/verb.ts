import type { ExitCode } from "./errors.ts";

/** A verb of the command; `main.ts` lists them. */
export interface Verb {
  /** Text of `--help`: usage, options and output. */
  readonly help: string;
  /** @returns the exit code, or nothing for 0 */
  run(args: string[]): Promise<void> | Promise<ExitCode>;
}
