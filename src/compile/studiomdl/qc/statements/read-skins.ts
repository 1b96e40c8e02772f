import { blockOf, isBrace, type QcStatement, qcError } from "../qc-statements.ts";

/** More than a skin table holds. Each group is put beside all before it, and shorter ones repeat. */
const MAX_SKIN_NAMES = 1 << 14;

/** Rows `{ "a" "b" }`. Those of a second group are put beside the first's. */
export function readSkins(
  statement: QcStatement,
  known: readonly (readonly string[])[],
): string[][] {
  const tokens = blockOf(statement);
  const rows: string[][] = [];
  while (tokens.hasMore) {
    const open = tokens.take("{");
    if (!isBrace(open, "{")) {
      throw qcError("syntax", statement.command, open.line, "a row { }", open.text);
    }
    const row: string[] = [];
    for (let token = tokens.take("}"); !isBrace(token, "}"); token = tokens.take("}")) {
      row.push(token.text);
    }
    const wanted = rows[0]?.length ?? row.length;
    if (row.length !== wanted || wanted === 0) {
      const expected = `a row of ${wanted === 0 ? "at least one material" : `${wanted} materials`}`;
      throw qcError("bad-count", statement.command, tokens.line, expected, `${row.length}`);
    }
    rows.push(row);
  }
  if (known.length === 0) return rows;
  const count = Math.max(known.length, rows.length);
  const width = known[0].length + (rows[0]?.length ?? 0);
  if (count * width > MAX_SKIN_NAMES) {
    const expected = `groups that make at most ${MAX_SKIN_NAMES} names together`;
    const found = `${count} skins of ${width}`;
    throw qcError("bad-count", statement.command, statement.line, expected, found);
  }
  return Array.from({ length: count }, (_, i) => [
    ...(known[i] ?? known[0]),
    ...(rows[i] ?? rows[0] ?? []),
  ]);
}
