import { describe, expect, it } from "vitest";
import { describeCamera, describeMap } from "../../../src/component/extras/map-description.ts";

/** Only what texts and counts need of an element. */
const element = (strings: Record<string, string> = {}, hotspots = 0) =>
  ({
    strings,
    closest: () => null,
    querySelectorAll: () => ({ length: hotspots }),
  }) as never;

const start = (classname: string) => [["classname", classname]] as const;

describe("describeMap", () => {
  const world = [
    ["classname", "worldspawn"],
    ["world_mins", "-1000 -500 0"],
    ["world_maxs", "1000 1500 400"],
  ] as const;

  it("says name, size in metres, and player starts", () => {
    const entities = [
      world,
      start("info_player_terrorist"),
      start("light"),
      start("info_player_x"),
    ];
    expect(describeMap({ element: element(), name: "de_x", viewer: { entities } })).toBe(
      "The map de_x. It is 51 by 51 metres, and 10 high. It has 2 player starts.",
    );
  });

  it("leaves out what the map does not say, and counts one thing as one", () => {
    const entities = [start("worldspawn"), start("info_player_start")];
    expect(describeMap({ element: element({}, 1), name: "x", viewer: { entities } })).toBe(
      "The map x. It has one player start. It has one place with a label.",
    );
  });

  it("leaves out the size of a world that is a point", () => {
    const point = ["classname", "worldspawn"] as const;
    const entities = [[point, ["world_mins", "0 0 0"], ["world_maxs", "1 1 1"]] as const];
    expect(describeMap({ element: element(), name: "x", viewer: { entities } })).toBe("The map x.");
  });

  it("uses the texts of the element", () => {
    const strings = { about: "Karte {name}.", spawns: "{count} Starts." };
    const entities = [start("info_player_start"), start("info_player_start")];
    expect(describeMap({ element: element(strings), name: "x", viewer: { entities } })).toBe(
      "Karte x. 2 Starts.",
    );
  });
});

describe("describeCamera", () => {
  const at = (yaw: number, pitch = 0) =>
    describeCamera(element(), { x: 1.4, y: -2.6, z: 64, yaw, pitch, fov: 90 });

  it.each([
    [0, "east"],
    [90, "north"],
    [-90, "south"],
    [180, "west"],
    [-179, "west"],
    [44, "north-east"],
    [-46, "south-east"],
  ])("names the direction of yaw %i", (yaw, direction) => {
    expect(at(yaw)).toBe(`At 1 -3 64, looking ${direction}.`);
  });

  it("says up and down only if the camera is tilted far enough", () => {
    expect(at(0, 10)).toBe("At 1 -3 64, looking east.");
    expect(at(0, 45)).toBe("At 1 -3 64, looking east, down.");
    expect(at(0, -45)).toBe("At 1 -3 64, looking east, up.");
  });
});
