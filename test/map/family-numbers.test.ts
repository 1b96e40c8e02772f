/** Builds write numbers in place of the names of families. */

import { describe, expect, it } from "vitest";
import { familyNumbersPlugin, writeFamilyNumbers } from "../../shaders/link/family-numbers.ts";
import { FAMILY_ROWS } from "../../src/map/families/family-rows.ts";
import { FAMILY, FAMILY_CONSTANT, OWN_PARAM, OWN_ROLE } from "../../src/map/material-families.ts";

/** Runs the plugin's transform on a file of the sources. */
function build(path: string, code: string): string {
  const { transform } = familyNumbersPlugin() as unknown as {
    transform: { handler(code: string, id: string): { code: string } | undefined };
  };
  return transform.handler(code, `/visleaf/src/${path}`)?.code ?? code;
}

describe("names of families in builds", () => {
  it("become the numbers of their tables", () => {
    const names =
      'FAMILY.lit, FAMILY["two-texture"], OWN_PARAM.WALL_SUN, OWN_ROLE.iris, FAMILY_CONSTANT.SHINES';
    const numbers = [
      FAMILY.lit,
      FAMILY["two-texture"],
      OWN_PARAM.WALL_SUN,
      OWN_ROLE.iris,
      FAMILY_CONSTANT.SHINES,
    ];
    expect(build("scene/materials/made.ts", names)).toBe(numbers.join(", "));
    expect(writeFamilyNumbers("MY_FAMILY.lit, FAMILY.none, FAMILY[name]")).toBe(
      "MY_FAMILY.lit, FAMILY.none, FAMILY[name]",
    );
  });

  it("stay in the file that gives the numbers", () => {
    const code = "return name === undefined ? undefined : FAMILY.lit;";
    expect(build("map/material-families.ts", code)).toBe(code);
  });

  it("leave rows that say the same", () => {
    const code = build("map/families/family-rows.ts", "");
    const rows: Record<string, object> = JSON.parse(code.slice(code.indexOf("{"), -2));
    expect(Object.keys(rows)).toEqual(Object.keys(FAMILY_ROWS));
    for (const [name, row] of Object.entries<object>(FAMILY_ROWS)) {
      const { params, constants, ...rest } = row as Record<string, object>;
      expect(rows[name], name).toEqual(
        params === undefined ? rest : { ...rest, params: Object.values(params) },
      );
    }
  });
});
