import { beforeAll, describe, expect, it } from "vitest";
import type { Entity } from "../../../src/formats/bsp/types.ts";
import type { MapHulls } from "../../../src/map/hulls.ts";
import { findRails } from "../../../src/scene/collision/build-hulls.ts";
import type { WalkBody } from "../../../src/viewer/walk/walk-body.ts";
import { hold, openWalkMap, standAt } from "./walk-map.ts";

const GAP = 1 / 32;
const makeEntity = (pairs: readonly (readonly [string, string])[]): Entity => ({
  pairs,
  get: (key) => pairs.find(([name]) => name === key)?.[1],
});

/** Inches climbed per tick. */
const STEP = 200 * 0.015;

describe("func_useableladder", () => {
  let hulls: MapHulls;
  beforeAll(async () => {
    hulls = (await openWalkMap()).hulls;
  });
  /** Walks at the ladder from the west until the player is on it. */
  const getOn = (): WalkBody => {
    const body = standAt(hulls, 40, -512, 2);
    for (let i = 0; i < 100 && (body.ride.rail < 0 || body.ride.isDrawn); i++) {
      hold(body, { forward: 1 }, 1);
    }
    expect(body.ride.rail).toBe(0);
    return body;
  };

  it("has its higher end as the top, and is skipped if disabled", () => {
    expect([...hulls.rails]).toEqual([140, -512, 243, 140, -512, 2]);
    expect([...hulls.dismounts]).toEqual([190, -512, 241, 108, -512, 1, 180, -512, 241]);
    expect([...hulls.dismountRail]).toEqual([-1, -1, -2]);
    const entity = (...pairs: [string, string][]) => makeEntity(pairs);
    const line: [string, string][] = [
      ["classname", "FUNC_UseableLadder"],
      ["point0", "0 0 100"],
      ["point1", "0 0 0"],
    ];
    const many = Array.from({ length: 600 }, () => entity(...line));
    expect(findRails(many).rails.length).toBe(512 * 6);
    expect(
      findRails([entity(line[0]), entity(line[0], line[1], ["point1", "x y"])]).rails.length,
    ).toBe(6);
    const named = findRails([
      entity(...line),
      entity(...line, ["targetname", "Up"]),
      entity(["classname", "info_ladder_dismount"], ["origin", "1 2 3"], ["target", "up"]),
    ]);
    expect([...named.dismountRail]).toEqual([1]);
  });

  it("pulls a player who walks at it onto its line, and carries him up to the dismount", () => {
    const body = getOn();
    expect([body.x, body.y]).toEqual([140, -512]);
    expect(body.onGround).toBe(false);
    const { z } = body;
    hold(body, { forward: 1 }, 10);
    expect(body.z - z).toBeCloseTo(10 * STEP, 4);
    // The player stays on the ladder while no key is held.
    hold(body, {}, 60);
    expect(body.z - z).toBeCloseTo(10 * STEP, 4);
    for (let i = 0; i < 100 && (body.ride.rail >= 0 || body.ride.isDrawn); i++) {
      expect(hold(body, { forward: 1 }, 1)).toBeLessThan(247);
    }
    hold(body, {}, 40);
    expect(body).toMatchObject({ onGround: true });
    expect(body.ride.rail).toBe(-1);
    expect(body.z).toBeCloseTo(240 + GAP, 2);
    expect(body.x).toBeGreaterThan(185);
  });

  it("is climbed down by looking down, to its floor", () => {
    const body = getOn();
    hold(body, { forward: 1 }, 40);
    const { z } = body;
    hold(body, { forward: 1, pitch: 60 }, 10);
    expect(z - body.z).toBeCloseTo(10 * STEP, 4);
    hold(body, { forward: -1, pitch: -60 }, 10);
    expect(z - body.z).toBeCloseTo(20 * STEP, 4);
    hold(body, { forward: 1, pitch: 80 }, 100);
    expect(body.ride.rail).toBe(0);
    expect(Math.abs(body.z - 2)).toBeLessThanOrEqual(STEP);
    // Down and away from it, to its lower dismount.
    hold(body, { forward: 1, yaw: 180, pitch: 40 }, 30);
    expect(body.ride.rail).toBe(-1);
    expect(body.x).toBeLessThan(100);
  });

  it("attracts the player to the nearest of several ladders", () => {
    const farther = [140, -470, 243, 140, -470, 2];
    const two = { ...hulls, rails: Float32Array.of(...hulls.rails, ...farther) };
    const body = standAt(two, 40, -512, 2);
    for (let i = 0; i < 100 && (body.ride.rail < 0 || body.ride.isDrawn); i++) {
      hold(body, { forward: 1 }, 1);
    }
    expect(body.ride.rail).toBe(0);
    expect([body.x, body.y]).toEqual([140, -512]);
  });

  it("ignores dismounts of other ladders", () => {
    const places = {
      dismounts: Float32Array.of(180, -512, 241, 190, -512, 241),
      dismountRail: Int32Array.of(1, -1),
    };
    const body = standAt({ ...hulls, ...places }, 40, -512, 2);
    for (let i = 0; i < 400 && body.x < 160; i++) hold(body, { forward: 1 }, 1);
    expect(body.x).toBeGreaterThan(160);
    hold(body, {}, 40);
    expect(body.x).toBeGreaterThan(185);
  });

  it("is left by a jump in the view direction", () => {
    const body = getOn();
    hold(body, { forward: 1 }, 40);
    hold(body, { jump: true, yaw: 180 }, 1);
    expect(body.ride.rail).toBe(-1);
    expect(body.vx).toBeCloseTo(-200, 0);
    expect(body.vz).toBeGreaterThan(30);
    hold(body, {}, 120);
    expect(body).toMatchObject({ onGround: true });
    expect(body.z).toBeCloseTo(GAP, 2);
  });

  it("ignores players who walk backwards, look past it or are behind a wall", () => {
    for (const [yaw, keys] of [
      [180, { forward: -1 }],
      [0, { left: 1 }],
      [35, { forward: 1 }],
    ] as const) {
      const body = standAt(hulls, 110, -512, 2);
      hold(body, { ...keys, yaw }, 6);
      expect(body.ride.rail).toBe(-1);
    }
    const walled = { ...hulls, rails: Float32Array.of(165, -512, 200, 165, -512, 2) };
    const body = standAt(walled, 120, -512, 2);
    hold(body, { forward: 1 }, 60);
    expect(body.ride.rail).toBe(-1);
  });
});
