/**
 * The ways of seeing a map, in one list: what the page, the command, links and shaders know of a view is its row. To add
 * one: a row, and a line in `shaders/common/inspect/look.wgsl` for what it says of a surface. Rows of kind "surface" are
 * values of the setting `view`, one at a time.
 */

import { MATERIAL_FAMILIES } from "../../map/material-families.ts";
import type { RenderSettings } from "../types.ts";
import { hue, type LegendRow, ramp } from "./legend.ts";

export type ViewGroup = "Light" | "Surfaces" | "Visibility";

export interface ViewRow {
  /** In links, on the command line, as the value of the setting. */
  readonly name: string;
  /** "surface": how surfaces are shaded. */
  readonly kind: "surface";
  readonly title: string;
  readonly group: ViewGroup;
  /** One sentence. */
  readonly about: string;
  /** What colours mean. The rows with a number come first: shaders mix between them, by its logarithm. */
  readonly legend: readonly LegendRow[];
  /** "usual": materials as they are, with other settings; left out: in the colours of the legend. */
  readonly shading?: "usual" | "edges" | "overdraw" | "overdraw-depth";
  /** In place of the settings that there are. */
  readonly settings?: Partial<RenderSettings>;
}

const NO_LIGHTMAP: LegendRow = { color: "#5a5a62", label: "no lightmap" };
const MODEL: LegendRow = { color: "#3c4a5c", label: "a model" };

const LIGHT: readonly ViewRow[] = [
  {
    name: "fullbright",
    kind: "surface",
    title: "Fullbright",
    group: "Light",
    about: "No light at all: textures as they are.",
    legend: [],
    shading: "usual",
    settings: { fullbright: true },
  },
  {
    name: "lightmap",
    kind: "surface",
    title: "Light alone",
    group: "Light",
    about: "What lightmaps and lamps make of white surfaces.",
    legend: [],
    shading: "usual",
    settings: { textures: false, lightmaps: true, fullbright: false },
  },
  {
    name: "luxel-density",
    kind: "surface",
    title: "Luxel density",
    group: "Light",
    about: "How fine light is stored, by luxels in a square unit: the lightmap scale of each face.",
    legend: [
      ...ramp([
        [1 / 128 ** 2, "128 units a luxel"],
        [1 / 64 ** 2, "64"],
        [1 / 32 ** 2, "32"],
        [1 / 16 ** 2, "16, as Hammer begins"],
        [1 / 8 ** 2, "8"],
        [1 / 4 ** 2, "4"],
        [1 / 2 ** 2, "2"],
      ]),
      NO_LIGHTMAP,
      MODEL,
    ],
  },
];

const SURFACES: readonly ViewRow[] = [
  {
    name: "normals",
    kind: "surface",
    title: "Normals",
    group: "Surfaces",
    about: "Where surfaces face, without their bumps: red, green and blue are x, y and z.",
    legend: [
      { color: "#ff8080", label: "+x, east" },
      { color: "#80ff80", label: "+y, north" },
      { color: "#8080ff", label: "+z, up" },
      { color: "#008080", label: "-x, west" },
      { color: "#800080", label: "-y, south" },
      { color: "#808000", label: "-z, down" },
    ],
  },
  {
    name: "shaders",
    kind: "surface",
    title: "Materials by shader",
    group: "Surfaces",
    about: "By which family of shaders each material is drawn.",
    legend: MATERIAL_FAMILIES.map(({ name }, family) => ({ color: hue(family), label: name })),
  },
];

export const VIEWS: readonly ViewRow[] = [...LIGHT, ...SURFACES];

export function findView(name: string): ViewRow | undefined {
  return VIEWS.find((view) => view.name === name);
}
