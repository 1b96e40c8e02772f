/** Lists mutants of a WGSL file by its tokens. */

import { changeNumber, type Mutant, SWAPS } from "./mutant.ts";

const TOKEN =
  /\/\/.*|\/\*[\s\S]*?\*\/|0x[\da-fA-F]+[iu]?|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[fhiu]?|[A-Za-z_]\w*|[-+*/%&|^]=|<<=|>>=|<<|>>|[<>=!]=|&&|\|\||->|[^\s\w]/g;

const COMMENT = /^\/[/*]/;
const WORD = /^[A-Za-z_]/;
const NUMBER = /^\.?\d/;
/** Operators that only a value precedes, unlike signs of numbers and pointers' stars. */
const INFIX = /=$|&&|\|\|/;
/** Ends of statements and blocks. */
const BORDER = /^[;{}]$/;
/** Words that begin a statement that cannot be dropped. */
const DECLARES = /^(let|var|const|return|break|continue|if|for|loop|while|switch|else)$/;
/** Words after which an angle bracket lists types. */
const GENERIC = /^(array|vec[234]|mat\dx\d|ptr|bitcast|var|atomic)$/;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const isOperand = (text: string): boolean => /^[\w.)\]]/.test(text) && text !== "return";

export function listWgslMutants(source: string): Mutant[] {
  const tokens: Token[] = [...source.matchAll(TOKEN)]
    .filter(([text]) => !COMMENT.test(text))
    .map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }));
  const mutants: Mutant[] = [];
  let within = "";
  let depth = 0;

  const add = (operator: string, start: number, end: number, code: string, i: number) => {
    const site = source.slice(...statementAt(tokens, i)).replace(/\s+/g, " ");
    mutants.push({ operator, within, site, start, end, code });
  };

  /** Mutants of a word: a swap, swapped arguments, a dropped statement, a negated condition. */
  function addOfWord(i: number): void {
    const { text, start, end } = tokens[i];
    const before = tokens[i - 1]?.text ?? "";
    const swap = SWAPS.get(text);
    // `.x` is an axis; `x` may be a variable.
    if (swap !== undefined && (swap[0] === "axis") === (before === ".")) {
      add(swap[0], start, end, swap[1], i);
    }
    if (text === "if" && before !== "@") {
      const [from, to] = [tokens[i + 1].start, tokens[borderAfter(tokens, i) - 1].end];
      add("condition", from, to, `(!(${source.slice(from, to)}))`, i);
    } else if (tokens[i + 1]?.text === "(") {
      const [a, b] = listArguments(tokens, i + 1);
      if (b !== undefined && source.slice(...a) !== source.slice(...b)) {
        const code = source.slice(...b) + source.slice(a[1], b[0]) + source.slice(...a);
        add("arguments", a[0], b[1], code, i);
      }
    }
    const last = borderAfter(tokens, i);
    if (BORDER.test(before) && !DECLARES.test(text) && tokens[last]?.text === ";") {
      add("drop", start, tokens[last].end, "", i);
    }
  }

  for (const [i, { text, start, end }] of tokens.entries()) {
    const before = tokens[i - 1]?.text ?? "";
    if (text === "fn" && depth === 0) within = tokens[i + 1].text;
    if (text === "{") depth++;
    if (text === "}" && --depth === 0) within = "";
    if (NUMBER.test(text)) {
      // `@group(0)` and `array<f32, 4>` at the top of a file are declarations.
      const code = depth > 0 || before === "=" ? changeNumber(text) : null;
      if (code !== null) add("number", start, end, code, i);
    } else if (depth === 0 || within === "") {
      // A declaration.
    } else if (WORD.test(text)) {
      addOfWord(i);
    } else if (text === "-" && !isOperand(before)) {
      add("sign", start, end, "", i);
    } else {
      const swap = SWAPS.get(text);
      const isOperator = /^[<>]$/.test(text) ? isComparison(tokens, i) : true;
      if (swap !== undefined && isOperator && (isOperand(before) || INFIX.test(text))) {
        add(swap[0], start, end, swap[1], i);
      }
    }
  }
  return mutants.sort((a, b) => a.start - b.start || b.end - a.end);
}

const borderAfter = (tokens: readonly Token[], i: number): number =>
  tokens.findIndex(({ text }, j) => j > i && /^[;{]$/.test(text));

/** Returns the range of characters of the statement around a token. */
function statementAt(tokens: readonly Token[], i: number): [start: number, end: number] {
  let first = i;
  while (first > 0 && !BORDER.test(tokens[first - 1].text)) first--;
  let last = i;
  while (last < tokens.length - 1 && !BORDER.test(tokens[last].text)) last++;
  return [tokens[first].start, tokens[last].end];
}

/** Lists the ranges of characters of a call's arguments. */
function listArguments(tokens: readonly Token[], open: number): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  let first = open + 1;
  for (let i = open, depth = 0; i < tokens.length; i++) {
    const { text } = tokens[i];
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text)) depth--;
    if (depth === 0 || (depth === 1 && text === ",")) {
      if (i > first) ranges.push([tokens[first].start, tokens[i - 1].end]);
      first = i + 1;
    }
    if (depth === 0) break;
  }
  return ranges;
}

/** Whether an angle bracket compares, and is not part of a type like `vec2<f32>`. */
function isComparison(tokens: readonly Token[], i: number): boolean {
  if (tokens[i].text === "<") return !GENERIC.test(tokens[i - 1].text);
  for (let j = i - 1, depth = 1; j > 0 && !BORDER.test(tokens[j].text); j--) {
    if (tokens[j].text === ">") depth++;
    if (tokens[j].text === "<" && --depth === 0) return !GENERIC.test(tokens[j - 1].text);
  }
  return true;
}
