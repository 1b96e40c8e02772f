/** Sounds that entities play, as columns. */

import { type EntityVoices, VOICE_PITCH, VOICE_VOLUME } from "../../map/motion/entity-voices.ts";
import type { EntityTable } from "../entity-table.ts";
import type { StringPool } from "../string-pool.ts";

/** Kinds of sounds. An entity plays one of each at a time. */
export const SOUND = { move: 0, stop: 1, lock: 2, press: 3, break: 4 } as const;
const KINDS = 8;

export class VoiceTable implements EntityVoices {
  count = 0;
  entity = new Int32Array(16);
  /** Value of `SOUND`. */
  kind = new Uint8Array(16);
  /** Number of the string pool. */
  sound = new Int32Array(16);
  isOn = new Uint8Array(16);
  starts = new Int32Array(16);
  begin = new Float64Array(16);
  volume = new Float64Array(16);
  pitch = new Float64Array(16);
  level = new Float64Array(16);
  replaces = new Uint8Array(16);
  readonly #strings: StringPool;
  readonly #entities: EntityTable;
  /** Row of each entity and kind. */
  readonly #rows = new Map<number, number>();

  constructor(strings: StringPool, entities: EntityTable) {
    this.#strings = strings;
    this.#entities = entities;
  }

  nameOf(row: number): string {
    return this.#strings.text(this.sound[row]);
  }

  lumpRowOf(row: number): number {
    return this.#entities.lumpRow[this.entity[row]];
  }

  /** Row of an entity's sound of a kind; -1 if it never played one. */
  find(entity: number, kind: number): number {
    return this.#rows.get(entity * KINDS + kind) ?? -1;
  }

  /** Begins a sound, and returns its row, whose volume and level are those of the sound before. */
  start(entity: number, kind: number, sound: number, seconds: number): number {
    let row = this.find(entity, kind);
    if (row < 0) {
      row = this.count++;
      if (row >= this.entity.length) this.#grow();
      this.entity[row] = entity;
      this.kind[row] = kind;
      this.starts[row] = 0;
      this.#rows.set(entity * KINDS + kind, row);
    }
    this.sound[row] = sound;
    this.isOn[row] = 1;
    this.starts[row]++;
    this.begin[row] = seconds;
    this.pitch[row] = 100;
    this.replaces[row] = 0;
    return row;
  }

  /** Stops a sound; returns whether it was on. */
  stop(entity: number, kind: number): boolean {
    const row = this.find(entity, kind);
    if (row < 0 || this.isOn[row] === 0) return false;
    this.isOn[row] = 0;
    return true;
  }

  /** Changes a sound that is on. */
  setVolume(entity: number, kind: number, volume: number): void {
    const row = this.find(entity, kind);
    if (row < 0) return;
    this.volume[row] = volume;
    this.replaces[row] |= VOICE_VOLUME;
  }

  setPitch(entity: number, kind: number, pitch: number): void {
    const row = this.find(entity, kind);
    if (row < 0) return;
    this.pitch[row] = pitch;
    this.replaces[row] |= VOICE_PITCH;
  }

  save(): VoiceState {
    const state = {} as Record<(typeof COLUMNS)[number], Column>;
    for (const column of COLUMNS) state[column] = this[column].slice(0, this.count);
    return { count: this.count, columns: state };
  }

  restore({ count, columns }: VoiceState): void {
    this.count = count;
    for (const column of COLUMNS) this[column].set(columns[column]);
    this.#rows.clear();
    for (let row = 0; row < count; row++) {
      this.#rows.set(this.entity[row] * KINDS + this.kind[row], row);
    }
  }

  #grow(): void {
    for (const column of COLUMNS) {
      const old = this[column];
      const larger = new (old.constructor as new (length: number) => Column)(old.length * 2);
      larger.set(old);
      this[column] = larger as never;
    }
  }
}

type Column = Int32Array | Uint8Array | Float64Array;

const COLUMNS = [
  ...(["entity", "kind", "sound", "isOn", "starts", "begin"] as const),
  ...(["volume", "pitch", "level", "replaces"] as const),
] as const;

export interface VoiceState {
  readonly count: number;
  readonly columns: Readonly<Record<(typeof COLUMNS)[number], Column>>;
}
