/** Families as their rows declare them. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type FamilyRow, TRAITS } from "../../src/map/families/family-row.ts";
import { FAMILY_ROWS } from "../../src/map/families/family-rows.ts";
import {
  FAMILY,
  familyOf,
  hasTrait,
  isRareFamily,
  MATERIAL_FAMILIES,
  OWN_PARAM,
  OWN_ROLE,
  restOwnParams,
  roleInSlot,
} from "../../src/map/material-families.ts";
import {
  MATERIAL_PARAMS,
  PARAM_COUNT,
  PARAM_NUMBERS,
  paramsAtRest,
  SHARED_PARAM_COUNT,
} from "../../src/map/material-params.ts";
import {
  ROLE_BASE,
  ROLE_COUNT,
  ROLE_LIGHT_WARP,
  SHARED_ROLE_COUNT,
  TEXTURE_ROLES,
} from "../../src/map/texture-roles.ts";
import { KEY_ANY_FAMILY } from "../../src/render/surfaces/pipeline-key.ts";

const root = resolve(import.meta.dirname, "../..");
const rows: readonly FamilyRow[] = Object.values(FAMILY_ROWS);

function filesBelow(folder: string, end: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(end)).map((name) => join(root, folder, name));
}

describe("families of materials", () => {
  it("are numbered in the order of their rows, below the key of all in one", () => {
    expect(MATERIAL_FAMILIES.map(({ name }) => name)).toEqual(Object.keys(FAMILY_ROWS));
    expect(FAMILY.flat).toBe(0);
    expect(MATERIAL_FAMILIES[FAMILY["two-texture"]].name).toBe("two-texture");
    expect(MATERIAL_FAMILIES.length).toBeLessThan(KEY_ANY_FAMILY);
  });

  it("each have a shader of their name, rare ones apart, and no other shader lies there", () => {
    const shaders = filesBelow("shaders/families", ".wgsl");
    const names = shaders.map((path) => basename(path, ".wgsl"));
    expect(names.sort()).toEqual(Object.keys(FAMILY_ROWS).sort());
    for (const path of shaders) {
      const family = FAMILY[basename(path, ".wgsl") as keyof typeof FAMILY];
      expect(path.includes("/rare/"), path).toBe(isRareFamily(family));
    }
  });

  it("have textures in one slot each: shared roles first, their own behind all of those", () => {
    for (const { name, slots, slotRoles, ownRoles = {} } of MATERIAL_FAMILIES) {
      expect(new Set(slots).size, name).toBe(slots.length);
      expect(Math.max(-1, ...slots), name).toBeLessThan(ROLE_COUNT);
      for (const [i, slot] of slots.entries()) {
        if (slot < SHARED_ROLE_COUNT) expect(slotRoles[i]).toBe(TEXTURE_ROLES[slot]);
        else expect(Object.keys(ownRoles)).toContain(slotRoles[i].name);
      }
    }
    expect(OWN_ROLE.base3).toBe(SHARED_ROLE_COUNT);
    expect(OWN_ROLE.bump4).toBe(SHARED_ROLE_COUNT + 3);
    expect(roleInSlot(FAMILY.layers, OWN_ROLE.base3)).toMatchObject({
      name: "base3",
      space: "srgb",
    });
    expect(roleInSlot(FAMILY.lit, OWN_ROLE.base3)).toBeUndefined();
    expect(roleInSlot(FAMILY.lit, ROLE_LIGHT_WARP)).toBeUndefined();
    expect(roleInSlot(FAMILY.lit, ROLE_BASE)?.name).toBe("base");
  });

  it("share no name of a role, a parameter or a constant with what all families have", () => {
    const shared: string[] = TEXTURE_ROLES.map(({ name }) => name);
    for (const name of Object.keys(OWN_ROLE)) expect(shared).not.toContain(name);
    const params: string[] = MATERIAL_PARAMS.map(({ name }) => name);
    for (const name of Object.keys(OWN_PARAM)) expect(params).not.toContain(name);
  });

  it("that build on another keep its parameters where that has them", () => {
    const glow = Object.keys(FAMILY_ROWS.emissive.params).indexOf("GLOW");
    expect(OWN_PARAM.GLOW).toBe(SHARED_PARAM_COUNT + glow);
    for (const { params = {} } of rows) {
      for (const [i, name] of Object.keys(params).entries()) {
        expect(OWN_PARAM[name as keyof typeof OWN_PARAM], name).toBe(SHARED_PARAM_COUNT + i);
        expect(SHARED_PARAM_COUNT + i).toBeLessThan(PARAM_COUNT);
      }
    }
  });

  it("rest in the numbers of their rows, and leave other materials alone", () => {
    const params = paramsAtRest(2);
    restOwnParams(params, 1, FAMILY.water);
    const fog = OWN_PARAM.WATER_FOG * 4;
    expect([...params.subarray(PARAM_NUMBERS + fog, PARAM_NUMBERS + fog + 4)]).toEqual([
      ...[0, 0, 0, 1 / 256],
    ]);
    expect([...params.subarray(0, PARAM_NUMBERS)]).toEqual([...paramsAtRest(1)]);
  });

  it("name families that exist for low quality and for fine light", () => {
    for (const { plain = "flat", finely = "flat" } of rows) {
      expect(Object.keys(FAMILY_ROWS)).toContain(plain);
      expect(Object.keys(FAMILY_ROWS)).toContain(finely);
    }
    expect(familyOf(FAMILY.wall, "plain")).toBe(FAMILY.blend);
    expect(familyOf(FAMILY.lit, "finely")).toBe(FAMILY.baked);
    expect(familyOf(FAMILY.lit, "plain")).toBeUndefined();
  });

  it("have traits that shaders or other code ask, and shaders ask no others", () => {
    const shaders = filesBelow("shaders", ".wgsl").map((path) => readFileSync(path, "utf8"));
    const conditions = shaders.flatMap((code) => [
      ...code.matchAll(/@if\(((?:[^()]|\([^()]*\))*)\)/g),
    ]);
    const asked = new Set(conditions.flatMap(([, text]) => text.match(/\w+/g) ?? []));
    const levels = [
      "framed",
      "bumped",
      "decals",
      "multisampled",
      "edges",
      "rare",
      "translucent",
      "lamp",
    ];
    const others = [...asked].filter((name) => !levels.includes(name));
    expect(others.sort()).toEqual(TRAITS.filter((trait) => asked.has(trait)).sort());
    const code = filesBelow("src", ".ts").map((path) => readFileSync(path, "utf8"));
    for (const trait of TRAITS) {
      const isUsed = asked.has(trait) || code.some((text) => text.includes(`, "${trait}")`));
      expect(isUsed, trait).toBe(true);
      expect(
        rows.some(({ traits = [] }) => traits.includes(trait)),
        trait,
      ).toBe(true);
    }
    expect(hasTrait(FAMILY.emissive, "modeled")).toBe(true);
    expect(hasTrait(-1, "modeled")).toBe(false);
    expect(hasTrait(KEY_ANY_FAMILY, "modeled")).toBe(false);
  });

  it.each(["pbr", "two-texture", "energy", "multiblend"] as const)(
    "are a row, a reader and a shader: no other file names %s or what it declares",
    (family) => {
      const { ownRoles = {}, params = {}, constants = {} }: FamilyRow = FAMILY_ROWS[family];
      const words = [
        ...[`FAMILY.${family}`, `FAMILY["${family}"]`],
        ...Object.keys(ownRoles).flatMap((name) => [
          ...[`OWN_ROLE.${name}`, `ROLE_${name.toUpperCase()}`, `sample_${name}`],
        ]),
        ...Object.keys(params).flatMap((name) => [`OWN_PARAM.${name}`, `PARAM_${name}`]),
        ...Object.keys(constants),
      ];
      const sources = [...filesBelow("src", ".ts"), ...filesBelow("shaders", ".wgsl")];
      const naming = sources.filter((path) => {
        const code = readFileSync(path, "utf8");
        return words.some((word) => code.includes(word));
      });
      const expected = [
        ...[`src/scene/materials/families/readers/${family}.ts`],
        ...[`shaders/families/rare/${family}.wgsl`],
      ];
      const others = naming.filter((path) => !path.endsWith("families/family-rows.ts"));
      expect(others.map((path) => relative(root, path)).sort()).toEqual(expected.sort());
    },
  );
});
