import { describe, expect, it } from "vitest";
import { writeBumpNormals } from "../../../src/compile/vrad/faces/bump-basis.ts";
import { writeColorRgbExp32 } from "../../../src/compile/vrad/faces/color-rgb-exp32.ts";
import { parseFalloff, readLightEntities } from "../../../src/compile/vrad/light-entities.ts";
import { assignSwitchableStyles } from "../../../src/compile/vrad/vrad.ts";
import { parseLightColour } from "../../../src/formats/bsp/layouts/light-values.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { silent } from "./relight.ts";

const entity = (keys: Record<string, string>) =>
  parseEntities(
    `{\n${Object.entries(keys)
      .map(([key, value]) => `"${key}" "${value}"\n`)
      .join("")}}`,
  )[0];

describe("ColorRGBExp32", () => {
  const encode = (r: number, g: number, b: number) => {
    const bytes = new Uint8Array(4);
    writeColorRgbExp32(bytes, 0, r, g, b);
    return [...bytes];
  };

  it("stores the brightest channel in 128..255, and truncates the rest", () => {
    expect(encode(255, 128, 1)).toEqual([255, 128, 1, 0]);
    expect(encode(1, 0.5, 0.25)).toEqual([128, 64, 32, 256 - 7]);
    expect(encode(256, 3, 0)).toEqual([128, 1, 0, 1]);
    expect(encode(1000, 999.9, 500)).toEqual([250, 249, 125, 2]);
    expect(encode(127.9, 0, 0)).toEqual([255, 0, 0, 256 - 1]);
  });

  it("stores black and tiny values as zero", () => {
    expect(encode(0, 0, 0)).toEqual([0, 0, 0, 0]);
    expect(encode(1e-40, 0, 0)).toEqual([0, 0, 0, 0]);
    expect(encode(-1, 128, 0)).toEqual([0, 128, 0, 0]);
  });
});

describe("light colours", () => {
  it("are linear, of 255, times brightness", () => {
    expect(parseLightColour("255 255 255 255", false)).toEqual([255, 255, 255]);
    const half = (127 / 255) ** 2.2 * 255;
    expect(parseLightColour("127", false)).toEqual([half, half, half]);
    const [r, g, b] = parseLightColour("255 127 0 510", false)!;
    expect(r).toBeCloseTo(510, 8);
    expect(g).toBeCloseTo(half * 2, 8);
    expect(b).toBe(0);
  });

  it("may have four more numbers for HDR", () => {
    expect(parseLightColour("255 255 255 255 255 0 0 510", false)).toEqual([255, 255, 255]);
    expect(parseLightColour("255 255 255 255 255 0 0 510", true)).toEqual([510, 0, 0]);
  });

  it("are null if they are negative or not numbers", () => {
    expect(parseLightColour("-1 -1 -1 1", true)).toBeNull();
    expect(parseLightColour("bright", false)).toBeNull();
    expect(parseLightColour(undefined, false)).toBeNull();
    expect(parseLightColour("1 2", false)).toBeNull();
  });
});

describe("falloff", () => {
  it("is constant by default", () => {
    expect(parseFalloff(entity({ classname: "light" }))).toMatchObject({
      constant: 1,
      linear: 0,
      quadratic: 0,
      intensityScale: 1,
    });
  });

  it("ends at the zero percent distance with _hardfalloff", () => {
    const falloff = parseFalloff(
      entity({
        _fifty_percent_distance: "100",
        _zero_percent_distance: "500",
        _hardfalloff: "1",
      }),
    );
    expect(falloff.fadeStart).toBe(400);
    expect(falloff.fadeEnd).toBe(500);
    const { constant, linear, quadratic } = falloff;
    expect(constant + 100 * (linear + 100 * quadratic)).toBeCloseTo(2, 8);
  });

  it("never brightens on the way to the zero percent distance", () => {
    const { constant, linear, quadratic } = parseFalloff(
      entity({ _fifty_percent_distance: "200", _zero_percent_distance: "400" }),
    );
    const at = (d: number) => constant + d * (linear + d * quadratic);
    for (let d = 0; d < 400; d += 10) expect(at(d + 10)).toBeGreaterThan(at(d));
  });
});

describe("light entities", () => {
  it("point to their target, or by pitch and yaw, upwards positive", () => {
    const { lights } = readLightEntities(
      parseEntities(`
        { "classname" "light_spot" "origin" "0 0 100" "target" "here" "_light" "255 255 255 200" }
        { "classname" "info_target" "origin" "0 0 0" "targetname" "here" }
        { "classname" "light_spot" "origin" "0 0 0" "pitch" "-30" "angles" "10 90 0" "_light" "1" }
      `),
      silent,
    );
    expect(lights[0].normal).toEqual([0, 0, -1]);
    const [x, y, z] = lights[1].normal;
    expect(x).toBeCloseTo(0, 8);
    expect(y).toBeCloseTo(Math.cos(Math.PI / 6), 8);
    expect(z).toBeCloseTo(-0.5, 8);
  });

  it("warn of a second sun and of a missing target", () => {
    const warnings: string[] = [];
    const { lights } = readLightEntities(
      parseEntities(`
        { "classname" "light_environment" "_light" "255 255 255 200" }
        { "classname" "light_environment" "_light" "255 0 0 200" }
        { "classname" "light_spot" "origin" "1 2 3" "target" "nowhere" "_light" "1" }
      `),
      { progress() {}, warn: (message) => warnings.push(message) },
    );
    // Sun, sky, spot. By default the sky has half the sun's light.
    expect(lights).toHaveLength(3);
    expect(lights[1].intensity[0]).toBeCloseTo(lights[0].intensity[0] / 2, 8);
    expect(warnings).toHaveLength(2);
    expect(warnings[1]).toContain("nowhere");
  });
});

describe("switchable styles", () => {
  it("number names from 32 on, and keep the style of a light", () => {
    const entities = parseEntities(`
      { "classname" "light" "targetname" "a" "style" "5" }
      { "classname" "light_spot" "targetname" "b" }
      { "classname" "light" "targetname" "a" }
      { "classname" "light" }
      { "classname" "prop_static" "targetname" "c" }
    `);
    const out = assignSwitchableStyles(entities, silent)!;
    expect(out.map((e) => e.get("style"))).toEqual(["32", "33", "32", undefined, undefined]);
    expect(out[0].get("defaultstyle")).toBe("5");
    expect(out[2].get("defaultstyle")).toBeUndefined();
    expect(assignSwitchableStyles(out, silent)).toBeNull();
  });
});

describe("the bump basis", () => {
  it("is orthogonal, with each vector a third towards the normal", () => {
    const normals = new Float64Array(12);
    // s along x and t against y: left-handed, as on floors.
    writeBumpNormals(normals, Float32Array.of(4, 0, 0, 0, -4, 0), 0, [0, 0, 1], 0, 0, 0, 1);
    const row = (i: number) => [...normals.subarray(i * 3, i * 3 + 3)];
    const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    for (let i = 1; i < 4; i++) {
      expect(dot(row(i), row(i))).toBeCloseTo(1, 8);
      expect(dot(row(i), row(0))).toBeCloseTo(Math.sqrt(1 / 3), 8);
      expect(dot(row(i), row((i % 3) + 1))).toBeCloseTo(0, 8);
    }
    // The first leans along s; the second along t, which here is against y.
    expect(row(1)[0]).toBeCloseTo(Math.sqrt(2 / 3), 8);
    expect(row(2)[1]).toBeCloseTo(-Math.sqrt(1 / 2), 8);
  });
});
