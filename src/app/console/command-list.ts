/** All commands of the console, and those that explain the others. */

import type { RenderSettings } from "../../viewer/index.ts";
import { BENCH_COMMANDS } from "./bench-commands.ts";
import { type ConsoleCommand, ConsoleError, type ConsoleHost, usage } from "./console-types.ts";
import { nearNames } from "./near-names.ts";
import { explainForeign } from "./no-game.ts";
import { PAGE_COMMANDS } from "./page-commands.ts";
import { PLACE_COMMANDS } from "./place-commands.ts";
import { SWITCH_COMMANDS, settingCommand } from "./switch-commands.ts";
import { WALK_COMMANDS } from "./walk-commands.ts";

const HELP_COMMANDS: readonly ConsoleCommand[] = [
  {
    name: "help",
    form: "[command]",
    help: "Explains a command, or lists all.",
    word: "?",
    choices: () => COMMANDS.map(({ name }) => name),
    run([name], host) {
      if (name === undefined) return COMMANDS.map(listCommand).join("\n");
      return explain(findCommand(name, host.settings) ?? failUnknown(name), host);
    },
  },
  {
    name: "find",
    form: "<word …>",
    help: "Lists commands with all of these words in their name or help.",
    word: "",
    run(args) {
      const words = args.flatMap((text) => text.toLowerCase().split(/\s+/)).filter(Boolean);
      if (words.length === 0) throw usage(this);
      const found = COMMANDS.filter(({ name, help, word }) => {
        const text = `${name} ${help} ${word}`.toLowerCase();
        return words.every((one) => text.includes(one));
      });
      return found.length === 0
        ? `Nothing has "${words.join(" ")}" in it.`
        : found.map(listCommand).join("\n");
    },
  },
  {
    name: "toggle",
    form: "<variable>",
    help: "Turns a variable from 0 to 1, or back.",
    word: "",
    choices: () => COMMANDS.filter((command) => command.value).map(({ name }) => name),
    run([name], host, line) {
      if (name === undefined) throw usage(this);
      const command = findCommand(name, host.settings) ?? failUnknown(name);
      if (command.value === undefined) throw new ConsoleError(`${command.name} is no variable.`);
      return command.run([Number(command.value(host)) === 0 ? "1" : "0"], host, line);
    },
  },
];

/** By name. */
export const COMMANDS: readonly ConsoleCommand[] = [
  ...PLACE_COMMANDS,
  ...SWITCH_COMMANDS,
  ...BENCH_COMMANDS,
  ...WALK_COMMANDS,
  ...PAGE_COMMANDS,
  ...HELP_COMMANDS,
].sort((a, b) => (a.name < b.name ? -1 : 1));

const byName = new Map(COMMANDS.map((command) => [command.name, command]));

/** null: there is no such command, and no such setting. */
export function findCommand(name: string, settings: RenderSettings): ConsoleCommand | null {
  const typed = name.toLowerCase();
  return byName.get(typed) ?? settingCommand(typed, settings);
}

/** Throws `ConsoleError`. */
export function failUnknown(name: string): never {
  const foreign = explainForeign(name);
  if (foreign !== null) throw new ConsoleError(`${name.slice(0, 64)}: ${foreign}`);
  const near = nearNames(
    name,
    COMMANDS.map((command) => command.name),
  );
  const hint = near.length === 0 ? '"find" looks for one.' : `Did you mean ${near.join(", ")}?`;
  throw new ConsoleError(`Unknown command "${name.slice(0, 64)}". ${hint}`);
}

/** What a variable is, and what a command is for. */
export function explain(command: ConsoleCommand, host: ConsoleHost): string {
  const { name, form, help, word, value } = command;
  const head = value ? `"${name}" = "${command.value?.(host)}"` : `${name} ${form}`.trimEnd();
  const lines = [head, help];
  if (value) lines.push(`Takes ${form}.`);
  if (word !== "") lines.push(`In visleaf: ${word}.`);
  return lines.join("\n");
}

function listCommand({ name, form, help }: ConsoleCommand): string {
  return `${`${name} ${form}`.trimEnd()}: ${help}`;
}
