/**
 * List of inspection views. The page, the command line, links and shaders take all they know of a
 * view from its row. To add a view, add a row to its group, and a case to
 * `shaders/common/inspect/look.wgsl`. Rows of kind "surface" are values of the setting `view`.
 */

import { MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { MAX_LODS } from "../../map/props.ts";
import { hue, type LegendRow, overdrawColor, ramp, type ViewRow } from "./legend.ts";

// Views of stored light. Shaders refer to legend rows after a scale by position:
// `shaders/common/inspect/light.wgsl`.

const NO_LIGHTMAP: LegendRow = { color: "#5a5a62", label: "no lightmap" };
const MODEL: LegendRow = { color: "#3c4a5c", label: "a model" };

/** Names of the engine's light style patterns, by style. */
const PATTERNS = [
  "steady",
  "flickers",
  "strong slow pulse",
  "candle",
  "fast strobe",
  "gentle pulse",
  "flickers, second variety",
  "candle, second variety",
  "candle, third variety",
  "slow strobe",
  "fluorescent lamp",
  "slow pulse, never dark",
  "under water",
] as const;

const SWITCHED = [32, 33, 34, 35] as const;

const LIGHT_VIEWS: readonly ViewRow[] = [
  {
    name: "fullbright",
    kind: "surface",
    title: "Fullbright",
    group: "Light",
    about: "Textures without light.",
    legend: [],
    shading: "usual",
    settings: { fullbright: true },
  },
  {
    name: "lightmap",
    kind: "surface",
    title: "Light alone",
    group: "Light",
    about: "Light of lightmaps and lamps on white surfaces.",
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
      "The luxels of each face as a checkerboard: each holds one colour, and light is smooth between their centres.",
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
    about: "Luxels per square unit: the lightmap scale of each face.",
    legend: [
      ...ramp([
        [1 / 128 ** 2, "128 units per luxel"],
        [1 / 64 ** 2, "64"],
        [1 / 32 ** 2, "32"],
        [1 / 16 ** 2, "16, Hammer's default"],
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
    about: "Size of a face's luxels in the file, for all of its styles and bump directions.",
    legend: [
      ...ramp([
        [64, "64 bytes per face"],
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
      "Flickering and switchable lamps that reach a face: the mean colour of its light styles.",
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
    about: "Faces with light from three more directions, for normal maps: four times the luxels.",
    legend: [
      { color: "#7f8a94", label: "flat" },
      { color: "#e8964a", label: "bumped" },
      NO_LIGHTMAP,
      MODEL,
    ],
  },
];

// Views of surfaces. Shaders refer to legend rows after a scale by position:
// `shaders/common/inspect/surfaces.wgsl`.

/** Rows of `CHUNK_*` kinds, then models. */
const KINDS: readonly LegendRow[] = [
  { color: "#c9c4b4", label: "the world's faces" },
  { color: "#7fae62", label: "displacements" },
  { color: "#d9823b", label: "brush entities" },
  { color: "#5f8fd0", label: "models" },
];

const LAYERS = [1, 2, 4, 8, 16, 32];
const OVERDRAW = LAYERS.map((layers) => ({
  color: overdrawColor(layers),
  label: layers === 1 ? "drawn once" : `${layers} times`,
}));

const SURFACE_VIEWS: readonly ViewRow[] = [
  {
    name: "wireframe",
    kind: "surface",
    title: "Wireframe",
    group: "Surfaces",
    about: "Edges of triangles, coloured by kind.",
    legend: KINDS,
    hasEdges: true,
  },
  {
    name: "kinds",
    kind: "surface",
    title: "Kinds",
    group: "Surfaces",
    about: "Brushes, displacements, brush entities and models, each in a different colour.",
    legend: KINDS,
  },
  {
    name: "normals",
    kind: "surface",
    title: "Normals",
    group: "Surfaces",
    about:
      "Directions that surfaces face, without normal maps: red, green and blue are x, y and z.",
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
    name: "steep",
    kind: "surface",
    title: "Too steep to stand on",
    group: "Surfaces",
    about:
      "Surfaces that a player can stand on or slides off, and walls, by the slope of each triangle.",
    legend: [
      { color: "#7fae62", label: "walkable: normal z of 0.7 or more" },
      { color: "#e0523a", label: "too steep: more than 45.6°" },
      { color: "#8a8f98", label: "a wall" },
      { color: "#4f545e", label: "faces down" },
    ],
  },
  {
    name: "texel-density",
    kind: "surface",
    title: "Texel density",
    group: "Surfaces",
    about: "Texels of the loaded base texture per unit: Hammer's scale of 0.25 is 4.",
    legend: [
      ...ramp([
        [0.5, "½ texel per unit"],
        [1, "1"],
        [2, "2"],
        [4, "4: a scale of 0.25"],
        [8, "8"],
        [16, "16"],
        [32, "32"],
      ]),
      { color: "#5a5a62", label: "no base texture" },
    ],
  },
  {
    name: "shaders",
    kind: "surface",
    title: "Materials by shader",
    group: "Surfaces",
    about: "The shader of each material.",
    legend: [
      ...MATERIAL_FAMILIES.map(({ name, label = name }, family) => ({
        color: hue(family),
        label,
      })),
      { color: hue(MATERIAL_FAMILIES.length), label: "a model, no texture yet" },
      { color: hue(MATERIAL_FAMILIES.length + 2), label: "VertexLitGeneric" },
    ],
  },
  {
    name: "missing",
    kind: "surface",
    title: "Missing content",
    group: "Surfaces",
    about: "Missing materials and textures, in stripes.",
    legend: [
      { color: "#e0a030", label: "missing" },
      { color: "#6f757c", label: "found" },
      { color: "#565f6b", label: "found, of a model" },
    ],
  },
  {
    name: "overdraw",
    kind: "surface",
    title: "Overdraw",
    group: "Surfaces",
    about: "How many surfaces cover each pixel, hidden ones included.",
    legend: OVERDRAW,
    shading: "overdraw",
    isThrough: true,
  },
  {
    name: "overdraw-depth",
    kind: "surface",
    title: "Overdraw with depth",
    group: "Surfaces",
    about: "How often each pixel is shaded in the order of the draws.",
    legend: OVERDRAW,
    shading: "overdraw",
  },
];

// Views of visibility. Shaders refer to legend rows after a scale by position:
// `shaders/common/inspect/visibility.wgsl`.

const WORLD = "#55585e";

const VISIBILITY_VIEWS: readonly ViewRow[] = [
  {
    name: "clusters",
    kind: "surface",
    title: "Clusters",
    group: "Visibility",
    about: "The clusters of leafs that the PVS is stored for, each in a different colour.",
    legend: [
      { color: "#f4f4f0", label: "the eye's cluster" },
      { color: "#2a2d31", label: "solid, or outside" },
      { color: hue(4), label: "others: a colour each" },
    ],
  },
  {
    name: "areas",
    kind: "surface",
    title: "Areas",
    group: "Visibility",
    about:
      "Areas separated by area portals, each in a different colour; one area if no portal is ever closed.",
    legend: [
      { color: "#f4f4f0", label: "the eye's area" },
      { color: "#2a2d31", label: "none: solid" },
      { color: hue(2), label: "others: a colour each" },
    ],
  },
  {
    name: "lods",
    kind: "surface",
    title: "Levels of detail",
    group: "Visibility",
    about: "The level of detail of each model from here.",
    legend: [
      ...["#d43a2f", "#ef7f2d", "#f0c23c", "#a3c14a", "#3fae7d", "#2f8fb5", "#2b4c9b", "#6a4ba0"]
        .slice(0, MAX_LODS)
        .map((color, lod) => ({ color, label: lod === 0 ? "0: the finest" : `${lod}` })),
      { color: WORLD, label: "no model" },
      { color: "#b89a9a", label: "a model of one level" },
    ],
  },
  {
    name: "fades",
    kind: "surface",
    title: "Fade distances",
    group: "Visibility",
    about: "The distance from which each model is no longer drawn.",
    legend: [
      ...ramp([
        [256, "256 units"],
        [512, "512"],
        [1024, "1,024"],
        [2048, "2,048"],
        [4096, "4,096"],
        [8192, "8,192"],
      ]),
      { color: "#e9d8f0", label: "never fades" },
      { color: "#8a6fae", label: "by its size on the screen" },
      { color: WORLD, label: "no model" },
    ],
  },
  {
    name: "frozen",
    kind: "surface",
    title: "Frozen PVS",
    group: "Visibility",
    about: "What was visible from where this view was chosen: fly out and look at it (r_lockpvs).",
    legend: [{ color: "#ffd24a", label: "what the eye saw" }],
    shading: "usual",
    settings: { freezePvs: true },
    isFrozen: true,
  },
  {
    name: "culled",
    kind: "surface",
    title: "Culled, and why",
    group: "Visibility",
    about:
      "What was drawn from where this view was chosen, and which test removed the rest: fly out and look at it.",
    legend: [
      { color: "#9fb89a", label: "drawn" },
      { color: "#3f6fb0", label: "not in the PVS" },
      { color: "#7a55a8", label: "outside the frustum" },
      { color: "#c8443a", label: "occluded" },
      { color: "#d99a45", label: "faces away" },
    ],
    settings: { pvs: false, frustum: false, occlusion: false, areaPortals: false },
    isFrozen: true,
  },
];

export const VIEWS: readonly ViewRow[] = [...LIGHT_VIEWS, ...SURFACE_VIEWS, ...VISIBILITY_VIEWS];

export function findView(name: string): ViewRow | undefined {
  return VIEWS.find((view) => view.name === name);
}
