/** Tests reading fog entities and choosing the active one. */

import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { findFog, readFog } from "../../../src/scene/sky/fog.ts";

const entity = (keys: string, name = "env_fog_controller") =>
  parseEntities(`{ "classname" "${name}" ${keys} }`)[0];

describe("readFog", () => {
  it("reads colours, distances and density", () => {
    const fog = readFog(
      entity(
        `"fogenable" "1" "fogcolor" "255 51 0" "fogcolor2" "0 102 300" "fogstart" "-64" "fogend" "2000.5"
         "fogmaxdensity" ".5" "farz" "3000"`,
      ),
    );
    expect(fog).toEqual({
      isOn: true,
      color: Float32Array.of(1, 0.2, 0),
      color2: Float32Array.of(0, 0.4, 1),
      direction: new Float32Array(3),
      isBlended: false,
      start: -64,
      end: 2000.5,
      maxDensity: 0.5,
      isRadial: false,
      farZ: 3000,
    });
  });

  it("returns null if fog is off, unless farz is set", () => {
    expect(readFog(entity(`"fogcolor" "1 2 3" "fogend" "9"`))).toBeNull();
    expect(readFog(entity(`"fogenable" "0" "farz" "-1"`))).toBeNull();
    expect(readFog(entity(`"fogenable" "0" "farz" "512"`))).toMatchObject({
      isOn: false,
      farZ: 512,
    });
  });

  it("defaults to full density and ignores invalid numbers", () => {
    const fog = readFog(entity(`"fogenable" "1" "fogstart" "x" "fogend" "" "fogmaxdensity" "nan"`));
    expect(fog).toMatchObject({ start: 0, end: 0, maxDensity: 1, farZ: 0 });
  });

  it("normalizes the direction, or uses the reverse of the angles", () => {
    const given = readFog(entity(`"fogenable" "1" "fogblend" "1" "fogdir" "0 -4 3"`));
    expect([...given!.direction].map((c) => Math.round(c * 100) / 100)).toEqual([0, -0.8, 0.6]);
    const turned = readFog(
      entity(
        `"fogenable" "1" "fogradial" "1" "use_angles" "1" "angles" "30 90 0" "fogdir" "1 0 0"`,
      ),
    );
    expect(turned!.isRadial).toBe(true);
    expect([...turned!.direction].map((c) => Math.round(c * 1000) / 1000 + 0)).toEqual([
      0, -0.866, 0.5,
    ]);
  });

  it("divides distances by the 3D sky's scale", () => {
    const sky = entity(`"fogenable" "1" "fogstart" "160" "fogend" "32000"`, "sky_camera");
    expect(readFog(sky, 16)).toMatchObject({ start: 10, end: 2000 });
  });
});

describe("the active fog controller", () => {
  const numbered = (ends: readonly [end: number, flags?: number][]) =>
    findFog([
      entity("", "worldspawn"),
      ...ends.map(([end, flags = 0]) =>
        entity(`"fogenable" "1" "fogend" "${end}" "spawnflags" "${flags}"`),
      ),
    ])?.end;

  it("starts with the first controller", () => {
    expect(numbered([[1], [2], [3]])).toBe(1);
    expect(numbered([])).toBeUndefined();
  });

  it("is the last master if there are masters", () => {
    expect(numbered([[1], [2, 1], [3]])).toBe(2);
    expect(
      numbered([
        [1, 1],
        [2, 3],
        [3, 2],
      ]),
    ).toBe(2);
  });

  it("stays off even if others are on", () => {
    expect(findFog([entity(`"fogend" "5"`), entity(`"fogenable" "1"`)])).toBeNull();
  });
});
