/** What a lump is for, in a few words: the colours of a report. */

export const KINDS = {
  geometry: "geometry",
  light: "light",
  visibility: "visibility",
  solids: "solids",
  things: "entities, props",
  materials: "materials",
  pakfile: "pakfile",
  rest: "other, unused",
} as const;

export type LumpKind = keyof typeof KINDS;

/** By a lump's title; the first that fits. */
const PATTERNS: readonly (readonly [pattern: RegExp, kind: LumpKind])[] = [
  [/PAKFILE/, "pakfile"],
  [/DISP_LIGHTMAP|LIGHT|AMBIENT/, "light"],
  [/VISIBILITY|AREA|PORTAL|CLUSTER|OCCLUSION|WATER$/, "visibility"],
  [/PHYS|BRUSH|PROP(COLLISION|HULL|TRIS|_BLOB)/, "solids"],
  [/ENTITIES|GAME_LUMP|OVERLAY|CUBEMAPS/, "things"],
  [/TEX(?!ES)/, "materials"],
  [/PLANES|VERT|NODES|LEAF|FACE|EDGES|MODELS|DISP|PRIM/, "geometry"],
];

export const kindOf = (title: string): LumpKind =>
  PATTERNS.find(([pattern]) => pattern.test(title))?.[1] ?? "rest";
