import { describe, expect, it } from "vitest";
import type { MapSimulation, Timeline } from "../../../src/simulation/index.ts";
import { make, type Pairs, runEntities } from "../make-simulation.ts";

const KINDS = ["move", "stop", "lock", "press", "break"];

/** Row of a voice as text: `+move name volume pitch level`, with `*` for values that replace a game sound's. */
function describeVoice({ voices }: MapSimulation, row: number): string {
  const { kind, volume, pitch, level, replaces } = voices;
  const loudness = `${Number(volume[row].toFixed(3))}${(replaces[row] & 1) !== 0 ? "*" : ""}`;
  const speed = `${pitch[row]}${(replaces[row] & 2) !== 0 ? "*" : ""}`;
  return `${KINDS[kind[row]]} ${voices.nameOf(row)} ${loudness} ${speed} ${level[row]}`;
}

/** Runs to a time. Returns what began (`+`), ended (`-`) and changed (`~`) in each tick. */
function soundsTo(timeline: Timeline, seconds: number): string[] {
  const { simulation } = timeline;
  const lines: string[] = [];
  const { voices } = simulation;
  const before: [starts: number, isOn: number, text: string][] = [];
  for (let row = 0; row < voices.count; row++) {
    before[row] = [voices.starts[row], voices.isOn[row], describeVoice(simulation, row)];
  }
  while (simulation.time < seconds - 1e-6) {
    timeline.step();
    for (let row = 0; row < voices.count; row++) {
      const [starts = 0, isOn = 0, text = ""] = before[row] ?? [];
      const now = describeVoice(simulation, row);
      const at = simulation.time.toFixed(3);
      if (voices.starts[row] !== starts) lines.push(`${at} +${now}`);
      else if (voices.isOn[row] !== isOn) lines.push(`${at} -${KINDS[voices.kind[row]]}`);
      else if (now !== text && isOn === 1) lines.push(`${at} ~${now}`);
      before[row] = [voices.starts[row], voices.isOn[row], now];
    }
  }
  return lines;
}

/** Sends an input, and returns what is heard until a time. */
function soundsAfter(timeline: Timeline, input: string, seconds: number): string[] {
  const [name, parameter] = input.split(" ");
  timeline.fire("it", name, parameter);
  return soundsTo(timeline, seconds);
}

const door = (...more: Pairs): Pairs =>
  make("func_door", "it", ["model", "*1"], ["speed", "100"], ["wait", "-1"], ...more);

describe("doors", () => {
  it("sound while they move, and when they arrive, by default or by their keys", () => {
    const timeline = runEntities(door());
    expect(soundsAfter(timeline, "Open", 2)).toEqual([
      "0.015 +move DoorSound.DefaultMove 1 100 75",
      "1.020 -move",
      "1.020 +stop DoorSound.DefaultArrive 1 100 75",
    ]);
    const own: Pairs = [
      ["noise1", "a.wav"],
      ["noise2", "b.wav"],
      ["startclosesound", "c.wav"],
      ["closesound", "d.wav"],
      ["unlocked_sound", "e.wav"],
    ];
    const opened = runEntities(door(...own));
    const names = (lines: string[]): string[] => lines.map((line) => line.slice(6, 17));
    expect(names(soundsAfter(opened, "Open", 2))).toEqual([
      ...["+lock e.wav", "+move a.wav", "-move", "+stop b.wav"],
    ]);
    expect(names(soundsAfter(opened, "Close", 4))).toEqual(["+move c.wav", "-move", "+stop d.wav"]);
  });

  it("are heard turning by sounds of their own, and not at all if they are silent", () => {
    const keys: Pairs = [
      ["speed", "90"],
      ["distance", "90"],
    ];
    const turning = runEntities(make("func_door_rotating", "it", ["model", "*1"], ...keys));
    expect(soundsAfter(turning, "Open", 0.1)[0]).toContain("+move RotDoorSound.DefaultMove");
    expect(soundsAfter(runEntities(door(["spawnflags", "4096"])), "Open", 2)).toEqual([]);
  });

  it("sound locked once a second", () => {
    const timeline = runEntities(door(["spawnflags", "2048"]));
    const heard: string[] = [];
    for (const seconds of [0.5, 0.9, 1.5, 2]) {
      heard.push(...soundsAfter(timeline, "Use", seconds));
    }
    expect(heard).toEqual([
      "0.015 +lock DoorSound.DefaultLocked 1 100 75",
      "1.515 +lock DoorSound.DefaultLocked 1 100 75",
    ]);
  });

  it("of models sound by the parts of their model, or by their keys", () => {
    const timeline = runEntities(
      make(
        "prop_door_rotating",
        "it",
        ["distance", "90"],
        ["returndelay", "-1"],
        ["soundcloseoverride", "Shut.Wood"],
      ),
    );
    const heard = [...soundsAfter(timeline, "Open", 2), ...soundsAfter(timeline, "Close", 4)];
    expect(heard.map((line) => line.replace(/^\S+ | 1 100 75$/g, ""))).toEqual([
      ...["+lock #unlocked", "+move #move", "+stop #open"],
      ...["+move #move", "-move", "+stop Shut.Wood"],
    ]);
  });
});

describe("buttons", () => {
  it("sound by their number when pressed, and by the number of their lock", () => {
    const keys: Pairs = [
      ["sounds", "3"],
      ["locked_sound", "2"],
      ["unlocked_sound", "5"],
      ["wait", "1"],
      ["spawnflags", "1024"],
    ];
    const timeline = runEntities(make("func_button", "it", ["model", "*1"], ...keys));
    const pressed = ["+press Buttons.snd3 1 100 75", "+lock Buttons.snd5 1 100 75"];
    expect(soundsAfter(timeline, "Press", 0.3).map((line) => line.slice(6))).toEqual(pressed);
    timeline.seek(8);
    timeline.fire("it", "Lock");
    const locked = [8.2, 8.6, 8.8].flatMap((seconds) => soundsAfter(timeline, "Use", seconds));
    expect(locked).toEqual([
      "8.010 +lock Buttons.snd2 1 100 75",
      "8.625 +lock Buttons.snd2 1 100 75",
    ]);
    expect(
      soundsAfter(runEntities(make("func_button", "it", ["model", "*1"])), "Press", 1),
    ).toEqual([]);
  });

  it("that turn while used sound with the first tick of each use", () => {
    const keys: Pairs = [
      ["sounds", "21"],
      ["distance", "90"],
      ["spawnflags", "1024"],
    ];
    const wheel = runEntities(make("momentary_rot_button", "it", ["model", "*1"], ...keys));
    const heard = [soundsAfter(wheel, "Use", 0.045), soundsAfter(wheel, "Use", 0.5)].flat();
    expect(heard).toEqual(["0.015 +press Buttons.snd21 1 100 75"]);
  });
});

describe("func_rotating", () => {
  it("sounds higher and louder by its speed", () => {
    const keys: Pairs = [
      ["message", "fan.wav"],
      ["volume", "5"],
      ["maxspeed", "100"],
      ["fanfriction", "100"],
      ["spawnflags", "272"],
    ];
    const timeline = runEntities(make("func_rotating", "it", ["model", "*1"], ...keys));
    expect(soundsAfter(timeline, "Start", 0.9)).toEqual([
      "0.120 +move fan.wav 0.1* 44* 66",
      "0.225 ~move fan.wav 0.2* 58* 66",
      "0.330 ~move fan.wav 0.3* 72* 66",
      "0.435 ~move fan.wav 0.4* 86* 66",
      "0.540 ~move fan.wav 0.5* 100* 66",
    ]);
    expect(soundsAfter(timeline, "Stop", 4).at(-1)).toMatch(/ -move$/);
  });
});

describe("movers and trains", () => {
  it("func_movelinear sounds until a tenth of a second after its move", () => {
    const keys: Pairs = [
      ["StartSound", "go.wav"],
      ["StopSound", "end.wav"],
      ["MoveDistance", "100"],
    ];
    const timeline = runEntities(make("func_movelinear", "it", ["model", "*1"], ...keys));
    expect(soundsAfter(timeline, "Open", 2)).toEqual([
      "0.015 +move go.wav 1 100 75",
      "1.125 +move end.wav 1 100 75",
    ]);
    // Another move within that time goes on with the same sound.
    soundsAfter(timeline, "Close", 3.03);
    expect(soundsAfter(timeline, "Open", 3.5)).toEqual([]);
    const still = runEntities(
      make("func_movelinear", "it", ["model", "*1"], ["MoveDistance", "9"]),
    );
    expect(soundsAfter(still, "Open", 1)).toEqual([]);
    expect(still.simulation.isAtRest).toBe(true);
  });

  it("plats sound by default, by name, or by the numbers of old maps", () => {
    const plat = (...keys: Pairs) => make("func_plat", "it", ["model", "*1"], ...keys);
    const moves = (...keys: Pairs) =>
      soundsAfter(runEntities(plat(["height", "150"], ...keys)), "GoDown", 2).map((line) =>
        line.slice(6),
      );
    expect(moves()).toEqual([
      "+move Plat.DefaultMoving 0.85 100 75",
      "-move",
      "+stop Plat.DefaultArrive 0.85 100 75",
    ]);
    expect(moves(["movesnd", "8"], ["stopsnd", "4"], ["volume", "0.5"])).toEqual([
      "+move Plat.HeavyElev 0.5 100 75",
      "-move",
      "+stop Plat.HeavyElevStop 0.5 100 75",
    ]);
    expect(moves(["movesnd", "8"], ["noise1", "own.wav"])[0]).toContain("own.wav");
  });

  it("func_train sounds between its corners", () => {
    const timeline = runEntities(
      make("func_train", "it", ["model", "*1"], ["target", "a"], ["speed", "100"]),
      make("path_corner", "a", ["target", "b"], ["origin", "0 0 0"]),
      make("path_corner", "b", ["origin", "100 0 0"], ["wait", "-1"]),
    );
    expect(soundsAfter(timeline, "Start", 2).map((line) => line.slice(6, 28))).toEqual([
      ...["+move Plat.DefaultMovi", "-move", "+stop Plat.DefaultArri"],
    ]);
  });

  it("func_tracktrain sounds by its speed, pings, and stops", () => {
    const keys: Pairs = [
      ["target", "a"],
      ["startspeed", "500"],
      ["MoveSound", "roll.wav"],
      ["StartSound", "start.wav"],
      ["StopSound", "end.wav"],
      ["MovePingSound", "ping.wav"],
      ["MoveSoundMinTime", "0.1"],
      ["MoveSoundMaxTime", "0.5"],
      ["volume", "6"],
    ];
    const timeline = runEntities(
      make("func_tracktrain", "it", ["model", "*1"], ...keys),
      make("path_track", "a", ["target", "b"], ["origin", "0 0 0"]),
      make("path_track", "b", ["origin", "500 0 0"]),
    );
    timeline.seek(1);
    const heard = soundsAfter(timeline, "StartForward", 3);
    // 60 + 140 / 2: half of 1000 inches a second.
    expect(heard.slice(0, 3)).toEqual([
      "1.020 +stop start.wav 0.6 100 75",
      "1.020 +move roll.wav 0.6 130* 75",
      "1.335 +press ping.wav 1 100 75",
    ]);
    const end = heard.slice(-3).map((line) => line.slice(6));
    expect(end).toEqual(expect.arrayContaining(["+stop end.wav 0.6 100 75", "-move"]));
  });
});

describe("breakables and sparks", () => {
  it("break with the sound of their material, the same in each run", () => {
    const brush = (material: string) =>
      make("func_breakable", "it", ["model", "*1"], ["material", material], ["health", "5"]);
    const broken = (material: string) => soundsAfter(runEntities(brush(material)), "Break", 1);
    const names = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"].map((material) =>
      broken(material)[0]?.split(" ")[2]?.slice(10),
    );
    expect(names).toEqual([
      ...["Glass", "Crate", "Metal", "Flesh", "Concrete", "Ceiling", "Computer"],
      ...[undefined, "Concrete", "Flesh", undefined],
    ]);
    const [line] = broken("1");
    const [, , , volume, pitch] = line.split(" ");
    expect(Number.parseFloat(volume)).toBeGreaterThanOrEqual(0.9);
    expect(Number.parseFloat(pitch)).toBeGreaterThanOrEqual(95);
    expect(Number.parseFloat(pitch)).toBeLessThan(125);
    expect(broken("1")).toEqual([line]);
    const box = runEntities(make("func_physbox", "it", ["model", "*1"], ["material", "2"]));
    expect(soundsAfter(box, "Break", 1)[0]).toContain("Breakable.Metal");
  });

  it("spark aloud unless they are silent", () => {
    const spark = (flags: string) => runEntities(make("env_spark", "it", ["spawnflags", flags]));
    expect(soundsAfter(spark("0"), "SparkOnce", 1)).toEqual(["0.015 +stop DoSpark 1 100 75"]);
    expect(soundsAfter(spark("256"), "SparkOnce", 1)).toEqual([]);
  });
});

describe("sounds of entities", () => {
  it("are the same at a time by running and by seeking, and end when the entity stops", () => {
    const timeline = runEntities(door(["speed", "20"]));
    soundsAfter(timeline, "Open", 2);
    const { simulation } = timeline;
    const read = () =>
      Array.from({ length: simulation.voices.count }, (_, row) => [
        describeVoice(simulation, row),
        simulation.voices.isOn[row],
        simulation.voices.begin[row],
        simulation.voices.starts[row],
      ]);
    const moving = read();
    expect(moving).toHaveLength(1);
    timeline.seek(0);
    expect(read()).toEqual([]);
    timeline.seek(8);
    timeline.seek(2);
    expect(read()).toEqual(moving);
    timeline.fire("it", "Kill");
    timeline.seek(2.1);
    expect(simulation.voices.isOn[0]).toBe(0);
  });
});
