import type { Fault } from "../../fault.ts";

const MIRRORED = "water/mirrored-view.test.ts";
const MIRROR = "water/water-mirror.test.ts";
const PLANES = "water/mirror-planes.test.ts";
const SUBMERGED = "water/fog-under-water.test.ts";

export const WATERS: readonly Fault[] = [
  {
    name: "water mirrors what is under it",
    edits: [["height - SPREAD, view.z + NEAR_PLANE", "height - 99 * SPREAD, view.z + NEAR_PLANE"]],
    caughtBy: [
      [MIRRORED, "cuts off"],
      [MIRROR, "not what is below it"],
    ],
  },
  {
    name: "water mirrors an eye that is as far below the floor as the eye is above it",
    edits: [["(m[12 + row] + 2 * height * m[8 + row])", "(m[12 + row] - 2 * height * m[8 + row])"]],
    caughtBy: [
      [MIRRORED, "upside down"],
      [MIRROR, "several heights"],
    ],
  },
  {
    name: "waves bend what water mirrors the other way",
    edits: [["vec2f(place.x, 1.0 - place.y) + moved", "vec2f(place.x, 1.0 - place.y) - moved"]],
    caughtBy: [[MIRROR, "bent by its waves"]],
  },
  {
    name: "water mirrors as much at its shore",
    edits: [["let cover = rim * saturate((seen.depth - SHORE) * SHORE_RATE);", "let cover = rim;"]],
    caughtBy: [[MIRROR, "shore"]],
  },
  {
    name: "water mirrors brush entities without being asked to",
    edits: [["!hasEntities && chunk !== undefined", "hasEntities && chunk !== undefined"]],
    caughtBy: [[MIRROR, "brush entities"]],
  },
  {
    name: "the farthest water mirrors",
    edits: [["const distance = squareDistance(", "const distance = -squareDistance("]],
    caughtBy: [
      [PLANES, "nearest"],
      [MIRROR, "several heights"],
    ],
  },
  {
    name: "water mirrors what is seen from the last of its clusters alone",
    edits: [["reach[word] |= seen[word]", "reach[word] = seen[word]"]],
    caughtBy: [[PLANES, "own clusters"]],
  },
  {
    name: "who is in water sees it in the map's fog",
    edits: [
      [
        "writeFog(floats, offset + FRAME_LAYOUT.fog / 4, fog, view",
        "writeFog(floats, offset + FRAME_LAYOUT.fog / 4, above, view",
      ],
    ],
    caughtBy: [[SUBMERGED, "its fog is before"]],
  },
  {
    name: "what is above the water is where the picture is low",
    edits: [["(-2 / rows) * up", "(2 / rows) * up"]],
    caughtBy: [[SUBMERGED, "its fog is before"]],
  },
  {
    name: "fog in water need not be enabled",
    edits: [["PARAM_ENV_TINT) + 3] >= 2", "PARAM_ENV_TINT) + 3] >= 0"]],
    caughtBy: [[SUBMERGED, "not enabled"]],
  },
  {
    name: "a leaf's water is that of the leaf before it",
    edits: [["waters.leafWater[view.leaf] ??", "waters.leafWater[view.leaf - 1] ??"]],
    caughtBy: [[SUBMERGED, "beside it"]],
  },
];
