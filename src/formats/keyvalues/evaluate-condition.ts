/**
 * Decides `[$...]` conditions for a desktop computer: `$WIN32`, `$WINDOWS` and `$PC` hold, consoles
 * and other systems do not. `!` binds tighter than `&&`, and that tighter than `||`.
 * What * names no system (`[1 1]`) is no condition, and holds.
 */

const HOLDS = new Set(["$win32", "$win64", "$windows", "$pc"]);

export function evaluateCondition(condition: string): boolean {
  return condition.split("||").some((any) =>
    any.split("&&").every((term) => {
      const [, not, name] = /^\s*(!?)\s*(.*?)\s*$/s.exec(term.toLowerCase())!;
      if (!name.startsWith("$")) return true;
      return HOLDS.has(name) !== (not === "!");
    }),
  );
}
