/**
 * Marks: hidden parts of a map that can be drawn over it, with their names in the page, in links
 * and in the command. A kind is the type of one shape. A mark is one switch, which shows shapes of
 * one or more kinds.
 */

import type { MarkGroup } from "./mark-set.ts";

export interface MarkKind {
  readonly name: string;
  /** sRGB, 0xrrggbb. */
  readonly color: number;
  /** True for a volume or surface that may be filled, false for lines only. */
  readonly isSolid: boolean;
}

const kind = (name: string, color: number, isSolid = true): MarkKind => ({ name, color, isSolid });

/** Rows of `MarkSet.kind`. */
export const MARK_KINDS = [
  kind("clip", 0xe0449c),
  kind("playerclip", 0xb04cff),
  kind("npcclip", 0xff6a8a),
  kind("otherclip", 0x8a6cff),
  kind("invisible", 0x4aa8ff),
  kind("nodraw", 0xf2d13c),
  kind("hint", 0x40e0d0),
  kind("skip", 0xb8c86a),
  kind("ladder", 0x5ad05a),
  kind("blocklight", 0xc8c8d8),
  kind("blocklos", 0xd09060),
  kind("blockbullets", 0xa06050),
  kind("water", 0x2f7fd0),
  kind("areaportal", 0x30d8ff),
  kind("trigger", 0xff9020),
  kind("volume", 0x7cc0a0),
  kind("brushentity", 0xffffff, false),
  kind("walkable", 0x40c060),
  kind("steep", 0xe05030),
  kind("buildable", 0x50a0ff),
  kind("nocollide", 0xff3030),
  kind("leaf", 0xff4040, false),
  kind("portal", 0x60f0a0, false),
  kind("window", 0x30d8ff),
  kind("occluder", 0xff40ff),
  kind("light", 0xffe080, false),
  kind("cone", 0x80ff80, false),
  kind("path", 0xffb040, false),
  kind("link", 0x60ff60, false),
  kind("broken", 0xff2020, false),
] as const satisfies readonly MarkKind[];

export type MarkKindName = (typeof MARK_KINDS)[number]["name"];

export const kindRow = (name: string): number => MARK_KINDS.findIndex((row) => row.name === name);

export type MarkSection = "What the compiler hides" | "Ground" | "Visibility" | "Entities";

export interface Mark {
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  /** Heading that the mark is listed under. */
  readonly section: MarkSection;
  /** Group of shapes that has to be built. */
  readonly group: MarkGroup;
  readonly kinds: readonly string[];
}

const SECTIONS: Readonly<
  Record<"hidden" | "ground" | "leafs" | "entities", [MarkSection, MarkGroup]>
> = {
  hidden: ["What the compiler hides", "brushes"],
  ground: ["Ground", "brushes"],
  leafs: ["Visibility", "leafs"],
  entities: ["Entities", "entities"],
};

const mark = (
  section: keyof typeof SECTIONS,
  name: string,
  title: string,
  hint: string,
  kinds: readonly string[] = [name],
): Mark => {
  const [heading, group] = SECTIONS[section];
  return { section: heading, group, name, title, hint, kinds };
};

/** Makes a mark of another section one of brushes. */
const ofBrushes = (own: Mark): Mark => ({ ...own, group: "brushes" });

/** All marks, in the order of the list. */
export const MARKS: readonly Mark[] = [
  mark("hidden", "playerclip", "Player clips", "Brushes that block only players", [
    "clip",
    "playerclip",
  ]),
  mark("hidden", "npcclip", "NPC clips", "Brushes that block only NPCs", ["clip", "npcclip"]),
  mark(
    "hidden",
    "otherclip",
    "Other clips",
    "Clips for grenades, drones, vehicles, and clip entities",
  ),
  mark("hidden", "invisible", "Invisible", "Solid and never drawn; bullets pass"),
  mark("hidden", "nodraw", "Nodraw", "Solid brushes without a drawn side"),
  mark("hidden", "hint", "Hints", "Brushes that tell the compiler where to split the map"),
  mark("hidden", "skip", "Skip", "Brushes with only skip sides"),
  mark("hidden", "ladder", "Ladders", "Brushes that players climb"),
  mark("hidden", "blocklight", "Light blockers", "Brushes that block only light"),
  mark("hidden", "blocklos", "Sight blockers", "Brushes that block the sight of NPCs"),
  mark("hidden", "blockbullets", "Bullet blockers", "Brushes that block bullets"),
  mark("hidden", "water", "Water volumes", "Water that players swim in"),
  mark("hidden", "trigger", "Triggers", "One colour for each class"),
  mark("hidden", "volume", "Volumes", "Undrawn brush entities: buy zones, no-build, fog"),
  mark(
    "ground",
    "walkable",
    "Walkable ground",
    "Displacements: players can stand on green, not on red",
    ["walkable", "steep"],
  ),
  mark("ground", "buildable", "Buildable ground", "Displacements that players can build on"),
  mark("ground", "nocollide", "Ground without collision", "Displacements without collision"),
  mark("leafs", "leaf", "This leaf", "mat_leafvis 1: the leaf that the camera is in", ["leaf"]),
  mark("leafs", "area", "This area", "mat_leafvis 2: the leafs of the camera's area", ["leaf"]),
  mark("leafs", "pvs", "All in the PVS", "mat_leafvis 3: all potentially visible leafs", ["leaf"]),
  mark("leafs", "portal", "Portals", "Openings between clusters, as used by vvis"),
  ofBrushes(
    mark("leafs", "areaportal", "Area portals", "Their brushes, and the windows between areas", [
      "areaportal",
      "window",
    ]),
  ),
  ofBrushes(mark("leafs", "occluder", "Occluders", "Volumes that hide the props behind them")),
  mark("entities", "entities", "Entities", "An icon for each; names of the nearest", []),
  ofBrushes(mark("entities", "brushentity", "Brush entities", "Outlines of drawn brush entities")),
  mark("entities", "lights", "Lights", "Colour, range, and cones of spotlights", ["light"]),
  mark("entities", "cones", "Starts and cameras", "Their view directions", ["cone"]),
  mark("entities", "paths", "Paths", "Tracks, corners and keyframes", ["path"]),
  mark("entities", "links", "Outputs", "Lines between entities; red without a target", [
    "link",
    "broken",
  ]),
];

/** Names for several marks. */
export const MARK_SETS: Readonly<Record<string, readonly string[]>> = {
  clips: ["playerclip", "npcclip", "otherclip"],
  triggers: ["trigger"],
  tools: ["playerclip", "npcclip", "otherclip", "invisible", "nodraw", "hint", "skip", "ladder"],
};

/** Marks that are shown, and their style. */
export interface MarkChoice {
  /** Names from `MARKS`, in its order, each once. */
  readonly names: readonly string[];
  /** True to fill volumes, false to draw only their edges: the word "lines". */
  readonly isFilled: boolean;
  /** True to draw marks over the geometry that hides them: the word "through". */
  readonly isOver: boolean;
}

export const NO_MARKS: MarkChoice = { names: [], isFilled: true, isOver: false };

/**
 * Reads marks from a comma-separated list, case-insensitive, as in links and the command.
 * @param onUnknown receives each word that is not a mark
 */
export function parseMarks(text: string, onUnknown?: (word: string) => void): MarkChoice {
  const found = new Set<string>();
  let isFilled = true;
  let isOver = false;
  for (const word of text.toLowerCase().split(",")) {
    const name = word.trim();
    if (name === "lines") isFilled = false;
    else if (name === "through") isOver = true;
    else if (MARKS.some((row) => row.name === name)) found.add(name);
    else if (Object.hasOwn(MARK_SETS, name)) for (const each of MARK_SETS[name]) found.add(each);
    else if (name !== "") onUnknown?.(name);
  }
  const names = MARKS.filter(({ name }) => found.has(name)).map(({ name }) => name);
  return { names, isFilled, isOver };
}

/** Returns the list that `parseMarks` reads; empty if no marks are shown. */
export function formatMarks({ names, isFilled, isOver }: MarkChoice): string {
  if (names.length === 0) return "";
  return [...names, ...(isFilled ? [] : ["lines"]), ...(isOver ? ["through"] : [])].join(",");
}
