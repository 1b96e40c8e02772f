import { describe, expect, it } from "vitest";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { ambientState, Timeline } from "../../src/simulation/index.ts";
import { MapMixer, readMapSounds, SoundscapeScripts } from "../../src/sound/index.ts";
import { placeOf } from "../../src/viewer/simulation/describe-entity.ts";
import { hasCorpus, readCorpus } from "../support/corpus.ts";
import { RecordedOutput } from "./recorded-output.ts";

/** Runs a map, opens all of one class at a second, and lists what is played, with times. */
function heardIn(name: string, opened: string, seconds: number) {
  const bsp = parseBsp(readCorpus(`../corpus2/living/maps/${name}.bsp`));
  const timeline = new Timeline(bsp);
  const { simulation } = timeline;
  const scripts = { soundscapes: new SoundscapeScripts(), gameSounds: new Map() };
  const sounds = readMapSounds(bsp.entities, bsp.models, scripts);
  const output = new RecordedOutput();
  const time = () => ({
    ...{ seconds: simulation.time, isPaused: false, jumps: 0, voices: simulation.voices },
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
  const lines: string[] = [];
  while (simulation.time < seconds) {
    const isDue = Math.abs(simulation.time - 0.99) < 0.01;
    if (isDue) timeline.fire(opened, "Open");
    for (let i = 0; i < 3; i++) timeline.step();
    mixer.update(0.045, { place: [0, 0, 0], forward: [1, 0, 0], right: [0, -1, 0] });
    for (const event of output.take()) lines.push(`${simulation.time.toFixed(2)} ${event}`);
  }
  return {
    lines: lines.filter((line) => !line.startsWith("0.0")),
    reports: output.reports,
  };
}

describe.skipIf(!hasCorpus)("sounds of real maps", () => {
  it("facility01: four doors that open at once, and stop after their own ways", () => {
    const { lines } = heardIn("facility01", "func_door", 4);
    const [move, stop] = ["doors/heavy_metal_move1.wav", "doors/heavy_metal_stop1.wav"];
    expect(lines).toEqual([
      ...[1, 2, 3, 4].map(() => `1.03 play ${move}`),
      ...[`1.89 stop ${move}`, `1.89 play ${stop}`],
      ...[`2.07 stop ${move}`, `2.07 stop ${move}`, `2.07 play ${stop}`, `2.07 play ${stop}`],
      // A logic_timer plays a random one of five.
      "2.20 play ambient/levels/prison/radio_random13.wav",
      ...[`2.74 stop ${move}`, `2.74 play ${stop}`],
    ]);
  });

  it("prologue01: one door, which sounds until it has arrived", () => {
    const { lines } = heardIn("prologue01", "func_door*", 4);
    expect(lines).toEqual([
      ...["1.03 play doors/metal_move1.wav", "2.29 stop doors/metal_move1.wav"],
      "2.29 play doors/metal_stop1.wav",
    ]);
  });

  it("dd00a: doors of models are silent without their files, and nothing is reported", () => {
    const { lines, reports } = heardIn("dd00a", "prop_door_rotating", 3);
    expect([lines, reports]).toEqual([[], []]);
  });
});
