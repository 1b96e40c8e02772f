import { beforeAll, describe, expect, it } from "vitest";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import type { CameraPose } from "../../../src/map/types.ts";
import { writeForward } from "../../../src/math/angles.ts";
import { listPlaces } from "../../../src/scene/start/place-classes.ts";
import { createSceneRays } from "../../../src/scene/start/scene-rays.ts";
import { findLeaf } from "../../../src/visibility/leaf-walk.ts";
import { buildScene, compileRooms, type Keys, withEntities } from "./made-rooms.ts";

let rooms: Bsp;
beforeAll(async () => {
  rooms = await compileRooms();
});

const start = (...entities: readonly Keys[]): CameraPose =>
  buildScene(withEntities(rooms, ...entities)).start;

/** Returns the free distance ahead in inches. */
function sightFrom(pose: CameraPose): number {
  const scene = buildScene(rooms);
  const rays = createSceneRays(scene, () => false, new Uint32Array(scene.materials.count));
  const forward = new Float32Array(3);
  writeForward(forward, pose.pitch, pose.yaw);
  const isHit = rays.cast(pose.x, pose.y, pose.z, forward[0], forward[1], forward[2]);
  return isHit ? rays.hit.distance : 0;
}

const isInLitRoom = ({ x, y, z }: CameraPose): boolean =>
  x > 0 && x < 1024 && y > 0 && y < 768 && z > 0 && z < 256;

const GOOD = { classname: "info_player_start", origin: "96 384 0", angles: "0 5 0" };
const AT_WALL = { classname: "info_player_start", origin: "24 384 0", angles: "0 180 0" };
const DARK = { classname: "info_player_start", origin: "2100 256 0", angles: "0 0 0" };

describe("the start pose", () => {
  it("is a player spawn with its angles if something is visible", () => {
    expect(start(GOOD)).toEqual({ x: 96, y: 384, z: 64, pitch: 0, yaw: 5 });
  });

  it("prefers the most specific class, in any list order", () => {
    const other = { classname: "info_player_deathmatch", origin: "96 384 0", angles: "0 4 0" };
    const unknown = { classname: "info_player_pirate", origin: "96 384 0", angles: "0 6 0" };
    expect(start(unknown, other, GOOD)).toMatchObject({ y: 384, yaw: 5 });
    expect(start(unknown, other)).toMatchObject({ y: 384, yaw: 4 });
    expect(start(unknown)).toMatchObject({ x: 96, y: 384, z: 64, yaw: 6 });
  });

  it("turns from a wall into the room", () => {
    expect(sightFrom({ x: 24, y: 384, z: 64, pitch: 0, yaw: 180 })).toBeCloseTo(24, 3);
    const pose = start(AT_WALL);
    expect([pose.x, pose.y, pose.z]).toEqual([24, 384, 64]);
    expect(sightFrom(pose)).toBeGreaterThan(500);
  });

  it("prefers a lit spawn of any class to a dark one", () => {
    const lit = { classname: "info_player_terrorist", origin: "96 384 0", angles: "0 350 0" };
    expect(start(DARK, lit)).toEqual({ x: 96, y: 384, z: 64, pitch: 0, yaw: 350 });
  });

  it("prefers a lit camera, teleport, item or lamp to a dark spawn", () => {
    const camera = { classname: "point_viewcontrol", origin: "40 384 200", angles: "15 0 0" };
    expect(start(DARK, camera)).toEqual({ x: 40, y: 384, z: 200, pitch: 15, yaw: 0 });
    const places: Keys[] = [
      { classname: "info_teleport_destination", origin: "96 384 8", angles: "0 5 0" },
      { classname: "item_healthkit", origin: "96 384 8" },
    ];
    for (const place of places) {
      expect(start(DARK, place), place.classname).toMatchObject({ x: 96, y: 384, z: 72 });
    }
    expect(isInLitRoom(start(DARK, { classname: "light", origin: "96 384 136" }))).toBe(true);
  });

  it("stays at the spawn if everything is dark", () => {
    const lit = rooms.ldr!;
    const lighting = lit.lighting.slice();
    // Not all luxels, because a map without any light is shown unlit.
    for (let i = 64; i < lighting.length; i += 4) lighting.fill(0, i, i + 3);
    const bsp = { ...withEntities(rooms, DARK), ldr: { ...lit, lighting } };
    expect(buildScene(bsp).start).toMatchObject({ x: 2100, y: 256 });
  });

  it("is never in a solid: the eye is lowered, or another place is used", () => {
    const underTable = { classname: "info_player_start", origin: "128 704 0", angles: "0 290 0" };
    expect(start(underTable)).toMatchObject({ x: 128, y: 704, z: 36 });
    const inPillar = { classname: "info_player_start", origin: "672 160 0", angles: "0 0 0" };
    const outside = { classname: "info_player_start", origin: "-5000 0 0", angles: "0 0 0" };
    for (const pose of [start(inPillar), start(outside), start(outside, inPillar), start()]) {
      const { tree } = buildScene(rooms);
      const leaf = findLeaf(tree, pose.x, pose.y, pose.z);
      expect(rooms.leafs.contents[leaf] & 1).toBe(0);
      expect(isInLitRoom(pose)).toBe(true);
      expect(sightFrom(pose)).toBeGreaterThan(200);
    }
  });

  it("is not in the 3D skybox unless a player spawns there", () => {
    const sky = { classname: "sky_camera", origin: "512 384 128" };
    expect(isInLitRoom(start(sky))).toBe(false);
    expect(start(sky, DARK)).toMatchObject({ x: 2100 });
    expect(start(sky, GOOD)).toMatchObject({ x: 96, y: 384 });
  });

  it("is deterministic", () => {
    expect(start(AT_WALL, DARK)).toEqual(start(AT_WALL, DARK));
    expect(start()).toEqual(start());
  });

  it("evaluates only a few of many spawns", () => {
    const spawns: Keys[] = Array.from({ length: 20_000 }, (_, i) => ({
      classname: i % 2 === 0 ? "info_player_start" : `info_player_${i}`,
      origin: `${2100 + (i % 400)} 256 0`,
    }));
    const many = withEntities(rooms, ...spawns);
    expect(listPlaces(many)[0].length).toBe(8);
    // The last one would have been good, but there are lights to choose from.
    const lamp = { classname: "light", origin: "96 384 128" };
    expect(isInLitRoom(start(...spawns, lamp))).toBe(true);
  });
});
