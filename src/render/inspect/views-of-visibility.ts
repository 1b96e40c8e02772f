/** What is drawn, and why. Shaders know rows behind a scale by their places: `shaders/common/inspect/visibility.wgsl`. */

import { MAX_LODS } from "../../map/props.ts";
import { hue, ramp } from "./legend.ts";
import type { ViewRow } from "./view-row.ts";

const WORLD = "#55585e";

export const VISIBILITY_VIEWS: readonly ViewRow[] = [
  {
    name: "clusters",
    kind: "surface",
    title: "Clusters",
    group: "Visibility",
    about: "The clusters of leafs that the PVS is stored for, each in a colour of its own.",
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
      "What area portals part from each other, each in a colour of its own; all is one area where none is ever shut.",
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
    about: "Which level of detail each model is drawn in from here.",
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
    about: "From how far away each model is no longer drawn.",
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
    about: "What could be seen from where this was chosen: fly out and look at it (r_lockpvs).",
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
      "What was drawn from where this was chosen, and what was left out by which test: fly out and look at it.",
    legend: [
      { color: "#9fb89a", label: "drawn" },
      { color: "#3f6fb0", label: "not in the PVS" },
      { color: "#7a55a8", label: "out of the frustum" },
      { color: "#c8443a", label: "hidden behind something" },
      { color: "#d99a45", label: "faces away" },
    ],
    settings: { pvs: false, frustum: false, occlusion: false, areaPortals: false },
    isFrozen: true,
  },
];
