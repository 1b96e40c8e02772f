import { describe, expect, it } from "vitest";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { createFlyWish, type FlyWish } from "../../../src/viewer/input/fly-motion.ts";
import { MapPlayer } from "../../../src/viewer/simulation/map-player.ts";
import { WalkBody } from "../../../src/viewer/walk/walk-body.ts";
import { WalkMotion } from "../../../src/viewer/walk/walk-motion.ts";
import { WALK_RULES } from "../../../src/viewer/walk/walk-rules.ts";
import { make, makeMap, type Pairs } from "../../simulation/make-simulation.ts";
import { BOX, FLOOR, makeDoor } from "../../simulation/make-walked.ts";
import { type MadeModel, makeHulls } from "../../visibility/make-hulls.ts";

const TICK = 0.015;

/** A player with its feet at a place, and the simulation that it walks in. */
function walkAt(feet: readonly number[], models: readonly MadeModel[], ...entities: Pairs[]) {
  const hulls = makeHulls([FLOOR], [], models);
  const camera = createCamera();
  const player = new MapPlayer(makeMap(entities), null, camera);
  const body = new WalkBody(hulls, { ...WALK_RULES.hl2 });
  const motion = new WalkMotion(body, hulls, camera, {
    ...{ speed: () => 320, lowest: -500, player: () => player },
  });
  const wish = { ...createFlyWish(), speed: 320 };
  const go = (ticks: number, wishes: Partial<FlyWish> = {}) => {
    Object.assign(wish, { forward: 0, left: 0, up: 0 }, wishes);
    for (let i = 0; i < ticks; i++) {
      motion.step(camera, wish, TICK);
      player.advance(TICK + 1e-9);
    }
    motion.step(camera, wish, 0);
  };
  Object.assign(camera, { x: feet[0], y: feet[1], z: feet[2] + 64, yaw: 90, pitch: 0 });
  motion.step(camera, wish, 0);
  player.touchesTriggers = true;
  player.play();
  go(1);
  return { body, camera, player, motion, go };
}

const MODEL = { entity: 0, box: BOX };
/** A carriage that goes along +y by 200 inches a second. */
const TRAIN = [
  make(
    ...(["func_tracktrain", "train", ["model", "*1"], ["target", "a"]] as const),
    ...([
      ["startspeed", "200"],
      ["speed", "200"],
      ["spawnflags", "18"],
    ] as const),
  ),
  make("path_track", "a", ["origin", "0 0 0"], ["target", "b"]),
  make("path_track", "b", ["origin", "0 9000 0"]),
];
/** A trigger of model 1's box around the origin. */
const makeTrigger = (name: string, ...more: Pairs) =>
  make(name, name, ["model", "*1"], ["spawnflags", "1"], ...more);

describe("a walker in a simulation", () => {
  it("opens a door by touching it, and passes where it was", () => {
    const door = makeDoor(["spawnflags", "1024"], ["movedir", "0 0 0"]);
    const { body, go } = walkAt([0, -90, 0], [MODEL], door);
    go(40, { forward: 1 });
    expect(body.y).toBeCloseTo(-46.03, 1);
    go(80);
    go(60, { forward: 1 });
    expect(body.y).toBeGreaterThan(30);
  });

  it("passes doors only while nothing simulates the map", () => {
    const door = { ...MODEL, solidity: 2, isSolid: false };
    const walls = walkAt([0, -90, 0], [door], makeDoor());
    walls.go(60, { forward: 1 });
    expect(walls.body.y).toBeLessThan(-46);
    const hulls = makeHulls([FLOOR], [], [door]);
    const body = new WalkBody(hulls, { ...WALK_RULES.hl2 });
    expect(body.isStuckAt(0, 0, 0.03)).toBe(false);
  });

  it("rides a train, shows it between ticks, and keeps its speed in a jump", () => {
    const { body, camera, player, motion, go } = walkAt([0, 0, 200], [MODEL], ...TRAIN);
    go(60);
    const at = () => player.entityAt(0)!.origin[1];
    const ahead = body.y - at();
    go(50);
    expect(body.y - at()).toBeCloseTo(ahead, 3);
    expect(at()).toBeGreaterThan(180);
    expect([body.vx, body.vy, body.onGround]).toEqual([0, 0, true]);
    const { y } = camera;
    player.advance(TICK / 2);
    motion.step(camera, { ...createFlyWish(), speed: 320 }, 0);
    expect(camera.y - y).toBeCloseTo(1.5, 3);
    go(1, { up: 1 });
    expect([body.onGround, body.baseY]).toEqual([false, 200]);
    go(10);
    // The engine adds half of a tick's way when the base velocity becomes the player's own.
    expect([body.onGround, body.vy]).toEqual([false, 200 * (1 + TICK / 2)]);
    go(60);
    expect(body.onGround).toBe(true);
    expect(Math.abs(body.vy)).toBeLessThan(5);
  });

  it("is carried by a lift and does not leave the ground", () => {
    const lift = make(
      ...(["func_movelinear", "lift", ["model", "*1"], ["movedir", "-90 0 0"]] as const),
      ...([
        ["movedistance", "300"],
        ["speed", "200"],
      ] as const),
    );
    const { body, player, go } = walkAt([0, 0, 200], [MODEL], lift);
    go(20);
    const gap = body.z - 200;
    player.fire("lift", "Open");
    for (let i = 0; i < 60; i++) {
      go(1);
      expect(body.onGround).toBe(true);
    }
    expect(body.z - player.entityAt(0)!.origin[2]).toBeCloseTo(200 + gap, 3);
    expect(body.z).toBeGreaterThan(350);
    player.fire("lift", "Close");
    go(30);
    expect(body.onGround).toBe(true);
    expect(body.z).toBeLessThan(420);
  });

  it("is carried by a conveyor until it leaves it", () => {
    const belt = make("func_conveyor", "belt", ["model", "*1"], ["speed", "80"]);
    const { body, go } = walkAt([-40, 0, 200], [MODEL], belt);
    go(20);
    const { x } = body;
    go(40);
    expect(body.x - x).toBeCloseTo(80 * 40 * TICK, 1);
    expect([body.vx, body.baseX]).toEqual([0, 80]);
  });

  it("is pushed by a trigger, and thrown by one that pushes once", () => {
    const push = makeTrigger("trigger_push", ["pushdir", "-90 0 0"], ["speed", "900"]);
    const up = walkAt([0, 0, 0.03], [], push);
    up.go(2);
    expect(up.body.onGround).toBe(false);
    const { vz } = up.body;
    up.go(20);
    // Gravity takes 600 of the 900.
    expect(up.body.vz - vz).toBeCloseTo(300 * 20 * TICK, 3);
    const once = makeTrigger("trigger_push", ["pushdir", "0 90 0"], ["speed", "500"]);
    const thrown = walkAt([0, 0, 0.03], [], [...once, ["spawnflags", "129"]]);
    thrown.go(2);
    expect(thrown.body.vy).toBeGreaterThan(400);
    const { vy } = thrown.body;
    thrown.go(5);
    expect(thrown.body.vy).toBeLessThan(vy);
  });

  it("falls by the gravity that a trigger gives it", () => {
    const light = makeTrigger("trigger_gravity", ["gravity", "0.25"]);
    const { body, go } = walkAt([0, 0, 150], [], light);
    go(10);
    const before = body.vz;
    go(10);
    expect(body.vz - before).toBeCloseTo(-600 * 0.25 * 10 * TICK, 3);
  });

  it("is teleported with the view of the target", () => {
    const teleport = makeTrigger("trigger_teleport", ["target", "there"]);
    const there = make("info_target", "there", ["origin", "300 400 80"], ["angles", "10 30 0"]);
    const { body, camera, go } = walkAt([0, 0, 0.03], [], teleport, there);
    go(1);
    expect([body.x, body.y, camera.yaw, camera.pitch]).toEqual([300, 400, 30, 10]);
    expect(camera.z).toBeCloseTo(80 + 64, 0);
  });

  it("uses the invisible button that it looks at, near enough, or one a little below", () => {
    const button = make("func_button", "button", ["model", "*1"], ["spawnflags", "1024"]);
    const far = { ...MODEL, box: [-4, -8, 40, 4, 8, 70] };
    const { motion, camera, go } = walkAt([0, -60, 0], [far], button);
    go(30);
    expect(motion.findUsed()).toBe(0);
    camera.pitch = -89;
    expect(motion.findUsed()).toBe(-1);
    camera.pitch = -15;
    expect(motion.findUsed()).toBe(0);
    camera.yaw = -90;
    expect(motion.findUsed()).toBe(-1);
    go(1);
    const away = walkAt([0, -100, 0], [far], button);
    away.go(2);
    expect(away.motion.findUsed()).toBe(-1);
  });

  it("walks by itself through the standing map while time is paused", () => {
    const door = makeDoor();
    const { body, player, go } = walkAt([0, -90, 0], [MODEL], door);
    player.pause();
    const { tick } = player;
    go(60, { forward: 1 });
    expect(player.tick).toBe(tick);
    expect(body.y).toBeCloseTo(-46.03, 1);
  });

  it("is moved out of a model that appears around it", () => {
    const brush = make("func_brush", "brush", ["model", "*1"], ["StartDisabled", "1"]);
    const { body, player, go } = walkAt([45, 0, 0.03], [{ ...MODEL, isSolid: false }], brush);
    expect(body.x).toBe(45);
    player.fire("brush", "Enable");
    go(3);
    expect(body.isStuckAt(body.x, body.y, body.z)).toBe(false);
    expect(Math.hypot(body.x - 45, body.y)).toBeLessThan(70);
  });

  it("takes the same path for the same keys, and time goes back along it", () => {
    const run = () => {
      const walk = walkAt([0, 0, 200], [MODEL], ...TRAIN);
      walk.go(60, { left: 0.2 });
      walk.go(3, { up: 1, forward: 1 });
      walk.go(40);
      return walk;
    };
    const first = run();
    const second = run();
    expect([second.body.x, second.body.y, second.body.z]).toEqual([
      ...[first.body.x, first.body.y, first.body.z],
    ]);
    const { player } = first;
    const row = player.entityCount - 1;
    const end = player.time;
    const placeAt = (time: number) => {
      player.seek(time);
      return player.entityAt(row)!;
    };
    const places = () => [0.5, 1.1, end].map(placeAt);
    const once = places();
    expect(once[0].class).toBe("player");
    expect(once[2].origin[1]).toBeCloseTo(first.body.y, 3);
    player.seek(0);
    expect(places()).toEqual(once);
  });
});
