/**
 * Flex rules as expressions in scripts, `%AU12 = smile * (1 - %AU15)`, and as stack operations in
 * models.
 */

import { FLEX_OP, type FlexOps } from "../../../formats/studio/rig/flex-types.ts";
import { qcError } from "../qc/qc-statements.ts";

/** Operation with the `value` of CONST, or the `name` of the flex or controller it reads. */
export interface FlexOperation {
  readonly op: number;
  readonly value: number;
  readonly name: string;
}

const TOKEN = /\s*(?:(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+)|(%?[a-z_]\w*)|([-+*/(),]))/iy;
const BINARY: Readonly<Record<string, readonly [precedence: number, op: number]>> = {
  "+": [1, FLEX_OP.ADD],
  "-": [1, FLEX_OP.SUB],
  "*": [2, FLEX_OP.MUL],
  "/": [2, FLEX_OP.DIV],
};
const FUNCTIONS: Readonly<Record<string, number>> = { min: FLEX_OP.MIN, max: FLEX_OP.MAX };
/** Deepest nesting. A model's stack holds 32 values. */
const MAX_DEPTH = 32;

const plain = (op: number): FlexOperation => ({ op, value: 0, name: "" });

/** @throws FormatError "QC" if the text is not an expression */
export function parseFlexExpression(text: string, line: number): FlexOperation[] {
  const tokens = readTokens(text, line);
  const out: FlexOperation[] = [];
  let next = 0;
  const fail = (expected: string) =>
    qcError("syntax", "rule", line, expected, tokens[next] ?? "nothing");
  const take = (wanted: string) => {
    if (tokens[next] !== wanted) throw fail(wanted);
    next++;
  };

  const readValue = (depth: number): void => {
    if (depth > MAX_DEPTH) throw fail(`at most ${MAX_DEPTH} parentheses`);
    const token = tokens[next++];
    if (token === undefined) throw fail("a value");
    if (token === "-") {
      readValue(depth + 1);
      out.push(plain(FLEX_OP.NEG));
    } else if (token === "(") {
      readSum(1, depth + 1);
      take(")");
    } else if (tokens[next] === "(" && Object.hasOwn(FUNCTIONS, token)) {
      take("(");
      readSum(1, depth + 1);
      take(",");
      readSum(1, depth + 1);
      take(")");
      out.push(plain(FUNCTIONS[token]));
    } else if (/^[\d.]/.test(token)) {
      out.push({ op: FLEX_OP.CONST, value: Number(token), name: "" });
    } else if (token.startsWith("%")) {
      out.push({ op: FLEX_OP.FETCH2, value: 0, name: token.slice(1) });
    } else if (/^\w/.test(token)) {
      out.push({ op: FLEX_OP.FETCH1, value: 0, name: token });
    } else {
      next--;
      throw fail("a value");
    }
  };
  const readSum = (least: number, depth: number): void => {
    readValue(depth);
    for (;;) {
      const found = Object.hasOwn(BINARY, tokens[next] ?? "") ? BINARY[tokens[next]] : null;
      if (found === null || found[0] < least) return;
      next++;
      readSum(found[0] + 1, depth + 1);
      out.push(plain(found[1]));
    }
  };

  readSum(1, 0);
  if (next < tokens.length) throw fail("the end of the rule");
  return out;
}

function readTokens(text: string, line: number): string[] {
  const tokens: string[] = [];
  const trimmed = text.trimEnd();
  for (let at = 0; at < trimmed.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(trimmed);
    if (match === null) throw qcError("syntax", "rule", line, "a value or an operator", trimmed);
    tokens.push(match[1] ?? match[2] ?? match[3]);
  }
  return tokens;
}

/** Whether a name can be used in an expression: letters, digits, underscores. */
export const isFlexName = (name: string): boolean => /^[a-z_]\w*$/i.test(name);

/**
 * Returns a run of a model's operations as text; `null` if a script cannot express it: operations
 * of later tools (`NWAY` and similar), and names with other characters.
 */
export function formatFlexExpression(
  { op, index, value }: FlexOps,
  first: number,
  count: number,
  controllers: readonly string[],
  descriptors: readonly string[],
): string | null {
  const operations: FlexOperation[] = [];
  for (let row = first; row < first + count; row++) {
    const code = op[row];
    const names =
      code === FLEX_OP.FETCH1 ? controllers : code === FLEX_OP.FETCH2 ? descriptors : [];
    operations.push({ op: code, value: value[row], name: names[index[row]] ?? "" });
  }
  return formatOperations(operations);
}

/** Returns operations with names as text, like `formatFlexExpression`. */
export function formatOperations(operations: readonly FlexOperation[]): string | null {
  const stack: { text: string; precedence: number }[] = [];
  const symbolOf = new Map(Object.entries(BINARY).map(([symbol, [, code]]) => [code, symbol]));
  const functionOf = new Map(Object.entries(FUNCTIONS).map(([name, code]) => [code, name]));
  for (const { op, value, name } of operations) {
    if (op === FLEX_OP.CONST) {
      if (value < 0) return null;
      stack.push({ text: String(value), precedence: 3 });
      continue;
    }
    if (op === FLEX_OP.FETCH1 || op === FLEX_OP.FETCH2) {
      if (!isFlexName(name)) return null;
      stack.push({ text: op === FLEX_OP.FETCH1 ? name : `%${name}`, precedence: 3 });
      continue;
    }
    const right = stack.pop();
    if (right === undefined) return null;
    if (op === FLEX_OP.NEG) {
      stack.push({ text: `-${enclose(right, 3)}`, precedence: 3 });
      continue;
    }
    const left = stack.pop();
    const symbol = symbolOf.get(op);
    const called = functionOf.get(op);
    if (left === undefined) return null;
    if (symbol !== undefined) {
      const [precedence] = BINARY[symbol];
      const text = `${enclose(left, precedence)} ${symbol} ${enclose(right, precedence + 1)}`;
      stack.push({ text, precedence });
    } else if (called !== undefined) {
      stack.push({ text: `${called}(${left.text}, ${right.text})`, precedence: 3 });
    } else {
      return null;
    }
  }
  return stack.length === 1 ? stack[0].text : null;
}

function enclose(
  { text, precedence }: { text: string; precedence: number },
  least: number,
): string {
  return precedence < least ? `(${text})` : text;
}
