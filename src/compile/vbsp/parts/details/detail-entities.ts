import {
  DETAIL_PROP_TYPE_MODEL,
  DETAIL_PROP_TYPE_SPRITE,
  MAX_ORIENTATION,
} from "../../../../formats/bsp/layouts/detail-prop-layouts.ts";
import {
  classOf,
  type EntityKeys,
  entityError,
  readInteger,
  readNumber,
  readNumbers,
  readVector,
} from "../entity-values.ts";
import type { DetailRow } from "./detail-table.ts";

/** A detail prop that was placed by hand, but for its leaf; null for any other entity. */
export function readDetailEntity(entity: EntityKeys): Omit<DetailRow, "leaf"> | null {
  const className = classOf(entity);
  const isModel = className === "prop_detail" || className === "detail_prop";
  if (!isModel && className !== "prop_detail_sprite") return null;
  const model = entity.get("model");
  if (isModel && !model) throw entityError(entity, 'a "model"', "none");
  return {
    origin: readVector(entity, "origin"),
    angles: readVector(entity, "angles"),
    model: isModel && model ? model : null,
    sprite: isModel ? null : readSprite(entity),
    type: isModel ? DETAIL_PROP_TYPE_MODEL : DETAIL_PROP_TYPE_SPRITE,
    orientation: readOrientation(entity),
    scale: 1,
    sway: 0,
    shapeAngle: 0,
    shapeSize: 0,
  };
}

function readOrientation(entity: EntityKeys): number {
  const value = readInteger(entity, "detailOrientation", 0);
  if (value >= 0 && value <= MAX_ORIENTATION) return value;
  throw entityError(entity, `a "detailOrientation" of 0 to ${MAX_ORIENTATION}`, String(value));
}

/** Texels of the sheet: upper left corner and size; half a texel is left at each edge. */
function readSprite(entity: EntityKeys): DetailRow["sprite"] {
  const sheet = readNumber(entity, "tex_total_size", 0);
  if (sheet <= 0) throw entityError(entity, 'a positive "tex_total_size"', String(sheet));
  const [left, top] = readNumbers(entity, "tex_ul", 2);
  const [width, height] = readNumbers(entity, "tex_size", 2);
  const [x0, y0] = readNumbers(entity, "position_ul", 2);
  const [x1, y1] = readNumbers(entity, "position_lr", 2);
  return {
    position: [x0, y0, x1, y1],
    texture: [
      (left + 0.5) / sheet,
      (top + 0.5) / sheet,
      (left + width - 0.5) / sheet,
      (top + height - 0.5) / sheet,
    ],
  };
}
