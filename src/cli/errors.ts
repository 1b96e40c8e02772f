/** Exit codes, and errors that are not bugs: one line on stderr, exit code 1. */

export const EXIT_DONE = 0;
/** Wrong usage, a missing file, no GPU: any failure except a bad file. */
export const EXIT_FAILED = 1;
/** A file was refused by its reader. */
export const EXIT_BAD_FILE = 2;

/** `check` only: a finding that it was to report was found. */
export const EXIT_FOUND = 3;

export type ExitCode =
  | typeof EXIT_DONE
  | typeof EXIT_FAILED
  | typeof EXIT_BAD_FILE
  | typeof EXIT_FOUND;

export class CliError extends Error {
  override readonly name = "CliError";
}

/** The command line is wrong; the printed line refers to the verb's help. */
export class UsageError extends CliError {
  readonly verb: string | null;

  constructor(message: string, verb: string | null = null) {
    super(message);
    this.verb = verb;
  }
}
