/** How light is stored. Shaders know rows behind a scale by their places: `shaders/common/inspect/light.wgsl`. */

import { hue, type LegendRow, ramp } from "./legend.ts";
import type { ViewRow } from "./view-row.ts";

const NO_LIGHTMAP: LegendRow = { color: "#5a5a62", label: "no lightmap" };
const MODEL: LegendRow = { color: "#3c4a5c", label: "a model" };

/** What the compiler's own patterns look like, by style. */
const PATTERNS = [
  "steady",
  "flickers",
  "strong slow pulse",
  "candle",
  "fast strobe",
  "gentle pulse",
  "flickers, another way",
  "candle, another way",
  "candle, a third way",
  "slow strobe",
  "fluorescent lamp",
  "slow pulse, never dark",
  "under water",
] as const;

const SWITCHED = [32, 33, 34, 35] as const;

export const LIGHT_VIEWS: readonly ViewRow[] = [
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
    name: "luxels",
    kind: "surface",
    title: "Luxel grid",
    group: "Light",
    about:
      "The luxels of each face as a board: light is one colour in each, and smooth between their middles.",
    legend: [
      { color: "#d8d4c8", label: "a luxel" },
      { color: "#a9b4bd", label: "the next" },
      { color: "#2f3a44", label: "between them" },
      NO_LIGHTMAP,
      MODEL,
    ],
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
  {
    name: "lightmap-bytes",
    kind: "surface",
    title: "Lightmap bytes",
    group: "Light",
    about: "What a face's luxels take in the file, for all of its styles and bumps.",
    legend: [
      ...ramp([
        [64, "64 bytes a face"],
        [256, "256 bytes"],
        [1024, "1 KiB"],
        [4096, "4 KiB"],
        [16384, "16 KiB"],
        [65536, "64 KiB"],
      ]),
      NO_LIGHTMAP,
      MODEL,
    ],
  },
  {
    name: "light-styles",
    kind: "surface",
    title: "Light styles",
    group: "Light",
    about:
      "Which lamps that flicker or are switched reach a face: the mean of the colours of its styles.",
    legend: [
      { color: "#8f9399", label: `0: ${PATTERNS[0]}` },
      ...PATTERNS.slice(1).map((pattern, i) => ({
        color: hue(i + 1),
        label: `${i + 1}: ${pattern}`,
      })),
      ...SWITCHED.map((style) => ({
        color: hue(style + 5),
        label: `${style}, ${style + 4} …: switched`,
      })),
      NO_LIGHTMAP,
      MODEL,
    ],
  },
  {
    name: "bumped-light",
    kind: "surface",
    title: "Bumped light",
    group: "Light",
    about:
      "Faces whose light is stored for three directions besides, for normal maps: four times the luxels.",
    legend: [
      { color: "#7f8a94", label: "flat" },
      { color: "#e8964a", label: "bumped" },
      NO_LIGHTMAP,
      MODEL,
    ],
  },
];
