/** What the last command of a line may become. */

import { COMMANDS, findCommand } from "./command-list.ts";
import type { ConsoleHost } from "./console-types.ts";

const MOST = 8;

export interface Completion {
  /** The whole line with it. */
  readonly line: string;
  /** What is put in. */
  readonly text: string;
  readonly help: string;
}

/** Names that begin so come first, then those that have it within. Empty: nothing was typed, or nothing fits. */
export function complete(line: string, host: ConsoleHost): Completion[] {
  const start = lastStart(line);
  const lead = /^\s*/.exec(line.slice(start))![0].length;
  const before = line.slice(0, start + lead);
  const typed = line.slice(start + lead);
  const space = typed.indexOf(" ");
  if (typed === "") return [];
  if (space < 0) {
    const names = COMMANDS.map(({ name }) => name);
    return pick(typed, names).map((name) => {
      const { form, help } = findCommand(name, host.settings)!;
      return { line: before + name + (form === "" ? "" : " "), text: name, help };
    });
  }
  const command = findCommand(typed.slice(0, space), host.settings);
  // Names with spaces in them are typed, and put in, within quotes.
  const rest = typed.slice(space + 1).trimStart();
  const value = rest.replace(/^"/, "").replace(/"$/, "");
  if (!command?.choices || (value.includes(" ") && !rest.startsWith('"'))) return [];
  return pick(value, command.choices(host)).map((text) => ({
    line: `${before}${typed.slice(0, space)} ${/[\s;]|\/\//.test(text) ? `"${text}"` : text}`,
    text,
    help: "",
  }));
}

/** Where the last command begins: a `;` within quotes ends none. */
function lastStart(line: string): number {
  let start = 0;
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') isQuoted = !isQuoted;
    else if (line[i] === ";" && !isQuoted) start = i + 1;
  }
  return start;
}

function pick(typed: string, names: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(wanted));
  const isFirst = (name: string): number => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => isFirst(a) - isFirst(b)).slice(0, MOST);
}
