/** Reads a map's sounds in the worker. Loaded with the first request. */

import { Content } from "../../content/content.ts";
import { LumpFile } from "../../content/report/lump-file.ts";
import { FormatError } from "../../core/errors.ts";
import { readEntityLump } from "../../formats/bsp/read/parse-entities.ts";
import { MODELS } from "../../formats/bsp/records/tree.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { parseKeyValues } from "../../formats/keyvalues/parse-keyvalues.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { openMdl } from "../../formats/studio/open-mdl.ts";
import { isWav, parseWav } from "../../formats/wav/parse-wav.ts";
import {
  addGameSounds,
  type GameSound,
  type MapSounds,
  type ModelSounds,
  readDoorSounds,
  readMapSounds,
  SoundscapeScripts,
  soundsByMoving,
} from "../../sound/index.ts";
import { type MapSource, openMapSource } from "../load/map-source.ts";
import { type AskedSources, sourcesOf } from "./served-sources.ts";

export interface AskedSounds extends AskedSources {
  readonly map: MapSource;
}

export interface AskedSoundFile extends AskedSources {
  /** Content path: `sound/ambient/wind.wav`. */
  readonly path: string;
}

export interface FoundSounds {
  readonly sounds: MapSounds;
  /** One sentence for each script that cannot be read. */
  readonly warnings: readonly string[];
}

/** A sound file: samples, or bytes that the browser decodes. */
export type SoundFile =
  | {
      readonly kind: "samples";
      /** Samples a second. */
      readonly sampleRate: number;
      readonly channels: readonly Float32Array[];
      /** First sample of the loop; -1 for none. */
      readonly loopStart: number;
    }
  | { readonly kind: "encoded"; readonly bytes: Uint8Array };

const SOUNDSCAPES = "scripts/soundscapes_manifest.txt";
const GAME_SOUNDS = "scripts/game_sounds_manifest.txt";
/** Scripts of a manifest that are read; games have some dozens. */
const MOST_SCRIPTS = 500;

/** Rejects with FormatError if the map cannot be read, or with one sentence if a read fails. */
export async function serveSounds(asked: AskedSounds): Promise<FoundSounds> {
  const { bytes } = await openMapSource(asked.map);
  const file = await LumpFile.open(bytes);
  const lumps = await file.readLumps("LUMP_ENTITIES", "LUMP_MODELS");
  const entities = readEntityLump(lumps);
  const mapName = asked.map.name
    .replace(/^.*[\\/]/, "")
    .replace(/\..*$/, "")
    .toLowerCase();
  const content = new Content(await sourcesOf(asked));
  const reader = new ScriptReader(content);

  const soundscapes = new SoundscapeScripts();
  if (entities.some((entity) => /^env_soundscape/i.test(entity.get("classname") ?? ""))) {
    const own = `scripts/soundscapes_${mapName}.txt`;
    const listed = await reader.list(SOUNDSCAPES, ["file"], "scripts/soundscapes.txt");
    const names = listed.includes(own) ? listed : [...listed, own];
    await reader.readAll(names, (text) => soundscapes.add(text));
  }
  const gameSounds = new Map<string, GameSound>();
  if (entities.some(namesGameSound)) {
    const keys = ["precache_file", "preload_file", "autocache_file"];
    const listed = await reader.list(GAME_SOUNDS, keys, "scripts/game_sounds.txt");
    const names = [...listed, `maps/${mapName}_level_sounds.txt`];
    await reader.readAll(names, (text) => addGameSounds(gameSounds, text));
  }
  const modelSounds = await readModelSounds(entities, content, reader.warnings);
  return {
    sounds: readMapSounds(entities, lumps.table("LUMP_MODELS", MODELS), {
      ...{ soundscapes, gameSounds, modelSounds },
    }),
    warnings: reader.warnings,
  };
}

function namesGameSound(entity: Entity): boolean {
  const className = entity.get("classname")?.toLowerCase() ?? "";
  if (soundsByMoving(entity)) return true;
  const message = (entity.get("message") ?? "").trim();
  return className === "ambient_generic" && !/^!|\.(?:wav|mp3)$|^$/i.test(message);
}

/** Reads the sounds of models of doors, by row of the entity lump. */
async function readModelSounds(
  entities: readonly Entity[],
  content: Content,
  warnings: string[],
): Promise<Map<number, ModelSounds>> {
  const texts = new Map<string, Promise<string>>();
  const read = async (path: string): Promise<string> => {
    const bytes = await content.read(path);
    return bytes === null ? "" : (await openMdl(bytes)).parts.rig.keyValues;
  };
  const found = new Map<number, ModelSounds>();
  for (const [row, entity] of entities.entries()) {
    if (entity.get("classname")?.toLowerCase() !== "prop_door_rotating") continue;
    const path = normalizePath(entity.get("model") ?? "");
    try {
      const text = texts.get(path) ?? read(path);
      texts.set(path, text);
      const numberOf = (key: string): number => Number.parseInt(entity.get(key) ?? "", 10) || 0;
      found.set(row, readDoorSounds(await text, numberOf("skin"), numberOf("hardware")));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const warning = `${path}: ${error.message}`;
      if (!warnings.includes(warning)) warnings.push(warning);
    }
  }
  return found;
}

/** Returns `null` if no source has the file. Rejects with FormatError (WAV). */
export async function serveSoundFile(asked: AskedSoundFile): Promise<SoundFile | null> {
  const content = new Content(await sourcesOf(asked));
  const bytes = await content.read(asked.path);
  if (bytes === null) return null;
  if (asked.path.endsWith(".mp3") && !isWav(bytes)) {
    return { kind: "encoded", bytes: bytes.slice() };
  }
  return { kind: "samples", ...parseWav(bytes) };
}

class ScriptReader {
  readonly warnings: string[] = [];
  readonly #content: Content;

  constructor(content: Content) {
    this.#content = content;
  }

  /** Lists the scripts of a manifest; without one, the usual script. */
  async list(manifest: string, keys: readonly string[], usual: string): Promise<string[]> {
    const names: string[] = [];
    let isThere = false;
    await this.readAll([manifest], (text) => {
      isThere = true;
      for (const { value } of parseKeyValues(text)) {
        if (typeof value === "string") continue;
        for (const pair of value) {
          if (typeof pair.value !== "string" || !keys.includes(pair.key.toLowerCase())) continue;
          names.push(pair.value.toLowerCase());
        }
      }
    });
    if (!isThere) return [usual];
    if (names.length > MOST_SCRIPTS) {
      this.warnings.push(`${manifest} lists ${names.length} scripts: ${MOST_SCRIPTS} are read`);
    }
    return names.slice(0, MOST_SCRIPTS);
  }

  /** Reads scripts at once, and passes on those that exist in the given order. */
  async readAll(names: readonly string[], use: (text: string) => void): Promise<void> {
    const files = await Promise.all(names.map((name) => this.#content.read(name)));
    for (const [i, bytes] of files.entries()) {
      if (bytes === null) continue;
      try {
        use(decodeText(bytes));
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        this.warnings.push(`${names[i]}: ${error.message}`);
      }
    }
  }
}
