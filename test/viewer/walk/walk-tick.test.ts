import { beforeAll, describe, expect, it } from "vitest";
import type { MapHulls } from "../../../src/map/hulls.ts";
import { findWalkRules } from "../../../src/viewer/walk/walk-rules.ts";
import { groundSpeeds, jumpHeights } from "../../oracle/walk/walk-speeds.ts";
import { hold, openWalkMap, standAt } from "./walk-map.ts";

/** Gap between feet and ground. */
const GAP = 1 / 32;

describe("a walking player", () => {
  let hulls: MapHulls;
  beforeAll(async () => {
    hulls = (await openWalkMap()).hulls;
  });

  it("accelerates and stops like in the engine", () => {
    const body = standAt(hulls, -200, -700, 2);
    for (const speed of groundSpeeds(190, 30)) {
      hold(body, { forward: 1 }, 1);
      expect(body.vx).toBeCloseTo(speed, 6);
    }
    for (const speed of groundSpeeds(0, 40, 190)) {
      hold(body, {}, 1);
      expect(body.vx).toBeCloseTo(speed, 6);
    }
    hold(body, { forward: 1, fast: true }, 60);
    expect(body.speed).toBeCloseTo(320, 6);
    hold(body, { forward: 0.5, left: -0.5, yaw: 90 }, 150);
    expect(body.vx).toBeCloseTo(95, 0);
    expect(body.vy).toBeCloseTo(95, 0);
  });

  it.each([
    ["hl2", 600, 160, 21.3],
    ["multiplayer", 800, 268.3281572999747, 45],
  ] as const)("jumps as high as in %s", (rules, gravity, speed, height) => {
    const body = standAt(hulls, -200, -700, 2, rules);
    hold(body, { left: 1 }, 20);
    hold(body, {}, 60);
    expect(body.onGround).toBe(true);
    const ground = body.z;
    const heights = jumpHeights(gravity, speed);
    expect(Math.max(...heights)).toBeGreaterThan(height - 2.5);
    expect(Math.max(...heights)).toBeLessThan(height + 0.1);
    for (const above of heights.slice(0, heights.length - 3)) {
      hold(body, { jump: true }, 1);
      expect(body.z - ground).toBeCloseTo(above, 4);
    }
    // The key is still held, so there is no second jump.
    expect(hold(body, { jump: true }, 60) - ground).toBeLessThan(height);
    expect(body.onGround).toBe(true);
  });

  it("climbs 16-inch stairs, and a 24-inch block only by a multiplayer jump", () => {
    const body = standAt(hulls, 0, 0, 2);
    hold(body, { forward: 1 }, 200);
    expect(body.z).toBeCloseTo(64 + GAP, 3);
    expect(body.x).toBeCloseTo(256 - 16 - GAP, 2);
    hold(body, { forward: 1, jump: true }, 60);
    expect(body.x).toBeLessThan(256);
    const other = standAt(hulls, 0, 0, 2, "multiplayer");
    hold(other, { forward: 1 }, 150);
    expect(other.x).toBeLessThan(256);
    hold(other, { forward: 1, jump: true }, 60);
    expect(other.z).toBeCloseTo(88 + GAP, 3);
    // And down again without leaving the ground.
    for (let i = 0; i < 100; i++) {
      hold(other, { forward: 1, yaw: 180 }, 1);
      if (other.x > 80 && other.x < 180) expect(other.onGround).toBe(true);
    }
    expect(other.z).toBeCloseTo(GAP, 3);
  });

  it("passes under 40 inches only when ducked, and stands up when there is room", () => {
    const body = standAt(hulls, 0, 256, 2);
    hold(body, { forward: 1 }, 200);
    expect(body.x).toBeCloseTo(128 - 16 - GAP, 2);
    hold(body, { duck: true }, 40);
    expect(body).toMatchObject({ isDucked: true, eyeHeight: 28 });
    hold(body, { forward: 1, duck: true }, 60);
    expect(body.x).toBeGreaterThan(128);
    expect(body.speed).toBeCloseTo(190 / 3, 3);
    hold(body, {}, 60);
    expect(body.isDucked).toBe(true);
    hold(body, { forward: 1 }, 160);
    expect(body).toMatchObject({ isDucked: false, eyeHeight: 64 });
    expect(body.x).toBeGreaterThan(256);
  });

  it("is stopped by player clips only", () => {
    const body = standAt(hulls, 0, 512, 2);
    hold(body, { forward: 1 }, 200);
    expect(body.x).toBeCloseTo(160 - 16 - GAP, 2);
    expect(hulls.counts.playerClips).toBe(1);
  });

  it("climbs a ladder and leaves it by a jump", () => {
    const body = standAt(hulls, 100, -256, 2);
    hold(body, { forward: 1 }, 60);
    expect(body.onLadder).toBe(true);
    expect(body.vz).toBeCloseTo(200, 3);
    const { z } = body;
    hold(body, { forward: -1 }, 20);
    expect(body.z).toBeLessThan(z - 40);
    hold(body, {}, 30);
    expect(body.speed + Math.abs(body.vz)).toBe(0);
    hold(body, { forward: 1 }, 150);
    expect(body.z).toBeGreaterThan(239);
    const other = standAt(hulls, 100, -256, 2);
    hold(other, { forward: 1 }, 60);
    hold(other, { jump: true }, 5);
    expect(other.onLadder).toBe(false);
    expect(other.vx).toBeLessThan(-200);
  });

  it("falls off an edge, and jumps over a gap when fast enough", () => {
    const falls = standAt(hulls, 350, -768, 2);
    hold(falls, { forward: 1, fast: true }, 90);
    expect(falls.z).toBeLessThan(-100);
    const jumps = standAt(hulls, 350, -768, 2);
    while (jumps.x < 515) hold(jumps, { forward: 1, fast: true }, 1);
    hold(jumps, { forward: 1, fast: true, jump: true }, 60);
    expect(jumps.z).toBeCloseTo(GAP, 1);
    expect(jumps.x).toBeGreaterThan(610);
  });

  it("swims in water and jumps out over its edge", () => {
    const body = standAt(hulls, 400, 768, 2);
    hold(body, { forward: 1 }, 120);
    expect(body.waterLevel).toBe(3);
    hold(body, {}, 40);
    expect(body.vz).toBeLessThan(-30);
    expect(body.vz).toBeGreaterThan(-61);
    const top = hold(body, { jump: true }, 200);
    expect(top).toBeGreaterThan(-100);
    expect(body.waterLevel).toBeGreaterThan(0);
    expect(hold(body, { forward: 1, jump: true }, 200)).toBeGreaterThan(0);
    expect(body.x).toBeGreaterThan(672);
  });

  it("takes the same path for the same keys", () => {
    const walk = () => {
      const body = standAt(hulls, 0, 0, 2);
      for (let i = 0; i < 12; i++) {
        hold(body, { forward: 1, yaw: i * 37, jump: i % 3 === 0, fast: i % 2 === 0 }, 25);
      }
      const { x, y, z, vx, vy, vz } = body;
      return [x, y, z, vx, vy, vz];
    };
    const first = walk();
    expect(walk()).toEqual(first);
  });

  it("takes the same path next to another player and with a reused body", () => {
    const keysOf = (turn: number, i: number) => ({
      ...{ forward: 1, left: turn === 0 ? 0 : -0.5, yaw: turn + i * 31 },
      ...{ jump: i % 4 === turn % 4, duck: i % 7 === 3, fast: i % 2 === 0 },
    });
    const placeOf = ({ x, y, z, vx, vy, vz, isDucked }: ReturnType<typeof standAt>) =>
      [x, y, z, vx, vy, vz, isDucked ? 1 : 0] as const;
    const alone = [0, 90].map((turn) => {
      const body = standAt(hulls, 0, 0, 2);
      for (let i = 0; i < 160; i++) hold(body, keysOf(turn, i), 1);
      return placeOf(body);
    });
    expect(alone[0]).not.toEqual(alone[1]);
    const both = [0, 90].map(() => standAt(hulls, 0, 0, 2));
    for (let i = 0; i < 160; i++) {
      hold(both[0], keysOf(0, i), 1);
      hold(both[1], keysOf(90, i), 1);
    }
    expect(both.map(placeOf)).toEqual(alone);
  });

  it("uses the rules of the game that its spawns belong to", () => {
    expect(findWalkRules(["worldspawn", "info_player_start"])).toBe("hl2");
    expect(findWalkRules(["info_player_CounterTerrorist"])).toBe("multiplayer");
  });
});
