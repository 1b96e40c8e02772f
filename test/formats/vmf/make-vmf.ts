/** Builds a small VMF text: a cube in the world and a displaced cube in an entity. */

export const SIDES = [
  "(0 64 64) (64 64 64) (64 0 64)",
  "(0 0 0) (64 0 0) (64 64 0)",
  "(0 64 64) (0 0 64) (0 0 0)",
  "(64 64 0) (64 0 0) (64 0 64)",
  "(64 64 64) (0 64 64) (0 64 0)",
  "(64 0 0) (0 0 0) (0 0 64)",
];

export interface SideText {
  plane?: string;
  material?: string | null;
  uaxis?: string;
  /** More lines. */
  more?: string;
}

export function sideText(id: number, { plane, material = "DEV/A", uaxis, more }: SideText = {}) {
  return [
    "side",
    "{",
    `"id" "${id}"`,
    `"plane" "${plane ?? SIDES[id % 6]}"`,
    ...(material === null ? [] : [`"material" "${material}"`]),
    `"uaxis" "${uaxis ?? "[1 0 0 16] 0.25"}"`,
    `"vaxis" "[0 -1 0 -0.5] 0.5"`,
    `"rotation" "0"`,
    `"lightmapscale" "32"`,
    `"smoothing_groups" "5"`,
    ...(more ? [more] : []),
    "}",
  ].join("\n");
}

export function cubeText(id: number, first: SideText = {}, sides = 6): string {
  const texts = Array.from({ length: sides }, (_, i) => sideText(i, i === 0 ? first : {}));
  return ["solid", "{", `"id" "${id}"`, ...texts, "editor", "{", `"color" "0 1 2"`, "}", "}"].join(
    "\n",
  );
}

export function dispText(power: number, change: (rows: string[]) => void = () => {}): string {
  const edge = 2 ** power + 1;
  const block = (name: string, value: (row: number, column: number) => string) => {
    const rows = Array.from({ length: edge }, (_, row) => {
      const values = Array.from({ length: edge }, (_, column) => value(row, column));
      return `"row${row}" "${values.join(" ")}"`;
    });
    if (name === "distances") change(rows);
    return [name, "{", ...rows, "}"];
  };
  return [
    "dispinfo",
    "{",
    `"power" "${power}"`,
    `"startposition" "[0 64 64]"`,
    `"flags" "0"`,
    `"elevation" "1.5"`,
    `"subdiv" "1"`,
    ...block("normals", () => "0 0 1"),
    ...block("distances", (row, column) => `${row + column / 10}`),
    ...block("offsets", (row) => `${row} 0 0`),
    ...block("offset_normals", () => "0 0 1"),
    ...block("alphas", (_, column) => `${column}`),
    "triangle_tags",
    "{",
    `"row0" "9 9"`,
    "}",
    "}",
  ].join("\n");
}

export function mapText({ world = cubeText(2), entity = cubeText(4), more = "" } = {}): string {
  return [
    "versioninfo",
    "{",
    `"mapversion" "12"`,
    "}",
    "visgroups",
    "{",
    "}",
    "world",
    "{",
    `"id" "1"`,
    `"mapversion" "13"`,
    `"classname" "worldspawn"`,
    world,
    "}",
    "entity",
    "{",
    `"id" "7"`,
    `"classname" "func_detail"`,
    entity,
    "connections",
    "{",
    `"OnUser1" "a,Kill,,0,-1"`,
    `"OnUser1" "b,Kill,,1,-1"`,
    "}",
    "}",
    more,
  ].join("\n");
}

/** Returns the line number of a substring, from 1. */
export function lineOf(text: string, what: string): number {
  return text.slice(0, text.indexOf(what)).split("\n").length;
}
