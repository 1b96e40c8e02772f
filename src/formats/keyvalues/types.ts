/** KeyValues: Valve's text format of nested key-value pairs. */

export interface KeyValuesNode {
  /** As written, without its quotes. */
  readonly key: string;
  /** Text as written, or the pairs of a block, in order and with duplicates. */
  readonly value: string | readonly KeyValuesNode[];
  /** What stood in `[...]` behind it, without the brackets: `$X360`, `!$X360`. */
  readonly condition?: string;
}
