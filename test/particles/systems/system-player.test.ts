import { describe, expect, it } from "vitest";
import type { ParticleColumns } from "../../../src/particles/systems/columns.ts";
import { SystemPlayer } from "../../../src/particles/systems/system-player.ts";
import { FIRE, SMOKE } from "../../formats/pcf/made-systems.ts";
import { int } from "../../formats/pcf/make-dmx.ts";
import { ONE, planMade, playMade } from "./run-made.ts";

const { name: _, ...FIRE_FUNCTIONS } = FIRE;
const play = (seed = 7, ...rest: [{ seconds: number; starts: boolean }[]?]) =>
  new SystemPlayer(planMade(FIRE_FUNCTIONS, SMOKE), seed, ...rest);

/** Returns everything that is drawn of all systems. */
const stateOf = (player: SystemPlayer) =>
  player.systems.map(({ columns }) => {
    const { count, x, y, z, radius, red, alpha, id }: ParticleColumns = columns;
    return [x, y, z, radius, red, alpha, id].map((column) => [...column.subarray(0, count)]);
  });

describe("SystemPlayer", () => {
  it("shows the same with the same seed, and another with another", () => {
    const [one, two, other] = [play(), play(), play(8)];
    for (const player of [one, two, other]) player.seek(3);
    expect(stateOf(one)).toEqual(stateOf(two));
    expect(stateOf(one)).not.toEqual(stateOf(other));
    expect(one.particleCount).toBeGreaterThan(20);
  });

  it("shows the same by a jump as by small steps, forwards and back, before and after saved states", () => {
    const runs = play();
    const jumps = play();
    const seen: [number, unknown][] = [];
    for (let time = 0; time < 30; time += 1 / 60) {
      runs.seek(time);
      seen.push([time, stateOf(runs)]);
    }
    for (const frame of [1740, 180, 1020, 960, 0, 481, 1679]) {
      const [time, state] = seen[frame];
      jumps.seek(time);
      expect(stateOf(jumps), String(time)).toEqual(state);
    }
  });

  it("starts children after their delay", () => {
    const player = play();
    player.seek(0.4);
    expect(player.systems.map(({ columns }) => columns.count)).toEqual([5, 0]);
    player.seek(0.7);
    expect(player.systems[1].columns.count).toBe(4);
  });

  it("emits at its rate, whatever the steps", () => {
    const player = playMade({
      emitters: {
        emit_continuously: { emission_rate: 7.3, emission_start_time: 0.5, emission_duration: 2 },
      },
    });
    for (let time = 0; time < 4; time += 0.031) player.seek(time);
    expect(player.root.columns.count).toBe(14);
    const { born } = player.root.columns;
    expect(born[0]).toBeCloseTo(0.5 + 1 / 7.3, 5);
    expect(born[13] - born[12]).toBeCloseTo(1 / 7.3, 5);
  });

  it("stops and starts again at events, with old particles alive", () => {
    const events = [
      { seconds: 0, starts: true },
      { seconds: 1, starts: false },
      { seconds: 4, starts: true },
    ];
    const burst = {
      ...ONE,
      emitters: { emit_continuously: { emission_rate: 10 } },
      operators: { "Lifespan Decay": {} },
    };
    const player = new SystemPlayer(planMade(burst), 7, events);
    const countAt = (time: number) => {
      player.seek(time);
      return player.root.columns.count;
    };
    expect([countAt(0.95), countAt(1.9), countAt(3.5), countAt(4.45)]).toEqual([9, 10, 0, 4]);
    player.setEvents(events.slice(0, 2));
    expect([countAt(4.45), player.isAlive]).toEqual([0, false]);
  });

  it("costs nothing once nothing lives, and jumps over quiet times", () => {
    const player = playMade({ ...ONE, operators: { "Lifespan Decay": {} } });
    player.seek(3);
    expect(player.isAlive).toBe(false);
    const before = performance.now();
    player.seek(1e7);
    expect(performance.now() - before).toBeLessThan(50);
  });

  it("creates initial particles, in columns that hold no more than the system's most", () => {
    const player = playMade({ params: { initial_particles: int(50), max_particles: int(20) } });
    player.seek(0);
    expect(player.root.columns.count).toBe(20);
  });

  it("moves particles with a control point that they are locked to", () => {
    const player = playMade({
      ...ONE,
      operators: { "Movement Basic": {}, "Movement Lock to Control Point": {} },
    });
    player.seek(0.1);
    player.points.place(0, 5, 0, 0);
    player.seek(0.2);
    expect(player.root.columns.x[0]).toBeCloseTo(5, 4);
    expect(player.root.columns.previousX[0]).toBeCloseTo(5, 4);
  });

  it("places control points of children on particles", () => {
    const child = {
      name: "child",
      emitters: { emit_continuously: { emission_rate: 100 } },
      initializers: { "Position Within Sphere Random": {} },
    };
    const parent = {
      ...ONE,
      initializers: {
        ...ONE.initializers,
        "Position Modify Offset Random": { "offset min": [9, 0, 0], "offset max": [9, 0, 0] },
      },
      operators: { "Set child control points from particle positions": {} },
      children: { child: 0 },
    } as const;
    const player = playMade(parent, child);
    player.seek(0.5);
    const { x, count } = player.systems[1].columns;
    expect(x[count - 1]).toBe(9);
  });
});
