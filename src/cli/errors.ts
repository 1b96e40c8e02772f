/** Ends of the command that are nobody's bug: one line on stderr, exit code 1. */

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
