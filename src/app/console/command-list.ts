/** All commands of the console, including `help` and `find`. */

import type { RenderSettings } from "../../viewer/index.ts";
import { BENCH_COMMANDS } from "./bench-commands.ts";
import { type ConsoleCommand, ConsoleError, type ConsoleHost, usage } from "./console-types.ts";
import { PLACE_COMMANDS } from "./place-commands.ts";
import { SIMULATION_COMMANDS } from "./simulation-commands.ts";
import { parseNumber, SWITCH_COMMANDS, settingCommand } from "./switch-commands.ts";

// Commands about maps, pictures and the console itself.

/** Largest number of printed rows. */
const MOST_LISTED = 200;

const PAGE_COMMANDS: readonly ConsoleCommand[] = [
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
        throw new ConsoleError(`No map is named ${args[0]}: "maps" lists all maps.`);
      }
      return undefined;
    },
  },
  {
    name: "measure",
    form: "",
    help: "Measures distances, slopes, angles and areas by clicks; run it again to end.",
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
    name: "impulse",
    form: "100",
    help: "Turns the flashlight on or off.",
    word: "flashlight",
    run([number], { settings }) {
      if (number !== "100") throw new ConsoleError("Only impulse 100 is known, the flashlight.");
      settings.flashlight = !settings.flashlight;
      return `The flashlight is ${settings.flashlight ? "on" : "off"}.`;
    },
  },
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
    help: "Prints its arguments.",
    word: "",
    run: (args) => args.join(" "),
  },
  {
    name: "sv_cheats",
    form: "0|1",
    help: "Not needed here: every command works without it.",
    word: "",
    value: () => "1",
    run: () => "Not needed here: every command works without it.",
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

// Explanations for engine commands that visleaf lacks. Names are lower case; a trailing star
// matches any ending.

const LINES: readonly (readonly [names: string, say: string])[] = [
  [
    "+* -* cl_mouse* sensitivity m_yaw m_pitch m_filter",
    "Use the keys instead: W A S D fly, the help (?) lists all.",
  ],
  [
    "bind bindtoggle unbind unbindall key_listboundkeys alias exec execifexists",
    "Keys cannot be bound here, and files cannot be run: paste the commands into this line, separated by ; or line breaks.",
  ],
  [
    "changelevel changelevel2 connect retry reload restart load save autosave",
    'No game is played here: "map NAME" opens a map, O a file.',
  ],
  [
    "quit exit disconnect _restart",
    "Close the browser's tab to leave, or press M to open another map.",
  ],
  [
    "god buddha notarget kill explode give hurtme noclip_fixup player* sv_infinite* sv_regeneration*",
    "There is no game here, only its map.",
  ],
  [
    "ent_create ent_remove ent_remove_all ent_setname ent_teleport npc_* ai_* bot_* nav_* say say_team",
    "Entities are those of the map, without minds: ent_fire sends them inputs, and the key , lists them.",
  ],
  [
    "ent_pause ent_messages* ent_step ent_trace*",
    "Run (;) pauses and steps the map, and lists what its entities send.",
  ],
  [
    "ent_bbox ent_absbox ent_dump ent_info ent_keyvalue report_entities ent_find ent_name ent_pivot ent_show*",
    "The key , lists entities with all of their keys; ent_text shows their names over the map.",
  ],
  [
    "net_graph net_graph* cl_showfps cl_showframe* +showbudget showbudget* r_speeds vprof* mat_showframerate*",
    "Frames per second, draws and triangles are in the panel (H); Y shows the cost of a place.",
  ],
  [
    "fps_max mat_queue_mode mat_vsync mat_setvideomode mat_reloadallmaterials mat_reload* mat_picmip mat_forceaniso mat_trilinear mat_reducefillrate mat_dxlevel",
    "The browser sets the frame rate, and quality adapts to the machine; opening the map again reloads its materials.",
  ],
  [
    "buildcubemaps mat_envmap* r_3dsky r_drawworld r_drawentities r_drawothermodels mat_norendering mat_drawwater r_waterforce*",
    "That is part of the map, or has no switch here: help lists all switches.",
  ],
  [
    "record stop playdemo stopdemo startdemos demo* startmovie endmovie",
    "R records a flight and plays it again; V makes a video of it.",
  ],
  [
    "volume snd_* play playgamesound stopsound soundscape* voice_* cc_*",
    "The button with the speaker turns the map's sound on, and the panel (H) has its volume.",
  ],
  [
    "thirdperson firstperson r_drawviewmodel viewmodel* cl_drawhud crosshair cl_crosshair* cl_righthand hud_* hidehud r_drawvgui",
    "There is no player model and no HUD here.",
  ],
  [
    "host_framerate sv_alltalk sv_maxspeed sv_friction sv_accelerate sv_airaccelerate sv_stopspeed sv_noclipspeed sv_noclipaccelerate sv_stepsize",
    "Walking uses the engine's values, except for sv_gravity; the wheel changes the flying speed.",
  ],
  [
    "developer con_filter* con_enable condump cvarlist cmdlist version status users stats mem_dump",
    'That exists in the engine only: "help" lists all commands here, "find" searches them.',
  ],
  [
    "cl_leveloverview cl_leveloverviewmarker",
    '"Save a top view" (I) writes a top view to scale with the game\'s text file; U looks from above.',
  ],
  [
    "mat_texture_list mat_texture_list_all mat_texture_limit mat_showtexture* mat_crosshair* mat_edit",
    "Z names the material under the pointer; a click shows its VMT and textures with their sizes.",
  ],
  [
    "vcollide_wireframe physics_* debug_physics* r_visualize* r_drawportals r_showz* mat_normals mat_normalmaps mat_drawflat mat_fillrate mat_depthbias* mat_measurefillrate mat_leafvis_*",
    '"view NAME" selects a view of surfaces, and "marks NAME" the marks over the map: completion (Tab) lists both.',
  ],
];

const ROWS = LINES.map(([names, say]) => ({ names: names.split(" "), say }));

/** Returns the explanation for an engine command, or `null` if the name is unknown. */
export function explainForeign(typed: string): string | null {
  const name = typed.toLowerCase();
  const isMeant = (one: string): boolean =>
    one.endsWith("*")
      ? name.length >= one.length && name.startsWith(one.slice(0, -1))
      : one === name;
  return ROWS.find(({ names }) => names.some(isMeant))?.say ?? null;
}

// Commands for walking.

/** Largest accepted gravity in inches/s². */
const MOST_GRAVITY = 4000;

const WALK_COMMANDS: readonly ConsoleCommand[] = [
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
    help: "Gravity while walking: 600 in Half-Life 2, 800 in multiplayer games.",
    word: "walking",
    value: ({ walk }) => String(walk.rules?.gravity ?? 800),
    run([text], { walk }) {
      const gravity = Math.min(MOST_GRAVITY, Math.max(0, parseNumber(text)));
      if (walk.rules === null) throw new ConsoleError("Walk first: 0, or noclip.");
      walk.rules.gravity = gravity;
      return undefined;
    },
  },
  {
    name: "walk_rules",
    form: "hl2|multiplayer",
    help: "Gravity, jump height and speed while walking: 600, 21 inches, 190; or 800, 45 inches, 250. The map's spawns choose the first value.",
    word: "walking",
    choices: () => ["hl2", "multiplayer"],
    async run([name], { walk }) {
      if (name !== "hl2" && name !== "multiplayer") throw usage(this);
      await walk.setRules(name);
      return undefined;
    },
  },
];

// Suggests names for a mistyped command.

const MOST = 3;

/**
 * Returns up to `MOST` similar names, nearest first. Inserted, deleted, changed or swapped letters
 * count one each.
 */
export function nearNames(typed: string, names: readonly string[]): string[] {
  const wanted = typed.toLowerCase().slice(0, 64);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .map((name) => ({ name, steps: nearness(wanted, name) }))
    .filter(({ steps }) => steps <= limit)
    .sort((a, b) => a.steps - b.steps || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name }) => name);
}

/**
 * Returns the distance of a name from the typed text. A name that contains the text, as
 * `r_drawdisp` contains `drawdisp`, counts as half a letter.
 */
function nearness(wanted: string, name: string): number {
  if (wanted.length >= 3 && name.includes(wanted)) return 0.5;
  return countSteps(wanted, name);
}

/** Computes the optimal string alignment distance. */
function countSteps(a: string, b: string): number {
  let before = new Array<number>(b.length + 1).fill(0);
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(row[j - 1] + 1, last[j] + 1, changed);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}

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
        ? `No command contains "${words.join(" ")}".`
        : found.map(listCommand).join("\n");
    },
  },
  {
    name: "toggle",
    form: "<variable>",
    help: "Switches a variable between 0 and 1.",
    word: "",
    choices: () => COMMANDS.filter((command) => command.value).map(({ name }) => name),
    run([name], host, line) {
      if (name === undefined) throw usage(this);
      const command = findCommand(name, host.settings) ?? failUnknown(name);
      if (command.value === undefined) throw new ConsoleError(`${command.name} is not a variable.`);
      return command.run([Number(command.value(host)) === 0 ? "1" : "0"], host, line);
    },
  },
];

/** All commands, sorted by name. */
export const COMMANDS: readonly ConsoleCommand[] = [
  ...PLACE_COMMANDS,
  ...SWITCH_COMMANDS,
  ...BENCH_COMMANDS,
  ...WALK_COMMANDS,
  ...PAGE_COMMANDS,
  ...SIMULATION_COMMANDS,
  ...HELP_COMMANDS,
].sort((a, b) => (a.name < b.name ? -1 : 1));

const byName = new Map(COMMANDS.map((command) => [command.name, command]));

/** Finds a command, or a setting by its name. `null` if neither exists. */
export function findCommand(name: string, settings: RenderSettings): ConsoleCommand | null {
  const typed = name.toLowerCase();
  return byName.get(typed) ?? settingCommand(typed, settings);
}

/** Throws a `ConsoleError` that explains the command or suggests similar names. */
export function failUnknown(name: string): never {
  const foreign = explainForeign(name);
  if (foreign !== null) throw new ConsoleError(`${name.slice(0, 64)}: ${foreign}`);
  const near = nearNames(
    name,
    COMMANDS.map((command) => command.name),
  );
  const hint = near.length === 0 ? '"find" searches for one.' : `Did you mean ${near.join(", ")}?`;
  throw new ConsoleError(`Unknown command "${name.slice(0, 64)}". ${hint}`);
}

/**
 * Describes a command or variable: its value, help, accepted values, and counterpart in visleaf.
 */
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
