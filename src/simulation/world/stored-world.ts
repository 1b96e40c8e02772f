/** State of a simulated map, as entity classes read and set it. */

import { readOutput } from "../../formats/bsp/read/parse-output.ts";
import type { Bsp } from "../../formats/bsp/types.ts";
import { ClassTable, type CompiledClass } from "../class-table.ts";
import { BASE_CLASS } from "../classes/base.ts";
import { CLASSES } from "../classes/index.ts";
import type { EntityClass, PlayerOfWorld } from "../entity-class.ts";
import { EntityTable } from "../entity-table.ts";
import { attach } from "../hierarchy.ts";
import { OutputTable } from "../output-table.ts";
import { Random } from "../random.ts";
import { NORMAL_LEVEL } from "../sounds/entity-sounds.ts";
import { VoiceTable } from "../sounds/voice-table.ts";
import { StringPool } from "../string-pool.ts";
import type { ModelVolumes } from "../touch/model-volumes.ts";
import { parseVectorOf } from "../values.ts";

/** Light styles that the engine knows. */
const LIGHT_STYLES = 64;
/** `MAX_MAP_AREAPORTALS` of the SDK. */
const MOST_AREA_PORTALS = 1024;

/** Names that find the player. */
const PLAYER_NAMES: ReadonlySet<string> = new Set(["!player", "!pvsplayer"]);

export const CLASS_TABLE = new ClassTable(BASE_CLASS, CLASSES);

/** The parts of a map that a simulation reads. */
export interface SimulatedMap extends Pick<Bsp, "entities" | "models"> {
  /** Volumes of brush models, which the player touches; their boxes if omitted. */
  readonly volumes?: ModelVolumes;
  /** Lengths of sequences of models; without it, no sequence ends. */
  readonly sequenceSeconds?: SequenceSeconds;
}

/**
 * Returns the seconds after which a sequence of a model ends.
 * @param lumpRow row of the entity lump whose model it is
 * @param name name of the sequence
 * @returns 0 if the sequence loops or is not known
 */
export type SequenceSeconds = (lumpRow: number, name: string) => number;

export interface StoredState {
  readonly entities: ReturnType<EntityTable["save"]>;
  readonly outputs: ReturnType<OutputTable["save"]>;
  readonly voices: ReturnType<VoiceTable["save"]>;
  readonly random: number;
  readonly globals: readonly (readonly [string, readonly [state: number, counter: number]])[];
  readonly lightStyles: Int32Array;
  readonly areaPortals: Uint8Array;
  readonly viewEntity: number;
  readonly screenEffects: number;
  readonly stoppedShakes: number;
}

export abstract class StoredWorld {
  readonly strings = new StringPool();
  readonly entities = new EntityTable(this.strings);
  readonly outputs = new OutputTable();
  /** Sounds that entities play. */
  readonly voices = new VoiceTable(this.strings, this.entities);
  /** Pattern of each light style, number of the string pool; 0 for styles that nothing has set. */
  readonly lightStyles = new Int32Array(LIGHT_STYLES);
  /** 1 for each open area portal, by its `portalnumber`; those without an entity are open. */
  readonly areaPortals = new Uint8Array(MOST_AREA_PORTALS).fill(1);
  abstract readonly player: PlayerOfWorld;
  viewEntity = -1;
  screenEffects = 0;
  stoppedShakes = 0;
  tick = 0;
  time = 0;
  /** Not part of the state: it also increases with `restore`. */
  emissionChanges = 0;
  readonly #map: SimulatedMap;
  readonly #random: Random;
  readonly #globals = new Map<string, readonly [state: number, counter: number]>();

  constructor(map: SimulatedMap, seed: number) {
    this.#map = map;
    this.#random = new Random(seed);
  }

  protected saveStored(): StoredState {
    return {
      entities: this.entities.save(),
      outputs: this.outputs.save(),
      voices: this.voices.save(),
      random: this.#random.state,
      globals: [...this.#globals],
      lightStyles: this.lightStyles.slice(),
      areaPortals: this.areaPortals.slice(),
      viewEntity: this.viewEntity,
      screenEffects: this.screenEffects,
      stoppedShakes: this.stoppedShakes,
    };
  }

  protected restoreStored(state: StoredState): void {
    this.emissionChanges++;
    this.entities.restore(state.entities);
    this.outputs.restore(state.outputs);
    this.voices.restore(state.voices);
    this.#random.state = state.random;
    this.#globals.clear();
    for (const [name, global] of state.globals) this.#globals.set(name, global);
    this.lightStyles.set(state.lightStyles);
    this.areaPortals.set(state.areaPortals);
    this.viewEntity = state.viewEntity;
    this.screenEffects = state.screenEffects;
    this.stoppedShakes = state.stoppedShakes;
  }

  // State of entities.

  get(entity: number, field: number): number {
    return this.entities.state[this.entities.firstState[entity] + field];
  }

  set(entity: number, field: number, value: number): void {
    this.entities.state[this.entities.firstState[entity] + field] = value;
  }

  text(entity: number, field: number): string {
    return this.strings.text(this.get(entity, field));
  }

  /**
   * Reads a field of an entity's state by its name in the class' layout, the first number of a row or
   * vector; undefined if the class has no such field. For readers outside, such as renderers.
   */
  readState(entity: number, field: string): number | string | undefined {
    const { state } = this.classOf(entity);
    const at = (state?.at as Readonly<Record<string, number>> | undefined)?.[field];
    if (state === undefined || at === undefined) return undefined;
    return state.isText[field] ? this.text(entity, at) : this.get(entity, at);
  }

  hasFlag(entity: number, spawnflag: number): boolean {
    return (this.entities.spawnflags[entity] & spawnflag) !== 0;
  }

  compiledOf(entity: number): CompiledClass {
    return CLASS_TABLE.rows[this.entities.classRow[entity]];
  }

  classOf(entity: number): EntityClass {
    return this.compiledOf(entity).source;
  }

  isAlive(entity: number): boolean {
    return entity >= 0 && this.entities.isRemoved[entity] === 0;
  }

  // Key values.

  /**
   * Sets a key value: a key of the class, an output, or a key that every entity has.
   * @returns whether the entity has such a key
   */
  setKey(entity: number, name: string, text: string): boolean {
    const { entities, strings } = this;
    const compiled = this.compiledOf(entity);
    const lower = name.toLowerCase();
    const slot = compiled.keys.get(lower);
    if (slot !== undefined) {
      const first = entities.firstState[entity] + slot.field;
      if (slot.type === "vector") entities.state.set(parseVectorOf(text), first);
      else entities.state[first] = slot.read(text, strings);
      return true;
    }
    if (compiled.outputs.has(lower)) {
      this.#addOutput(entity, name, text);
      return true;
    }
    switch (lower) {
      case "targetname":
        entities.setName(entity, strings.intern(text));
        return true;
      case "spawnflags":
        entities.spawnflags[entity] = Number.parseInt(text, 10) | 0;
        return true;
      case "origin":
        entities.origin.set(parseVectorOf(text), entity * 3);
        return true;
      case "angles":
        entities.angles.set(parseVectorOf(text), entity * 3);
        return true;
      default:
        return false;
    }
  }

  #addOutput(entity: number, output: string, text: string): void {
    const { outputs, strings } = this;
    const { target, input, parameter, delay, times } = readOutput(output, text);
    const row = outputs.add(entity);
    outputs.label[row] = strings.intern(output);
    outputs.output[row] = strings.fold(output);
    outputs.target[row] = strings.intern(target);
    outputs.input[row] = strings.intern(input);
    outputs.parameter[row] = strings.intern(parameter);
    outputs.delay[row] = delay;
    outputs.times[row] = times;
  }

  mapKey(entity: number, name: string): string {
    return this.#map.entities[this.entities.lumpRow[entity]]?.get(name) ?? "";
  }

  hasOutput(entity: number, output: string): boolean {
    return this.outputs.find(entity, this.strings.fold(output), -1) >= 0;
  }

  longestDelay(entity: number, output: string): number {
    const folded = this.strings.fold(output);
    let longest = 0;
    for (let row = -1; ; ) {
      row = this.outputs.find(entity, folded, row);
      if (row < 0) return longest;
      longest = Math.max(longest, this.outputs.delay[row]);
    }
  }

  // Other entities.

  find(name: string, after: number, self: number, activator: number, caller: number): number {
    if (!name.startsWith("!")) return this.entities.nextNamed(name.toLowerCase(), after);
    if (after >= 0) return -1;
    const wanted = name.toLowerCase();
    const found =
      wanted === "!self"
        ? self
        : wanted === "!activator"
          ? activator
          : wanted === "!caller"
            ? caller
            : PLAYER_NAMES.has(wanted)
              ? this.player.row
              : -1;
    return this.isAlive(found) ? found : -1;
  }

  findClass(name: string, after: number): number {
    const { entities, strings } = this;
    const star = name.indexOf("*");
    const wanted = (star < 0 ? name : name.slice(0, star)).toLowerCase();
    for (let row = after + 1; row < entities.count; row++) {
      if (entities.isRemoved[row] !== 0) continue;
      const text = strings.text(entities.className[row]);
      if (star < 0 ? text === wanted : text.startsWith(wanted)) return row;
    }
    return -1;
  }

  setParent(entity: number, parent: number): void {
    attach(this.entities, entity, parent);
  }

  modelSize(entity: number, axis: number): number {
    const { mins, maxs } = this.#map.models;
    const at = this.entities.model[entity] * 3 + axis;
    return this.entities.model[entity] === 0 ? 0 : maxs[at] - mins[at];
  }

  modelCenter(entity: number, axis: number): number {
    const { mins, maxs } = this.#map.models;
    const at = this.entities.model[entity] * 3 + axis;
    return this.entities.model[entity] === 0 ? 0 : (mins[at] + maxs[at]) / 2;
  }

  // The map.

  sequenceSeconds(entity: number, name: string): number {
    return this.#map.sequenceSeconds?.(this.entities.lumpRow[entity], name) ?? 0;
  }

  setAreaPortal(number: number, isOpen: boolean): void {
    if (number >= 0 && number < MOST_AREA_PORTALS) this.areaPortals[number] = isOpen ? 1 : 0;
  }

  startSound(
    entity: number,
    kind: number,
    sound: number,
    volume = 1,
    level: number = NORMAL_LEVEL,
  ): void {
    if (sound === 0) return;
    const row = this.voices.start(entity, kind, sound, this.time);
    this.voices.volume[row] = volume;
    this.voices.level[row] = level;
  }

  stopSound(entity: number, kind: number): void {
    this.voices.stop(entity, kind);
  }

  setSoundVolume(entity: number, kind: number, volume: number): void {
    this.voices.setVolume(entity, kind, volume);
  }

  setSoundPitch(entity: number, kind: number, pitch: number): void {
    this.voices.setPitch(entity, kind, pitch);
  }

  randomInteger(low: number, high: number): number {
    return low + Math.floor(this.#random.next() * (high - low + 1));
  }

  randomFloat(low: number, high: number): number {
    return low + this.#random.next() * (high - low);
  }

  globalState(name: string): number {
    return this.#globals.get(name.toLowerCase())?.[0] ?? -1;
  }

  setGlobalState(name: string, state: number): void {
    this.#globals.set(name.toLowerCase(), [state, this.globalCounter(name)]);
  }

  globalCounter(name: string): number {
    return this.#globals.get(name.toLowerCase())?.[1] ?? 0;
  }

  setGlobalCounter(name: string, counter: number): void {
    this.#globals.set(name.toLowerCase(), [Math.max(this.globalState(name), 0), counter]);
  }
}
