import { expect, it } from "vitest";
import {
  SURF_NOLIGHT,
  SURF_TRANS,
  SURF_WARP,
} from "../../../src/formats/bsp/layouts/surface-flags.ts";
import {
  MATERIAL_MISSING,
  MATERIAL_SEE_THROUGH,
  MATERIAL_UNLIT,
  PASS_OPAQUE,
  PASS_REFRACTING,
  PASS_TRANSLUCENT,
} from "../../../src/map/material.ts";
import { FAMILY, OWN_PARAM } from "../../../src/map/material-families.ts";
import { PARAM_NUMBERS } from "../../../src/map/material-params.ts";
import { passMissingBySurface } from "../../../src/scene/materials/resolve-world.ts";
import { makeMaterials } from "../../render/make-materials.ts";

const WATER = SURF_WARP | SURF_NOLIGHT;

it("missing water is translucent, lit at its place, in the colour stored by vbsp", () => {
  const flags = MATERIAL_MISSING;
  const set = makeMaterials([
    { name: "slime", flags, fallback: [0.13, 0.094, 0.043] },
    { name: "lake", flags, fallback: [0.2, 0.2, 0.2] },
    { name: "glass", flags, fallback: [0.2, 0.2, 0.2] },
    { name: "wall", flags, fallback: [0.2, 0.2, 0.2] },
    {
      name: "river",
      family: FAMILY.water,
      flags: 0,
      fallback: [0.2, 0.2, 0.2],
      tint: [0.3, 0.4, 0.5],
    },
  ]);
  passMissingBySurface(set, Uint32Array.of(WATER, WATER | SURF_TRANS, SURF_TRANS, 0, WATER));
  const { pass } = set;
  expect([...pass.subarray(0, 3)]).toEqual([PASS_REFRACTING, PASS_REFRACTING, PASS_TRANSLUCENT]);
  expect([...pass.subarray(3)]).toEqual([PASS_OPAQUE, PASS_OPAQUE]);
  for (const water of [0, 1]) {
    expect(set.family[water]).toBe(FAMILY.water);
    expect(set.flags[water] & MATERIAL_UNLIT).toBe(0);
    expect(set.flags[water] & MATERIAL_SEE_THROUGH).not.toBe(0);
    const fog = water * PARAM_NUMBERS + OWN_PARAM.WATER_FOG * 4;
    expect([...set.params.subarray(fog, fog + 3)]).toEqual([
      ...set.tint.subarray(water * 3, water * 3 + 3),
    ]);
    expect(set.alpha[water]).toBeGreaterThan(0.3);
    expect(set.alpha[water]).toBeLessThan(0.9);
  }
  const tint = (row: number) => [...set.tint.subarray(row * 3, row * 3 + 3)];
  expect(tint(0)).toEqual([...Float32Array.of(0.13, 0.094, 0.043)]);
  // vbsp stores 0.2 grey for missing textures; water is bluer and darker.
  const [r, g, b] = tint(1);
  expect(b).toBeGreaterThan(r);
  expect(Math.max(r, g, b)).toBeLessThan(0.2);
  expect(tint(2)).toEqual([1, 1, 1]);
  expect(tint(4)).toEqual([...Float32Array.of(0.3, 0.4, 0.5)]);
});
