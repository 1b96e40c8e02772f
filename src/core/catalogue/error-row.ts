/** What the catalogue says of one code. */

export interface ErrorRow {
  /** One sentence: what it means. */
  readonly means: string;
  /** One sentence: what to do about it, the likeliest. */
  readonly remedy: string;
  /** Further sentences, the likelier first. */
  readonly more?: readonly string[];
  /** A message as it is printed. */
  readonly example: string;
  /** What is said in place of it of some messages; the first that fits holds. */
  readonly cases?: readonly ErrorCase[];
}

/** A message of a code that more is known of. */
export interface ErrorCase extends Pick<ErrorRow, "example"> {
  readonly match: RegExp;
  /** `$1` and so on are parts of the message; left out: as of the code. */
  readonly means?: string;
  readonly remedy?: string;
}
