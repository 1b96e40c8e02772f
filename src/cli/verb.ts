import type { ExitCode } from "./errors.ts";

/** What each of the command's verbs is to `run-command.ts`, which lists them. */
export interface Verb {
  /** Usage, options and what is printed, for `--help`. */
  readonly help: string;
  /** @returns what the command exits with, where it is done and something else than 0 is to be told */
  run(args: string[]): Promise<void> | Promise<ExitCode>;
}
