/** The demo's sounds and particle systems: they decode, loop without a click, and are found by name. */

import { describe, expect, it } from "vitest";
import { buildEffects, MAP_NAME } from "../../assets/demo-content.ts";
import { buildDemoMap } from "../../assets/maps/visleaf-demo.ts";
import { parsePcf } from "../../src/formats/pcf/parse-pcf.ts";
import { parseWav } from "../../src/formats/wav/parse-wav.ts";
import { findIn, type PlanProblem, planSystem } from "../../src/particles/systems/system-plan.ts";
import {
  addGameSounds,
  type GameSound,
  listSoundFiles,
  readMapSounds,
  SoundscapeScripts,
} from "../../src/sound/index.ts";

const files = buildEffects();
const textOf = (path: string): string => new TextDecoder().decode(files.get(path));
const map = buildDemoMap();
const sounds = [...files].filter(([path]) => path.endsWith(".wav"));

describe("the demo's sounds", () => {
  it.each(sounds)("%s is loud, not clipped, and as short as it can be", (_, bytes) => {
    const { sampleRate, channels } = parseWav(bytes);
    expect([sampleRate, channels.length]).toEqual([11_025, 1]);
    const [samples] = channels;
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(peak).toBeGreaterThan(0.25);
    expect(samples.filter((sample) => Math.abs(sample) > 0.985).length).toBeLessThan(
      samples.length / 200,
    );
    expect(bytes.length).toBeLessThan(48_000);
  });

  it("loop without a click", () => {
    const loops = sounds.map(([, bytes]) => parseWav(bytes)).filter((one) => one.loopStart === 0);
    expect(loops).toHaveLength(7);
    for (const { channels } of loops) {
      const [samples] = channels;
      let steepest = 0;
      for (let i = 1; i < samples.length; i++) {
        steepest = Math.max(steepest, Math.abs(samples[i] - samples[i - 1]));
      }
      expect(Math.abs(samples[0] - samples[samples.length - 1])).toBeLessThanOrEqual(steepest);
    }
  });

  it("are found by every entity and script that names them", () => {
    const soundscapes = new SoundscapeScripts();
    soundscapes.add(textOf(`scripts/soundscapes_${MAP_NAME}.txt`));
    const gameSounds = new Map<string, GameSound>();
    addGameSounds(gameSounds, textOf(`maps/${MAP_NAME}_level_sounds.txt`));
    const models = { count: 0, mins: new Float32Array(0), maxs: new Float32Array(0) };
    const heard = readMapSounds(map.entities, models, { soundscapes, gameSounds });
    expect(heard.missing).toEqual([]);
    expect(heard.ambients.filter(({ starts }) => starts)).toHaveLength(3);
    expect(heard.areas.every(({ soundscape }) => soundscape >= 0)).toBe(true);
    const named = map.entities.flatMap(({ pairs }) =>
      pairs.map(([, value]) => value).filter((value) => value.endsWith(".wav")),
    );
    const wanted = new Set([
      ...listSoundFiles(heard),
      ...named.map((name) => `sound/${name}`),
      ...[...gameSounds.values()].flatMap((one) => one.sounds.map(({ path }) => path)),
    ]);
    expect([...wanted].sort()).toEqual(sounds.map(([path]) => path).sort());
  });
});

describe("the demo's particle systems", () => {
  it("run in full: the fountain, its veil and its mist", () => {
    const pcf = parsePcf(files.get(`particles/${MAP_NAME}.pcf`)!);
    expect(textOf(`maps/${MAP_NAME}_particles.txt`)).toContain(`particles/${MAP_NAME}.pcf`);
    for (const entity of map.entities) {
      const name = entity.get("effect_name");
      if (name === undefined) continue;
      const problems: PlanProblem[] = [];
      const plan = planSystem(name, findIn(pcf), problems);
      expect(problems).toEqual([]);
      expect(plan?.children.map((child) => child.name)).toEqual([
        "visleaf_fountain_veil",
        "visleaf_fountain_mist",
      ]);
      expect(plan?.renderer?.kind).toBe("trail");
    }
  });
});
