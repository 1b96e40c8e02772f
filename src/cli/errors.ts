/** What the command exits with, and its ends that are nobody's bug: one line on stderr, exit code 1. */

export const EXIT_DONE = 0;
/** Usage, a file that is not there, no GPU: anything but a bad file. */
export const EXIT_FAILED = 1;
/** A file that its reader refuses. */
export const EXIT_BAD_FILE = 2;

/** `check` alone: what it was asked to look for was found. */
export const EXIT_FOUND = 3;

export type ExitCode =
  | typeof EXIT_DONE
  | typeof EXIT_FAILED
  | typeof EXIT_BAD_FILE
  | typeof EXIT_FOUND;

export class CliError extends Error {
  override readonly name = "CliError";
}

/** The command line itself is wrong; the line points to the verb's help. */
export class UsageError extends CliError {
  readonly verb: string | null;

  constructor(message: string, verb: string | null = null) {
    super(message);
    this.verb = verb;
  }
}
