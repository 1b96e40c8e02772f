/** Tests the rows of projected textures that a simulation writes. */

import { describe, expect, it } from "vitest";
import { LAMP } from "../../../src/map/motion/lamp-row.ts";
import { LAMP_ON, LAMP_SHADOWS, LAMP_WORLD } from "../../../src/map/motion/lamps.ts";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { MapPlayer } from "../../../src/viewer/simulation/map-player.ts";
import { make, makeMap, type Pairs } from "../../simulation/make-simulation.ts";

const LAMP_KEYS: Pairs[number][] = [
  ["origin", "10 20 30"],
  ["angles", "0 90 0"],
  ["lightcolor", "255 128 0 510"],
  ["lightfov", "60"],
  ["farz", "500"],
  ["enableshadows", "1"],
];
const play = (...entities: Pairs[]) => new MapPlayer(makeMap(entities), null, createCamera());
const lampOf = ({ moment }: MapPlayer, row = 0) => {
  const { rows, textures, version } = moment.lamps!;
  const at = row * LAMP.strideFloats;
  const place = [0, 4, 8, 3, 7, 11].map(
    (i) => Math.round(rows[at + LAMP.place + i] * 1000) / 1000 + 0,
  );
  return {
    ...{ place, version, texture: textures[row], flags: rows[at + LAMP.flags] },
    color: [0, 1, 2].map((i) => rows[at + LAMP.color + i]),
    attenuation: [0, 1, 2].map((i) => rows[at + LAMP.constant + i]),
    fov: [rows[at + LAMP.fovX], rows[at + LAMP.fovY]],
  };
};

describe("LampWriter", () => {
  it("writes no lamps for a map without any", () => {
    expect(play(make("info_target", "a")).moment.lamps).toBeUndefined();
  });

  it("writes place, colour and cone as the engine reads the entity", () => {
    const lamp = lampOf(play(make("env_projectedtexture", "lamp", ...LAMP_KEYS)));
    expect(lamp.place).toEqual([0, 1, 0, 10, 20, 30]);
    expect(lamp.color[0]).toBeCloseTo(2, 5);
    expect(lamp.color[1]).toBeCloseTo(2 * (128 / 255) ** 2.2, 5);
    expect(lamp.color[2]).toBe(0);
    expect(lamp.attenuation).toEqual([0, 100, 0]);
    expect(lamp.fov).toEqual([60, 60]);
    expect(lamp.flags).toBe(LAMP_ON | LAMP_SHADOWS | LAMP_WORLD);
    expect(lamp.texture).toBe("effects/flashlight001");
  });

  it("reads the units of Mapbase, whose lamps start by their flag", () => {
    const keys: Pairs[number][] = [
      ["ProjectedTextureVersion", "1"],
      ["brightnessscale", "3"],
      ...([
        ["linear_attn", "0.5"],
        ["quadratic_attn", "2"],
        ["constant_attn", "1"],
      ] as const),
    ];
    const map = make("env_projectedtexture", "lamp", ...LAMP_KEYS, ...keys);
    const lamp = lampOf(play(map));
    expect(lamp.flags & LAMP_ON).toBe(0);
    expect(lamp.color[1]).toBeCloseTo((6 * 128) / 255, 5);
    expect(lamp.attenuation).toEqual([0.5, 50, 20_000]);
    const on = lampOf(play([...map, ["spawnflags", "1"]]));
    expect(on.flags & LAMP_ON).toBe(LAMP_ON);
  });

  it("follows inputs, and changes its version only then", () => {
    const player = play(make("env_projectedtexture", "lamp", ...LAMP_KEYS));
    const { version } = lampOf(player);
    player.step();
    expect(lampOf(player).version).toBe(version);
    const before = player.moment.version;
    player.fire("lamp", "TurnOff");
    expect(lampOf(player).flags & LAMP_ON).toBe(0);
    expect(lampOf(player).version).toBeGreaterThan(version);
    expect(player.moment.version).toBeGreaterThan(before);
    player.fire("lamp", "TurnOn");
    player.fire("lamp", "FOV", "30");
    player.fire("lamp", "SpotlightTexture", "Effects\\Other.vtf");
    player.fire("lamp", "LightWorld", "0");
    expect(lampOf(player)).toMatchObject({
      ...{ flags: LAMP_ON | LAMP_SHADOWS, fov: [30, 30], texture: "effects/other" },
    });
    player.fire("lamp", "Kill");
    expect(lampOf(player).flags & LAMP_ON).toBe(0);
    player.seek(0);
    expect(lampOf(player).flags & LAMP_ON).toBe(LAMP_ON);
  });

  it("looks at its target, and is carried by its parent", () => {
    const player = play(
      make("env_projectedtexture", "lamp", ...LAMP_KEYS, ["target", "goal"]),
      make("info_target", "goal", ["origin", "10 20 -70"]),
      make("env_projectedtexture", "rider", ...LAMP_KEYS, ["parentname", "fan"]),
      make("func_rotating", "fan", ["model", "*1"], ["maxspeed", "90"], ["spawnflags", "1"]),
    );
    expect(lampOf(player).place).toEqual([0, 0, -1, 10, 20, 30]);
    const [, , , x] = lampOf(player, 1).place;
    player.seek(2);
    expect(Math.abs(lampOf(player, 1).place[3] - x)).toBeGreaterThan(1);
  });
});
