/**
 * Decides `[$...]` conditions for a desktop computer with Windows, as the engine's `exprevaluator.cpp` does:
 * symbols, whole numbers, `!`, `&&`, `||` and parentheses. `&&` binds no tighter than `||`: both go from
 * left to right. What holds are `$WIN32`, which means any PC, and `$WINDOWS`; all other symbols, consoles and
 * unknown ones, do not, nor does what is no expression.
 */

const HOLDS = new Set(["$win32", "$windows"]);

/** The text is a few hundred characters at most: each turn makes it shorter. */
export function evaluateCondition(condition: string): boolean {
  let text = condition
    .toLowerCase()
    .replace(/\$\w*|\d+/g, (term) => (HOLDS.has(term) || +term > 0 ? "1" : "0"))
    .replace(/\s/g, "");
  for (let before = ""; before !== text; ) {
    before = text;
    text = text
      .replace(/!+([01])/g, (_, bit) => (bit === "1" ? "0" : "1"))
      .replace(/(^|\()([01])(\|\||&&)([01])/g, (_, open, left, operator, right) => {
        return open + (operator === "&&" ? left & right : left | right);
      })
      .replace(/\(([01])\)/g, "$1");
  }
  return /^1[^|&]*$/.test(text);
}
