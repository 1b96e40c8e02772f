/** Tests `$basetexturetransform` and its scrolling as rows that multiply (s, t, 1). */

import { describe, expect, it } from "vitest";
import { parseVmt } from "../../../src/formats/vmt/parse-vmt.ts";
import { MATERIAL_TRANSFORMED } from "../../../src/map/material.ts";
import { PARAM_BASE_S, PARAM_BASE_T } from "../../../src/map/material-params.ts";
import { buildMaterialState } from "../../../src/scene/materials/material-state.ts";

function read(text: string) {
  const { flags, params, paramRates } = buildMaterialState(
    parseVmt(`LightmappedGeneric { $basetexture a ${text} }`),
  );
  return { isOn: (flags & MATERIAL_TRANSFORMED) !== 0, params, paramRates };
}

/** Transforms a texture coordinate. */
function move(text: string, s: number, t: number): number[] {
  const { params } = read(`$basetexturetransform "${text}"`);
  return [PARAM_BASE_S, PARAM_BASE_T].map((row) => {
    const [x, y, z] = params[row];
    return Math.round((x * s + y * t + z) * 1e6) / 1e6 + 0;
  });
}

const scroll = (text: string) =>
  `Proxies { TextureScroll { texturescrollvar $BaseTextureTransform ${text} } }`;

describe("$basetexturetransform", () => {
  it("scales about its centre, then rotates, then translates", () => {
    expect(move("center 0 0 scale 2 3 rotate 0 translate .25 .5", 1, 1)).toEqual([2.25, 3.5]);
    expect(move("center .5 .5 scale 2 2 rotate 0 translate 0 0", 0.5, 0.5)).toEqual([0.5, 0.5]);
    expect(move("center .5 .5 scale 2 2 rotate 0 translate 0 0", 0, 1)).toEqual([-0.5, 1.5]);
    expect(move("center 0 0 scale 1 1 rotate 90 translate 0 0", 1, 0)).toEqual([0, 1]);
    expect(move("center 0 0 scale 2 1 rotate 90 translate 0 0", 1, 0)).toEqual([0, 2]);
    expect(move("center 0 0 scale 2 1 rotate 90 translate 0 0", 0, 1)).toEqual([-1, 0]);
    expect(move("center .5 .5 scale 1 1 rotate 90 translate .25 0", 1, 0.5)).toEqual([0.75, 1]);
  });

  it("uses the engine's defaults for omitted parts", () => {
    expect(move("scale 2 2", 0, 0)).toEqual([-0.5, -0.5]);
    expect(move("translate .25 -.5", 0, 0)).toEqual([0.25, -0.5]);
    expect(move("SCALE 4 1 rotate nonsense", 0, 0)).toEqual([-1.5, 0]);
  });

  it("is off if it changes nothing", () => {
    for (const text of ["", '$basetexturetransform "center .5 .5 scale 1 1 rotate 0"']) {
      expect(read(text)).toEqual({ isOn: false, params: [], paramRates: [] });
    }
    expect(read('$basetexturetransform "of no use"').isOn).toBe(false);
  });

  it("is moved by TextureScroll at its rate and angle", () => {
    const { isOn, params, paramRates } = read(
      scroll("texturescrollrate .5 texturescrollangle 270"),
    );
    expect(isOn).toBe(true);
    expect([params[PARAM_BASE_S], params[PARAM_BASE_T]]).toEqual([
      [1, 0, 0, 0],
      [0, 1, 0, 0],
    ]);
    expect(paramRates[PARAM_BASE_S][2]).toBeCloseTo(0);
    expect(paramRates[PARAM_BASE_T]).toEqual([0, 0, -0.5, 0]);
    expect(read(scroll("")).paramRates[PARAM_BASE_S]).toEqual([0, 0, 1, 0]);
  });

  it("is replaced by TextureScroll, including its scale", () => {
    const text = `$basetexturetransform "scale 3 3" ${scroll("texturescale 2")}`;
    expect(read(text).params[PARAM_BASE_S]).toEqual([2, 0, 0, 0]);
    const other = "Proxies { TextureScroll { texturescrollvar $bumptransform } }";
    expect(read(other).isOn).toBe(false);
  });
});
