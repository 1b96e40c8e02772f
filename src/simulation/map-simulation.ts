/**
 * Runs the entities of a map: the engine's ticks, thinks, moves, and inputs that outputs send. The
 * same map, seed and inputs from outside give the same events in each run.
 *
 * Order of a tick, as in `CServerGameDLL::GameFrame` (Source SDK 2013, gameinterface.cpp): entities
 * think and move, in the order of the entity lump; then inputs that are due arrive.
 */

import type { EntityWorld } from "./entity-class.ts";
import { NEVER } from "./entity-table.ts";
import { EventLog } from "./event-log.ts";
import { SOUND } from "./sounds/voice-table.ts";
import { TICK_SECONDS } from "./tick.ts";
import { boxVolumes } from "./touch/model-volumes.ts";
import { Player } from "./touch/player.ts";
import { Pushes } from "./touch/pushes.ts";
import { Touches } from "./touch/touches.ts";
import { type ValueKind, VOID } from "./values.ts";
import { EntityMaker } from "./world/entity-maker.ts";
import { EventServer } from "./world/event-server.ts";
import { Scheduler } from "./world/scheduler.ts";
import { type SimulatedMap, type StoredState, StoredWorld } from "./world/stored-world.ts";

export interface SimulationOptions {
  /** Seed of the random numbers; 0 by default. */
  readonly seed?: number;
  /** Whether outputs of games for several players fire; by the map's spawns if omitted. */
  readonly isMultiplayer?: boolean;
}

interface SavedParts {
  readonly stored: StoredState;
  readonly queue: ReturnType<EventServer["save"]>;
  readonly log: ReturnType<EventLog["save"]>;
  readonly awake: readonly number[];
  readonly player: number;
  readonly instance: number;
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

export class MapSimulation extends StoredWorld implements EntityWorld {
  readonly log = new EventLog();
  readonly isMultiplayer: boolean;
  /** The player; absent until it is placed. */
  readonly player = new Player(this, () => this.#maker.makePlayer());
  /** Moves entities so that they push and carry a player who walks. */
  readonly pushes = new Pushes(this, this.player);
  readonly #touches: Touches;
  readonly #scheduler = new Scheduler(this, (entity) => this.pushes.move(entity));
  readonly #events = new EventServer(this);
  readonly #maker: EntityMaker;

  constructor(map: SimulatedMap, { seed = 0, isMultiplayer }: SimulationOptions = {}) {
    super(map, seed);
    this.isMultiplayer =
      isMultiplayer ??
      map.entities.some((one) =>
        MULTIPLAYER_SPAWNS.test((one.get("classname") ?? "").toLowerCase()),
      );
    this.#touches = new Touches(this, this.player, map.volumes ?? boxVolumes(map.models));
    this.#maker = new EntityMaker(this, map, (row) => this.#touches.add(row));
    this.#maker.makeMap();
  }

  /** Runs one tick. */
  step(): void {
    this.skipTo(this.tick + 1);
    this.#events.beginTick();
    if (this.player.row >= 0) this.#play();
    this.pushes.startTick();
    this.#scheduler.run();
    this.#touches.endStale();
    this.#events.serve();
  }

  /** Lets the player touch and use, as the engine does before other entities think. */
  #play(): void {
    this.#touches.touchAll();
    const used = this.player.takeUsed();
    if (this.isAlive(used)) this.#events.use(used);
  }

  /**
   * Sends an input to whatever a name finds, as the console command `ent_fire` does; it arrives in the
   * next tick.
   */
  fireInput(target: string, input: string, parameter = ""): void {
    this.#events.sendFromOutside(target, -1, input, parameter);
  }

  /** Sends an input to one entity; it arrives in the next tick. */
  fireInputAt(entity: number, input: string, parameter = ""): void {
    this.#events.sendFromOutside("", entity, input, parameter);
  }

  /** Whether ticks change nothing: no entity thinks or moves, no input waits, no player is placed. */
  get isAtRest(): boolean {
    const isQuiet = this.#scheduler.isAtRest && this.#events.waiting === 0;
    return isQuiet && this.player.row < 0 && !this.#touches.hasBegun;
  }

  /** Goes to a later tick without running those before it: only at rest. */
  skipTo(tick: number): void {
    this.tick = tick;
    this.time = Math.fround(TICK_SECONDS * tick);
  }

  save(): SimulationState {
    const parts: SavedParts = {
      stored: this.saveStored(),
      queue: this.#events.save(),
      log: this.log.save(),
      awake: this.#scheduler.save(),
      player: this.player.entity,
      instance: this.#maker.instance,
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
    this.skipTo(tick);
    this.restoreStored(parts.stored);
    this.#events.restore(parts.queue);
    this.log.restore(parts.log);
    this.#scheduler.restore(parts.awake);
    this.player.entity = parts.player;
    this.#maker.instance = parts.instance;
    this.#touches.restore();
    this.pushes.solids?.restore();
  }

  // For classes: outputs and inputs.

  fire(entity: number, output: string, activator: number, kind: ValueKind = VOID, value = 0): void {
    this.#events.fire(entity, output, activator, kind, value);
  }

  post(entity: number, input: string, delay: number, activator: number, caller: number): void {
    this.#events.post(entity, input, delay, activator, caller);
  }

  cancelFrom(caller: number): void {
    this.#events.cancelFrom(caller);
  }

  report(entity: number, other: number, effect: string, detail = ""): void {
    this.#events.report(entity, other, effect, detail);
  }

  // For classes: time and motion.

  thinkIn(entity: number, seconds: number): void {
    this.#scheduler.thinkIn(entity, seconds);
  }

  thinksAfter(entity: number): number {
    return this.#scheduler.thinksAfter(entity);
  }

  moveTo(entity: number, x: number, y: number, z: number, speed: number): void {
    this.#scheduler.moveTo(entity, [x, y, z], speed);
  }

  turnTo(entity: number, pitch: number, yaw: number, roll: number, speed: number): void {
    this.#scheduler.turnTo(entity, [pitch, yaw, roll], speed);
  }

  spin(entity: number, pitch: number, yaw: number, roll: number): void {
    this.#scheduler.spin(entity, [pitch, yaw, roll]);
  }

  waitForMove(entity: number, seconds: number): void {
    this.#scheduler.waitForMove(entity, seconds);
  }

  setTouchKind(entity: number, kind: number): void {
    if (this.entities.touchKind[entity] === kind) return;
    this.entities.touchKind[entity] = kind;
    this.#touches.test(entity);
  }

  // For classes: entities that come and go.

  spawnTemplate(template: number, matrix: Float32Array): number {
    return this.#maker.makeTemplate(template, matrix);
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
}
