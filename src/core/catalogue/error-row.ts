/** What the catalogue says of one code. */

export interface ErrorRow {
  /** One sentence: what it means. */
  readonly means: string;
  /** One sentence: what to do about it. */
  readonly remedy: string;
  /** A message as it is printed. */
  readonly example: string;
}
