import type { Fault } from "../../fault.ts";

const PATTERNS = "render/materials/families/missing-patterns.test.ts";
const PATTERN_CHOICE = "stand-in/missing-patterns.test.ts";

export const STAND_INS: readonly Fault[] = [
  {
    name: "placeholder bricks have no bond",
    edits: [["place.at.x + fract(course * 0.5)", "place.at.x"]],
    caughtBy: [[PATTERNS, "bricks as computed"]],
  },
  {
    name: "joints of a pattern change its mean",
    edits: [["(covered / size - width)", "(covered / size)"]],
    caughtBy: [[PATTERNS, "keeps its mean colour as"]],
  },
  {
    name: "a rotated pattern has the scale of an unrotated one",
    edits: [["select(size, size.yx, isTurned)", "size"]],
    caughtBy: [[PATTERNS, "is filtered the same when rotated"]],
  },
  {
    name: "boards run across the longer side",
    edits: [["pattern === PATTERN_BOARDS && t > s", "pattern === PATTERN_BOARDS && t < s"]],
    caughtBy: [[PATTERN_CHOICE, "longer side"]],
  },
  {
    name: "a missing material is named by its cubemap patch",
    edits: [["listUnpatchedNames(written).at(-1)", "listUnpatchedNames(written).at(0)"]],
    caughtBy: [[PATTERN_CHOICE, "ignores the map name in patch names"]],
  },
  {
    name: "a folder outweighs the name in it",
    edits: [['name.split("/").reverse()', 'name.split("/")']],
    caughtBy: [["stand-in/surface-types.test.ts", "prefers the name, then the nearest folder"]],
  },
  {
    name: "collision hulls lie on their side",
    edits: [["hulls.corners.push(x, z, -y);", "hulls.corners.push(x, y, z);"]],
    caughtBy: [["phy/parse-phy.test.ts", "every hull of every solid"]],
  },
  {
    name: "one of each pair of hulls is left out",
    edits: [["nodes.push(node + right, node + NODE_BYTES)", "nodes.push(node + right)"]],
    caughtBy: [["phy/parse-phy.test.ts", "every hull of every solid"]],
  },
  {
    name: "hulls of any model are accepted",
    edits: [["if (phy.checksum !== mdl.checksum) return", "if (phy.hullCount === 0) return"]],
    caughtBy: [
      ["stand-in/stand-in-model.test.ts", "is replaced by the box if it belongs to another model"],
    ],
  },
  {
    name: "all solids are placed at the model's origin",
    edits: [["if (phy.solidCount === 1) return phy", "if (phy.solidCount >= 1) return phy"]],
    caughtBy: [["stand-in/stand-in-model.test.ts", "is placed on the bones named by its solids"]],
  },
  {
    name: "hulls are not counted as cost",
    edits: [["phy.corners.length / 3, file", "0, file"]],
    caughtBy: [
      [
        "stand-in/stand-in-model.test.ts",
        "is replaced by the box if it is broken, not finite, or above the budget",
      ],
    ],
  },
  {
    name: "placeholders are lit from the other side",
    edits: [["const facing = length > 0 ? [x", "const facing = length > 0 ? [-x"]],
    caughtBy: [["stand-in/stand-in-model.test.ts", "is flat-shaded with outward normals"]],
  },
  {
    name: "the card of missing content stays after the content arrives",
    edits: [
      ["if (lacking !== null && !cards.close(lacking)) return;", "if (lacking !== null) return;"],
    ],
    caughtBy: [["cards/offers.test.ts", "lists what the open"]],
  },
  {
    name: "blades of grass are widest at their tips",
    edits: [["0.45 / blades * (1.0 - part)", "0.45 / blades * part"]],
    caughtBy: [[PATTERNS, "draws tufts of separate blades with gaps"]],
  },
  {
    name: "missing detail sprites hang from their tips",
    edits: [["floats[at + 1] = corner >= 2 ? 1 : 0;", "floats[at + 1] = corner >= 2 ? 0 : 1;"]],
    caughtBy: [["scene/details/details.test.ts", "are tufts"]],
  },
  {
    name: "all missing materials have the first one's pattern",
    edits: [["`${family} ${pattern} ${contents", "`${family} ${contents"]],
    caughtBy: [[PATTERNS, "is separate for each material"]],
  },
  {
    name: "placeholders are drawn in the sky's miniature",
    edits: [["prop >= firstDetail || isInMiniature(table, prop)", "prop >= firstDetail"]],
    caughtBy: [
      ["stand-in/ghosts.test.ts", "are not shown in the 3D skybox, even if shown in the world"],
    ],
  },
  {
    name: "placeholders of missing models cast shadows",
    edits: [["isStandIn: true, isGhost: true", "isStandIn: false, isGhost: true"]],
    caughtBy: [["stand-in/ghosts.test.ts", "cast no shadow"]],
  },
  {
    name: "every missing model has a separate draw",
    edits: [["named.size < MOST_NAMED ?", "named.size >= 0 ?"]],
    caughtBy: [["stand-in/ghosts.test.ts", "shares one name and draw above the name limit"]],
  },
  {
    name: "a thing of unknown kind and size gets a placeholder",
    edits: [["if (size.some((inches) => !(inches > 0))) return null;", ""]],
    caughtBy: [["stand-in/ghosts.test.ts", "is not shown in mid-air"]],
  },
  {
    name: "a placeholder with a centred origin floats",
    edits: [["middle[2] = floor + size[2] / 2;", "middle[2] = size[2] / 2;"]],
    caughtBy: [
      ["stand-in/ghosts.test.ts", "is on the floor, for an origin at the foot or the middle"],
    ],
  },
  {
    name: "a horizontal pipe is mirrored",
    edits: [["{ axes: [1, 0, 2], signs: [-1, 1, 1] }", "{ axes: [1, 0, 2], signs: [1, 1, 1] }"]],
    caughtBy: [["stand-in/ghosts.test.ts", "is never mirrored"]],
  },
  {
    name: "a placeholder ignores the leaves that the compiler lists",
    edits: [["least[1][k] - half", "least[0][k] - half"]],
    caughtBy: [
      ["stand-in/ghosts.test.ts", "reaches every leaf that the compiler lists, and no other"],
    ],
  },
  {
    name: "the sky is black below the horizon",
    edits: [["mix(lit, sky.ground, smoothstep(0.0, 0.4, -toward.z))", "lit * step(0.0, toward.z)"]],
    caughtBy: [["render/sky/sky.test.ts", "not black below the horizon"]],
  },
  {
    name: "placeholders have hard edges",
    edits: [["smoothstep(FAINT, FULL, at.facing)", "step(FAINT, at.facing)"]],
    caughtBy: [["props/ghosts.test.ts", "more so at its edges"]],
  },
  {
    name: "costs include placeholders of models",
    edits: [["!isStandInMaterial(materials.name[material])", "materials.name[material] !== null"]],
    caughtBy: [["cost/count-costs.test.ts", "excludes the placeholders of missing"]],
  },
];
