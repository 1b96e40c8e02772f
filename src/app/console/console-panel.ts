/** The console's panel: what was said, a line to type, and what that may become. */

import "./console.css";
import { byId, make } from "../dom.ts";
import { type Completion, complete } from "./complete.ts";
import type { ConsoleHost } from "./console-types.ts";
import type { LineHistory } from "./line-history.ts";
import { runLine } from "./run-line.ts";

/** Older lines are let go of. */
const MAX_PRINTED = 500;

export interface ConsolePanel {
  toggle(): void;
}

/** What the panel needs of the page, besides what commands do. */
export interface ConsolePanelOptions {
  readonly host: Omit<ConsoleHost, "print" | "clear">;
  readonly history: LineHistory;
  /** A line was carried out: settings may have changed. */
  onLine(): void;
  /** The panel was closed. */
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
  /** The completion that Tab put in last; -1: none. */
  let chosen = -1;

  const print = (text: string, kind = ""): void => {
    log.append(make("p", kind === "" ? {} : { class: kind }, text));
    while (log.childElementCount > MAX_PRINTED) log.firstElementChild?.remove();
    log.scrollTop = log.scrollHeight;
  };
  // Values are read when they are asked for: a copy of the properties would be of now.
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
  // Where lines were pasted, each is a command.
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
    const isClosing = event.key === "Escape" || event.code === "Backquote";
    if (isClosing) setOpen(false);
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
