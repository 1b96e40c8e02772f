/** Builds detail props: grass and stones on faces, by their material's `%detailtype`. */

import {
  DETAIL_PROP_LIGHTING_VERSION,
  DETAIL_PROP_TYPE_MODEL,
  DETAIL_PROP_TYPE_SPRITE,
  DETAIL_PROPS_VERSION,
  MAX_ORIENTATION,
} from "../../../../formats/bsp/records/detail-props.ts";
import type { DetailProps } from "../../../../formats/bsp/types.ts";
import {
  writeDetailLighting,
  writeDetailProps,
} from "../../../../formats/bsp/write/write-detail-props.ts";
import type { LeafTree } from "../../../../map/types.ts";
import { findLeaf } from "../../../../visibility/leaf-walk.ts";
import { createRandom } from "../../../generate/random.ts";
import type { CompileReport, MapLump } from "../../../types.ts";
import {
  classOf,
  type EntityKeys,
  entityError,
  readKeyInteger,
  readKeyNumber,
  readKeyNumbers,
  readKeyVector,
} from "../../entity-keys.ts";
import type { DispGrid } from "../displacements/disp-grid.ts";
import type { DetailSprite, DetailType } from "./detail-types.ts";
import { placeOnGrid, placeOnPolygon } from "./place-details.ts";

/** Most detail props. Leaf numbers, dictionary rows and the engine's count are unsigned shorts. */
const MAX_DETAIL_PROPS = 65535;

/** Detail prop with either a `model` or a `sprite`. */
export interface DetailRow {
  readonly origin: readonly number[];
  /** Degrees: pitch, yaw, roll. */
  readonly angles: readonly number[];
  readonly leaf: number;
  readonly model: string | null;
  readonly sprite: DetailSprite | null;
  readonly type: number;
  readonly orientation: number;
  readonly scale: number;
  readonly sway: number;
  readonly shapeAngle: number;
  readonly shapeSize: number;
}

/** Table of detail props, with their shared models and sprites. */
class DetailTable {
  readonly #models = new Map<string, number>();
  readonly #sprites = new Map<string, number>();
  /**
   * Rows of sprites by object. All props of a type share its sprite object, so most need no key.
   */
  readonly #knownSprites = new Map<DetailSprite, number>();
  readonly #spriteRows: DetailSprite[] = [];
  readonly #rows: { readonly row: DetailRow; readonly detailModel: number }[] = [];
  /** Number of props beyond the game lump's limit. */
  overflow = 0;

  add(row: DetailRow): void {
    if (this.#rows.length === MAX_DETAIL_PROPS) {
      this.overflow++;
      return;
    }
    const detailModel = row.sprite ? this.#spriteRow(row.sprite) : this.#modelRow(row.model ?? "");
    this.#rows.push({ row, detailModel });
  }

  #modelRow(name: string): number {
    const known = this.#models.get(name) ?? this.#models.size;
    this.#models.set(name, known);
    return known;
  }

  #spriteRow(sprite: DetailSprite): number {
    const known = this.#knownSprites.get(sprite);
    if (known !== undefined) return known;
    const key = [...sprite.position, ...sprite.texture].join(" ");
    const row = this.#sprites.get(key) ?? this.#spriteRows.push(sprite) - 1;
    this.#sprites.set(key, row);
    this.#knownSprites.set(sprite, row);
    return row;
  }

  /**
   * Returns the table of `dprp`: props sorted by leaf, those of one leaf in the order of adding.
   */
  finish(): DetailProps {
    const rows = [...this.#rows].sort((a, b) => a.row.leaf - b.row.leaf);
    const count = rows.length;
    const sprites = this.#spriteRows;
    const bytes = (pick: (row: DetailRow) => number) =>
      Uint8Array.from(rows, ({ row }) => pick(row));
    const corner = (pick: (sprite: DetailSprite) => readonly number[], from: number) =>
      Float32Array.from(sprites.flatMap((sprite) => pick(sprite).slice(from, from + 2)));
    return {
      modelName: [...this.#models.keys()],
      sprites: {
        count: sprites.length,
        upperLeft: corner((sprite) => sprite.position, 0),
        lowerRight: corner((sprite) => sprite.position, 2),
        texUpperLeft: corner((sprite) => sprite.texture, 0),
        texLowerRight: corner((sprite) => sprite.texture, 2),
      },
      objects: {
        count,
        origin: Float32Array.from(rows.flatMap(({ row }) => row.origin)),
        angles: Float32Array.from(rows.flatMap(({ row }) => row.angles)),
        detailModel: Uint32Array.from(rows, ({ detailModel }) => detailModel),
        leaf: Uint32Array.from(rows, ({ row }) => row.leaf),
        lighting: Uint8Array.from({ length: count * 4 }, (_, i) => (i % 4 === 3 ? 0 : 255)),
        lightStyles: new Uint32Array(count),
        lightStyleCount: new Uint8Array(count),
        swayAmount: bytes((row) => row.sway),
        shapeAngle: bytes((row) => row.shapeAngle),
        shapeSize: bytes((row) => row.shapeSize),
        orientation: bytes((row) => row.orientation),
        type: bytes((row) => row.type),
        scale: Float32Array.from(rows, ({ row }) => row.scale),
      },
    };
  }
}

/** Reads a detail prop that was placed by hand, without its leaf; `null` for any other entity. */
function readDetailEntity(entity: EntityKeys): Omit<DetailRow, "leaf"> | null {
  const className = classOf(entity);
  const isModel = className === "prop_detail" || className === "detail_prop";
  if (!isModel && className !== "prop_detail_sprite") return null;
  const model = entity.get("model");
  if (isModel && !model) throw entityError(entity, 'a "model"', "none");
  return {
    origin: readKeyVector(entity, "origin"),
    angles: readKeyVector(entity, "angles"),
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
  const value = readKeyInteger(entity, "detailOrientation", 0);
  if (value >= 0 && value <= MAX_ORIENTATION) return value;
  throw entityError(entity, `a "detailOrientation" of 0 to ${MAX_ORIENTATION}`, String(value));
}

/** Reads texels of the sheet: upper left corner and size. Insets each edge by half a texel. */
function readSprite(entity: EntityKeys): DetailRow["sprite"] {
  const sheet = readKeyNumber(entity, "tex_total_size", 0);
  if (sheet <= 0) throw entityError(entity, 'a positive "tex_total_size"', String(sheet));
  const [left, top] = readKeyNumbers(entity, "tex_ul", 2);
  const [width, height] = readKeyNumbers(entity, "tex_size", 2);
  const [x0, y0] = readKeyNumbers(entity, "position_ul", 2);
  const [x1, y1] = readKeyNumbers(entity, "position_lr", 2);
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

/** Face whose material emits detail props. */
export interface DetailFace {
  /**
   * Id of the VMF side, used as the random seed, so that changes elsewhere in the map do not affect
   * it.
   */
  readonly sideId: number;
  /** `MaterialInfo.detailType`. */
  readonly detailType: string;
  /** 3 numbers a vertex, clockwise seen from the front. */
  readonly polygon: ArrayLike<number>;
  /** Grid from `buildDisplacements` for a displaced face; else `null`. */
  readonly grid: DispGrid | null;
}

/**
 * Inches above the ground at which a prop's leaf is looked up, so that it is not below the floor.
 */
const ABOVE_GROUND = 1 / 8;

/**
 * Builds the game lumps `dprp` (version 4), and `dplt` and `dplh`, which stay empty until vrad
 * lights the props. The record holds the light of props with one style, which is white until then.
 * Warns once about each type that is missing in `detail.vbsp`.
 * @throws FormatError with an entity's line
 */
export function buildDetailProps(
  faces: readonly DetailFace[],
  types: ReadonlyMap<string, DetailType>,
  entities: readonly EntityKeys[],
  tree: LeafTree,
  report: CompileReport,
): ReadonlyMap<"dprp" | "dplt" | "dplh", MapLump> {
  const table = new DetailTable();
  const unknown = new Set<string>();
  for (const face of faces) {
    const type = types.get(face.detailType.toLowerCase());
    if (!type) {
      unknown.add(face.detailType);
      continue;
    }
    const random = createRandom(face.sideId);
    const placed = face.grid
      ? placeOnGrid(face.grid, type, random)
      : placeOnPolygon(face.polygon, type, random);
    for (const { model, point, normal, angles, scale } of placed) {
      const [x, y, z] = point.map((value, axis) => value + normal[axis] * ABOVE_GROUND);
      table.add({ ...model, origin: point, angles, scale, leaf: findLeaf(tree, x, y, z) });
    }
  }
  for (const entity of entities) {
    const detail = readDetailEntity(entity);
    if (!detail) continue;
    const [x, y, z] = detail.origin;
    table.add({ ...detail, leaf: findLeaf(tree, x, y, z) });
  }
  for (const name of unknown) report.warn(`detail.vbsp has no detail type "${name}"`);
  if (table.overflow > 0) {
    report.warn(`${table.overflow} detail props are left out: a map holds at most 65535`);
  }
  const unlit = writeDetailLighting({
    count: 0,
    lighting: new Uint8Array(0),
    style: new Uint8Array(0),
  });
  return new Map([
    ["dprp", { version: DETAIL_PROPS_VERSION, bytes: writeDetailProps(table.finish()) }],
    ["dplt", { version: DETAIL_PROP_LIGHTING_VERSION, bytes: unlit }],
    ["dplh", { version: DETAIL_PROP_LIGHTING_VERSION, bytes: unlit.slice() }],
  ]);
}
