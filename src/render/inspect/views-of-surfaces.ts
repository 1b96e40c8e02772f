/** What surfaces are made of. Shaders know rows behind a scale by their places: `shaders/common/inspect/surfaces.wgsl`. */

import { MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { hue, type LegendRow, overdrawColor, ramp } from "./legend.ts";
import type { ViewRow } from "./view-row.ts";

/** Of `CHUNK_*`, and models. */
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

export const SURFACE_VIEWS: readonly ViewRow[] = [
  {
    name: "wireframe",
    kind: "surface",
    title: "Wireframe",
    group: "Surfaces",
    about: "Triangles by their edges, in a colour for what they are part of.",
    legend: KINDS,
    hasEdges: true,
  },
  {
    name: "kinds",
    kind: "surface",
    title: "Kinds",
    group: "Surfaces",
    about: "Brushes, displacements, brush entities and models told apart.",
    legend: KINDS,
  },
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
    name: "steep",
    kind: "surface",
    title: "Too steep to stand on",
    group: "Surfaces",
    about:
      "What a player stands on, what he slides off, and walls, by how far up each triangle looks.",
    legend: [
      { color: "#7fae62", label: "can be stood on: normal 0.7 upwards" },
      { color: "#e0523a", label: "too steep: more than 45.6°" },
      { color: "#8a8f98", label: "a wall" },
      { color: "#4f545e", label: "looks down" },
    ],
  },
  {
    name: "texel-density",
    kind: "surface",
    title: "Texel density",
    group: "Surfaces",
    about:
      "Texels of the base texture in a unit, as it is loaded: Hammer's scale of 0.25 is 4 of them.",
    legend: [
      ...ramp([
        [0.5, "½ texel a unit"],
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
    about: "Which shader each material is drawn by.",
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
    about: "Materials and textures that were looked for and not found, in stripes.",
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
    about: "How often each pixel is covered by what is drawn, hidden or not.",
    legend: OVERDRAW,
    shading: "overdraw",
    isThrough: true,
  },
  {
    name: "overdraw-depth",
    kind: "surface",
    title: "Overdraw with depth",
    group: "Surfaces",
    about: "How often each pixel is shaded, as things come in the order in which they are drawn.",
    legend: OVERDRAW,
    shading: "overdraw",
  },
];
