/** Plays a map's simulation: time, speed, the event log, and inputs from outside. */

import { EYE_HEIGHT, type MapHulls } from "../../map/hulls.ts";
import type { AmbientState } from "../../map/motion/ambient-state.ts";
import type { BrushModels, MapMoment } from "../../map/motion/brush-models.ts";
import type { EntityModels } from "../../map/motion/models.ts";
import {
  ambientState,
  describeEvent,
  isSoundscapeEnabled,
  type PlayerPlace,
  Solids,
  TICK_SECONDS,
  Timeline,
} from "../../simulation/index.ts";
import type { SimulatedMap } from "../../simulation/world/stored-world.ts";
import type { HeardTime } from "../../sound/index.ts";
import type { Vector } from "../base-viewer.ts";
import type { ViewerCamera } from "../camera/camera.ts";
import type { CameraFlights } from "../camera/camera-flights.ts";
import { Listeners } from "../input/listeners.ts";
import { describeEntity, listInputs, placeOf } from "./describe-entity.ts";
import { MapCamera } from "./map-camera.ts";
import { sequencesOf } from "./moment/model-writer.ts";
import { MomentWriter } from "./moment/moment-writer.ts";
import { type ScreenText, ScreenTexts } from "./screen-texts.ts";
import type {
  EntityInput,
  EntityState,
  Simulation,
  SimulationEvent,
  SimulationEvents,
} from "./simulation-types.ts";
import { TrackRecorder, tracksOf } from "./track-recorder.ts";
import type { Walker } from "./walker.ts";

const MOST_SECONDS = 86_400;
const LEAST_SPEED = 1 / 16;
const MOST_SPEED = 16;
/** Longest time between frames that is made up for: a page in the background draws none. */
const LONGEST_FRAME_SECONDS = 0.25;
/** Milliseconds of a frame that ticks may take: beyond that, time runs slower than asked. */
const TICKS_MS = 8;

export class MapPlayer implements Simulation {
  /** State for the renderer. */
  readonly moment: MapMoment;
  seed: number;
  #map: SimulatedMap;
  readonly #listeners = new Listeners<SimulationEvents>();
  #timeline: Timeline;
  readonly #writer: MomentWriter;
  readonly #recorder: TrackRecorder;
  #isPlaying = false;
  #speed = 1;
  #touchesTriggers = false;
  /** Teleports of the player that the camera has followed. */
  #teleports = 0;
  readonly #camera: ViewerCamera;
  readonly #texts = new ScreenTexts();
  #followsCameras = true;
  showsTexts = true;
  /** Shows the map's cameras; `null` without a viewer. */
  mapCamera: MapCamera | null = null;
  readonly #place: PlayerPlace = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 };
  #walker: Walker | null = null;
  /** Seconds since the last tick. */
  #left = 0;
  /** Time at which the last jump or pause ended: what is shown later is not before it. */
  #settledSeconds = 0;
  #endTick = 0;
  /** Times that time jumped. */
  #jumps = 0;

  /** @param camera camera that is the player while `touchesTriggers` is on */
  constructor(map: SimulatedMap, brushes: BrushModels | null, camera: ViewerCamera, seed = 0) {
    this.#camera = camera;
    this.#map = map;
    this.seed = seed;
    this.#timeline = new Timeline(map, { seed });
    this.#writer = new MomentWriter(this.#timeline.simulation, brushes);
    this.#recorder = new TrackRecorder(map);
    this.#record();
    const tracks = tracksOf(this.#recorder, () => this.#shownSeconds());
    this.moment = Object.assign(this.#writer.moment, { tracks });
  }

  /** Moves the models of entities from now on, when they were loaded. */
  setModels(models: EntityModels | null): void {
    // Sequences end from the next start on, so that all times of one run follow the same rules.
    this.#map = { ...this.#map, ...(models && { sequenceSeconds: sequencesOf(models) }) };
    if (this.tick === 0 && this.#timeline.fired.length === 0) {
      this.#begin();
      this.#writer.settle();
    }
    this.#writer.setModels(models);
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get tick(): number {
    return this.#timeline.simulation.tick;
  }

  get time(): number {
    return Math.round(this.tick * TICK_SECONDS * 1000) / 1000;
  }

  get end(): number {
    return Math.round(this.#endTick * TICK_SECONDS * 1000) / 1000;
  }

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    const clamped = Math.min(Math.max(speed, LEAST_SPEED), MOST_SPEED);
    if (Number.isNaN(clamped)) throw new TypeError("the speed must be a number");
    if (clamped === this.#speed) return;
    this.#speed = clamped;
    this.#listeners.emit("change", undefined);
  }

  get isAtRest(): boolean {
    return this.#timeline.simulation.isAtRest;
  }

  play(): void {
    this.#setPlaying(true);
  }

  pause(): void {
    this.#setPlaying(false);
  }

  step(): void {
    this.pause();
    if (this.#touchesTriggers && this.#walker !== null) this.#placePlayer();
    this.#run(1);
    this.#settle();
  }

  seek(seconds: number): void {
    if (!Number.isFinite(seconds)) throw new TypeError("the time must be a number of seconds");
    this.#timeline.seek(Math.min(Math.max(seconds, 0), MOST_SECONDS));
    this.#onJump();
  }

  restart(seed = this.seed): void {
    this.seed = seed;
    this.#begin();
    this.#endTick = this.#teleports = 0;
    this.#onJump();
  }

  fire(target: string, input: string, parameter = ""): void {
    this.#timeline.fire(target, input, parameter);
    this.#onFired();
  }

  fireAt(row: number, input: string, parameter = ""): void {
    if (!this.#hasRow(row)) throw new RangeError(`there is no entity ${row}`);
    this.#timeline.fireAt(row, input, parameter);
    this.#onFired();
  }

  get touchesTriggers(): boolean {
    return this.#touchesTriggers;
  }

  set touchesTriggers(isOn: boolean) {
    if (isOn === this.#touchesTriggers) return;
    this.#touchesTriggers = isOn;
    if (isOn) {
      this.#teleports = this.#timeline.simulation.player.teleports;
      this.#placePlayer();
    } else this.#timeline.leave();
    this.#listeners.emit("change", undefined);
  }

  /** The player who walks; `null` while the camera flies. */
  get walker(): Walker | null {
    return this.#walker;
  }

  set walker(walker: Walker | null) {
    this.#walker = walker;
    // Solids of an earlier walk stay, so that seeking back replays its pushes.
    if (walker !== null && this.solids?.hulls !== walker.hulls) this.#readSolids(walker.hulls);
  }

  /** Solids as they are now; `null` before the first walk. */
  get solids(): Solids | null {
    return this.#timeline.simulation.pushes.solids;
  }

  #readSolids(hulls: MapHulls): void {
    const { simulation } = this.#timeline;
    simulation.pushes.solids = new Solids(simulation, hulls);
  }

  /** Whether the walker moves in the ticks of the simulation, not by itself. */
  get isWalking(): boolean {
    return this.#walker !== null && this.#isPlaying && this.#touchesTriggers;
  }

  /** Share of the present tick that is shown. */
  get part(): number {
    return this.#left / TICK_SECONDS;
  }

  get followsCameras(): boolean {
    return this.#followsCameras;
  }

  set followsCameras(isOn: boolean) {
    if (isOn === this.#followsCameras) return;
    this.#followsCameras = isOn;
    this.#listeners.emit("change", undefined);
  }

  get texts(): readonly ScreenText[] {
    return this.#texts.read(this.#timeline.simulation, this.moment.seconds ?? 0);
  }

  get shownCamera(): number {
    return this.mapCamera?.entity ?? -1;
  }

  /** Lets a viewer show the map's cameras. */
  showCameras(flights: CameraFlights): void {
    const onChange = () => this.#listeners.emit("change", undefined);
    const { view } = this.moment;
    if (view !== undefined) {
      this.mapCamera = new MapCamera(flights, this.#camera, view.camera, onChange);
    }
  }

  use(row: number): void {
    if (!this.#hasRow(row)) throw new RangeError(`there is no entity ${row}`);
    if (this.#touchesTriggers) {
      this.#placePlayer();
      this.#timeline.use(row);
    } else this.#timeline.fireAt(row, "Use");
    this.#onFired();
  }

  get eventCount(): number {
    return this.#timeline.simulation.log.length;
  }

  get droppedCount(): number {
    return this.#timeline.simulation.log.dropped;
  }

  eventAt(index: number): SimulationEvent | null {
    if (!Number.isInteger(index) || index < 0 || index >= this.eventCount) return null;
    return { index, ...describeEvent(this.#timeline.simulation, index) };
  }

  get events(): readonly SimulationEvent[] {
    return Array.from({ length: this.eventCount }, (_, i) => this.eventAt(i)!);
  }

  get entityCount(): number {
    return this.#timeline.simulation.entities.count;
  }

  entityAt(row: number): EntityState | null {
    return this.#hasRow(row) ? describeEntity(this.#timeline.simulation, row) : null;
  }

  inputsOf(row: number): readonly EntityInput[] {
    return this.#hasRow(row) ? listInputs(this.#timeline.simulation.classOf(row)) : [];
  }

  /** State of an `ambient_generic`; `null` for other entities. */
  ambientState(row: number): AmbientState | null {
    return this.#hasRow(row) ? ambientState(this.#timeline.simulation, row) : null;
  }

  /** Place from which sounds of an entity are heard; `null` if there is no such entity. */
  placeOf(row: number): Vector | null {
    return this.#hasRow(row) ? placeOf(this.#timeline.simulation, row) : null;
  }

  /** Time of the simulation, and what its entities play. Valid until time goes on. */
  heardTime(): HeardTime {
    const { simulation } = this.#timeline;
    // Before time first runs the map is heard as it starts.
    const isPaused = !this.#isPlaying && simulation.tick > 0;
    return { seconds: simulation.time, isPaused, jumps: this.#jumps, voices: simulation.voices };
  }

  /** Whether an `env_soundscape` is on; `null` for other entities. */
  isSoundscapeEnabled(row: number): boolean | null {
    return this.#hasRow(row) ? isSoundscapeEnabled(this.#timeline.simulation, row) : null;
  }

  on<Name extends keyof SimulationEvents>(
    name: Name,
    listener: (detail: SimulationEvents[Name]) => void,
  ): () => void {
    return this.#listeners.on(name, listener);
  }

  /** Lets the seconds of a frame pass. Writes the moment that the frame shows. */
  advance(seconds: number): void {
    if (this.#isPlaying) this.#play(seconds);
    this.mapCamera?.follow(this.#touchesTriggers && this.#followsCameras);
  }

  #play(seconds: number): void {
    this.#left += Math.min(seconds, LONGEST_FRAME_SECONDS) * this.#speed;
    const ticks = Math.floor(this.#left / TICK_SECONDS);
    if (ticks > 0) {
      this.#left -= ticks * TICK_SECONDS;
      const isFlying = this.#touchesTriggers && this.#walker === null;
      if (isFlying) this.#placePlayer();
      this.#run(ticks);
      if (isFlying) this.#followTeleports();
    }
    this.#writer.show(this.#left / TICK_SECONDS);
    if (this.tick * TICK_SECONDS >= MOST_SECONDS) this.pause();
  }

  /** Lets any number of seconds pass. Returns the time that is shown then. */
  advanceCapture(seconds: number): number {
    for (let left = seconds; left > 0; left -= LONGEST_FRAME_SECONDS) {
      this.advance(Math.min(left, LONGEST_FRAME_SECONDS));
    }
    return this.moment.seconds ?? 0;
  }

  destroy(): void {
    this.#isPlaying = false;
    this.mapCamera?.follow(false);
    this.#listeners.clear();
  }

  /** Begins a new timeline of the map. */
  #begin(): void {
    const { solids } = this;
    this.#timeline = new Timeline(this.#map, { seed: this.seed });
    if (solids !== null) this.#readSolids(solids.hulls);
    this.#writer.follow(this.#timeline.simulation);
    this.#record();
  }

  /** Records the places of a new timeline. */
  #record(): void {
    const { simulation } = this.#timeline;
    this.#recorder.restart(simulation);
    this.#timeline.onStep = () => this.#recorder.record(simulation);
  }

  /** Returns the shown time: between the last two ticks while the simulation plays. */
  #shownSeconds(): number {
    const shown = this.#isPlaying ? this.tick - 1 + this.#left / TICK_SECONDS : this.tick;
    return Math.max(shown * TICK_SECONDS, this.#settledSeconds);
  }

  /** Shows the last tick until the next one. */
  #settle(): void {
    this.#settledSeconds = this.tick * TICK_SECONDS;
    this.#writer.settle();
  }

  /** Puts the player where the walker is, or else the camera. */
  #placePlayer(): void {
    const { solids } = this;
    if (this.#walker !== null && solids !== null) {
      this.#walker.writePlace(solids, this.#timeline.simulation.player, this.#place);
      this.#timeline.place(this.#place);
      return;
    }
    const { x, y, z, pitch, yaw } = this.mapCamera?.body ?? this.#camera;
    Object.assign(this.#place, { x, y, z: z - EYE_HEIGHT, pitch, yaw });
    Object.assign(this.#place, { isDucked: false, isSolid: false, ground: -1 });
    this.#timeline.place(this.#place);
  }

  /** Moves the camera to where the map has teleported the player. */
  #followTeleports(): void {
    const { player } = this.#timeline.simulation;
    if (player.teleports === this.#teleports) return;
    this.#teleports = player.teleports;
    if (!player.readPlace(this.#place)) return;
    const { x, y, z, pitch, yaw } = this.#place;
    const eye = this.mapCamera?.body ?? this.#camera;
    Object.assign(eye, { x, y, z: z + EYE_HEIGHT, pitch, yaw });
  }

  /** Runs a tick; the walker moves before the map does, and follows what the map did to it. */
  #step(): void {
    const walker = this.#touchesTriggers ? this.#walker : null;
    if (walker !== null && this.solids !== null && this.#isPlaying) {
      walker.walk(this.solids);
      this.#placePlayer();
    }
    this.#timeline.step();
    walker?.follow(this.#timeline.simulation.player);
  }

  /** Runs ticks, and emits their events. */
  #run(ticks: number): void {
    const { simulation } = this.#timeline;
    const first = simulation.log.length;
    const goal = simulation.tick + ticks;
    if (simulation.isAtRest && !this.isWalking) this.#timeline.runTo(goal);
    else {
      const endMs = performance.now() + TICKS_MS;
      while (simulation.tick < goal - 1 && performance.now() < endMs) this.#step();
      // The last tick is shown from the one before.
      if (ticks > 1) this.#writer.readTick();
      this.#step();
    }
    this.#writer.readTick();
    this.#endTick = Math.max(this.#endTick, simulation.tick);
    for (let i = first; i < simulation.log.length; i++) {
      this.#listeners.emit("event", this.eventAt(i)!);
    }
  }

  #setPlaying(isPlaying: boolean): void {
    if (this.#isPlaying === isPlaying) return;
    this.#isPlaying = isPlaying;
    this.#left = 0;
    this.#settle();
    this.#listeners.emit("change", undefined);
  }

  #onFired(): void {
    this.#endTick = this.tick;
    this.#listeners.emit("rewind", undefined);
    if (!this.#isPlaying) this.step();
  }

  #onJump(): void {
    this.#jumps++;
    this.#left = 0;
    this.#endTick = Math.max(this.#endTick, this.tick);
    this.#settle();
    this.#listeners.emit("rewind", undefined);
  }

  #hasRow(row: number): boolean {
    return Number.isInteger(row) && row >= 0 && row < this.entityCount;
  }
}
