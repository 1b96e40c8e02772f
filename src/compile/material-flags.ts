/**
 * Reads the bits that a material sets for vbsp: `SURF_*` and `CONTENTS_*` from its `%compile...`
 * keys, shader and opacity. The rules are those of `FindMiptex` in the SDK's public
 * `utils/vbsp/textures.cpp`, and the defaults for a brush side in `map.cpp`.
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
  CONTENTS_SLIME,
  CONTENTS_SOLID,
  CONTENTS_WATER,
  CONTENTS_WINDOW,
} from "../formats/bsp/layouts/contents-flags.ts";
import * as surf from "../formats/bsp/layouts/surface-flags.ts";
import type { Vmt } from "../formats/vmt/types.ts";

const CLIPS = CONTENTS_PLAYERCLIP | CONTENTS_MONSTERCLIP;
/** Contents bits, of which a side has at least one, or else is solid. */
const DEFINITE_CONTENTS = 0xff | CLIPS;
const NODRAW = surf.SURF_NODRAW | surf.SURF_NOLIGHT;

/** Keys of tool materials, which are not drawn. The first key that is set determines all flags. */
const TOOL_KEYS: readonly (readonly [key: string, surfaceFlags: number, contents: number])[] = [
  ["%compilesky", surf.SURF_SKY | surf.SURF_NOLIGHT, 0],
  ["%compile2dsky", surf.SURF_SKY | surf.SURF_SKY2D | surf.SURF_NOLIGHT, 0],
  ["%compilehint", NODRAW | surf.SURF_HINT, 0],
  ["%compileskip", NODRAW | surf.SURF_SKIP, 0],
  ["%compileorigin", NODRAW, CONTENTS_ORIGIN | CONTENTS_DETAIL],
  ["%compileclip", NODRAW, CLIPS],
  ["%playerclip", NODRAW, CONTENTS_PLAYERCLIP],
  ["%compilenpcclip", NODRAW, CONTENTS_MONSTERCLIP],
  ["%compilenochop", surf.SURF_NOCHOP, 0],
  ["%compiletrigger", surf.SURF_NOLIGHT | surf.SURF_TRIGGER, 0],
];

/** Shaders that draw with a lightmap. */
const LIGHTMAPPED =
  /^(sdk_)?(lightmapped|worldvertex|worldtwotexture|worldtexture|gooinglass|decalbasetimeslightmap|overlay_fit|debugluxel)/;

export interface MaterialFlags {
  readonly surfaceFlags: number;
  readonly contents: number;
  readonly isBumped: boolean;
}

/** Returns the flags of a material. `hasAlpha` is true if its base texture has an alpha channel. */
export function readMaterialFlags(vmt: Vmt, hasAlpha: boolean): MaterialFlags {
  const tool = TOOL_KEYS.find(([key]) => isTrue(vmt, key));
  if (tool) return finish(tool[1], tool[2]);
  if (isTrue(vmt, "%compilenolight") && !isTrue(vmt, "%compilewater")) {
    return finish(surf.SURF_NOLIGHT, 0);
  }
  let surfaceFlags = readSurfaceFlags(vmt);
  let contents = readContents(vmt);
  const opacity = readOpacity(vmt, hasAlpha);
  const neverWindow = isTrue(vmt, "%compilenonsolid") || isTrue(vmt, "%compileblocklos");
  if (opacity !== "opaque" && !neverWindow) {
    if ((contents & (CONTENTS_GRATE | CONTENTS_WATER)) === 0) contents |= CONTENTS_WINDOW;
    if (opacity === "translucent") surfaceFlags |= surf.SURF_TRANS;
  }
  if (surfaceFlags & surf.SURF_NOLIGHT) surfaceFlags &= ~surf.SURF_BUMPLIGHT;
  return finish(surfaceFlags, contents);
}

function readSurfaceFlags(vmt: Vmt): number {
  let flags = 0;
  const { shader } = vmt;
  const isLit = LIGHTMAPPED.test(shader) || shader.startsWith("water");
  const keepsLight = isTrue(vmt, "%compilekeeplight");
  if (isTrue(vmt, "%noportal")) flags |= surf.SURF_NOPORTAL;
  if (isLit && isSet(vmt, "$bumpmap") && !isOn(vmt, "$nodiffusebumplighting")) {
    flags |= surf.SURF_BUMPLIGHT;
  }
  if (!isLit) flags |= surf.SURF_NOLIGHT;
  if (isTrue(vmt, "%compilenodraw") || isTrue(vmt, "%compileinvisible")) flags |= NODRAW;
  if (isTrue(vmt, "%compilewater")) {
    flags |= surf.SURF_WARP | surf.SURF_NOSHADOWS | surf.SURF_NODECALS;
    if (!keepsLight) flags |= surf.SURF_NOLIGHT;
  }
  if (shader.startsWith("water") && !keepsLight) flags |= surf.SURF_NOLIGHT;
  if (shader.startsWith("unlitgeneric")) flags |= surf.SURF_NOLIGHT;
  if (isTrue(vmt, "%compileslime")) flags |= surf.SURF_NODECALS;
  return flags;
}

function readContents(vmt: Vmt): number {
  let contents = 0;
  if (isTrue(vmt, "%compileladder")) contents |= CONTENTS_LADDER;
  if (isTrue(vmt, "%compilepassbullets")) contents |= CONTENTS_GRATE;
  if (isTrue(vmt, "%compileinvisible")) contents |= CONTENTS_GRATE;
  if (isTrue(vmt, "%compilenonsolid")) contents = CONTENTS_OPAQUE;
  if (isTrue(vmt, "%compileblocklos")) contents = CONTENTS_BLOCKLOS;
  if (isTrue(vmt, "%compiledetail")) contents |= CONTENTS_DETAIL;
  if (isTrue(vmt, "%compilewater")) contents = (contents & ~CONTENTS_DETAIL) | CONTENTS_WATER;
  if (isTrue(vmt, "%compileslime")) contents = (contents & ~CONTENTS_DETAIL) | CONTENTS_SLIME;
  return contents;
}

/** Classifies a material by blending and alpha test, like the material system. */
function readOpacity(vmt: Vmt, hasAlpha: boolean): "opaque" | "translucent" | "alpha-test" {
  const alpha = Number.parseFloat(vmt.params.get("$alpha") ?? "1");
  if (alpha < 1 || isOn(vmt, "$vertexalpha") || isOn(vmt, "$additive")) return "translucent";
  if (vmt.shader.startsWith("refract")) return "translucent";
  // With these keys the texture's alpha is a mask for another effect, not opacity.
  const masked = isOn(vmt, "$selfillum") || isOn(vmt, "$basealphaenvmapmask");
  if (isOn(vmt, "$translucent") && hasAlpha && !masked) return "translucent";
  return isOn(vmt, "$alphatest") ? "alpha-test" : "opaque";
}

/** Completes the flags of a brush side: solid by default, no contents for hints. */
function finish(surfaceFlags: number, contents: number): MaterialFlags {
  const isBumped = (surfaceFlags & surf.SURF_BUMPLIGHT) !== 0;
  if (surfaceFlags & (surf.SURF_HINT | surf.SURF_SKIP)) {
    return { surfaceFlags, contents: 0, isBumped };
  }
  let all = contents;
  if (all & CLIPS) all |= CONTENTS_DETAIL;
  if ((all & DEFINITE_CONTENTS) === 0) all |= CONTENTS_SOLID;
  return { surfaceFlags, contents: all, isBumped };
}

/** A `%` key counts only as `1` or `true`. */
function isTrue(vmt: Vmt, key: string): boolean {
  return /^(1|true)$/i.test(vmt.params.get(key) ?? "");
}

function isOn(vmt: Vmt, key: string): boolean {
  const value = Number.parseFloat(vmt.params.get(key) ?? "0");
  return Number.isFinite(value) && value !== 0;
}

function isSet(vmt: Vmt, key: string): boolean {
  return (vmt.params.get(key) ?? "") !== "";
}
