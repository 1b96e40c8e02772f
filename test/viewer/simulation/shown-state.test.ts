import { describe, expect, it } from "vitest";
import { EMITTER_SPANS, NEVER } from "../../../src/map/placed/emitters.ts";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { MapPlayer } from "../../../src/viewer/simulation/map-player.ts";
import { make, makeMap } from "../../simulation/make-simulation.ts";

const ENTITIES = [
  make("worldspawn", ""),
  make("ambient_generic", "fan", ["message", "a.wav"], ["health", "5"], ["pitch", "90"]),
  make("env_soundscape", "hall", ["soundscape", "hall"], ["StartDisabled", "1"]),
];
const makePlayer = () => new MapPlayer(makeMap(ENTITIES), null, createCamera());

describe("a player's state of sounds", () => {
  it("is that of the entities, also after they stop and begin again", () => {
    const player = makePlayer();
    expect(player.ambientState(1)).toEqual({ isPlaying: true, volume: 0.5, pitch: 90, start: 0 });
    player.fire("fan", "StopSound");
    expect(player.ambientState(1)).toMatchObject({ isPlaying: false });
    player.fire("fan", "PlaySound");
    player.fire("fan", "Volume", "8");
    player.fire("fan", "Pitch", "120");
    expect(player.ambientState(1)).toMatchObject({ isPlaying: true, volume: 0.8, pitch: 120 });
    expect(player.ambientState(1)?.start).toBeGreaterThan(0);
    player.fire("fan", "Kill");
    expect(player.ambientState(1)).toMatchObject({ isPlaying: false });
  });

  it("says which soundscapes are on", () => {
    const player = makePlayer();
    expect(player.isSoundscapeEnabled(2)).toBe(false);
    player.fire("hall", "Enable");
    expect(player.isSoundscapeEnabled(2)).toBe(true);
  });

  it("is null for other entities", () => {
    const player = makePlayer();
    for (const row of [0, 2, 9, -1]) expect(player.ambientState(row)).toBeNull();
    for (const row of [0, 1, 9]) expect(player.isSoundscapeEnabled(row)).toBeNull();
  });
});

describe("a player's moment", () => {
  it("says when effects emit, in the seconds of the simulation", () => {
    const stack = make("env_smokestack", "stack", ["InitialState", "0"]);
    const player = new MapPlayer(makeMap([stack]), null, createCamera());
    const spans = new Float64Array(EMITTER_SPANS * 2);
    const numbers = { speed: 0, spread: 0, length: 0, rate: 0, alpha: 0 };
    const read = () => {
      expect(player.moment.emission?.(0, { spans, ...numbers })).toBe(true);
      return [...spans.subarray(0, 2)];
    };
    expect(read()).toEqual([NEVER, NEVER]);
    const { version } = player.moment;
    player.seek(1.5);
    player.fire("stack", "TurnOn");
    expect(player.moment.version).toBeGreaterThan(version);
    expect(player.moment.seconds).toBeCloseTo(1.515, 3);
    expect(read()[0]).toBeCloseTo(1.515, 3);
    expect(read()[1]).toBe(NEVER);
    const before = player.moment.version;
    player.play();
    for (let i = 0; i < 5; i++) player.advance(0.015);
    const playing = player.moment.version;
    player.fire("stack", "TurnOff");
    player.advance(0.02);
    expect(playing).toBeGreaterThanOrEqual(before);
    expect(player.moment.version).toBeGreaterThan(playing);
    expect(read()[1]).toBeGreaterThan(1.5);
  });

  it("has a time between the last two ticks while it plays, and the last tick's while it is paused", () => {
    const player = new MapPlayer(makeMap([make("worldspawn", "")]), null, createCamera());
    const times: number[] = [];
    const show = (seconds: number) => {
      player.advance(seconds);
      times.push(Math.round((player.moment.seconds ?? -1) * 10_000) / 10_000);
    };
    player.seek(3);
    show(1);
    player.play();
    for (const seconds of [0.005, 0.02, 0.005, 0.04]) show(seconds);
    player.pause();
    show(1);
    expect(times).toEqual([3, 3, 3.01, 3.015, 3.055, 3.06]);
  });
});
