import { describe, expect, it } from "vitest";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { QUIET_SKY } from "../../../src/map/sky-gradient.ts";
import { buildSkyGradient } from "../../../src/scene/sky/sky-gradient.ts";
import { ByteWriter } from "../../formats/bsp/byte-writer.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";

type Keys = Record<string, string>;

/** Returns the gradient of the room with a `light_environment` of these keys. */
function gradientOf(keys: Keys | null, side: "ldr" | "hdr" = "ldr") {
  const lumps = makeBspLumps();
  const text = (entity: Keys) =>
    `{${Object.entries(entity)
      .map(([key, value]) => `"${key}" "${value}"`)
      .join("\n")}}`;
  const entities = [
    { classname: "worldspawn" },
    ...(keys === null ? [] : [{ classname: "light_environment", ...keys }]),
  ];
  const bytes = new ByteWriter(true).text(entities.map((e) => text(e as Keys)).join("\n")).u8(0);
  lumps.set("LUMP_ENTITIES", { version: 0, bytes: bytes.done() });
  return buildSkyGradient(parseBsp(assembleBsp(lumps)), side);
}

const luminance = ([r, g, b]: readonly number[]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const NOON = {
  _light: "255 244 213 512",
  _ambient: "172 196 204 50",
  angles: "0 290 0",
  pitch: "-45",
};
const NIGHT = { _light: "5 24 65 512", _ambient: "27 53 122 50", angles: "0 290 0", pitch: "-45" };

describe("buildSkyGradient", () => {
  it("is a calm evening if the map has no light_environment", () => {
    expect(gradientOf(null)).toBe(QUIET_SKY);
  });

  it("is as bright as the map's light: noon by day, dark by night", () => {
    const [noon, night] = [gradientOf(NOON), gradientOf(NIGHT)];
    expect(luminance(noon.horizon)).toBeGreaterThan(0.15);
    expect(luminance(night.horizon)).toBeLessThan(0.02);
    expect(night.zenith[2]).toBeGreaterThan(night.zenith[0] * 3);
  });

  it("is never too bright", () => {
    const wild = gradientOf({ _light: "255 255 255 1e9", _ambient: "255 255 255 90000" });
    expect(luminance(wild.horizon)).toBeLessThan(0.8);
    for (const color of [wild.zenith, wild.horizon, wild.ground, wild.glow]) {
      expect(color.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
    }
    const none = gradientOf({});
    expect(luminance(none.horizon)).toBe(0);
  });

  it("gets darker upwards from the horizon, and slightly below it", () => {
    for (const keys of [null, NOON, NIGHT]) {
      const { zenith, horizon, ground } = gradientOf(keys);
      expect(luminance(zenith)).toBeLessThan(luminance(horizon));
      expect(luminance(ground)).toBeLessThan(luminance(horizon) * 0.9);
      expect(luminance(ground)).toBeGreaterThan(luminance(horizon) * 0.5);
    }
  });

  it("has its sun in the light's direction", () => {
    const { toSun, glow } = gradientOf(NOON);
    const yaw = (290 * Math.PI) / 180;
    expect(toSun[0]).toBeCloseTo(-Math.cos(yaw) * Math.SQRT1_2);
    expect(toSun[1]).toBeCloseTo(-Math.sin(yaw) * Math.SQRT1_2);
    expect(toSun[2]).toBeCloseTo(Math.SQRT1_2);
    expect(glow[0]).toBeGreaterThan(glow[2]);
  });

  it("uses the light of its side, and falls back for negative values", () => {
    const keys = { ...NOON, _lightHDR: "255 0 0 200", _ambientHDR: "-1 -1 -1 1" };
    expect(gradientOf(keys, "ldr")).toEqual(gradientOf(NOON));
    const hdr = gradientOf(keys, "hdr");
    expect(hdr.glow[0]).toBeGreaterThan(0);
    expect(hdr.glow[1]).toBe(0);
    const scaled = gradientOf({ ...NIGHT, _lightscaleHDR: "2", _AmbientScaleHDR: "2" }, "hdr");
    expect(luminance(scaled.horizon)).toBeCloseTo(2 * luminance(gradientOf(NIGHT).horizon), 5);
  });

  it("uses half the sunlight without ambient light, as vrad does", () => {
    const { _light } = NIGHT;
    const half = gradientOf({ _light, _ambient: "5 24 65 256" });
    const other = gradientOf({ _light });
    for (let k = 0; k < 3; k++) expect(other.zenith[k]).toBeCloseTo(half.zenith[k], 6);
  });
});
