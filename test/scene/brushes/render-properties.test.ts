import { describe, expect, it } from "vitest";
import { isPlain, readModulation } from "../../../src/scene/brushes/render-properties.ts";
import { makeEntity } from "./make-entity.ts";

const read = (keys: Record<string, string>) => readModulation(makeEntity(keys));
/** Returns the opacity in bytes, or `null` if not drawn. */
const alpha = (rendermode: string, renderamt: string, renderfx = "0") => {
  const modulation = read({ rendermode, renderamt, renderfx });
  return modulation && Math.round(modulation.alpha * 255);
};

describe("render keys", () => {
  it.each([
    // kRenderNormal ignores renderamt.
    ["0", 255],
    // TransColor, TransTexture, Glow, TransAlpha, TransAdd: the material determines the blending.
    ["1", 128],
    ["2", 128],
    ["3", 128],
    ["4", 128],
    ["5", 128],
    ["6", null],
    // TransAddFrameBlend, TransAlphaAdd, WorldGlow, None.
    ["7", 128],
    ["8", 128],
    ["9", 128],
    ["10", null],
  ])("with rendermode %s turn renderamt 128 into %s", (mode, wanted) => {
    expect(alpha(mode, "128")).toBe(wanted);
  });

  it("hide only fully transparent entities", () => {
    expect(alpha("2", "0")).toBeNull();
    expect(alpha("0", "0")).toBe(255);
    expect(alpha("2", "1")).toBe(1);
    expect(isPlain(read({})!)).toBe(true);
    expect(isPlain(read({ rendermode: "2", renderamt: "255" })!)).toBe(true);
    expect(isPlain(read({ rendermode: "2" })!)).toBe(true);
    expect(isPlain(read({ rendercolor: "255 255 254" })!)).toBe(false);
    expect(isPlain(read({ rendermode: "2", renderamt: "254" })!)).toBe(false);
  });

  it("wrap numbers to bytes and read invalid ones as 0", () => {
    expect(alpha("2", "300")).toBe(44);
    expect(alpha("2", "none")).toBeNull();
    expect(alpha("nothing", "128")).toBe(255);
    expect(read({ rendercolor: "255" })!.tint).toEqual([1, 0, 0]);
  });

  it("tint in linear light in every mode", () => {
    const { tint } = read({ rendercolor: "255 128 0" })!;
    expect(tint[0]).toBe(1);
    expect(tint[1]).toBeCloseTo((128 / 255) ** 2.2, 6);
    expect(tint[2]).toBe(0);
    expect(read({ rendercolor: " 255  128 0 ", rendermode: "2" })!.tint).toEqual(tint);
  });

  it.each([
    ["none", "0", "0", 255],
    ["a slow pulse counts in every mode", "0", "1", 100],
    ["a fast wide pulse", "2", "4", 100],
    ["faded", "2", "5", null],
    ["faded fast", "0", "6", null],
    ["grown solid", "2", "7", 255],
    ["grown solid fast", "2", "8", 255],
    ["a strobe", "2", "9", 100],
    ["a flicker", "0", "13", 100],
    ["no dissipation is no effect", "0", "14", 255],
    ["distorted", "2", "15", 180],
    ["a hologram", "0", "16", 180],
    ["the widest pulse", "2", "24", 162],
  ])("with renderfx: %s", (_, mode, fx, wanted) => {
    expect(alpha(mode, "100", fx)).toBe(wanted);
  });
});
