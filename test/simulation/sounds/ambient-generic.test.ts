import { describe, expect, it } from "vitest";
import { ambientState } from "../../../src/simulation/index.ts";
import { make, type Pairs, runEntities } from "../make-simulation.ts";

const sound = (...more: Pairs): Pairs =>
  make("ambient_generic", "it", ["message", "a.wav"], ["health", "8"], ...more);

/** Percent of volume and pitch at each step: a tenth of a second after the start, then every fifth. */
function stepsOf(entity: Pairs, count: number, ...inputs: string[]): [number, number][] {
  const timeline = runEntities(entity);
  for (const input of inputs) timeline.fire("it", input);
  return Array.from({ length: count }, (_, i) => {
    timeline.seek(i * 0.2 + 0.14);
    const { volume, pitch } = ambientState(timeline.simulation, 0)!;
    return [Math.round(volume * 100), pitch];
  });
}

describe("ambient_generic", () => {
  it("spins its pitch up and down by 64ths of 256 percent a step", () => {
    // (101 - 61) * 64 / 256 = 10 a step.
    const keys: Pairs = [
      ["pitch", "130"],
      ["pitchstart", "100"],
      ["spinup", "61"],
      ["spindown", "81"],
    ];
    expect(stepsOf(sound(...keys), 5).map(([, pitch]) => pitch)).toEqual([110, 120, 130, 130, 130]);
    const timeline = runEntities(sound(...keys));
    timeline.seek(2);
    timeline.fire("it", "StopSound");
    timeline.seek(2.2);
    // Above the highest pitch the ramp went one step further, by 10; down it goes by 5.
    expect(ambientState(timeline.simulation, 0)).toMatchObject({ isPlaying: true, pitch: 130 });
    timeline.seek(2.6);
    expect(ambientState(timeline.simulation, 0)!.pitch).toBe(125);
    timeline.seek(4);
    expect(ambientState(timeline.simulation, 0)!.isPlaying).toBe(false);
  });

  it("fades by the old keys if it has no seconds", () => {
    // (101 - 61) * 64 / 256 = 10 a step, from 10.
    const old: Pairs = [
      ["volstart", "1"],
      ["fadein", "61"],
    ];
    expect(stepsOf(sound(...old), 4).map(([volume]) => volume)).toEqual([20, 30, 40, 50]);
    const seconds = stepsOf(sound(...old, ["fadeinsecs", "4"]), 4).map(([volume]) => volume);
    expect(seconds).toEqual([15, 20, 25, 30]);
    expect(stepsOf(sound(...old, ["fadeinsecs", "0"]), 1)[0][0]).toBe(80);
  });

  it("oscillates as a square, a triangle, or at random", () => {
    const lfo = (type: string, ...more: Pairs): Pairs =>
      sound(["lfotype", type], ["lforate", "100"], ...more);
    // 256ths: 100, 200, then down from 255. Half of the volume goes up and down by 127 or 128.
    const square = stepsOf(lfo("1", ["lfomodvol", "10"]), 5).map(([volume]) => volume);
    expect(square).toEqual([92, 68, 68, 68, 92]);
    const triangle = stepsOf(lfo("2", ["lfomodpitch", "100"]), 5).map(([, pitch]) => pitch);
    expect(triangle).toEqual([72, 172, 227, 127, 27]);
    const random = stepsOf(lfo("3", ["lfomodpitch", "100"]), 24).map(([, pitch]) => pitch);
    // A new number each time that the triangle is at its top.
    expect(random.slice(0, 2)).toEqual([1, 1]);
    expect(new Set(random).size).toBeGreaterThan(2);
    expect(stepsOf(lfo("3", ["lfomodpitch", "100"]), 24).map(([, pitch]) => pitch)).toEqual(random);
  });

  it("takes all of a preset: 7 beats, 23 spins up with each use and is never stopped", () => {
    const beats = stepsOf(sound(["preset", "7"], ["fadeinsecs", "1"]), 3);
    // From 10 by (101 - 40) * 64 / 256 a step, 12.7 more or 12.8 less by the beat.
    expect(beats).toEqual([
      [25 + 12, 100],
      [40 + 12, 100],
      [50 - 12, 100],
    ]);
    const timeline = runEntities(sound(["preset", "23"]));
    const pitchAfter = (uses: number): number => {
      for (let i = 0; i < uses; i++) {
        timeline.fire("it", "ToggleSound");
        timeline.seek(timeline.simulation.time + 5);
      }
      return ambientState(timeline.simulation, 0)!.pitch;
    };
    timeline.seek(5);
    // 75 + 36 for each use: (255 - 75) / 5.
    expect([pitchAfter(0), pitchAfter(1), pitchAfter(1), pitchAfter(9)]).toEqual([
      111, 147, 183, 255,
    ]);
    expect(ambientState(timeline.simulation, 0)!.isPlaying).toBe(true);
  });

  it("is the same at a time by running and by seeking", () => {
    const entity = sound(["preset", "25"]);
    const timeline = runEntities(entity);
    timeline.seek(7);
    const late = ambientState(timeline.simulation, 0);
    timeline.seek(9);
    timeline.seek(7);
    expect(ambientState(timeline.simulation, 0)).toEqual(late);
    expect(late!.pitch).not.toBe(100);
  });
});
