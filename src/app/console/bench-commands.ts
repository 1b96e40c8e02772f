/** Engine variables that select one of visleaf's views or marks. */

import { MARK_SETS, MARKS, parseMarks } from "../../map/mark-kinds.ts";
import { findView, VIEWS } from "../../render/inspect/view-list.ts";
import { type ConsoleCommand, ConsoleError, type ConsoleHost, usage } from "./console-types.ts";
import { readSwitch, readValue } from "./switch-commands.ts";

/** Makes a variable that switches a view on or off. Only one view is active at a time. */
function makeView(name: string, view: string, help: string): ConsoleCommand {
  return {
    ...{ name, form: "0|1", help, word: `view ${view}` },
    value: ({ settings }) => (settings.view === view ? "1" : "0"),
    run([text], { settings }) {
      if (readSwitch(this, text)) settings.view = view;
      else if (settings.view === view) settings.view = "";
      return undefined;
    },
  };
}

const wordsOf = ({ marks }: ConsoleHost): string[] => marks.words.split(",").filter(Boolean);

/** Removes some marks and adds others. */
function changeMarks(host: ConsoleHost, without: readonly string[], add: readonly string[]): void {
  const rest = wordsOf(host).filter((word) => !without.includes(word));
  host.marks.show([...rest, ...add].join(","));
}

/** Makes a variable whose value, from 1, selects a set of marks; 0 hides all of them. */
function makeMarks(name: string, byValue: readonly (readonly string[])[], help: string) {
  const all = byValue.flat();
  const now = (host: ConsoleHost): number => {
    const words = wordsOf(host);
    return byValue.findIndex((names) => names.every((one) => words.includes(one))) + 1;
  };
  const command: ConsoleCommand = {
    ...{ name, help, word: `marks ${all.join(",")}` },
    form: ["0", ...byValue.map((_, i) => i + 1)].join("|"),
    value: (host) => String(now(host)),
    run([text], host) {
      const value = readValue(this, text, [0, ...byValue.map((_, i) => i + 1)]);
      changeMarks(host, all, byValue[value - 1] ?? []);
      return undefined;
    },
  };
  return command;
}

function makeToggle(name: string, mark: string, help: string): ConsoleCommand {
  return {
    ...{ name, form: "", help, word: `marks ${mark}` },
    run(_args, host) {
      const isOn = wordsOf(host).includes(mark);
      changeMarks(host, [mark], isOn ? [] : [mark]);
      return isOn ? "Hidden." : "Shown.";
    },
  };
}

export const BENCH_COMMANDS: readonly ConsoleCommand[] = [
  makeView("mat_luxels", "luxels", "The grid of luxels on surfaces."),
  makeMarks(
    "mat_leafvis",
    [["leaf"], ["area"], ["pvs"]],
    "Leaves: 1 the camera's, 2 its area's, 3 all in the PVS.",
  ),
  makeMarks("r_drawclipbrushes", [MARK_SETS.clips], "Clip brushes."),
  makeMarks("r_drawlights", [["lights"]], "Lights with their radius."),
  makeToggle("ent_text", "entities", "Entities with their names."),
  makeToggle("showtriggers_toggle", "trigger", "Triggers."),
  {
    name: "view",
    form: "[name]",
    help: "Shows surfaces in a view such as luxels or normals; without a name, the usual picture.",
    word: "view",
    choices: () => VIEWS.map(({ name }) => name),
    run([name = ""], { settings }) {
      if (name !== "" && findView(name) === undefined) {
        const all = VIEWS.map((one) => one.name).join(", ");
        throw new ConsoleError(`There is no view ${name.slice(0, 40)}: ${all}.`);
      }
      settings.view = name;
      return undefined;
    },
  },
  {
    name: "marks",
    form: "[name,name …]",
    help: "Draws marks over the map, such as clips or triggers; without a name, none.",
    word: "marks",
    choices: () => [...MARKS.map(({ name }) => name), ...Object.keys(MARK_SETS)],
    run(args, { marks }) {
      const words = args.join(",");
      const unknown: string[] = [];
      parseMarks(words, (word) => unknown.push(word));
      if (unknown.length > 0) throw usage(this);
      marks.show(words);
      return undefined;
    },
  },
];
