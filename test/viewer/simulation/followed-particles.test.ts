import { describe, expect, it } from "vitest";
import { PARTICLE_ROW } from "../../../src/map/placed/particles.ts";
import type { PlacedSystems } from "../../../src/particles/systems/placed-systems.ts";
import { PLAIN_LOOK } from "../../../src/particles/systems/sprite-rows.ts";
import { showSystems } from "../../../src/particles/systems/write-systems.ts";
import { listPlacedSystems } from "../../../src/scene/placed/particle-systems.ts";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { MapPlayer } from "../../../src/viewer/simulation/map-player.ts";
import { int } from "../../formats/pcf/make-dmx.ts";
import { readMade } from "../../formats/pcf/make-pcf.ts";
import { make, makeMap } from "../../simulation/make-simulation.ts";

const TICK = 0.015;
const EYE = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 };
const ROWS = 300;
const WORDS = PARTICLE_ROW.strideBytes / 4;

/** A door that opens to the north at 100 inches a second, and a system that it carries. */
const MAP = makeMap([
  make(
    "func_door",
    "door",
    ...([
      ["model", "*1"],
      ["movedir", "0 90 0"],
      ["speed", "100"],
    ] as const),
    ...([
      ["wait", "-1"],
      ["origin", "10 0 0"],
    ] as const),
  ),
  make(
    "info_particle_system",
    "smoke",
    ...([
      ["parentname", "door"],
      ["effect_name", "smoke"],
    ] as const),
    ...([
      ["start_active", "1"],
      ["origin", "10 0 50"],
      ["cpoint2", "sign"],
    ] as const),
  ),
  make("info_target", "sign", ["origin", "300 0 0"]),
  // Keeps the simulation awake, so that it saves its state on the way.
  make("logic_timer", "timer", ["RefireTime", "0.1"]),
]);
const EMITTED = {
  emitters: { emit_continuously: { emission_rate: 1 / TICK } },
  operators: { "Lifespan Decay": {} },
  renderers: { render_animated_sprites: {} },
};
const FILE = readMade(
  {
    ...{ name: "smoke", ...EMITTED, children: { distant: 0 } },
    initializers: {
      "Position Within Sphere Random": {},
      "Lifetime Random": { lifetime_min: 4, lifetime_max: 4 },
    },
  },
  {
    ...{ name: "distant", ...EMITTED },
    initializers: { "Position Within Sphere Random": { control_point_number: int(2) } },
  },
);

function show(player: MapPlayer) {
  const placed: PlacedSystems = {
    ...{ files: [FILE], systems: listPlacedSystems(MAP.entities) },
    materials: [{ ...PLAIN_LOOK, sequences: [], firstFrame: 0 }],
    runs: [0, 1].map((plan) => ({
      ...{ tree: 0, plan, material: 0, firstRow: plan * ROWS, rows: ROWS },
    })),
  };
  const shown = showSystems(placed);
  const words = new Uint32Array(2 * ROWS * WORDS);
  const floats = new Float32Array(words.buffer);
  return {
    shown,
    words,
    /** Draws a frame at the renderer's time. */
    draw(seconds: number): void {
      shown.follow(player.moment, seconds);
      shown.write(words, seconds, EYE);
    },
    /** Places of the particles of a plan, from x to z. */
    list: (plan: number): number[][] =>
      Array.from({ length: ROWS }, (_, row) => {
        const at = (plan * ROWS + row) * WORDS;
        return floats[at + 3] > 0 ? [0, 1, 2].map((axis) => Math.round(floats[at + axis])) : [];
      }).filter((place) => place.length > 0),
  };
}

const start = () => new MapPlayer(MAP, null, createCamera());

describe("particles of an entity that moves", () => {
  it("are born where the simulation has it, and control points follow their own entities", () => {
    const player = start();
    const { draw, list } = show(player);
    player.fire("door", "Open");
    player.seek(0.45);
    draw(0.45);
    // One in each tick, at 1.5 inches a tick.
    const along = list(0).map(([, y]) => y);
    const newest = player.entityAt(0)!.origin[1];
    expect(newest).toBeGreaterThan(40);
    expect(along.length).toBeGreaterThan(25);
    expect(Math.max(...along)).toBe(Math.round(newest));
    expect(new Set(along).size).toBe(along.length);
    expect(list(0).every(([x, , z]) => x === 10 && z === 50)).toBe(true);
    expect(list(1)[0]).toEqual([300, 0, 0]);
  });

  it("are the same after running, after a jump, and after going back", () => {
    const live = start();
    const frames = show(live);
    frames.draw(0);
    live.fire("door", "Open");
    live.play();
    let seconds = 0;
    for (let frame = 0; live.tick < 50; frame++) {
      const passed = 0.011 + (frame % 3) * 0.007;
      live.advance(passed);
      seconds += passed;
      frames.draw(seconds);
    }
    live.pause();
    frames.draw(seconds);
    const jumped = start();
    jumped.fire("door", "Open");
    jumped.seek(live.tick * TICK);
    const other = show(jumped);
    other.draw(live.tick * TICK);
    expect(frames.list(0).length).toBeGreaterThan(10);
    expect(other.words).toEqual(frames.words);
    live.seek(0.3);
    frames.draw(seconds + 1);
    expect(frames.words).not.toEqual(other.words);
    live.seek(jumped.time);
    frames.draw(seconds + 2);
    expect(frames.words).toEqual(other.words);
  });

  it("stand still while the simulation is paused", () => {
    const player = start();
    const { shown, words, draw } = show(player);
    player.seek(1);
    draw(1);
    const before = words.slice();
    expect(shown.isMoving()).toBe(false);
    draw(1.5);
    expect(words).toEqual(before);
    player.seek(1.2);
    expect(shown.isMoving()).toBe(true);
  });

  it("take over what is fired at an earlier time", () => {
    const changed = start();
    const { words, draw } = show(changed);
    changed.seek(3.5);
    changed.fire("door", "Open");
    changed.seek(5);
    draw(5);
    changed.seek(3);
    draw(5.1);
    changed.seek(3.2);
    changed.fire("door", "Open");
    changed.seek(8);
    draw(8);
    // A tick with a snapshot: the simulation runs none again.
    changed.seek(6);
    draw(8.1);
    const fresh = start();
    fresh.seek(3.2);
    fresh.fire("door", "Open");
    fresh.seek(6);
    const other = show(fresh);
    other.draw(6);
    expect(other.list(0).length).toBeGreaterThan(100);
    expect(words).toEqual(other.words);
  });
});
