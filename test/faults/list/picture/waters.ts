import type { Fault } from "../../fault.ts";

const MIRRORED = "water/mirrored-view.test.ts";
const MIRROR = "water/water-mirror.test.ts";
const PLANES = "water/mirror-planes.test.ts";
const SUBMERGED = "water/fog-under-water.test.ts";

export const WATERS: readonly Fault[] = [
  {
    name: "water reflects things below it",
    edits: [["height - SPREAD, view.z + NEAR_PLANE", "height - 99 * SPREAD, view.z + NEAR_PLANE"]],
    caughtBy: [
      [MIRRORED, "clips geometry below the water, with a small margin"],
      [MIRROR, "excludes geometry below, and brush entities by default"],
    ],
  },
  {
    name: "the mirrored eye is offset by the floor's height",
    edits: [["(m[12 + row] + 2 * height * m[8 + row])", "(m[12 + row] - 2 * height * m[8 + row])"]],
    caughtBy: [
      [MIRRORED, "shows the mirror images of points above the water:"],
      [MIRROR, "uses the nearest of several water heights"],
    ],
  },
  {
    name: "waves bend reflections the other way",
    edits: [["vec2f(place.x, 1.0 - place.y) + moved", "vec2f(place.x, 1.0 - place.y) - moved"]],
    caughtBy: [[MIRROR, "bent by its waves"]],
  },
  {
    name: "water reflects as much at its shore",
    edits: [["let cover = rim * saturate((seen.depth - SHORE) * SHORE_RATE);", "let cover = rim;"]],
    caughtBy: [[MIRROR, "shore"]],
  },
  {
    name: "water reflects brush entities without the option",
    edits: [["!hasEntities && chunk !== undefined", "hasEntities && chunk !== undefined"]],
    caughtBy: [[MIRROR, "brush entities"]],
  },
  {
    name: "the farthest water reflects",
    edits: [["const distance = squareDistance(", "const distance = -squareDistance("]],
    caughtBy: [
      [PLANES, "nearest"],
      [MIRROR, "uses the nearest of several water heights"],
    ],
  },
  {
    name: "reflections use the visibility of the last cluster alone",
    edits: [["reach[word] |= seen[word]", "reach[word] = seen[word]"]],
    caughtBy: [[PLANES, "own clusters"]],
  },
  {
    name: "an eye in water has the map's fog",
    edits: [
      [
        "writeFog(floats, offset + FRAME_LAYOUT.fog / 4, fog, view",
        "writeFog(floats, offset + FRAME_LAYOUT.fog / 4, above, view",
      ],
    ],
    caughtBy: [[SUBMERGED, "water fog covers submerged objects, and map fog those above"]],
  },
  {
    name: "the water line is flipped",
    edits: [["(-2 / rows) * up", "(2 / rows) * up"]],
    caughtBy: [[SUBMERGED, "water fog covers submerged objects, and map fog those above"]],
  },
  {
    name: "water fog applies without being enabled",
    edits: [["PARAM_ENV_TINT) + 3] >= 2", "PARAM_ENV_TINT) + 3] >= 0"]],
    caughtBy: [[SUBMERGED, "fogenable, except map fog above"]],
  },
  {
    name: "a leaf's water is that of the previous leaf",
    edits: [["waters.leafWater[view.leaf] ??", "waters.leafWater[view.leaf - 1] ??"]],
    caughtBy: [[SUBMERGED, "map fog is used outside water and in water without fog"]],
  },
];
