import { expect, it } from "vitest";
import { groupPlaces } from "../../../src/app/places/map-places.ts";
import { listOwnPlaces, type OwnPlace } from "../../../src/app/travel/spawns.ts";

const at = (className: string, x: number, y = 0, z = 0): OwnPlace => ({
  ...{ className, name: `${x} ${y} ${z}`, x, y, z, pitch: 0, yaw: 0 },
});
const show = (places: readonly OwnPlace[]) =>
  groupPlaces(places).map(({ className, count, groups }) => [
    `${className} ${count}`,
    ...groups.map((group) => group.places.map(({ name }) => name).join(", ")),
  ]);

it("groupPlaces groups places by class and distance, with the middle one first", () => {
  const places = [at("t", 0), at("ct", 10), at("t", 200), at("t", 400), at("t", 900), at("ct", 20)];
  expect(show(places)).toEqual([
    ["t 4", "200 0 0, 0 0 0, 400 0 0", "900 0 0"],
    ["ct 2", "10 0 0, 20 0 0"],
  ]);
});

it("groupPlaces finds neighbours across cell borders in all three directions", () => {
  const near = [at("t", -1, -1, -1), at("t", 100, 100, 100)];
  expect(show(near)).toEqual([["t 2", "-1 -1 -1, 100 100 100"]]);
  for (const far of [at("t", 256), at("t", -1, 256, 0), at("t", -1, -1, 300)]) {
    expect(groupPlaces([near[0], far])[0].groups.length).toBe(2);
  }
});

it("groupPlaces joins groups that a later place connects", () => {
  expect(show([at("t", 0), at("t", 500), at("t", 250)])).toEqual([
    ["t 3", "250 0 0, 0 0 0, 500 0 0"],
  ]);
});

it("groupPlaces makes one group of hundreds of places at one spot", () => {
  const places = Array.from({ length: 600 }, () => at("t", 5, 5, 5));
  const [{ groups }] = groupPlaces([...places, at("t", 100, 5, 5)]);
  expect(groups.map((group) => group.places.length)).toEqual([601]);
});

it("listOwnPlaces lists spawns before cameras, with their names, at eye height", () => {
  const make = (classname: string, origin: string, targetname = "") => [
    ["classname", classname] as const,
    ["origin", origin] as const,
    ["targetname", targetname] as const,
  ];
  const places = listOwnPlaces([
    make("point_camera", "1 2 3", "cam"),
    make("light", "1 2 3"),
    make("INFO_PLAYER_START", "4 5 6"),
  ]);
  expect(places).toEqual([
    { className: "info_player_start", name: "", x: 4, y: 5, z: 70, pitch: 0, yaw: 0 },
    { className: "point_camera", name: "cam", x: 1, y: 2, z: 3, pitch: 0, yaw: 0 },
  ]);
});
