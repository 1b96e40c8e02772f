import type { Fault } from "../fault.ts";

export const SHADOWS: readonly Fault[] = [
  {
    name: "shadows of models begin before them",
    edits: [["direction[k] * back,", "direction[k] * -back,"]],
    caughtBy: [["scene/shadows/shadow-parts.test.ts", "is the engine's"]],
  },
  {
    name: "shadows of models are mirrored",
    edits: [
      ["out.values[at + 3] = right < 0 ? s0 : s1;", "out.values[at + 3] = right < 0 ? s1 : s0;"],
    ],
    caughtBy: [["render/shadows/shadows.test.ts", "are its silhouette"]],
  },
  {
    name: "shadows of models lie on what is before these",
    edits: [["...(isBehind ? behind : []),", ""]],
    caughtBy: [["render/shadows/shadows.test.ts", "lies before its box"]],
  },
  {
    name: "shadows of models fall on brush entities that take none",
    edits: [["!takesShadows[p] || !doMeet(", "!doMeet("]],
    caughtBy: [["render/shadows/shadows.test.ts", "that take them"]],
  },
  {
    name: "models that cast no shadow cast one",
    edits: [['return parseInteger(entity.get("disableshadows")) === 0;', "return true;"]],
    caughtBy: [["render/shadows/shadows.test.ts", "or the map, says so"]],
  },
  {
    name: "shadows of models are those of their finest level of detail",
    edits: [["const lod = Math.max(0, shadowLod);", "const lod = Math.min(0, shadowLod);"]],
    caughtBy: [["scene/shadows/shadow-parts.test.ts", "shadow's level of detail"]],
  },
];
