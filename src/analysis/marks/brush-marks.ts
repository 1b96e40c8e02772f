/** Marks of invisible brushes and of brush entities. */

import type { Ledger } from "../../core/ledger.ts";
import {
  CONTENTS_AREAPORTAL,
  CONTENTS_BLOCKLOS,
  CONTENTS_GRATE,
  CONTENTS_LADDER,
  CONTENTS_MONSTERCLIP,
  CONTENTS_OPAQUE,
  CONTENTS_PLAYERCLIP,
  CONTENTS_SLIME,
  CONTENTS_SOLID,
  CONTENTS_WATER,
  CONTENTS_WINDOW,
} from "../../formats/bsp/layouts/contents-flags.ts";
import {
  SURF_HINT,
  SURF_INVISIBLE,
  SURF_SKIP,
  SURF_SKY,
  SURF_SKY2D,
} from "../../formats/bsp/layouts/surface-flags.ts";
import { kindRow, MARK_KINDS, type MarkKindName } from "../../map/mark-kinds.ts";
import type { LeafTree } from "../../map/tree.ts";
import { isHiddenClass, matrixOf, modelOf } from "../../scene/brushes/brush-models.ts";
import { isInvisibleTool } from "../../scene/materials/tool-materials.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";
import { addTriangles, edgesOf, MAX_SIDES, transformPoints, windingsOfPlanes } from "./convex.ts";
import type { MarkBuilder } from "./mark-builder.ts";
import type { MarkMap } from "./mark-map.ts";

// Clusters from which shapes may be visible.

/** Inches added around a shape, so that a shape behind a wall's surface is visible on it. */
const REACH = 1;
/** Most clusters of a shape. Larger shapes are always drawn. */
const MAX_CLUSTERS = 512;

export class ShapeClusters {
  readonly #tree: LeafTree;
  readonly #leafs: Uint32Array;
  readonly #box = new Float32Array(6);

  constructor(tree: LeafTree) {
    this.#tree = tree;
    this.#leafs = makeBoxLeafs(tree);
  }

  /**
   * Returns the clusters of the box around `points` (3 numbers each), ascending and unique. Empty
   * if the shape may be visible from anywhere.
   */
  of(...points: readonly ArrayLike<number>[]): number[] {
    const box = this.#box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    for (const each of points) {
      for (let i = 0; i < each.length; i++) {
        const axis = i % 3;
        box[axis] = Math.min(box[axis], each[i] - REACH);
        box[axis + 3] = Math.max(box[axis + 3], each[i] + REACH);
      }
    }
    const count = writeBoxLeafs(this.#tree, box, 0, this.#leafs);
    const own = new Set<number>();
    for (let i = 0; i < count && own.size <= MAX_CLUSTERS; i++) {
      own.add(this.#tree.leafCluster[this.#leafs[i]]);
    }
    own.delete(-1);
    return own.size > MAX_CLUSTERS ? [] : [...own].sort((a, b) => a - b);
  }
}

// Colors of classes: fixed for the important ones, hashed for the others.

const KNOWN: readonly (readonly [start: string, color: number])[] = [
  ["trigger_hurt", 0xff3020],
  ["trigger_push", 0x30c0ff],
  ["trigger_teleport", 0x4060ff],
  ["trigger_changelevel", 0xffffff],
  ["trigger_once", 0xffb840],
  ["trigger_multiple", 0xff9020],
  ["func_buyzone", 0x40d040],
  ["func_bomb_target", 0xff4040],
  ["func_nobuild", 0xd06060],
];

const GOLDEN = 0.618034;

/** Returns the class's color, sRGB 0xrrggbb. @param className in lower case */
function classColor(className: string): number {
  const known = KNOWN.find(([start]) => className.startsWith(start));
  if (known !== undefined) return known[1];
  let hash = 0;
  for (let i = 0; i < className.length; i++) hash = (hash * 31 + className.charCodeAt(i)) | 0;
  return hueColor(((hash >>> 0) * GOLDEN) % 1);
}

/** @param hue 0 to 1 */
export function hueColor(hue: number): number {
  let color = 0;
  for (const turn of [0, 2 / 3, 1 / 3]) {
    const part = Math.min(Math.max(Math.abs(((hue + turn) % 1) * 6 - 3) - 1, 0), 1);
    color = (color << 8) | Math.round(70 + part * 185);
  }
  return color;
}

// Kinds of invisible brushes, by contents, flags of sides, and the class of the entity.

export interface BrushFacts {
  readonly contents: number;
  /** Flags that any side has, and flags that all sides have, without bevels. */
  readonly anyFlags: number;
  readonly allFlags: number;
  /** Materials of its sides, lower case, without `materials/`, each once. */
  readonly materials: readonly string[];
  /** True if any side is drawn. */
  readonly isSeen: boolean;
  /** Class of the entity whose model contains the brush, lower case; `null` for the world. */
  readonly className: string | null;
}

/**
 * Tool materials whose names say more than their contents, in every game: special clips, bullet
 * blockers.
 */
const OTHER_CLIP = /^tools\/(tools)?(controlclip|grenadeclip|droneclip|vehicleclip)/;
const LIGHT_BLOCKER = /^tools\/(tools)?blocklight/;
const BULLET_BLOCKER = /^tools\/(tools)?(blockbullets|block_?bullets|bulletblocker)/;
const LADDER = /^tools\/(tools)?(invisible)?ladder/;
/** Entities that act as clips. */
const CLIP_CLASS = /_clip(_|$)|vehicleclip|_blocker$/;

/** Returns `null` if the brush is drawn or has no kind to show. */
function brushKind(facts: BrushFacts): MarkKindName | null {
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

/** Whether a side with these flags and this material is drawn. The sky counts as drawn. */
function isSideSeen(flags: number, material: string): boolean {
  return (flags & SURF_INVISIBLE) === 0 && !isInvisibleTool(material);
}

// Brushes by model: those that the leafs of the model's tree hold.

export interface ModelBrushes {
  /** Model of each brush; 0 for the world; -1 if no leaf holds it. */
  readonly modelOfBrush: Int32Array;
  /** Lists the brushes of a model above 0, ascending and unique. */
  listOf(model: number): readonly number[];
}

function brushesOfModels({ world, brushes }: MarkMap, ledger: Ledger): ModelBrushes {
  const { models, nodes, leafs } = world;
  const modelOfBrush = new Int32Array(brushes.count).fill(-1);
  const lists: number[][] = [];
  for (let model = models.count - 1; model >= 0; model--) {
    const own = new Set<number>();
    const stack = [models.headNode[model]];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node >= 0) {
        // Models may share trees, so the walk is limited by the ledger.
        if (!ledger.tryTake("clusters", 1)) break;
        stack.push(nodes.children[node * 2], nodes.children[node * 2 + 1]);
        continue;
      }
      const leaf = -1 - node;
      const first = leafs.firstLeafBrush[leaf];
      const end = first + leafs.leafBrushCount[leaf];
      if (!ledger.tryTake("leafBrushes", end - first)) break;
      for (let i = first; i < end; i++) {
        const brush = brushes.leafBrushes[i];
        modelOfBrush[brush] = model;
        if (model > 0) own.add(brush);
      }
    }
    lists[model] = [...own].sort((a, b) => a - b);
  }
  return { modelOfBrush, listOf: (model) => lists[model] ?? [] };
}

/** Entity whose model contains a brush; `null` for the world. */
interface Owner {
  readonly entity: number;
  readonly className: string | null;
  readonly matrix: Float32Array | null;
}

const WORLD: Owner = { entity: -1, className: null, matrix: null };

/** @returns warnings about omissions, one sentence each */
export function addBrushMarks(map: MarkMap, out: MarkBuilder, ledger: Ledger): string[] {
  const { world, brushes } = map;
  const clusters = new ShapeClusters(map.tree);
  const { modelOfBrush, listOf } = brushesOfModels(map, ledger);
  let open = 0;
  let over = 0;

  const addBrush = (brush: number, owner: Owner): void => {
    const facts = factsOf(map, brush, owner.className);
    const name = brushKind(facts);
    if (name === null) return;
    const count = facts.planes.length / 4;
    // Each side is clipped by every other side, and many brushes may share sides.
    if (count > MAX_SIDES || !ledger.tryTake("rayTests", count * count * CUT_COST)) {
      over++;
      return;
    }
    const windings = windingsOfPlanes(facts.planes);
    if (windings === null || windings.length === 0) {
      open++;
      return;
    }
    const kind = kindRow(name);
    const triangles: number[] = [];
    if (MARK_KINDS[kind].isSolid) for (const winding of windings) addTriangles(winding, triangles);
    const corners = transformPoints(triangles, owner.matrix);
    const lines = transformPoints(edgesOf(windings), owner.matrix);
    const byClass = owner.className !== null && (name === "trigger" || name === "volume");
    out.add(
      {
        kind,
        color: byClass ? classColor(owner.className as string) : MARK_KINDS[kind].color,
        name: facts.materials.join(", ") || "no material",
        source: brush,
        contents: facts.contents,
        entity: owner.entity,
      },
      corners,
      lines,
      clusters.of(lines),
    );
  };

  for (let brush = 0; brush < brushes.count; brush++) {
    if (modelOfBrush[brush] <= 0) addBrush(brush, WORLD);
  }
  for (const [row, entity] of world.entities.entries()) {
    const model = modelOf(world, entity);
    if (model === 0) continue;
    const className = (entity.get("classname") ?? "").toLowerCase();
    const owner = { entity: row, className, matrix: matrixOf(entity, entity) };
    for (const brush of listOf(model)) addBrush(brush, owner);
  }
  const warnings: string[] = [];
  if (open > 0) warnings.push(`${open} brushes are left out: their planes close no solid.`);
  if (over > 0) warnings.push(`${over} brushes are left out: they have too many sides.`);
  return warnings;
}

/** Cost of clipping a polygon, in ray tests of a side. */
const CUT_COST = 16;

function factsOf({ world, brushes, materials }: MarkMap, brush: number, className: string | null) {
  const planes: number[] = [];
  const names = new Set<string>();
  let anyFlags = 0;
  let allFlags = -1;
  let isSeen = false;
  for (let i = 0; i < brushes.sideCount[brush]; i++) {
    const side = brushes.firstSide[brush] + i;
    if (brushes.sideIsBevel[side] !== 0) continue;
    const plane = brushes.sidePlane[side];
    for (let axis = 0; axis < 3; axis++) planes.push(world.planes.normal[plane * 3 + axis]);
    planes.push(world.planes.dist[plane]);
    const texInfo = brushes.sideTexInfo[side];
    if (texInfo < 0) continue;
    const flags = world.texInfos.flags[texInfo];
    const material = materials[world.texInfos.texdata[texInfo]] ?? "";
    anyFlags |= flags;
    allFlags &= flags;
    if (material !== "") names.add(material);
    isSeen ||= material !== "" && isSideSeen(flags, material);
  }
  const contents = brushes.contents[brush];
  return { planes, contents, anyFlags, allFlags, materials: [...names], isSeen, className };
}
