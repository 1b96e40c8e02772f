/** The console's panel: the log, the input line and its completions. */

import "./console.css";
import { byId, make } from "../dom.ts";
import { COMMANDS, explain, failUnknown, findCommand } from "./command-list.ts";
import { type CameraMoves, ConsoleError, type ConsoleHost } from "./console-types.ts";
import type { LineHistory } from "./line-history.ts";

// Runs a line: its commands one after the other, each after the previous one has finished.

// Splits a line like the engine's console: `;` and line ends separate commands, quotes group words.

/** Longest line in characters; the rest is cut off. */
const MAX_LINE = 4096;

/** Returns the words of each command; empty commands are left out. `//` starts a comment. */
export function splitLine(text: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  const endWord = (): void => {
    if (word !== null) words.push(word);
    word = null;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  const end = Math.min(text.length, MAX_LINE);
  for (let i = 0; i < end; i++) {
    const letter = text[i];
    if (letter === "\n" || letter === "\r") {
      isQuoted = false;
      endCommand();
    } else if (letter === '"') {
      if (isQuoted) endWord();
      else word ??= "";
      isQuoted = !isQuoted;
    } else if (isQuoted) {
      word += letter;
    } else if (letter === ";") {
      endCommand();
    } else if (letter === "/" && text[i + 1] === "/" && word === null) {
      while (i + 1 < end && text[i + 1] !== "\n" && text[i + 1] !== "\r") i++;
    } else if (/\s/.test(letter)) {
      endWord();
    } else {
      word = (word ?? "") + letter;
    }
  }
  endCommand();
  return commands;
}

/** Largest number of commands that one line runs. */
const MOST_COMMANDS = 64;

/**
 * Runs a line. `print` receives each answer and whether it is an error. Never rejects because of
 * the input.
 */
export async function runLine(
  text: string,
  host: ConsoleHost,
  print: (text: string, isError: boolean) => void,
): Promise<void> {
  const commands = splitLine(text);
  const line = createMoves(host);
  for (const [name, ...args] of commands.slice(0, MOST_COMMANDS)) {
    try {
      const command = findCommand(name, host.settings) ?? failUnknown(name);
      const isAsked = command.value !== undefined && args.length === 0;
      const answer = isAsked ? explain(command, host) : await command.run(args, host, line);
      if (answer !== undefined) print(answer, false);
    } catch (error) {
      // Other failures, such as a screenshot that cannot be saved, are printed too.
      const isOurs = error instanceof ConsoleError;
      print(
        isOurs ? error.message : `${name}: ${error instanceof Error ? error.message : error}`,
        true,
      );
    }
  }
  if (commands.length > MOST_COMMANDS) {
    print(`Only the first ${MOST_COMMANDS} commands were carried out.`, true);
  }
}

/**
 * Camera moves of one line. They form a single step for `back`, however many commands move the
 * camera.
 */
function createMoves(host: ConsoleHost): CameraMoves {
  let isMoved = false;
  return {
    put(pose) {
      if (host.mapName === null) throw new ConsoleError("No map is open.");
      host.put(pose, !isMoved);
      isMoved = true;
    },
  };
}

// Completes the last command of a line.

const MOST = 8;

export interface Completion {
  /** The whole line with the completion inserted. */
  readonly line: string;
  /** The inserted text. */
  readonly text: string;
  readonly help: string;
}

/**
 * Returns completions: names that start with the typed text, then names that contain it. Empty if
 * nothing was typed or nothing matches.
 */
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
  // Names with spaces are typed and inserted in quotes.
  const rest = typed.slice(space + 1).trimStart();
  const value = rest.replace(/^"/, "").replace(/"$/, "");
  if (!command?.choices || (value.includes(" ") && !rest.startsWith('"'))) return [];
  return pick(value, command.choices(host)).map((text) => ({
    line: `${before}${typed.slice(0, space)} ${/[\s;]|\/\//.test(text) ? `"${text}"` : text}`,
    text,
    help: "",
  }));
}

/** Returns the start of the last command. A `;` inside quotes does not end a command. */
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

/** Number of printed lines kept; older lines are removed. */
const MAX_PRINTED = 500;

export interface ConsolePanel {
  toggle(): void;
}

/** Connections of the panel to the page, besides the ones that commands use. */
export interface ConsolePanelOptions {
  readonly host: Omit<ConsoleHost, "print" | "clear">;
  readonly history: LineHistory;
  /** Called after a line has run; settings may have changed. */
  onLine(): void;
  /** Called after the panel was closed. */
  onClose(): void;
}

export function createConsolePanel(options: ConsolePanelOptions): ConsolePanel {
  const { history } = options;
  const log = make("div", {
    class: "console-log",
    role: "log",
    tabindex: "0",
    "aria-label": "Output",
  });
  const list = make("ul", {
    id: "console-completions",
    role: "listbox",
    "aria-label": "Completions",
  });
  const input = make("input", {
    ...{ id: "console-line", type: "text", role: "combobox", "aria-label": "Command" },
    ...{
      "aria-controls": "console-completions",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
    },
    ...{ autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go" },
    ...{ maxlength: "4096", placeholder: 'setpos, mat_fullbright, map … "help" lists all' },
  });
  const close = make(
    "button",
    { type: "button", class: "icon", "aria-label": "Close the console" },
    "×",
  );
  const form = make("form", {}, make("span", { "aria-hidden": "true" }, "]"), input, close);
  const panel = make("section", { id: "console", "aria-label": "Console" }, log, list, form);
  panel.hidden = true;
  byId("panel").before(panel);

  let completions: readonly Completion[] = [];
  /** Index of the completion that Tab inserted last, or −1. */
  let chosen = -1;

  const print = (text: string, kind = ""): void => {
    log.append(make("p", kind === "" ? {} : { class: kind }, text));
    while (log.childElementCount > MAX_PRINTED) log.firstElementChild?.remove();
    log.scrollTop = log.scrollHeight;
  };
  // Inherits from `options.host`, because copying its getters would freeze their current values.
  const host: ConsoleHost = Object.create(options.host, {
    print: { value: print },
    clear: { value: () => log.replaceChildren() },
  });

  const showChosen = (): void => {
    for (const [i, row] of [...list.children].entries()) {
      row.setAttribute("aria-selected", String(i === chosen));
    }
    if (chosen < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `console-completion-${chosen}`);
  };
  const showCompletions = (): void => {
    completions = complete(input.value, host);
    chosen = -1;
    const rows = completions.map(({ text, help }, i) => {
      const row = make(
        "li",
        { id: `console-completion-${i}`, role: "option" },
        make("b", {}, text),
      );
      if (help !== "") row.append(" ", make("span", {}, help));
      row.addEventListener("click", () => {
        take(i);
        input.focus();
        showCompletions();
      });
      return row;
    });
    list.replaceChildren(...rows);
    list.hidden = rows.length === 0;
    input.setAttribute("aria-expanded", String(rows.length > 0));
    showChosen();
  };
  const take = (index: number): void => {
    chosen = index;
    input.value = completions[index].line;
    showChosen();
  };
  const setLine = (line: string | null): void => {
    if (line === null) return;
    input.value = line;
    showCompletions();
  };

  const run = async (): Promise<void> => {
    const line = input.value;
    if (line.trim() === "") return;
    input.value = "";
    showCompletions();
    history.add(line);
    print(`] ${line}`, "typed");
    await runLine(line, host, (text, isError) => print(text, isError ? "bad" : ""));
    options.onLine();
  };
  const setOpen = (on: boolean): void => {
    panel.hidden = !on;
    if (on) input.focus();
    else options.onClose();
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run();
  });
  close.addEventListener("click", () => setOpen(false));
  input.addEventListener("input", showCompletions);
  // Pasted line breaks become `;`, so that each pasted line is a command.
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = input;
    input.setRangeText(
      text.trim().replaceAll(/[\r\n]+/g, ";"),
      selectionStart ?? value.length,
      selectionEnd ?? value.length,
      "end",
    );
    showCompletions();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.code === "Backquote") setOpen(false);
    else if (event.target !== input) return;
    else if (event.key === "ArrowUp") setLine(history.older(input.value));
    else if (event.key === "ArrowDown") setLine(history.newer());
    else if (event.key === "Tab" && completions.length > 0) {
      const step = event.shiftKey ? -1 : 1;
      const from = chosen < 0 && step < 0 ? 0 : chosen;
      take((from + step + completions.length) % completions.length);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  print(
    'The game\'s console variables, as far as visleaf has them. "help" lists them, Tab completes.',
  );
  list.hidden = true;
  return { toggle: () => setOpen(panel.hidden !== false) };
}
