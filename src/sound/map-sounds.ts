/** Reads the sounds of a map's entities, and where its soundscapes are heard. */

import {
  type NamedSounds,
  type SoundingEntity,
  selectGameSounds,
  soundsByMoving,
} from "./entity-sounds.ts";
import type { GameSound } from "./game-sounds.ts";
import type { ModelSounds } from "./model-sounds.ts";
import { type Interval, levelOfRadius, readSoundName, type SoundName } from "./sound-values.ts";
import {
  type LoopedSound,
  type RandomSound,
  SOUNDSCAPE_PLACES,
  type Soundscape,
  type SoundscapeScripts,
} from "./soundscapes.ts";

/** An `ambient_generic`. */
export interface AmbientSound {
  /** Row of the entity lump. */
  readonly entity: number;
  /** Row of the entity at whose place the sound is. */
  readonly source: number;
  readonly sound: SoundName;
  /** Where `source` stands when the map starts, inches. */
  readonly origin: readonly [number, number, number];
  /** Decibels; 0 is heard everywhere. */
  readonly level: number;
  /** 0 to 1. */
  readonly volume: number;
  /** Percent of the sound's own speed. */
  readonly pitch: number;
  /** Whether it plays from the start: it loops and is not silent at first. */
  readonly starts: boolean;
}

/** An `env_soundscape`, `env_soundscape_proxy` or `env_soundscape_triggerable`. */
export interface SoundscapeArea {
  /** Row of the entity lump. */
  readonly entity: number;
  readonly origin: readonly [number, number, number];
  /** Greatest distance in inches at which a listener in sight hears the soundscape; -1 is any distance. */
  readonly radius: number;
  /** Row of `MapSounds.soundscapes`; -1 if no script has it. */
  readonly soundscape: number;
  /** Places of the sounds, `null` for those that no entity has. */
  readonly places: readonly (readonly [number, number, number] | null)[];
  readonly startsDisabled: boolean;
  /** Heard in triggers only, not by radius. */
  readonly isTriggered: boolean;
}

/** A `trigger_soundscape`: its area is heard inside the box of its brush model. */
export interface SoundscapeTrigger {
  readonly entity: number;
  /** Row of `MapSounds.areas`. */
  readonly area: number;
  /** World space, inches. */
  readonly mins: readonly [number, number, number];
  readonly maxs: readonly [number, number, number];
}

/** Boxes of a map's brush models in their own space: 3 numbers a model, inches. */
export interface ModelBoxes {
  readonly count: number;
  readonly mins: Float32Array;
  readonly maxs: Float32Array;
}

export interface MapSounds extends NamedSounds {
  readonly ambients: readonly AmbientSound[];
  readonly areas: readonly SoundscapeArea[];
  readonly triggers: readonly SoundscapeTrigger[];
  /** Number of entities that sound as they move, are used, or break. */
  readonly moverCount: number;
  readonly soundscapes: readonly Soundscape[];
  /** One sentence for each name that nothing has, without files of sounds. */
  readonly missing: readonly string[];
}

const EVERYWHERE = 1;
const STARTS_SILENT = 16;
const IS_NOT_LOOPING = 32;

const AREA_CLASSES = new Set([
  ...["env_soundscape", "env_soundscape_proxy", "env_soundscape_triggerable"],
]);

/** Scripts of the game that the map belongs to. */
export interface SoundScripts {
  readonly soundscapes: SoundscapeScripts;
  readonly gameSounds: ReadonlyMap<string, GameSound>;
  /** Sounds of models, by row of the entity lump. None if omitted. */
  readonly modelSounds?: ReadonlyMap<number, ModelSounds>;
}

/** Reads the sounds of all entities. */
export function readMapSounds(
  entities: readonly SoundingEntity[],
  models: ModelBoxes,
  { soundscapes: scripts, gameSounds, modelSounds = new Map() }: SoundScripts,
): MapSounds {
  const byName = new Map<string, number>();
  for (const [row, entity] of entities.entries()) {
    const name = entity.get("targetname")?.toLowerCase();
    if (name && !byName.has(name)) byName.set(name, row);
  }
  const rowOf = (name: string | undefined): number => byName.get(name?.toLowerCase() ?? "") ?? -1;
  const missing = new Set<string>();
  const soundscapes: Soundscape[] = [];
  const soundscapeRows = new Map<string, number>();

  function soundscapeRow(name: string): number {
    const key = name.toLowerCase();
    const known = soundscapeRows.get(key);
    if (known !== undefined) return known;
    const found = scripts.find(name);
    if (found === null) missing.add(`soundscape ${name} is in no script`);
    for (const inner of found?.missing ?? []) missing.add(`soundscape ${inner} is in no script`);
    const row = found === null ? -1 : soundscapes.push(found) - 1;
    soundscapeRows.set(key, row);
    return row;
  }

  const ambients: AmbientSound[] = [];
  const areas: SoundscapeArea[] = [];
  const areaOfEntity = new Map<number, number>();
  for (const [row, entity] of entities.entries()) {
    const className = entity.get("classname")?.toLowerCase() ?? "";
    if (className === "ambient_generic") {
      const name = entity.get("message") ?? "";
      const found = findSound(name, gameSounds);
      if (found !== null) ambients.push(readAmbient(entities, row, rowOf, found));
      else if (name.startsWith("!")) missing.add(`sentence ${name} is not played`);
      else if (name !== "") missing.add(`sound ${name} is in no script`);
    } else if (AREA_CLASSES.has(className)) {
      // A proxy takes the soundscape and the places of another entity.
      const main = className.endsWith("_proxy") ? rowOf(entity.get("MainSoundscapeName")) : row;
      const from = main < 0 ? entity : entities[main];
      const places = Array.from({ length: SOUNDSCAPE_PLACES }, (_, i) => {
        const place = rowOf(from.get(`position${i}`));
        return place < 0 ? null : originOf(entities[place]);
      });
      const name = from.get("soundscape");
      areaOfEntity.set(row, areas.length);
      areas.push({
        entity: row,
        origin: originOf(entity),
        radius: numberOf(entity, "radius", 0),
        soundscape: name ? soundscapeRow(name) : -1,
        places,
        startsDisabled: numberOf(entity, "StartDisabled", 0) !== 0,
        isTriggered: className.endsWith("_triggerable"),
      });
    }
  }
  const triggers: SoundscapeTrigger[] = [];
  for (const [row, entity] of entities.entries()) {
    if (entity.get("classname")?.toLowerCase() !== "trigger_soundscape") continue;
    const area = areaOfEntity.get(rowOf(entity.get("soundscape")));
    const model = Number.parseInt((entity.get("model") ?? "").replace(/^\*/, ""), 10);
    if (area === undefined || !areas[area].isTriggered || !(model > 0 && model < models.count)) {
      continue;
    }
    const origin = originOf(entity);
    const corner = (of: Float32Array) =>
      origin.map((at, i) => at + of[model * 3 + i]) as unknown as typeof origin;
    triggers.push({ entity: row, area, mins: corner(models.mins), maxs: corner(models.maxs) });
  }
  return {
    ...{ ambients, areas, triggers, soundscapes, missing: [...missing], modelSounds },
    moverCount: entities.filter(soundsByMoving).length,
    gameSounds: selectGameSounds(entities, modelSounds, gameSounds),
  };
}

interface FoundSound {
  readonly sound: SoundName;
  readonly game: GameSound | null;
}

function findSound(name: string, gameSounds: ReadonlyMap<string, GameSound>): FoundSound | null {
  const game = gameSounds.get(name.toLowerCase());
  if (game !== undefined) {
    return game.sounds.length === 0 ? null : { sound: game.sounds[0], game };
  }
  const sound = readSoundName(name);
  return sound === null ? null : { sound, game: null };
}

function readAmbient(
  entities: readonly SoundingEntity[],
  row: number,
  rowOf: (name: string | undefined) => number,
  { sound, game }: FoundSound,
): AmbientSound {
  const entity = entities[row];
  const flags = numberOf(entity, "spawnflags", 0);
  const named = rowOf(entity.get("SourceEntityName"));
  const source = named < 0 ? row : named;
  const own = (flags & EVERYWHERE) !== 0 ? 0 : levelOfRadius(numberOf(entity, "radius", 0));
  // The entity's volume and pitch replace those of a game sound, but not its level
  // (`EmitAmbientSound`, SoundEmitterSystem.cpp).
  const middle = ({ low, high }: Interval): number => (low + high) / 2;
  return {
    entity: row,
    source,
    sound,
    origin: originOf(entities[source]),
    level: game === null ? own : middle(game.level),
    volume: Math.min(Math.max(numberOf(entity, "health", 0) / 10, 0), 1),
    pitch: clampPitch(numberOf(entity, "pitch", 100) || 100),
    starts: (flags & (STARTS_SILENT | IS_NOT_LOOPING)) === 0,
  };
}

const clampPitch = (pitch: number): number => Math.min(Math.max(pitch, 1), 255);

/** Lists the files of all sounds, each once. */
export function listSoundFiles({ ambients, soundscapes }: MapSounds): string[] {
  const files = new Set(ambients.map(({ sound }) => sound.path));
  for (const { loops, randoms } of soundscapes) {
    for (const { sound } of loops as readonly LoopedSound[]) files.add(sound.path);
    for (const { sounds } of randoms as readonly RandomSound[]) {
      for (const { path } of sounds) files.add(path);
    }
  }
  return [...files];
}

function originOf(entity: SoundingEntity): readonly [number, number, number] {
  const [x = 0, y = 0, z = 0] = (entity.get("origin") ?? "").trim().split(/\s+/).map(Number);
  return [x, y, z].every(Number.isFinite) ? [x, y, z] : [0, 0, 0];
}

function numberOf(entity: SoundingEntity, key: string, initial: number): number {
  const value = Number.parseFloat(entity.get(key) ?? "");
  return Number.isFinite(value) ? value : initial;
}
