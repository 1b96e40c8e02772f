import { qcError } from "./qc/qc-statements.ts";
import type { Qc } from "./qc/qc-types.ts";

/** Of a model's skin table, whose materials are numbered in 16 bits. */
const MAX_SKIN_ROWS = 1 << 16;

/** Materials that only mark triangles to be left out. */
const DELETED = new Set(["null", "debugempty"]);

/** A material's name as models store it: without folder and extension. */
export function materialName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  const dot = base.lastIndexOf(".");
  return dot < 0 ? base : base.slice(0, dot);
}

export function isDeletedMaterial(name: string): boolean {
  return DELETED.has(materialName(name).toLowerCase());
}

/** The textures of a model in order of appearance. */
export class ModelMaterialNames {
  readonly names: string[] = [];
  readonly #rows = new Map<string, number>();

  /** The row of a material, new or known; case does not matter. */
  add(name: string): number {
    const plain = materialName(name);
    const key = plain.toLowerCase();
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    this.#rows.set(key, this.names.length);
    this.names.push(plain);
    return this.names.length - 1;
  }
}

/**
 * The skin table: a row for each skin, a column for each texture, as in real files. Triangles use
 * the first columns; textures that only skins name are added to the table behind those.
 * @throws FormatError `bad-count` for a table too large for its format
 */
export function buildSkins(
  qc: Qc,
  table: ModelMaterialNames,
): { skins: Uint16Array; skinReferenceCount: number; skinFamilyCount: number } {
  const families = qc.skins.map((row) => row.map((name) => table.add(name)));
  const skinReferenceCount = table.names.length;
  const skinFamilyCount = Math.max(1, families.length);
  const rows = skinReferenceCount * skinFamilyCount;
  if (rows > MAX_SKIN_ROWS) {
    const found = `${skinFamilyCount} of ${skinReferenceCount}`;
    const expected = `skins times materials of at most ${MAX_SKIN_ROWS}`;
    throw qcError("bad-count", "$texturegroup", 1, expected, found);
  }
  const columnOf = new Int32Array(skinReferenceCount).fill(-1);
  families[0]?.forEach((texture, column) => {
    if (columnOf[texture] < 0) columnOf[texture] = column;
  });
  const skins = new Uint16Array(rows);
  for (let family = 0; family < skinFamilyCount; family++) {
    for (let texture = 0; texture < skinReferenceCount; texture++) {
      const column = columnOf[texture];
      skins[family * skinReferenceCount + texture] =
        column < 0 ? texture : families[family][column];
    }
  }
  return { skins, skinReferenceCount, skinFamilyCount };
}
