import { describe, expect, it } from "vitest";
import { addGameSounds, type GameSound } from "../../src/sound/game-sounds.ts";
import {
  gainAt,
  levelOfRadius,
  readInterval,
  readLevel,
  readSoundName,
} from "../../src/sound/sound-values.ts";
import { SoundscapeScripts } from "../../src/sound/soundscapes.ts";

const one = (value: number) => ({ low: value, high: value });

function find(name: string, text: string) {
  const scripts = new SoundscapeScripts();
  scripts.add(text);
  return scripts.find(name);
}

describe("readSoundName", () => {
  it.each([
    ["ambient\\Wind.wav", "sound/ambient/wind.wav", false, false],
    ["*#music/a.mp3", "sound/music/a.mp3", true, false],
    [")@b.wav", "sound/b.wav", false, true],
  ])("%s is %s", (name, path, isDry, isOmni) => {
    expect(readSoundName(name)).toEqual({ path, isDry, isOmni });
  });

  it.each(["!HG_ALERT0", "?voice.wav", "World.Hack", "", "*"])("%j is no file", (name) => {
    expect(readSoundName(name)).toBeNull();
  });
});

describe("levels and intervals", () => {
  it.each([
    ["SNDLVL_75dB", one(75)],
    ["sndlvl_talking", one(80)],
    ["SNDLVL_NONE", one(0)],
    ["SNDLVL_WHAT", one(75)],
    ["70,80", { low: 70, high: 80 }],
  ])("readLevel(%s)", (text, level) => expect(readLevel(text)).toEqual(level));

  it.each([
    ["0.5", one(0.5)],
    ["95,105", { low: 95, high: 105 }],
    ["PITCH_LOW, PITCH_HIGH", { low: 95, high: 120 }],
    ["what", one(0)],
  ])("readInterval(%s)", (text, interval) => expect(readInterval(text)).toEqual(interval));

  // 40 + 20 log10(radius / 36), without its fraction, as `ComputeSoundlevel` has it.
  it.each([
    [0, 0],
    [36, 40],
    [360, 60],
    [1250, 70],
  ])("a radius of %d is %d decibels", (radius, level) => {
    expect(levelOfRadius(radius)).toBe(level);
  });

  it.each([
    [60, 36, 1],
    [60, 72, 0.5],
    [80, 720, 0.5],
    [60, 0, 1],
    [0, 1e6, 1],
    [60, 36 * 101, 0],
  ])("%d decibels at %d inches have a gain of %d", (level, distance, gain) => {
    expect(gainAt(level, distance)).toBeCloseTo(gain, 6);
  });
});

describe("SoundscapeScripts", () => {
  it("reads loops, random sounds and the room", () => {
    const found = find(
      "town",
      `"Town" { "dsp" "20" "dsp_volume" "0.5"
        playlooping { volume "0.25, 0.5" wave "*wind.wav" pitch 90 attenuation 0.5 position 2 }
        playlooping { wave "no_volume.wav" }
        playrandom { time "5,10" volume 0.6 pitch "90,105" position random soundlevel SNDLVL_80dB
          rndwave { wave a.wav wave "b.wav" wave "!sentence" } } }`,
    );
    const wind = { path: "sound/wind.wav", isDry: false, isOmni: false };
    expect(found).toMatchObject({ name: "town", room: 20, roomVolume: 0.5, missing: [] });
    expect(found?.loops).toEqual([
      // 50 + 20 / 0.5 decibels.
      {
        sound: wind,
        volumes: [{ low: 0.25, high: 0.5 }],
        pitch: one(90),
        level: one(90),
        place: 2,
      },
    ]);
    expect(found?.randoms).toHaveLength(1);
    expect(found?.randoms[0]).toMatchObject({
      ...{ seconds: { low: 5, high: 10 }, volumes: [one(0.6)], pitch: { low: 90, high: 105 } },
      ...{ level: one(80), place: "random" },
    });
    expect(found?.randoms[0].sounds.map(({ path }) => path)).toEqual([
      "sound/a.wav",
      "sound/b.wav",
    ]);
  });

  it("includes soundscapes at their volume and place", () => {
    const found = find(
      "outer",
      `outer { dsp 1
        playsoundscape { name inner volume 0.5 position 1 }
        playsoundscape { name inner volume 0.2 positionoverride 3 }
        playsoundscape { name Nowhere } }
      inner { dsp 9
        playlooping { volume 0.5 wave at.wav position 2 }
        playlooping { volume 1 wave everywhere.wav } }`,
    );
    const loops = found?.loops.map(({ sound, volumes, place }) => [
      sound.path.slice(6),
      volumes.map(({ low }) => low),
      place,
    ]);
    expect(loops).toEqual([
      ["at.wav", [0.5, 0.5], 3],
      ["everywhere.wav", [0.5], "everywhere"],
      ["at.wav", [0.2, 0.5], 3],
      ["everywhere.wav", [0.2], 3],
    ]);
    // An included soundscape does not set the room.
    expect(found?.room).toBe(1);
    expect(found?.missing).toEqual(["Nowhere"]);
  });

  it("ends soundscapes that include themselves after eight rounds", () => {
    const text = "a { playlooping { volume 1 wave a.wav } playsoundscape { name a } }";
    expect(find("a", text)?.loops).toHaveLength(9);
  });

  it("ends a soundscape that grows with each round", () => {
    const many = "playsoundscape { name a } ".repeat(50);
    const found = find("a", `a { playlooping { volume 1 wave a.wav } ${many} }`);
    expect(found?.loops.length).toBeLessThan(1000);
  });

  it("takes the last soundscape of a name, and leaves out other systems' parts", () => {
    const text = `a { dsp 1 } A { dsp 2 dsp 3 [$X360] } b { dsp 4 } [$X360]`;
    expect(find("a", text)?.room).toBe(2);
    expect(find("b", text)).toBeNull();
  });
});

describe("addGameSounds", () => {
  it("reads waves, and lets later scripts win", () => {
    const table = new Map<string, GameSound>();
    addGameSounds(table, `"Door.Open" { wave ")a.wav" volume VOL_NORM }`);
    addGameSounds(
      table,
      `"door.open" { channel CHAN_STATIC volume 0.5 pitch "90,110" soundlevel SNDLVL_60dB
        rndwave { wave b.wav wave c.mp3 } }`,
    );
    expect(table.size).toBe(1);
    const sound = table.get("door.open");
    expect(sound).toMatchObject({
      volume: one(0.5),
      pitch: { low: 90, high: 110 },
      level: one(60),
    });
    expect(sound?.sounds.map(({ path }) => path)).toEqual(["sound/b.wav", "sound/c.mp3"]);
  });
});
