import { describe, expect, it } from "vitest";
import { ambientState, Timeline } from "../../src/simulation/index.ts";
import {
  addGameSounds,
  type GameSound,
  type HeardTime,
  MapMixer,
  type ModelSounds,
  readDoorSounds,
  readMapSounds,
} from "../../src/sound/index.ts";
import { placeOf } from "../../src/viewer/simulation/describe-entity.ts";
import { make, makeMap, type Pairs } from "../simulation/make-simulation.ts";
import { RecordedOutput } from "./recorded-output.ts";

const GAME = `
  DoorSound.DefaultMove { channel CHAN_STATIC volume 0.5 pitch "80,120" soundlevel SNDLVL_80dB
    rndwave { wave "move1.wav" wave "move2.wav" wave "move3.wav" } }
  DoorSound.DefaultArrive { volume 1 soundlevel SNDLVL_NORM wave arrive.wav }
  Fan.Loop { volume 0.25 wave fan.wav }`;

interface Options {
  readonly games?: string;
  readonly modelSounds?: ReadonlyMap<number, ModelSounds>;
}

/** Runs a simulation with a mixer that plays its sounds. */
function hear(entities: readonly Pairs[], { games = GAME, modelSounds }: Options = {}) {
  const map = makeMap(entities);
  const timeline = new Timeline(map);
  const { simulation } = timeline;
  const gameSounds = new Map<string, GameSound>();
  addGameSounds(gameSounds, games);
  const models = { count: 2, mins: map.models.mins, maxs: map.models.maxs };
  const scripts = { soundscapes: { find: () => null } as never, gameSounds, modelSounds };
  const sounds = readMapSounds(map.entities, models, scripts);
  const output = new RecordedOutput();
  const state = { isPaused: false, jumps: 0 };
  const time = (): HeardTime => ({
    ...{ seconds: simulation.time, voices: simulation.voices, ...state },
  });
  const mixer = new MapMixer(
    sounds,
    {
      isClear: () => true,
      time,
      placeOf: (row) => placeOf(simulation, row),
      ambientState: (row) => ambientState(simulation, row),
      isAreaEnabled: () => null,
    },
    output,
  );
  const update = (x = 0): void =>
    mixer.update(0.05, { place: [x, 0, 100], forward: [1, 0, 0], right: [0, -1, 0] });
  /** Runs to a time as the page does, and returns what the mixer did. */
  const runTo = (seconds: number, x = 0): string[] => {
    while (simulation.time < seconds - 1e-6) {
      for (let i = 0; i < 3; i++) timeline.step();
      update(x);
    }
    return output.take();
  };
  const seek = (seconds: number): string[] => {
    timeline.seek(seconds);
    state.jumps++;
    update();
    return output.take();
  };
  update();
  return { timeline, output, state, update, runTo, seek, sounds, mixer };
}

const door = (...more: Pairs): Pairs =>
  make(
    "func_door",
    "it",
    ["model", "*1"],
    ["speed", "100"],
    ["wait", "-1"],
    ["origin", "0 0 0"],
    ...more,
  );

describe("sounds of a simulation's entities", () => {
  it("play game sounds at their volume, level and pitch, from the middle of the moving brush", () => {
    const { timeline, output, runTo } = hear([door()]);
    timeline.fire("it", "Open");
    const [event] = runTo(0.5);
    expect(event).toMatch(/^play move[123].wav$/);
    const [voice] = output.voices;
    expect(voice.rate).toBeGreaterThanOrEqual(0.8);
    expect(voice.rate).toBeLessThanOrEqual(1.2);
    // It slides from x = 0 to 100 in a second, and its middle is 100 inches above its origin.
    expect(voice.place![0]).toBeCloseTo(52.5, 3);
    expect(voice.place![2]).toBe(100);
    expect(voice.gain).toBe(0.5);
    expect(runTo(1.2)).toEqual([`stop ${voice.path}`, "play arrive.wav"]);
    // 80 decibels are full at 360 inches.
    const far = hear([door()]);
    far.timeline.fire("it", "Open");
    far.runTo(0.1, 720 + 5);
    expect(far.output.voices[0].gain).toBeCloseTo(0.25, 1);
  });

  it("choose the same file and pitch at a time however that was reached, and not always the same", () => {
    const chosen = (row: number, seek: boolean): string => {
      const names = ["a", "b", "c", "d", "e", "f"];
      const doors = names.map((name) => make("func_door", name, ["model", "*1"], ["wait", "-1"]));
      const { timeline, output, runTo, state } = hear(doors);
      if (seek) {
        runTo(2);
        timeline.seek(0);
        state.jumps++;
      }
      timeline.fire(names[row], "Open");
      runTo(0.2);
      const { path, rate } = output.voices[0];
      return `${path} ${rate}`;
    };
    const first = [0, 1, 2, 3, 4, 5].map((row) => chosen(row, false));
    expect([0, 1, 2, 3, 4, 5].map((row) => chosen(row, true))).toEqual(first);
    expect(new Set(first.map((line) => line.slice(0, 5))).size).toBeGreaterThan(1);
    expect(new Set(first).size).toBeGreaterThan(3);
  });

  it("pause and go on with the simulation", () => {
    const { timeline, state, update, runTo, output } = hear([door(["noise1", "roll.wav"])]);
    timeline.fire("it", "Open");
    expect(runTo(0.3)).toEqual(["play roll.wav"]);
    state.isPaused = true;
    update();
    update();
    expect(output.take()).toEqual(["pause roll.wav"]);
    // Ticks that are stepped through are silent; what they began goes on if it loops.
    while (timeline.simulation.time < 1.2) {
      timeline.step();
      update();
    }
    expect(output.take()).toEqual([]);
    state.isPaused = false;
    update();
    expect(output.take()).toEqual(["resume roll.wav", "stop roll.wav", "loop@0.19 arrive.wav"]);
  });

  it("do not begin again after a jump in time: loops go on where they are by then", () => {
    const fan = make("func_rotating", "fan", ["model", "*1"], ["message", "Fan.Loop"]);
    const music = make("ambient_generic", "m", ["message", "m.mp3"], ["health", "10"]);
    const { timeline, seek, runTo, output } = hear([door(["noise1", "roll.wav"]), fan, music]);
    expect(output.take()).toEqual(["play m.mp3"]);
    timeline.fire("it", "Open");
    timeline.fire("fan", "Start");
    expect(runTo(3).sort()).toEqual([
      "play arrive.wav",
      "play fan.wav",
      "play roll.wav",
      "stop roll.wav",
    ]);
    expect(seek(0.5)).toEqual([
      ...["stop m.mp3", "stop fan.wav", "stop arrive.wav"],
      ...["continue@0.49 m.mp3", "loop@0.48 roll.wav", "loop@0.48 fan.wav"],
    ]);
    // Time runs on: the door arrives as it did.
    expect(runTo(1.2)).toEqual(["stop roll.wav", "play arrive.wav"]);
    expect(seek(0)).toEqual(["stop m.mp3", "stop fan.wav", "stop arrive.wav", "play m.mp3"]);
    expect(runTo(0.3)).toEqual(["play roll.wav", "play fan.wav"]);
  });

  it("of door models follow the skin and hardware, or the model's defaults", () => {
    const text = `mdlkeyvalue { prop_data { base Wooden } door_options {
      defaults { open D.Open close D.Close move D.Move locked D.Locked }
      skin1 { open One.Open surfaceprop metal } hardware2 { unlocked Two.Free } } }`;
    expect(readDoorSounds(text, 1, 2)).toEqual({
      ...{ open: "One.Open", close: "D.Close", move: "D.Move" },
      ...{ locked: "D.Locked", unlocked: "Two.Free" },
    });
    expect(readDoorSounds(text, 0, 0).open).toBe("D.Open");
    expect(readDoorSounds("", 0, 0)).toEqual({});
    const entity = make("prop_door_rotating", "it", ["distance", "90"], ["returndelay", "-1"]);
    const games = "D.Move { wave m.wav } One.Open { wave o.wav } Other { wave x.wav }";
    const modelSounds = new Map([[0, { move: "D.Move", open: "One.Open" }]]);
    const { timeline, runTo, sounds, output } = hear([entity], { games, modelSounds });
    timeline.fire("it", "Open");
    // Its lock has no sound.
    expect(runTo(2)).toEqual(["play m.wav", "play o.wav"]);
    expect([...sounds.gameSounds.keys()]).toEqual(["d.move", "one.open"]);
    expect(output.reports).toEqual([]);
  });

  it("report names that no script has, and go on", () => {
    const { timeline, runTo, output } = hear([door(["noise2", "b.wav"])], { games: "" });
    timeline.fire("it", "Open");
    expect(runTo(1.5)).toEqual(["play b.wav"]);
    expect(output.reports).toEqual(["sound DoorSound.DefaultMove is in no script"]);
  });

  it("that replace values of a game sound are followed", () => {
    const keys: Pairs = [
      ["message", "Fan.Loop"],
      ["maxspeed", "100"],
      ["spawnflags", "16"],
    ];
    const { timeline, runTo, output } = hear([
      make("func_rotating", "fan", ["model", "*1"], ["fanfriction", "100"], ...keys),
    ]);
    timeline.fire("fan", "Start");
    runTo(0.2);
    expect(output.voices[0]).toMatchObject({ gain: 0.4, rate: 0.58 });
    runTo(1);
    expect(output.voices[0]).toMatchObject({ gain: 1, rate: 1 });
  });

  it("are fetched once they can be heard: then loops are heard where they are by then", () => {
    const fan = make("func_rotating", "fan", ["model", "*1"], ["message", "fan.wav"]);
    const { timeline, runTo } = hear([fan]);
    timeline.fire("fan", "Start");
    // 75 decibels are at a hundredth 20,244 inches away.
    expect(runTo(1, 21_000)).toEqual([]);
    expect(runTo(1.5, 2000)).toEqual(["loop@1.15 fan.wav"]);
    timeline.fire("fan", "Stop");
    expect(runTo(2, 21_000)).toEqual(["stop fan.wav"]);
    timeline.fire("fan", "Start");
    runTo(3, 21_000);
    timeline.fire("fan", "Stop");
    expect(runTo(4, 0)).toEqual([]);
  });
});
