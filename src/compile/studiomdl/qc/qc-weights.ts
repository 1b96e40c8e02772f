import { blockOf, type QcStatement, type QcWords } from "./qc-statements.ts";
import type { QcWeightList } from "./qc-types.ts";

/** `$weightlist <name> { <bone> <weight> … }` */
export function readWeightList(statement: QcStatement, words: QcWords): QcWeightList {
  const name = words.text("a name");
  const block = blockOf(statement);
  const weights: { bone: string; weight: number }[] = [];
  while (block.hasMore) {
    weights.push({ bone: block.text("a bone"), weight: block.number("its weight") });
  }
  return { name, weights, line: statement.line };
}
