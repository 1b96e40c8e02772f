/** Options whose value may be left out, which parseArgs does not have: they become `--name=value`. */

/** Standard output, as a file's name. */
export const STDOUT = "-";

/** `--json` stands alone, or before a file: `--json out.json`, `--json -`, `--json=FILE`. */
function isJsonFile(next: string | undefined): next is string {
  return next === STDOUT || /\.json$/i.test(next ?? "");
}

/** `--fail-on-regression` alone is any regression: 0 percent. */
export function joinOptionalValues(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === "--fail-on-regression") {
      joined.push(`${arg}=0`);
    } else if (arg === "--json") {
      const next = args[i + 1];
      joined.push(`--json=${isJsonFile(next) ? next : STDOUT}`);
      if (isJsonFile(next)) i++;
    } else {
      joined.push(arg);
    }
  }
  return joined;
}
