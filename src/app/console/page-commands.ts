/** Commands about maps, pictures, and the console itself. */

import { type ConsoleCommand, ConsoleError, type ConsoleHost, usage } from "./console-types.ts";

/** More lines than anybody reads. */
const MOST_LISTED = 200;

export const PAGE_COMMANDS: readonly ConsoleCommand[] = [
  {
    name: "map",
    form: "<name>",
    help: "Opens a map of your games and folders.",
    word: "M",
    choices: (host) => host.listMaps(),
    run(args, host) {
      if (args.length === 0) {
        if (host.mapName !== null) return `The map is ${host.mapName}.`;
        throw usage(this);
      }
      if (!host.openMap(args[0])) {
        throw new ConsoleError(
          `There is no map named ${args[0]} here: "maps" lists those that are.`,
        );
      }
      return undefined;
    },
  },
  {
    name: "measure",
    form: "",
    help: "Measures in the map by clicks: distances, slopes, angles, areas; again to end it.",
    word: "-",
    run(_args, { mapName, measure }) {
      if (mapName === null) throw new ConsoleError("No map is open.");
      const wasOn = measure.isOn;
      measure.toggle();
      return wasOn ? "Measuring is done." : "Measuring: click on two places.";
    },
  },
  {
    name: "maps",
    form: "[part of a name]",
    help: "Lists maps that can be opened.",
    word: "M",
    run([part = "*"], host) {
      const wanted = part.toLowerCase().replaceAll("*", "");
      const names = host.listMaps().filter((name) => name.toLowerCase().includes(wanted));
      if (names.length === 0) {
        return wanted === ""
          ? "No games or folders have been added."
          : `No map has "${wanted}" in its name.`;
      }
      const more = names.length - MOST_LISTED;
      const shown = names.slice(0, MOST_LISTED).join("\n");
      return more > 0 ? `${shown}\n… and ${more} more` : shown;
    },
  },
  makeScreenshot("screenshot"),
  makeScreenshot("jpeg"),
  {
    name: "clear",
    form: "",
    help: "Clears the console.",
    word: "",
    run(_args, host) {
      host.clear();
      return undefined;
    },
  },
  {
    name: "echo",
    form: "<text>",
    help: "Prints a text.",
    word: "",
    run: (args) => args.join(" "),
  },
  {
    name: "sv_cheats",
    form: "0|1",
    help: "Not needed here: every command works without.",
    word: "",
    value: () => "1",
    run: () => "Not needed here: every command works without.",
  },
];

function makeScreenshot(name: string): ConsoleCommand {
  return {
    name,
    form: "",
    help: "Saves the picture as a PNG.",
    word: "P",
    run(_args, host: ConsoleHost) {
      if (host.mapName === null) throw new ConsoleError("No map is open.");
      return host.saveScreenshot();
    },
  };
}
