/** Reads texts of the documentation and of the command's help, and the keys that they name. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect } from "vitest";

export const root = resolve(import.meta.dirname, "../..");
export const read = (path: string): string => readFileSync(join(root, path), "utf8");
const commands = read("docs/commands.md");

/** Returns the text below all headings of a verb in docs/commands.md. */
export const sectionsOf = (verb: string): string =>
  [...commands.matchAll(/^## `visleaf (\w+)[^\n]*\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)]
    .filter(([, name]) => name === verb)
    .map(([text]) => text)
    .join("\n");

export interface VerbText {
  readonly verb: string;
  readonly help: string;
  readonly options: readonly string[];
}

const cli = readdirSync(join(root, "src/cli"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => read(`src/cli/${file}`));

/** Returns the rows of a table of options, and the shared tables that it includes. */
function namesOf(table: string, own: string): string[] {
  const rows = [...table.matchAll(/^\s+"?([a-z][\w-]*)"?: \{/gm)].map(([, name]) => name);
  const constants = [...table.matchAll(/(?:\.\.\.|^)([A-Z][A-Z_]+)\b/gm)].flatMap(([, name]) => {
    const body = [own, ...cli].map(
      (source) => source.match(new RegExp(`const ${name} = \\{([\\s\\S]*?)\\n\\}`))?.[1],
    );
    return namesOf(body.find((one) => one !== undefined) ?? "", own);
  });
  return [...rows, ...constants];
}

/** Help and options of each verb, read from its source. */
export const verbs: readonly VerbText[] = readdirSync(join(root, "src/cli/verbs"), {
  recursive: true,
  encoding: "utf8",
})
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts"))
  .map((file): VerbText => {
    const source = read(`src/cli/verbs/${file}`);
    const [, given = ""] = source.match(/parseOptions\(\s*"\w+",\s*\w+,\s*([\s\S]*?)\);\n/) ?? [];
    const options = namesOf(given, source);
    const help = source.match(/help: `([\s\S]*?[^\\])`,\n/)?.[1] ?? "";
    return { verb: basename(file, ".ts"), help, options };
  });

export const helpOf = (verb: string): string => verbs.find((one) => one.verb === verb)!.help;

/** Returns the keys of the first `{a, b: …}` at or after `start`, in the order of the text. */
export function keysAfter(text: string, start: string): string[] {
  const flat = text.replaceAll(/\s+/g, " ");
  const at = flat.indexOf(start);
  expect(at, start).toBeGreaterThanOrEqual(0);
  let depth = 0;
  let key = "";
  const keys: string[] = [];
  for (const letter of flat.slice(flat.indexOf("{", at))) {
    if (letter === "{" || letter === "[") depth++;
    else if (letter === "}" || letter === "]") depth--;
    else if (depth === 1) key += letter === "," ? ";" : letter;
    if (depth === 0) break;
  }
  for (const part of key.split(";")) keys.push(part.split(":")[0].replaceAll('"', "").trim());
  return keys.filter((one) => one !== "");
}

export const sorted = (keys: Iterable<string>): string[] => [...keys].sort();
