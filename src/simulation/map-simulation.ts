/**
 * Runs the entities of a map: the engine's ticks, thinks, moves, and inputs that outputs send. The
 * same map, seed and inputs from outside give the same events in each run.
 *
 * Order of a tick, as in `CServerGameDLL::GameFrame` (Source SDK 2013, gameinterface.cpp): entities
 * think and move, in the order of the entity lump; then inputs that are due arrive.
 */

import { readOutput } from "../formats/bsp/read/parse-output.ts";
import type { Bsp, Entity } from "../formats/bsp/types.ts";
import { writeAngles } from "../math/angles.ts";
import { multiply3x4 } from "../math/matrix3x4.ts";
import { ClassTable, type CompiledClass } from "./class-table.ts";
import { BASE_CLASS } from "./classes/base.ts";
import { CLASSES } from "./classes/index.ts";
import type { EntityClass, EntityWorld, InputEvent } from "./entity-class.ts";
import { notRun } from "./entity-class.ts";
import { EntityTable, NEVER } from "./entity-table.ts";
import { EventLog, LOG_KINDS, type LogKind, type LogRow } from "./event-log.ts";
import { EventQueue, type QueuedEvent } from "./event-queue.ts";
import { attach } from "./hierarchy.ts";
import { MOVE } from "./motion.ts";
import { OutputTable } from "./output-table.ts";
import { Random } from "./random.ts";
import { NORMAL_LEVEL } from "./sounds/entity-sounds.ts";
import { SOUND, VoiceTable } from "./sounds/voice-table.ts";
import { StringPool } from "./string-pool.ts";
import { Templates } from "./templates.ts";
import { TICK_SECONDS } from "./tick.ts";
import { boxVolumes, type ModelVolumes } from "./touch/model-volumes.ts";
import { Player } from "./touch/player.ts";
import { Pushes } from "./touch/pushes.ts";
import { Touches } from "./touch/touches.ts";
import { convertValue, parseVectorOf, TEXT, type ValueKind, VOID } from "./values.ts";

/**
 * Events that a tick serves, and inputs that arrive by them: an event may go to many. Outputs that
 * send themselves in a circle reach it.
 */
const MOST_EVENTS_PER_TICK = 10_000;
const MOST_INPUTS_PER_TICK = 100_000;
/** Light styles that the engine knows. */
const LIGHT_STYLES = 64;
/** `MAX_MAP_AREAPORTALS` of the SDK. */
const MOST_AREA_PORTALS = 1024;
/** Inputs that may wait. */
const MOST_WAITING = 100_000;

/** Names that find the player. */
const PLAYER_NAMES: ReadonlySet<string> = new Set(["!player", "!pvsplayer"]);

/** Entities that templates make; those that were removed count, too. */
const MOST_SPAWNED = 16_384;

const placed = new Float32Array(12);

/** An entity whose keys were read. */
interface CreatedEntity {
  readonly entity: Entity;
  readonly row: number;
}

const CLASS_TABLE = new ClassTable(BASE_CLASS, CLASSES);

export interface SimulationOptions {
  /** Seed of the random numbers; 0 by default. */
  readonly seed?: number;
  /** Whether outputs of games for several players fire; by the map's spawns if omitted. */
  readonly isMultiplayer?: boolean;
}

/** The parts of a map that a simulation reads. */
export interface SimulatedMap extends Pick<Bsp, "entities" | "models"> {
  /** Volumes of brush models, which the player touches; their boxes if omitted. */
  readonly volumes?: ModelVolumes;
}

interface SavedParts {
  readonly entities: ReturnType<EntityTable["save"]>;
  readonly outputs: ReturnType<OutputTable["save"]>;
  readonly voices: ReturnType<VoiceTable["save"]>;
  readonly queue: ReturnType<EventQueue["save"]>;
  readonly log: ReturnType<EventLog["save"]>;
  readonly random: number;
  readonly globals: readonly (readonly [string, readonly [state: number, counter: number]])[];
  readonly awake: readonly number[];
  readonly lightStyles: Int32Array;
  readonly areaPortals: Uint8Array;
  readonly player: number;
  readonly instance: number;
  readonly viewEntity: number;
}

/** All that changes with time. */
export interface SimulationState {
  readonly tick: number;
  readonly parts: SavedParts;
  /** Approximate size. */
  readonly byteLength: number;
}

/** Spawns of games for several players. */
const MULTIPLAYER_SPAWNS =
  /^info_player_(?:deathmatch|teamspawn|terrorist|counterterrorist|combine|rebel|allies|axis|coop)$/;

export class MapSimulation implements EntityWorld {
  readonly strings = new StringPool();
  readonly entities = new EntityTable(this.strings);
  readonly outputs = new OutputTable();
  /** Sounds that entities play. */
  readonly voices = new VoiceTable(this.strings, this.entities);
  readonly log = new EventLog();
  readonly isMultiplayer: boolean;
  /** The player; absent until it is placed. */
  readonly player = new Player(this, () => this.#makePlayer());
  /** What pushes a player who walks. */
  readonly pushes = new Pushes(this, this.player);
  readonly #touches: Touches;
  readonly #templates: Templates;
  viewEntity = -1;
  tick = 0;
  time = 0;
  /** Not part of the state: it also increases with `restore`. */
  emissionChanges = 0;
  readonly #map: SimulatedMap;
  readonly #queue = new EventQueue();
  readonly #random: Random;
  /** Rows that think or move, ascending up to `#sorted`. */
  #awake: number[] = [];
  readonly #isAwake: boolean[] = [];
  #sorted = true;
  #eventsOfTick = 0;
  #inputsOfTick = 0;
  /** Tick in which an event was dropped last. */
  #cutTick = -1;
  /** Pattern of each light style, number of the string pool; 0 for styles that nothing has set. */
  readonly lightStyles = new Int32Array(LIGHT_STYLES);
  /** 1 for each open area portal, by its `portalnumber`; those without an entity are open. */
  readonly areaPortals = new Uint8Array(MOST_AREA_PORTALS).fill(1);
  readonly #globals = new Map<string, readonly [state: number, counter: number]>();

  // Reused for each row, so that a tick allocates nothing.
  /** The event that is being served, and the one that a handler sends meanwhile. */
  readonly #arriving = emptyEvent();
  readonly #sent = emptyEvent();
  readonly #input: InputEvent = { kind: VOID, value: 0, activator: -1, caller: -1, action: -1 };
  readonly #row: LogRow = {
    ...{ kind: 0, tick: 0, caller: 0, action: 0, entity: 0, target: 0 },
    ...{ input: 0, valueKind: 0, value: 0, activator: 0 },
  };

  constructor(map: SimulatedMap, { seed = 0, isMultiplayer }: SimulationOptions = {}) {
    this.#map = map;
    this.#touches = new Touches(this, this.player, map.volumes ?? boxVolumes(map.models));
    this.#random = new Random(seed);
    this.isMultiplayer =
      isMultiplayer ??
      map.entities.some((one) =>
        MULTIPLAYER_SPAWNS.test((one.get("classname") ?? "").toLowerCase()),
      );
    for (const [row, entity] of map.entities.entries()) this.#create(entity, row);
    this.#templates = new Templates(
      ...([map.entities, this.entities, this.strings] as const),
      (name) => this.#allNamed(name),
      (row) => this.#takeOut(row),
    );
    const lump = map.entities.map((entity, row) => ({ entity, row }));
    this.#spawn(lump.filter(({ row }) => this.isAlive(row)));
  }

  /** Runs one tick. */
  step(): void {
    this.tick++;
    this.time = Math.fround(TICK_SECONDS * this.tick);
    this.#eventsOfTick = 0;
    this.#inputsOfTick = 0;
    if (this.player.row >= 0) this.#play();
    this.pushes.startTick();
    this.#simulate();
    this.#touches.endStale();
    this.#serveEvents();
  }

  /**
   * Sends an input to whatever a name finds, as the console command `ent_fire` does; it arrives in the
   * next tick.
   */
  fireInput(target: string, input: string, parameter = ""): void {
    const { strings } = this;
    const text = strings.intern(parameter);
    this.#send({
      ...{ time: this.time, target: strings.intern(target), entity: -1 },
      ...{ input: strings.intern(input), kind: text === 0 ? VOID : TEXT, value: text },
      ...{ activator: -1, caller: -1, action: -1 },
    });
  }

  /** Sends an input to one entity; it arrives in the next tick. */
  fireInputAt(entity: number, input: string, parameter = ""): void {
    const { strings } = this;
    const text = strings.intern(parameter);
    this.#send({
      ...{ time: this.time, target: 0, entity },
      ...{ input: strings.intern(input), kind: text === 0 ? VOID : TEXT, value: text },
      ...{ activator: -1, caller: -1, action: -1 },
    });
  }

  /** Whether ticks change nothing: no entity thinks or moves, no input waits, no player is placed. */
  get isAtRest(): boolean {
    const isQuiet = this.#awake.length === 0 && this.#queue.length === 0;
    return isQuiet && this.player.row < 0 && !this.#touches.hasBegun;
  }

  /** Goes to a later tick without running those before it: only at rest. */
  skipTo(tick: number): void {
    this.tick = tick;
    this.time = Math.fround(TICK_SECONDS * tick);
  }

  save(): SimulationState {
    const parts: SavedParts = {
      entities: this.entities.save(),
      outputs: this.outputs.save(),
      voices: this.voices.save(),
      queue: this.#queue.save(),
      log: this.log.save(),
      random: this.#random.state,
      globals: [...this.#globals],
      awake: [...this.#awake],
      lightStyles: this.lightStyles.slice(),
      areaPortals: this.areaPortals.slice(),
      player: this.player.entity,
      instance: this.#templates.instance,
      viewEntity: this.viewEntity,
    };
    const { entities, outputs } = this;
    const byteLength =
      entities.stateCount * 8 +
      entities.count * 240 +
      outputs.count * 4 +
      this.voices.count * 46 +
      parts.queue.rows.byteLength;
    return { tick: this.tick, parts, byteLength };
  }

  /** Goes back to a state of this simulation. */
  restore({ tick, parts }: SimulationState): void {
    this.tick = tick;
    this.#cutTick = -1;
    this.emissionChanges++;
    this.time = Math.fround(TICK_SECONDS * tick);
    this.entities.restore(parts.entities);
    this.outputs.restore(parts.outputs);
    this.voices.restore(parts.voices);
    this.#queue.restore(parts.queue);
    this.log.restore(parts.log);
    this.#random.state = parts.random;
    this.lightStyles.set(parts.lightStyles);
    this.areaPortals.set(parts.areaPortals);
    this.#globals.clear();
    for (const [name, global] of parts.globals) this.#globals.set(name, global);
    for (const row of this.#awake) this.#isAwake[row] = false;
    this.#awake = [...parts.awake];
    for (const row of this.#awake) this.#isAwake[row] = true;
    this.#sorted = false;
    this.viewEntity = parts.viewEntity;
    this.player.entity = parts.player;
    this.#templates.instance = parts.instance;
    this.#touches.restore();
    this.pushes.solids?.restore();
  }

  // For classes: state of entities.

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

  classOf(entity: number): EntityClass {
    return this.#compiledOf(entity).source;
  }

  isAlive(entity: number): boolean {
    return entity >= 0 && this.entities.isRemoved[entity] === 0;
  }

  remove(entity: number): void {
    if (!this.isAlive(entity)) return;
    this.classOf(entity).removed?.(this, entity);
    this.stopSound(entity, SOUND.move);
    this.entities.isRemoved[entity] = 1;
    this.entities.setName(entity, 0);
    this.entities.thinkTick[entity] = NEVER;
    this.entities.moveTime[entity] = -1;
  }

  /**
   * Sets a key value: a key of the class, an output, or a key that every entity has.
   * @returns whether the entity has such a key
   */
  setKey(entity: number, name: string, text: string): boolean {
    const { entities, strings } = this;
    const compiled = this.#compiledOf(entity);
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

  mapKey(entity: number, name: string): string {
    return this.#map.entities[this.entities.lumpRow[entity]]?.get(name) ?? "";
  }

  setAreaPortal(number: number, isOpen: boolean): void {
    if (number >= 0 && number < MOST_AREA_PORTALS) this.areaPortals[number] = isOpen ? 1 : 0;
  }

  setParent(entity: number, parent: number): void {
    attach(this.entities, entity, parent);
  }

  // For classes: outputs and inputs.

  fire(entity: number, output: string, activator: number, kind: ValueKind = VOID, value = 0): void {
    const { outputs } = this;
    const folded = this.strings.fold(output);
    for (let row = outputs.find(entity, folded, -1); row >= 0; ) {
      const next = outputs.find(entity, folded, row);
      const parameter = outputs.parameter[row];
      const event = this.#sent;
      event.time = Math.fround(this.time + Math.fround(outputs.delay[row]));
      event.target = outputs.target[row];
      event.entity = -1;
      event.input = outputs.input[row];
      event.kind = parameter === 0 ? kind : TEXT;
      event.value = parameter === 0 ? value : parameter;
      event.activator = activator;
      event.caller = entity;
      event.action = row;
      this.#note("output", -1, event);
      this.#send(event);
      if (outputs.times[row] > 0) outputs.times[row]--;
      row = next;
    }
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

  post(entity: number, input: string, delay: number, activator: number, caller: number): void {
    const event = this.#sent;
    event.time = Math.fround(this.time + Math.fround(delay));
    event.target = 0;
    event.entity = entity;
    event.input = this.strings.intern(input);
    event.kind = VOID;
    event.value = 0;
    event.activator = activator;
    event.caller = caller;
    event.action = -1;
    this.#send(event);
  }

  cancelFrom(caller: number): void {
    this.#queue.cancelFrom(caller);
  }

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

  // For classes: time and motion.

  thinkIn(entity: number, seconds: number): void {
    if (seconds < 0) {
      this.entities.thinkTick[entity] = NEVER;
      return;
    }
    // Rounded as `TIME_TO_TICKS` of the SDK does.
    this.entities.thinkTick[entity] = Math.floor(0.5 + (this.time + seconds) / TICK_SECONDS);
    this.#wake(entity);
  }

  thinksAfter(entity: number): number {
    const tick = this.entities.thinkTick[entity];
    return tick === NEVER ? Number.POSITIVE_INFINITY : tick * TICK_SECONDS - this.time;
  }

  setTouchKind(entity: number, kind: number): void {
    if (this.entities.touchKind[entity] === kind) return;
    this.entities.touchKind[entity] = kind;
    this.#touches.test(entity);
  }

  report(entity: number, other: number, effect: string, detail = ""): void {
    const event = this.#sent;
    event.target = 0;
    event.input = this.strings.intern(effect);
    event.value = this.strings.intern(detail);
    event.kind = event.value === 0 ? VOID : TEXT;
    event.activator = other;
    event.caller = entity;
    event.action = -1;
    this.#note("effect", other, event);
  }

  moveTo(entity: number, x: number, y: number, z: number, speed: number): void {
    const { origin, velocity } = this.entities;
    this.#startMove(entity, MOVE.linear, [x, y, z], origin, velocity, speed);
  }

  turnTo(entity: number, pitch: number, yaw: number, roll: number, speed: number): void {
    const { angles, angularVelocity } = this.entities;
    this.#startMove(entity, MOVE.angular, [pitch, yaw, roll], angles, angularVelocity, speed);
  }

  spin(entity: number, pitch: number, yaw: number, roll: number): void {
    this.entities.moveKind[entity] = MOVE.free;
    this.entities.angularVelocity.set([pitch, yaw, roll], entity * 3);
  }

  waitForMove(entity: number, seconds: number): void {
    this.entities.moveTime[entity] = seconds < 0 ? -1 : seconds;
    this.#wake(entity);
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

  // Creation.

  #compiledOf(entity: number): CompiledClass {
    return CLASS_TABLE.rows[this.entities.classRow[entity]];
  }

  #create(entity: Entity, lumpRow: number): number {
    const { entities, strings } = this;
    const row = entities.add();
    const className = (entity.get("classname") ?? "").toLowerCase();
    entities.lumpRow[row] = lumpRow;
    entities.className[row] = strings.intern(className);
    entities.classRow[row] = CLASS_TABLE.rowOf(className);
    const model = /^\*(\d+)$/.exec(entity.get("model") ?? "");
    const models = this.#map.models.firstFace.length;
    entities.model[row] = model !== null && Number(model[1]) < models ? Number(model[1]) : 0;
    const { initial } = this.#compiledOf(row);
    entities.addState(row, initial.length);
    entities.state.set(initial, entities.firstState[row]);
    for (const [name, text] of entity.pairs) this.setKey(row, name, text);
    this.#touches.add(row);
    return row;
  }

  #makePlayer(): number {
    const { entities, strings } = this;
    const row = entities.add();
    entities.lumpRow[row] = -1;
    entities.className[row] = strings.intern("player");
    entities.classRow[row] = CLASS_TABLE.rowOf("player");
    const { initial } = this.#compiledOf(row);
    entities.addState(row, initial.length);
    entities.state.set(initial, entities.firstState[row]);
    return row;
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

  #connectParent({ entity, row }: CreatedEntity): void {
    const name = entity.get("parentname");
    if (name === undefined || name === "") return;
    // After a comma comes the attachment of a model.
    this.setParent(row, this.find(name.split(",")[0], -1, row, -1, -1));
  }

  /** Lets entities spawn that were created. */
  #spawn(created: readonly CreatedEntity[]): void {
    for (const one of created) this.#connectParent(one);
    for (const { row } of created) {
      if (this.isAlive(row)) this.classOf(row).spawn?.(this, row);
    }
    for (const { row } of created) {
      if (this.isAlive(row)) this.classOf(row).activate?.(this, row);
    }
  }

  spawnTemplate(template: number, matrix: Float32Array): number {
    const group = this.#templates.of(template);
    const first = this.entities.count;
    if (group.length === 0) return -1;
    if (first + group.length > this.#map.entities.length + MOST_SPAWNED) {
      this.report(template, -1, "SpawnLimit");
      return -1;
    }
    this.#templates.instance++;
    const created = group.map((one) => {
      const entity = this.#templates.entityOf(one);
      const row = this.#create(entity, one.lumpRow);
      multiply3x4(placed, 0, matrix, 0, one.matrix, 0);
      this.entities.origin.set([placed[3], placed[7], placed[11]], row * 3);
      writeAngles(this.entities.angles, row * 3, placed);
      return { entity, row };
    });
    this.#spawn(created);
    return first;
  }

  #allNamed(name: string): number[] {
    const rows: number[] = [];
    for (let row = this.find(name, -1, -1, -1, -1); row >= 0; ) {
      rows.push(row);
      row = this.find(name, row, -1, -1, -1);
    }
    return rows;
  }

  /** Takes an entity out of the map before it spawns. */
  #takeOut(row: number): void {
    this.entities.isRemoved[row] = 1;
    this.entities.isHidden[row] = 1;
    this.entities.setName(row, 0);
  }

  // A tick.

  /** Lets the player touch and use, as the engine does before other entities think. */
  #play(): void {
    this.#touches.touchAll();
    const used = this.player.takeUsed();
    if (!this.isAlive(used)) return;
    const event = this.#arriving;
    event.target = 0;
    event.input = this.strings.intern("Use");
    event.kind = VOID;
    event.value = 0;
    event.activator = this.player.row;
    event.caller = this.player.row;
    event.action = -1;
    this.#accept(used, event);
  }

  #wake(entity: number): void {
    if (this.#isAwake[entity]) return;
    this.#isAwake[entity] = true;
    this.#awake.push(entity);
    this.#sorted = false;
  }

  /** Lets entities think and move. Those that wake meanwhile have their turn in the next tick. */
  #simulate(): void {
    if (!this.#sorted) this.#awake.sort((a, b) => a - b);
    this.#sorted = true;
    const { entities } = this;
    const awake = this.#awake;
    const { length } = awake;
    for (let i = 0; i < length; i++) {
      const row = awake[i];
      const thinkTick = entities.thinkTick[row];
      if (thinkTick !== NEVER && thinkTick <= this.tick) {
        entities.thinkTick[row] = NEVER;
        this.classOf(row).think?.(this, row);
      }
      if (entities.moveTime[row] >= 0 && this.pushes.move(row)) {
        this.classOf(row).moveDone?.(this, row);
      }
    }
    let kept = 0;
    for (const row of awake) {
      if (entities.thinkTick[row] !== NEVER || entities.moveTime[row] >= 0) awake[kept++] = row;
      else this.#isAwake[row] = false;
    }
    awake.length = kept;
  }

  /** Serves the events that are due. Those beyond the budget are dropped, and the first is named. */
  #serveEvents(): void {
    const event = this.#arriving;
    while (this.#queue.nextTime <= this.time) {
      this.#queue.take(event);
      const isCut =
        this.#eventsOfTick >= MOST_EVENTS_PER_TICK || this.#inputsOfTick >= MOST_INPUTS_PER_TICK;
      if (!isCut) this.#serve(event);
      else this.#cut(event);
    }
  }

  /** Notes an event that is dropped, the first of a tick. */
  #cut(event: QueuedEvent): void {
    if (this.#cutTick === this.tick) return;
    this.#cutTick = this.tick;
    this.#note("cut", event.entity, event);
  }

  /** Passes an input to all that its target names, or else to all of the class that it names. */
  #serve(event: QueuedEvent): void {
    const { entity, activator, caller } = event;
    this.#eventsOfTick++;
    if (entity >= 0) {
      if (this.isAlive(entity)) this.#accept(entity, event);
      return;
    }
    const name = this.strings.text(event.target);
    let row = this.find(name, -1, caller, activator, caller);
    const isName = row >= 0;
    if (!isName) row = this.findClass(name, -1);
    if (row < 0) this.#note("no-target", -1, event);
    while (row >= 0 && this.#inputsOfTick < MOST_INPUTS_PER_TICK) {
      this.#accept(row, event);
      row = isName ? this.find(name, row, caller, activator, caller) : this.findClass(name, row);
    }
  }

  #accept(entity: number, event: QueuedEvent): void {
    this.#inputsOfTick++;
    const compiled = this.#compiledOf(entity);
    const name = this.strings.text(this.strings.foldedOf(event.input));
    const input = compiled.inputs.get(name);
    if (input === undefined) {
      this.#note(compiled.isKnown ? "unknown-input" : "class-not-run", entity, event);
      return;
    }
    const passed = this.#input;
    passed.kind = event.kind as ValueKind;
    passed.value = event.value;
    passed.activator = this.isAlive(event.activator) ? event.activator : -1;
    passed.caller = this.isAlive(event.caller) ? event.caller : -1;
    passed.action = event.action;
    const nameOf = (row: number) => this.strings.text(this.entities.name[row]);
    if (!convertValue(passed, input.takes, this.strings, nameOf)) {
      this.#note("bad-value", entity, event);
      return;
    }
    this.#note(input === notRun ? "input-not-run" : "input", entity, event);
    input.run(this, entity, passed);
  }

  #send(event: QueuedEvent): void {
    if (this.#queue.length < MOST_WAITING) this.#queue.add(event);
    else this.#cut(event);
  }

  #startMove(
    entity: number,
    kind: number,
    goal: readonly number[],
    place: Float64Array,
    velocity: Float64Array,
    speed: number,
  ): void {
    const { entities } = this;
    const first = entity * 3;
    entities.goal.set(goal, first);
    entities.moveKind[entity] = kind;
    const delta = goal.map((one, axis) => one - place[first + axis]);
    const distance = Math.hypot(...delta);
    if (distance === 0 || speed === 0) {
      this.classOf(entity).moveDone?.(this, entity);
      return;
    }
    const least = kind === MOVE.angular ? SHORTEST_TURN : 0;
    const seconds = Math.max(distance / Math.abs(speed), least);
    for (let axis = 0; axis < 3; axis++) velocity[first + axis] = delta[axis] / seconds;
    this.waitForMove(entity, seconds);
  }

  #note(kind: LogKind, entity: number, event: QueuedEvent): void {
    const row = this.#row;
    row.kind = LOG_KINDS.indexOf(kind);
    row.tick = this.tick;
    row.caller = event.caller;
    row.action = event.action;
    row.entity = entity;
    row.target = event.target;
    row.input = event.input;
    row.valueKind = event.kind;
    row.value = event.value;
    row.activator = event.activator;
    this.log.add(row);
  }
}

const emptyEvent = (): QueuedEvent => ({
  ...{ time: 0, target: 0, entity: 0, input: 0, kind: 0, value: 0 },
  ...{ activator: 0, caller: 0, action: 0 },
});

/** Seconds of the shortest turn (`CBaseToggle::AngularMove`, subs.cpp). */
const SHORTEST_TURN = 0.01;
