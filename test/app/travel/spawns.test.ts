import { expect, it } from "vitest";
import { listCameras, listSpawns } from "../../../src/app/travel/spawns.ts";

it("listSpawns lists spawns of all classes at eye height, except those without an origin", () => {
  const spawn = (classname: string, ...pairs: [string, string][]) => [
    ["classname", classname] as const,
    ...pairs,
  ];
  const spawns = listSpawns([
    spawn("worldspawn"),
    spawn("info_player_terrorist", ["origin", "1 2 3"], ["angles", "5 90 0"]),
    spawn("INFO_PLAYER_START", ["origin", " -1  0 10 "]),
    spawn("info_coop_spawn", ["origin", "0 0 0"], ["angles", "0 180 0"]),
    spawn("gmod_player_start", ["origin", "0 0 1"]),
    spawn("info_player_start"),
    spawn("info_player_start", ["origin", "1 2"]),
    spawn("info_player_start", ["origin", "1 2 1e999"]),
    spawn("info_target", ["origin", "1 2 3"]),
  ]);
  expect(spawns).toEqual([
    { x: 1, y: 2, z: 67, pitch: 5, yaw: 90 },
    { x: -1, y: 0, z: 74, pitch: 0, yaw: 0 },
    { x: 0, y: 0, z: 64, pitch: 0, yaw: 180 },
    { x: 0, y: 0, z: 65, pitch: 0, yaw: 0 },
  ]);
});

it("listCameras lists the map's cameras at their origins", () => {
  const make = (classname: string, origin: string) => [
    ["classname", classname] as const,
    ["origin", origin] as const,
    ["angles", "10 20 0"] as const,
  ];
  const cameras = listCameras([
    make("info_player_start", "0 0 0"),
    make("point_viewcontrol", "1 2 3"),
    make("point_camera", "nowhere"),
    make("Info_Intermission", "4 5 6"),
    make("prop_security_camera", "7 8 9"),
  ]);
  expect(cameras).toEqual([
    { x: 1, y: 2, z: 3, pitch: 10, yaw: 20 },
    { x: 4, y: 5, z: 6, pitch: 10, yaw: 20 },
  ]);
});
