import { describe, expect, it } from "vitest";
import { parseEntities } from "../../src/formats/bsp/read/parse-entities.ts";
import type { AmbientState } from "../../src/map/motion/ambient-state.ts";
import {
  addGameSounds,
  type GameSound,
  type HeardMap,
  listSoundFiles,
  MapMixer,
  type Place,
  type PlayedSound,
  readMapSounds,
  SoundscapeScripts,
} from "../../src/sound/index.ts";

interface Played extends PlayedSound {
  gain: number;
  rate: number;
  place: Place | null;
  isStopped: boolean;
}

const MODELS = {
  count: 2,
  mins: Float32Array.of(0, 0, 0, -10, -10, -10),
  maxs: Float32Array.of(0, 0, 0, 10, 10, 10),
};

function makeMixer(entities: string, script = "", games = "", map: Partial<HeardMap> = {}) {
  const soundscapes = new SoundscapeScripts();
  soundscapes.add(script);
  const gameSounds = new Map<string, GameSound>();
  addGameSounds(gameSounds, games);
  const sounds = readMapSounds(parseEntities(entities), MODELS, { soundscapes, gameSounds });
  const played: Played[] = [];
  const roomsSet: (readonly [number, number])[] = [];
  const heard: HeardMap = {
    isClear: () => true,
    time: () => null,
    placeOf: () => null,
    ambientState: () => null,
    isAreaEnabled: () => null,
    ...map,
  };
  const output = {
    play(sound: PlayedSound) {
      const one: Played = { ...sound, isStopped: false };
      played.push(one);
      return {
        isOver: false,
        setPaused: () => undefined,
        setGain(gain: number) {
          one.gain = gain;
        },
        setRate(rate: number) {
          one.rate = rate;
        },
        setPlace(place: Place | null) {
          one.place = place;
        },
        stop() {
          one.isStopped = true;
        },
      };
    },
    setRoom: (preset: number, volume: number) => void roomsSet.push([preset, volume]),
    report: () => undefined,
  };
  const mixer = new MapMixer(sounds, heard, output, () => 0.5);
  const at = (x: number, seconds = 0.05) =>
    mixer.update(seconds, { place: [x, 0, 0], forward: [1, 0, 0], right: [0, -1, 0] });
  const names = () =>
    played.filter((one) => !one.isStopped).map(({ sound }) => sound.path.slice(6));
  return { sounds, mixer, at, played, names, roomsSet };
}

const ambient = (keys: string) =>
  `{ "classname" "ambient_generic" ${keys} "health" "10" "radius" "360" }\n`;

describe("ambient_generic", () => {
  it("loops from the start unless it is silent at first or does not loop", () => {
    const { at, names, sounds } = makeMixer(
      ambient('"message" "a.wav"') +
        ambient('"message" "b.wav" "spawnflags" "16"') +
        ambient('"message" "c.wav" "spawnflags" "48"') +
        ambient('"message" "d.wav" "spawnflags" "32"'),
    );
    at(0);
    expect(names()).toEqual(["a.wav"]);
    expect(listSoundFiles(sounds)).toEqual(["a", "b", "c", "d"].map((one) => `sound/${one}.wav`));
  });

  it("is quieter with distance, and by its volume", () => {
    // A radius of 360 inches is 60 decibels: full at 36 inches.
    const { at, played } = makeMixer(ambient('"message" "a.wav" "health" "5" "pitch" "80"'));
    at(36);
    expect(played[0]).toMatchObject({ rate: 0.8, place: [0, 0, 0] });
    expect(played[0].gain).toBeCloseTo(0.5, 6);
    at(72);
    expect(played[0].gain).toBeCloseTo(0.25, 6);
    at(1e5);
    expect(played[0].gain).toBe(0);
  });

  it("is heard everywhere with its flag", () => {
    const { at, played } = makeMixer(ambient('"message" "a.wav" "spawnflags" "1"'));
    at(1e5);
    expect(played[0]).toMatchObject({ gain: 1, place: null });
  });

  it("sounds from the entity that it names, where that is now", () => {
    const source = '{ "targetname" "Lift" "origin" "0 0 0" }\n';
    const keys = '"message" "a.wav" "SourceEntityName" "lift" "origin" "500 0 0"';
    const map = { placeOf: (row: number): Place | null => (row === 0 ? [100, 0, 0] : null) };
    const { at, played } = makeMixer(source + ambient(keys), "", "", map);
    at(100);
    expect(played[0].place).toEqual([100, 0, 0]);
    expect(played[0].gain).toBe(1);
  });

  it("loses 2.7 decibels behind a wall, not at once", () => {
    let isClear = true;
    const { at, played } = makeMixer(ambient('"message" "a.wav"'), "", "", {
      isClear: () => isClear,
    });
    at(36);
    expect(played[0].gain).toBe(1);
    isClear = false;
    at(36, 0.3);
    expect(played[0].gain).toBeLessThan(1);
    for (let i = 0; i < 40; i++) at(36, 0.2);
    expect(played[0].gain).toBeCloseTo(10 ** (-2.7 / 20), 3);
  });

  it("is looked for with a ray four times a second", () => {
    let rays = 0;
    const isClear = () => {
      rays++;
      return true;
    };
    const { at } = makeMixer(ambient('"message" "a.wav"'), "", "", { isClear });
    for (let i = 0; i < 20; i++) at(36, 0.05);
    expect(rays).toBeGreaterThanOrEqual(4);
    expect(rays).toBeLessThanOrEqual(5);
  });

  it("follows the simulation: stops, starts again, and takes its volume and pitch", () => {
    let state: AmbientState = { isPlaying: true, volume: 0.5, pitch: 120, start: 1 };
    const map = { ambientState: () => state };
    const keys = '"message" "a.wav" "spawnflags" "17"';
    const { at, played, mixer } = makeMixer(ambient(keys), "", "", map);
    at(0);
    expect(played[0]).toMatchObject({ gain: 0.5, rate: 1.2 });
    state = { ...state, pitch: 90 };
    at(0);
    expect(played).toHaveLength(1);
    expect(played[0].rate).toBe(0.9);
    state = { ...state, start: 2 };
    at(0);
    expect(played.map(({ isStopped }) => isStopped)).toEqual([true, false]);
    state = { ...state, isPlaying: false };
    at(0);
    expect(played.map(({ isStopped }) => isStopped)).toEqual([true, true]);
    expect(mixer.voiceCount).toBe(0);
  });

  it("plays game sounds, and names those that no script has", () => {
    const text =
      ambient('"message" "Fan.Loop"') +
      ambient('"message" "Fan.Gone"') +
      ambient('"message" "!VOX"');
    const game = 'Fan.Loop { wave "f.wav" volume 0.5 soundlevel SNDLVL_80dB }';
    const { at, names, sounds, played } = makeMixer(text, "", game);
    // At its own level of 80 decibels the sound is at half its volume at 720 inches.
    at(720);
    expect(names()).toEqual(["f.wav"]);
    expect(played[0].gain).toBeCloseTo(0.5, 6);
    expect(sounds.missing).toEqual([
      "sound Fan.Gone is in no script",
      "sentence !VOX is not played",
    ]);
  });
});

const SCRIPT = `
  hall { dsp 5 playlooping { volume 0.6 wave hall.wav } playlooping { volume 1 wave both.wav } }
  yard { playlooping { volume 1 wave both.wav } playlooping { volume 1 wave at.wav position 0 }
    playlooping { volume 1 wave nowhere.wav position 1 }
    playrandom { time "4,4" volume 1 position random rndwave { wave r.wav } } }
  cave { playlooping { volume 1 wave cave.wav } }`;
const area = (name: string, x: number, keys = "", kind = "env_soundscape") =>
  `{ "classname" "${kind}" "soundscape" "${name}" "origin" "${x} 0 0" "radius" "150" ${keys} }\n`;
const YARD = `${area("yard", 200, '"position0" "spot"')}{ "targetname" "spot" "origin" "200 9 0" }\n`;

describe("soundscapes", () => {
  it("fade in three seconds, and share loops", () => {
    const { at, played, names, mixer, roomsSet } = makeMixer(area("hall", 0) + YARD, SCRIPT);
    at(0, 0);
    expect(mixer.soundscape).toBe("hall");
    expect(roomsSet).toEqual([[5, 1]]);
    at(0, 1.5);
    expect(played.map(({ gain }) => gain)).toEqual([0.5, 0.5]);
    at(0, 3);
    expect(played.map(({ gain }) => gain)).toEqual([0.6, 1]);
    at(200, 0);
    expect(mixer.soundscape).toBe("yard");
    // A place that no entity has silences its sound.
    expect(names()).toEqual(["hall.wav", "both.wav", "at.wav"]);
    expect(played[2].place).toEqual([200, 9, 0]);
    at(200, 1);
    expect(played[0].gain).toBeCloseTo(0.6 - 1 / 3, 6);
    expect(played[1].gain).toBe(1);
    at(200, 0.9);
    expect(names()).toEqual(["both.wav", "at.wav"]);
  });

  it("are those of the nearest place in reach and in sight; the last one stays", () => {
    const blocked = new Set<number>();
    const isClear = (from: Place) => !blocked.has(from[0]);
    const { at, mixer } = makeMixer(area("hall", 0) + area("yard", 200), SCRIPT, "", { isClear });
    at(-160);
    expect(mixer.soundscape).toBeNull();
    at(90);
    expect(mixer.soundscape).toBe("hall");
    at(110);
    expect(mixer.soundscape).toBe("yard");
    blocked.add(200);
    at(110);
    expect(mixer.soundscape).toBe("hall");
    at(1000);
    expect(mixer.soundscape).toBe("hall");
  });

  it("start disabled, or as the simulation says", () => {
    let isEnabled: boolean | null = null;
    const map = { isAreaEnabled: () => isEnabled };
    const { at, mixer } = makeMixer(area("hall", 0, '"StartDisabled" "1"'), SCRIPT, "", map);
    at(0);
    expect(mixer.soundscape).toBeNull();
    isEnabled = true;
    at(0);
    expect(mixer.soundscape).toBe("hall");
  });

  it("of a proxy are those of its main one", () => {
    const proxy =
      '{ "classname" "env_soundscape_proxy" "MainSoundscapeName" "main" "origin" "900 0 0" "radius" "-1" }\n';
    const { at, mixer } = makeMixer(area("hall", 0, '"targetname" "main"') + proxy, SCRIPT);
    at(5000);
    expect(mixer.soundscape).toBe("hall");
  });

  it("of triggers are heard inside them, before all others", () => {
    const trigger =
      '{ "classname" "trigger_soundscape" "soundscape" "t" "model" "*1" "origin" "50 0 0" }\n';
    const named = area("cave", 0, '"targetname" "t"', "env_soundscape_triggerable");
    const { at, mixer } = makeMixer(area("hall", 0) + named + trigger, SCRIPT);
    at(0);
    expect(mixer.soundscape).toBe("hall");
    at(45);
    expect(mixer.soundscape).toBe("cave");
    at(61);
    at(61);
    expect(mixer.soundscape).toBe("hall");
  });

  it("play random sounds in their interval, around the listener", () => {
    const { at, played } = makeMixer(area("yard", 0), SCRIPT);
    at(0, 0);
    const randoms = () => played.filter(({ sound }) => sound.path === "sound/r.wav");
    // The first comes after half of the interval.
    at(0, 1.9);
    expect(randoms()).toHaveLength(0);
    at(0, 0.2);
    expect(randoms()).toHaveLength(1);
    // Half way between -180 and 180 degrees: to the right, at 36 inches.
    expect(randoms()[0].place?.map(Math.round)).toEqual([0, -36, 0]);
    at(0, 3.9);
    expect(randoms()).toHaveLength(1);
    at(0, 0.2);
    expect(randoms()).toHaveLength(2);
  });

  it("that no script has are named, once", () => {
    const { at, sounds, mixer } = makeMixer(area("gone", 0) + area("Gone", 10), SCRIPT);
    expect(sounds.missing).toEqual(["soundscape gone is in no script"]);
    at(0);
    expect(mixer.soundscape).toBeNull();
  });

  it("stop at once", () => {
    const { at, mixer, names } = makeMixer(area("hall", 0) + ambient('"message" "a.wav"'), SCRIPT);
    at(0, 1);
    mixer.stop();
    expect(names()).toEqual([]);
    expect(mixer.soundscape).toBeNull();
    at(0, 1);
    expect(names()).toHaveLength(3);
  });
});
