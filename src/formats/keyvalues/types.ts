/** KeyValues: Valve's text format of nested key-value pairs. */

export interface KeyValuesNode {
  /** Key as written, without quotes. */
  readonly key: string;
  /** Text as written, or the pairs of a block, in order and with duplicates. */
  readonly value: string | readonly KeyValuesNode[];
  /** Condition `[...]` after the pair, without brackets: `$X360`, `!$X360`. */
  readonly condition?: string;
}
