/**
 * Reads `detail.vbsp`: the detail props for each kind of ground. KeyValues with a block for each
 * type of detail, in it a block for each group, and in that a block for each model or sprite. Rules
 * from Valve's public `detailobjects.cpp`.
 */

import { FormatError } from "../../../../core/errors.ts";
import {
  DETAIL_PROP_TYPE_MODEL,
  DETAIL_PROP_TYPE_SHAPE_CROSS,
  DETAIL_PROP_TYPE_SHAPE_TRI,
  DETAIL_PROP_TYPE_SPRITE,
  MAX_ORIENTATION,
} from "../../../../formats/bsp/records/detail-props.ts";
import { parseKeyValues } from "../../../../formats/keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../../../../formats/keyvalues/types.ts";

export interface DetailType {
  readonly name: string;
  /** Props per million square inches, before groups and slopes reduce them. */
  readonly density: number;
  /** Sorted by alpha. */
  readonly groups: readonly DetailGroup[];
}

/** Models used where a displacement's alpha (0..1) is close to a value. */
export interface DetailGroup {
  readonly alpha: number;
  readonly models: readonly DetailModel[];
}

export interface DetailModel {
  /** `DETAIL_PROP_TYPE_*`. */
  readonly type: number;
  /** Path of a model; `null` for a sprite. */
  readonly model: string | null;
  readonly sprite: DetailSprite | null;
  /**
   * Upper end of the model's range of random numbers 0..1. The range starts at the end of the
   * previous model's.
   */
  readonly amountEnd: number;
  /** True if the prop stands upright instead of along the slope's normal. */
  readonly isUpright: boolean;
  /** Smallest z of the normal for the prop to appear at all, and to appear always. */
  readonly minNormalZ: number;
  readonly fullNormalZ: number;
  /** `DetailPropOrientation_t`: 0 fixed, 1 faces the viewer, 2 turns about z to the viewer. */
  readonly orientation: number;
  /** Standard deviation of the sprites' scale, whose mean is 1. */
  readonly scaleDeviation: number;
  /** 0..255. */
  readonly sway: number;
  readonly shapeAngle: number;
  /** 0..255. */
  readonly shapeSize: number;
}

export interface DetailSprite {
  /** Inches relative to the origin: left, top, right, bottom. */
  readonly position: readonly [number, number, number, number];
  /** Coordinates on the sheet, 0..1: left, top, right, bottom. */
  readonly texture: readonly [number, number, number, number];
}

/**
 * Parses types by name in lower case, in the file's order. Of equal names the first counts. Throws
 * FormatError.
 */
export function parseDetailTypes(text: string): ReadonlyMap<string, DetailType> {
  const types = new Map<string, DetailType>();
  // The name of the outermost block has no meaning.
  for (const file of parseKeyValues(text)) {
    for (const node of childrenOf(file)) {
      const name = node.key.toLowerCase();
      if (typeof node.value === "string" || types.has(name)) continue;
      const groups = childrenOf(node)
        .filter((child) => typeof child.value !== "string")
        .map(readGroup)
        // Stable sort: groups of equal alpha keep their order.
        .sort((a, b) => a.alpha - b.alpha);
      types.set(name, { name: node.key, density: readNumber(node, "density", 0), groups });
    }
  }
  return types;
}

function childrenOf(node: KeyValuesNode): readonly KeyValuesNode[] {
  return typeof node.value === "string" ? [] : node.value;
}

function readText(node: KeyValuesNode, key: string): string | null {
  const found = childrenOf(node).find((child) => child.key.toLowerCase() === key);
  return typeof found?.value === "string" ? found.value : null;
}

function readNumber(node: KeyValuesNode, key: string, otherwise: number): number {
  const text = readText(node, key);
  if (text === null) return otherwise;
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw detailError(node, `a number as "${key}"`, text);
}

/** Reads an integer from 0 to `max`; 0 if missing. */
function readWhole(node: KeyValuesNode, key: string, max: number): number {
  const value = readNumber(node, key, 0);
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw detailError(node, `0 to ${max} as "${key}"`, String(value));
}

function readNumbers(node: KeyValuesNode, key: string, count: number): number[] | null {
  const text = readText(node, key);
  if (text === null) return null;
  const values = text.trim().split(/\s+/).map(Number);
  if (values.length === count && values.every(Number.isFinite)) return values;
  throw detailError(node, `${count} numbers as "${key}"`, text);
}

function detailError(node: KeyValuesNode, expected: string, found: string): FormatError {
  const where = `detail.vbsp "${node.key}"`;
  return new FormatError({
    format: "KeyValues",
    code: "bad-value",
    where,
    offset: 0,
    expected,
    found,
  });
}

function readGroup(node: KeyValuesNode): DetailGroup {
  const models: DetailModel[] = [];
  let amount = 0;
  for (const child of childrenOf(node)) {
    if (typeof child.value === "string") continue;
    amount += readNumber(child, "amount", 1);
    models.push(readModel(child, amount));
  }
  // Amounts above 1 in total are scaled down. Below 1, some places stay empty.
  const whole = Math.max(1, amount);
  return {
    alpha: readNumber(node, "alpha", 1),
    models: models.map((model) => ({ ...model, amountEnd: model.amountEnd / whole })),
  };
}

function readModel(node: KeyValuesNode, amountEnd: number): DetailModel {
  const model = readText(node, "model");
  const cosine = (key: string) => Math.cos((readNumber(node, key, 180) * Math.PI) / 180);
  const minNormalZ = cosine("maxangle");
  const share = (key: string) =>
    Math.trunc(255 * Math.min(1, Math.max(0, readNumber(node, key, 0))));
  return {
    type: model === null ? spriteType(node) : DETAIL_PROP_TYPE_MODEL,
    model,
    sprite: model === null ? readSprite(node) : null,
    amountEnd,
    isUpright: readNumber(node, "upright", 0) !== 0,
    minNormalZ,
    fullNormalZ: Math.max(minNormalZ, cosine("minangle")),
    orientation: readWhole(node, "detailorientation", MAX_ORIENTATION),
    scaleDeviation: readNumber(node, "spriterandomscale", 0),
    sway: share("sway"),
    shapeAngle: readWhole(node, "shape_angle", 255),
    shapeSize: share("shape_size"),
  };
}

function spriteType(node: KeyValuesNode): number {
  const shape = readText(node, "sprite_shape")?.toLowerCase();
  if (shape === "cross") return DETAIL_PROP_TYPE_SHAPE_CROSS;
  return shape === "tri" ? DETAIL_PROP_TYPE_SHAPE_TRI : DETAIL_PROP_TYPE_SPRITE;
}

/**
 * Reads a sprite. `sprite`: x, y, width, height, width of the sheet, in texels; `spritesize`: x, y
 * of the root 0..1, width, height.
 */
function readSprite(node: KeyValuesNode): DetailSprite {
  const texels = readNumbers(node, "sprite", 5);
  if (texels === null) throw detailError(node, 'a "model" or a "sprite"', "neither");
  const [x, y, width, height, sheet] = texels;
  if (sheet === 0) throw detailError(node, "a sheet of some width", "0");
  const size = readNumbers(node, "spritesize", 4);
  return {
    texture: [
      (x + 0.5) / sheet,
      (y + 0.5) / sheet,
      (x + width - 0.5) / sheet,
      (y + height - 0.5) / sheet,
    ],
    position: size
      ? [
          -size[2] * size[0],
          size[3] - size[3] * size[1],
          size[2] - size[2] * size[0],
          -size[3] * size[1],
        ]
      : [-10, 20, 10, 0],
  };
}
