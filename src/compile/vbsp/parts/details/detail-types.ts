/**
 * `detail.vbsp`: what grows on which kind of ground. KeyValues: a block for each type of detail, in
 * it a block for each group, in that a block for each model or sprite.
 * Rules after Valve's public `detailobjects.cpp`.
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
  /** Props on a million square inches, before groups and slopes thin them out. */
  readonly density: number;
  /** By ascending alpha. */
  readonly groups: readonly DetailGroup[];
}

/** What grows where a displacement's alpha is near a value, 0..1. */
export interface DetailGroup {
  readonly alpha: number;
  readonly models: readonly DetailModel[];
}

export interface DetailModel {
  /** `DETAIL_PROP_TYPE_*`. */
  readonly type: number;
  /** Of a model, its path; of a sprite, null. */
  readonly model: string | null;
  readonly sprite: DetailSprite | null;
  /** It is chosen by a number 0..1 up to this one that is above the model's before. */
  readonly amountEnd: number;
  /** It stands upright instead of on the slope. */
  readonly isUpright: boolean;
  /** Least upward part of the normal for it to grow at all, and to grow always. */
  readonly minNormalZ: number;
  readonly fullNormalZ: number;
  /** `DetailPropOrientation_t`: 0 as placed, 1 faces the viewer, 2 turns about z to the viewer. */
  readonly orientation: number;
  /** Spread of the sprites' sizes about 1. */
  readonly scaleDeviation: number;
  /** 0..255. */
  readonly sway: number;
  readonly shapeAngle: number;
  /** 0..255. */
  readonly shapeSize: number;
}

export interface DetailSprite {
  /** Inches about the place: left, top, right, bottom. */
  readonly position: readonly [number, number, number, number];
  /** 0..1 on the sheet: left, top, right, bottom. */
  readonly texture: readonly [number, number, number, number];
}

/**
 * Types by name in lower case, in the file's order; the first of a name counts.
 * Throws FormatError.
 */
export function parseDetailTypes(text: string): ReadonlyMap<string, DetailType> {
  const types = new Map<string, DetailType>();
  // The outermost block has a name of no meaning.
  for (const file of parseKeyValues(text)) {
    for (const node of childrenOf(file)) {
      const name = node.key.toLowerCase();
      if (typeof node.value === "string" || types.has(name)) continue;
      const groups = childrenOf(node)
        .filter((child) => typeof child.value !== "string")
        .map(readGroup)
        // Stable: groups of one alpha keep their order.
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

/** A whole number from 0 on, 0 if it is not given. */
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
  // More than a whole is brought down to one; less leaves places empty.
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

/** `sprite`: x, y, width, height, width of the sheet, in texels; `spritesize`: x, y of the root 0..1, width, height. */
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
