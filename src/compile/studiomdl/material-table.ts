/** Material names and skins of a model. */

import { qcError } from "./qc/qc-statements.ts";
import type { Qc } from "./qc/qc-types.ts";

/** Most entries of a model's skin table, which is indexed with 16 bits. */
const MAX_SKIN_ROWS = 1 << 16;

/** Materials whose triangles are removed. */
const DELETED = new Set(["null", "debugempty"]);

/** Returns a material's name as stored in models: without folder and extension. */
export function materialName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  const dot = base.lastIndexOf(".");
  return dot < 0 ? base : base.slice(0, dot);
}

export function isDeletedMaterial(name: string): boolean {
  return DELETED.has(materialName(name).toLowerCase());
}

/** Textures of a model in order of appearance. */
export class ModelMaterialNames {
  readonly names: string[] = [];
  readonly #rows = new Map<string, number>();

  /** Returns the row of a material, adding it if it is new. Case-insensitive. */
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
 * Builds the skin table: one row per skin, one column per texture, as in real files. Triangles use
 * the first columns. Textures that only skins name are added after those.
 * @throws FormatError `bad-count` if the table exceeds the format's limit
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
