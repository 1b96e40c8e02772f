/**
 * Families by number, and the slots of what their rows (`families/family-rows.ts`) declare: numbers, slots and the
 * constants of shaders all follow from the rows.
 */

import { assert } from "../core/errors.ts";
import type { FamilyRow, Trait } from "./families/family-row.ts";
import { FAMILY_ROWS } from "./families/family-rows.ts";
import { PARAM_COUNT, PARAM_NUMBERS, SHARED_PARAM_COUNT } from "./material-params.ts";
import { ROLE_COUNT, SHARED_ROLE_COUNT, TEXTURE_ROLES, type TextureRole } from "./texture-roles.ts";

type Rows = typeof FAMILY_ROWS;
export type FamilyName = keyof Rows;
type KeysOf<Row, Field extends string> = Row extends { readonly [F in Field]: infer Names }
  ? keyof Names
  : never;
/** Names that any row declares in a field. */
type Declared<Field extends string> = { [F in FamilyName]: KeysOf<Rows[F], Field> }[FamilyName];

/** Families that are not rare: their shaders are fetched together. */
export type CommonFamilyName = {
  [F in FamilyName]: Rows[F] extends { readonly rare: true } ? never : F;
}[FamilyName];

export interface MaterialFamily extends FamilyRow {
  /** Name of its shader, which is in `shaders/families` or, if the family is rare, below `rare` there. */
  readonly name: FamilyName;
  /** Slots that its shader reads. */
  readonly slots: readonly number[];
  /** Role of each of `slots`. */
  readonly slotRoles: readonly TextureRole[];
}

const ROWS: readonly (readonly [string, FamilyRow])[] = Object.entries(FAMILY_ROWS);

/** Rows by the number of the family. */
export const MATERIAL_FAMILIES: readonly MaterialFamily[] = /* @__PURE__ */ ROWS.map(
  ([name, row]) => {
    const own = Object.entries(row.ownRoles ?? {});
    assert(own.length <= ROLE_COUNT - SHARED_ROLE_COUNT, `family ${name} has too many roles`);
    const shared = row.roles.map((role) => TEXTURE_ROLES.findIndex((other) => other.name === role));
    return {
      ...row,
      name: name as FamilyName,
      slots: [...shared, ...own.map((_, i) => SHARED_ROLE_COUNT + i)],
      slotRoles: [
        ...shared.map((slot) => TEXTURE_ROLES[slot]),
        ...own.map(
          ([name, role]): TextureRole => ({
            ...{ name, dimension: "2d", place: "texCoord" },
            ...role,
          }),
        ),
      ],
    };
  },
);

/** Numbers of families: rows of `MATERIAL_FAMILIES`. */
export const FAMILY = /* @__PURE__ */ Object.fromEntries(
  ROWS.map(([name], family) => [name, family]),
) as Readonly<Record<FamilyName, number>>;

/** Slots of what rows declare in a field, by name. */
function slotsOf(field: "ownRoles" | "params", first: number, end: number): object {
  const slots: Record<string, number> = {};
  for (const [family, row] of ROWS) {
    for (const [i, name] of Object.keys(row[field] ?? {}).entries()) {
      const slot = first + i;
      assert(slot < end, `family ${family} has no slot for ${name}`);
      assert(
        (slots[name] ?? slot) === slot,
        `${name} of family ${family} has another slot elsewhere`,
      );
      slots[name] = slot;
    }
  }
  return slots;
}

/** Slots of the roles that families declare. */
export const OWN_ROLE = /* @__PURE__ */ slotsOf(
  "ownRoles",
  SHARED_ROLE_COUNT,
  ROLE_COUNT,
) as Readonly<Record<Declared<"ownRoles">, number>>;

/** Slots of the parameters that families declare. */
export const OWN_PARAM = /* @__PURE__ */ slotsOf(
  "params",
  SHARED_PARAM_COUNT,
  PARAM_COUNT,
) as Readonly<Record<Declared<"params">, number>>;

/** Constants that families declare for their parameters. */
export const FAMILY_CONSTANT = /* @__PURE__ */ Object.assign(
  {},
  ...ROWS.map(([, { constants }]) => constants),
) as Readonly<Record<Declared<"constants">, number>>;

/** Returns the row of a family; undefined of no family, or all in one. */
const rowOf = (family: number): MaterialFamily | undefined => MATERIAL_FAMILIES[family];

export function isRareFamily(family: number): boolean {
  return rowOf(family)?.rare === true;
}

export function hasTrait(family: number, trait: Trait): boolean {
  return rowOf(family)?.traits?.includes(trait) === true;
}

/** Returns what a family reads in a slot; undefined where it reads nothing. */
export function roleInSlot(family: number, slot: number): TextureRole | undefined {
  const { slots, slotRoles } = MATERIAL_FAMILIES[family];
  return slotRoles[slots.indexOf(slot)];
}

/** Returns the number of the family that `plain` or `finely` names; undefined if the row has no such field. */
export function familyOf(family: number, field: "plain" | "finely"): number | undefined {
  const name = rowOf(family)?.[field];
  return name === undefined ? undefined : FAMILY[name as FamilyName];
}

/** Writes a family's own parameters at rest into the column `params`. */
export function restOwnParams(params: Float32Array, material: number, family: number): void {
  const rows = Object.values(rowOf(family)?.params ?? {});
  const first = material * PARAM_NUMBERS + SHARED_PARAM_COUNT * 4;
  for (const [i, row] of rows.entries()) params.set(row, first + i * 4);
}
