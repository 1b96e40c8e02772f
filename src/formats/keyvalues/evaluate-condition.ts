/**
 * Evaluates `[$...]` conditions for a Windows PC, like the engine's `exprevaluator.cpp`: symbols,
 * integers, `!`, `&&`, `||` and parentheses. `&&` and `||` have the same precedence, from left to
 * right. `$WIN32`, which means any PC, and `$WINDOWS` are true. All other symbols, such as
 * consoles, are false, and so is an invalid expression. The text is parsed in a single pass.
 */

const HOLDS = new Set(["$win32", "$windows"]);
/** Maximum nesting, above any real condition's. Deeper ones are false. */
const MAX_DEPTH = 32;

const TOKEN = /\s*(!(?:\s*!)*|\$\w*|\d+|&&|\|\||[()])/y;
/** Text that may follow a complete expression, where the engine stops. */
const REST = /^[^|&]*$/;

/** An open expression. `left` is undefined before the first term. */
interface Level {
  left: boolean | undefined;
  operator: "" | "&&" | "||";
  isNegated: boolean;
}

export function evaluateCondition(condition: string): boolean {
  const text = condition.toLowerCase();
  const open: Level[] = [];
  let level: Level = { left: undefined, operator: "", isNegated: false };
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1];
    const wantsTerm = level.left === undefined || level.operator !== "";
    if (token === undefined || (wantsTerm ? token === ")" : /^[!$\d(]/.test(token))) break;
    if (token === ")" && open.length === 0) break;
    at = TOKEN.lastIndex;
    if (token === "(") {
      if (open.length === MAX_DEPTH) return false;
      open.push(level);
      level = { left: undefined, operator: "", isNegated: false };
    } else if (token === "&&" || token === "||") {
      if (wantsTerm) return false;
      level.operator = token;
    } else if (token[0] === "!") {
      // Several in a row negate only once.
      if (level.isNegated) return false;
      level.isNegated = true;
    } else {
      let term = HOLDS.has(token) || Number(token) > 0;
      if (token === ")") {
        term = level.left!;
        level = open.pop()!;
      }
      const value = term !== level.isNegated;
      const { left, operator } = level;
      level.left = operator === "&&" ? left! && value : operator === "||" ? left! || value : value;
      level.operator = "";
      level.isNegated = false;
    }
  }
  const isWhole = open.length === 0 && level.operator === "" && !level.isNegated;
  return isWhole && level.left === true && REST.test(text.slice(at));
}
