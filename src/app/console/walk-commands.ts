/** Commands about walking. */

import { type ConsoleCommand, ConsoleError, usage } from "./console-types.ts";
import { readNumber } from "./switch-commands.ts";

/** What the engine's variables may sensibly be. */
const MOST_GRAVITY = 4000;

export const WALK_COMMANDS: readonly ConsoleCommand[] = [
  {
    name: "noclip",
    form: "",
    help: "Flies through everything, or walks as a player does.",
    word: "0",
    async run(_args, { mapName, walk }) {
      if (mapName === null) throw new ConsoleError("No map is open.");
      await walk.toggle();
      return walk.isWalking ? "noclip OFF: walking" : "noclip ON: flying";
    },
  },
  {
    name: "sv_gravity",
    form: "<inches/s²>",
    help: "What pulls at who walks: 600 in Half-Life 2, 800 in games for several players.",
    word: "walking",
    value: ({ walk }) => String(walk.rules?.gravity ?? 800),
    run([text], { walk }) {
      const gravity = Math.min(MOST_GRAVITY, Math.max(0, readNumber(text)));
      if (walk.rules === null) throw new ConsoleError("Walk first: 0, or noclip.");
      walk.rules.gravity = gravity;
      return undefined;
    },
  },
  {
    name: "walk_rules",
    form: "hl2|multiplayer",
    help: "Gravity, jumps and speeds of who walks: 600, 21 inches, 190; or 800, 45 inches, 250. Found by the map's spawns at first.",
    word: "walking",
    choices: () => ["hl2", "multiplayer"],
    async run([name], { walk }) {
      if (name !== "hl2" && name !== "multiplayer") throw usage(this);
      await walk.setRules(name);
      return undefined;
    },
  },
];
