import type { DetailProps } from "../../../../formats/bsp/types.ts";
import type { DetailSprite } from "./detail-types.ts";

/** The leaf's number and the dictionaries' rows are unsigned shorts; so is the engine's count. */
const MAX_DETAIL_PROPS = 65535;

/** One detail prop; what it looks like is said by `model`, or by `sprite`. */
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

/** Rows of detail props as they come, and the models and sprites that they share. */
export class DetailTable {
  readonly #models = new Map<string, number>();
  readonly #sprites = new Map<string, number>();
  /** A type's sprite is one object for all of its props: most need no key made. */
  readonly #knownSprites = new Map<DetailSprite, number>();
  readonly #spriteRows: DetailSprite[] = [];
  readonly #rows: { readonly row: DetailRow; readonly detailModel: number }[] = [];
  /** Props beyond what the game lump can hold. */
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

  /** The table of `dprp`: props by leaf, those of one leaf in the order in which they were added. */
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
