/** What each of the command's verbs is to `run-command.ts`, which lists them. */
export interface Verb {
  /** Usage, options and what is printed, for `--help`. */
  readonly help: string;
  run(args: string[]): Promise<void>;
}
