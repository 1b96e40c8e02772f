/**
 * Of what kind a brush is that nobody sees: by its contents, its sides' flags, and the class of its entity. Bits are
 * those of Valve's public `bspflags.h`.
 */

import {
  CONTENTS_GRATE,
  CONTENTS_SOLID,
  CONTENTS_WINDOW,
} from "../../formats/bsp/layouts/contents-flags.ts";
import {
  SURF_HINT,
  SURF_INVISIBLE,
  SURF_SKIP,
  SURF_SKY,
  SURF_SKY2D,
} from "../../formats/bsp/layouts/surface-flags.ts";
import type { MarkKindName } from "../../map/marks/mark-kinds.ts";
import { isHiddenClass } from "../../scene/brushes/hidden-classes.ts";
import { isInvisibleTool } from "../../scene/materials/tool-materials.ts";

const CONTENTS_SLIME = 0x10;
const CONTENTS_WATER = 0x20;
const CONTENTS_BLOCKLOS = 0x40;
const CONTENTS_OPAQUE = 0x80;
const CONTENTS_AREAPORTAL = 0x8000;
const CONTENTS_PLAYERCLIP = 0x10000;
const CONTENTS_MONSTERCLIP = 0x20000;
const CONTENTS_LADDER = 0x20000000;

export interface BrushFacts {
  readonly contents: number;
  /** Of its sides but bevels: all flags that any has, and those that all have. */
  readonly anyFlags: number;
  readonly allFlags: number;
  /** Of its sides, lower case, no `materials/`, each once. */
  readonly materials: readonly string[];
  /** Whether a side of it is drawn. */
  readonly isSeen: boolean;
  /** Of the entity whose model it is part of, lower case; null: it is the world's. */
  readonly className: string | null;
}

/** Names that say more than their contents do, in every game: clips of other things, what stops bullets. */
const OTHER_CLIP = /^tools\/(tools)?(controlclip|grenadeclip|droneclip|vehicleclip)/;
const LIGHT_BLOCKER = /^tools\/(tools)?blocklight/;
const BULLET_BLOCKER = /^tools\/(tools)?(blockbullets|block_?bullets|bulletblocker)/;
const LADDER = /^tools\/(tools)?(invisible)?ladder/;
/** Entities that stop something, as clips do. */
const CLIP_CLASS = /_clip(_|$)|vehicleclip|_blocker$/;

/** null: it is drawn, or stands for nothing that could be shown. */
export function brushKind(facts: BrushFacts): MarkKindName | null {
  const { contents, className, isSeen } = facts;
  if (className !== null) {
    if (className.startsWith("trigger_") || className.startsWith("script_trigger_"))
      return "trigger";
    if (className.startsWith("func_areaportal")) return "areaportal";
    if (className === "func_occluder") return "occluder";
    if (/ladder/.test(className)) return "ladder";
    if (isHiddenClass(className)) return CLIP_CLASS.test(className) ? "otherclip" : "volume";
    return "brushentity";
  }
  if ((contents & CONTENTS_AREAPORTAL) !== 0) return "areaportal";
  const clip = contents & (CONTENTS_PLAYERCLIP | CONTENTS_MONSTERCLIP);
  if (facts.materials.some((name) => OTHER_CLIP.test(name))) return "otherclip";
  if (clip !== 0 && !isSeen) {
    if (clip === CONTENTS_PLAYERCLIP) return "playerclip";
    return clip === CONTENTS_MONSTERCLIP ? "npcclip" : "clip";
  }
  if ((contents & CONTENTS_LADDER) !== 0 || facts.materials.some((name) => LADDER.test(name))) {
    return "ladder";
  }
  if ((contents & (CONTENTS_WATER | CONTENTS_SLIME)) !== 0) return "water";
  if (isSeen) return null;
  if ((facts.anyFlags & SURF_HINT) !== 0) return "hint";
  if ((facts.allFlags & SURF_SKIP) !== 0) return "skip";
  if ((facts.anyFlags & (SURF_SKY | SURF_SKY2D)) !== 0) return null;
  if (facts.materials.some((name) => LIGHT_BLOCKER.test(name))) return "blocklight";
  if (facts.materials.some((name) => BULLET_BLOCKER.test(name))) return "blockbullets";
  if ((contents & CONTENTS_SOLID) !== 0) return "nodraw";
  if ((contents & CONTENTS_BLOCKLOS) !== 0) return "blocklos";
  if ((contents & (CONTENTS_GRATE | CONTENTS_WINDOW)) !== 0) return "invisible";
  return (contents & CONTENTS_OPAQUE) !== 0 ? "blocklight" : null;
}

/** Whether a side with these flags and this material is drawn. The sky counts as seen by who flies. */
export function isSideSeen(flags: number, material: string): boolean {
  return (flags & SURF_INVISIBLE) === 0 && !isInvisibleTool(material);
}
