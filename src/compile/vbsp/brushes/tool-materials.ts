/**
 * Substitutes for materials without a VMT. Tool materials get the flags of their `%compile...`
 * keys, which are the same in every game; others are plain. Like `FindMiptex` in the SDK's public
 * `utils/vbsp/textures.cpp`, the compiler continues with them.
 */

import {
  CONTENTS_BLOCKLOS,
  CONTENTS_DETAIL,
  CONTENTS_GRATE,
  CONTENTS_LADDER,
  CONTENTS_MONSTERCLIP,
  CONTENTS_OPAQUE,
  CONTENTS_ORIGIN,
  CONTENTS_PLAYERCLIP,
  CONTENTS_SOLID,
} from "../../../formats/bsp/layouts/contents-flags.ts";
import {
  SURF_HINT,
  SURF_NODRAW,
  SURF_NOLIGHT,
  SURF_SKIP,
  SURF_SKY,
  SURF_SKY2D,
  SURF_TRIGGER,
} from "../../../formats/bsp/layouts/surface-flags.ts";
import type { CompilerMaterial, FindMaterial } from "../../types.ts";

const UNSEEN = SURF_NODRAW | SURF_NOLIGHT;

/** Surface flags and contents of tool materials, by the name after `tools/tools`. */
const TOOLS: Readonly<Record<string, readonly [flags: number, contents: number]>> = {
  nodraw: [UNSEEN, CONTENTS_SOLID],
  black: [SURF_NOLIGHT, CONTENTS_SOLID],
  white: [SURF_NOLIGHT, CONTENTS_SOLID],
  skybox: [SURF_SKY | SURF_NOLIGHT, CONTENTS_SOLID],
  skybox2d: [SURF_SKY | SURF_SKY2D | SURF_NOLIGHT, CONTENTS_SOLID],
  hint: [UNSEEN | SURF_HINT, CONTENTS_SOLID],
  skip: [UNSEEN | SURF_SKIP, CONTENTS_SOLID],
  trigger: [SURF_NOLIGHT | SURF_TRIGGER, CONTENTS_SOLID],
  fog: [UNSEEN, CONTENTS_SOLID],
  areaportal: [UNSEEN, CONTENTS_SOLID],
  occluder: [SURF_NOLIGHT | SURF_TRIGGER, CONTENTS_SOLID],
  clip: [UNSEEN, CONTENTS_PLAYERCLIP | CONTENTS_MONSTERCLIP],
  playerclip: [UNSEEN, CONTENTS_PLAYERCLIP],
  npcclip: [UNSEEN, CONTENTS_MONSTERCLIP],
  invisible: [UNSEEN, CONTENTS_GRATE],
  invisibleladder: [UNSEEN, CONTENTS_GRATE | CONTENTS_LADDER],
  blocklight: [UNSEEN, CONTENTS_OPAQUE],
  blockbullets: [UNSEEN, CONTENTS_SOLID],
  block_los: [UNSEEN, CONTENTS_BLOCKLOS],
  origin: [UNSEEN, CONTENTS_ORIGIN | CONTENTS_DETAIL],
};

function describeTool(name: string): CompilerMaterial | null {
  const match = /^tools\/(?:tools)?(.+)$/.exec(name);
  const tool = match && Object.hasOwn(TOOLS, match[1]) ? TOOLS[match[1]] : null;
  if (!tool) return null;
  return {
    width: 64,
    height: 64,
    reflectivity: [0, 0, 0],
    surfaceFlags: tool[0],
    contents: tool[1],
    isBumped: false,
    detailType: null,
  };
}

/** Returns a material's name as stored in the map: lower case, forward slashes. */
export const normalizeMaterial = (name: string): string =>
  name.trim().toLowerCase().replaceAll("\\", "/");

/**
 * Substitute for other materials: an opaque wall with a lightmap, like vbsp's with
 * `-lightifmissing`, with the size and reflectivity of materials without a texture.
 */
const PLAIN: CompilerMaterial = {
  width: 128,
  height: 128,
  reflectivity: [0.2, 0.2, 0.2],
  surfaceFlags: 0,
  contents: CONTENTS_SOLID,
  isBumped: false,
  detailType: null,
};

/** Lookup that returns a material for every name, using substitutes for those without a VMT. */
export interface MaterialLookup {
  find(name: string): CompilerMaterial;
  /** Names so far that were replaced by the plain wall, as stored in the map. */
  readonly missing: ReadonlySet<string>;
}

/** Returns a lookup that calls `find` once for each name. */
export function withSubstitutes(find: FindMaterial): MaterialLookup {
  const known = new Map<string, CompilerMaterial>();
  const missing = new Set<string>();
  return {
    missing,
    find(name) {
      const key = normalizeMaterial(name);
      let info = known.get(key);
      if (info === undefined) {
        const found = find(name) ?? describeTool(key);
        if (found === null) missing.add(key);
        info = found ?? PLAIN;
        known.set(key, info);
      }
      return info;
    },
  };
}
