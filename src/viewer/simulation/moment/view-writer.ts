/**
 * Writes what a simulation does to the picture and the eye: fog, exposure, colour corrections,
 * fades and shaking. All of it is a function of the entities' state and the time.
 */

import type { Fog } from "../../../map/fog.ts";
import type { MomentView } from "../../../map/motion/view.ts";
import type { MapSimulation } from "../../../simulation/index.ts";
import { CameraTrack } from "./camera-track.ts";
import { listFades, mixFades, type RunningFade } from "./shown-fades.ts";
import {
  type FogState,
  isSameFog,
  makeFog,
  readFogState,
  type WritableFog,
  writeFogAt,
} from "./shown-fog.ts";
import { addShake, type RunningShake, readShake } from "./shown-shakes.ts";

/** Classes whose state is read. */
const CLASSES = [
  ...(["env_fog_controller", "env_tonemap_controller", "color_correction"] as const),
  ...(["color_correction_volume", "env_fade", "env_shake"] as const),
];

/** `SF_FOG_MASTER`: this controller takes precedence over others. */
const MASTER = 1;

/** Limit of the exposure that stands for the engine's own, and the engine's bloom. */
const ENGINE_LIMIT = 0;
const ENGINE_BLOOM = 1;

export class ViewWriter {
  readonly view: { -readonly [Key in keyof MomentView]: MomentView[Key] };
  #simulation: MapSimulation;
  /** Rows of each class, and the number of entities when they were found. */
  readonly #rows = CLASSES.map((): number[] => []);
  #entityCount = -1;
  /** State of the rows in the last tick. */
  #states = new Float64Array(0);
  /** Row of the controller whose fog is shown; −1 for none. */
  #fogRow = -1;
  /** Fog as the map starts, the controller's state, and the fog that is shown; `null` for none. */
  #ownFog: Fog | null = null;
  #fogState: FogState | null = null;
  #fog: WritableFog | null = null;
  #fades: readonly RunningFade[] = [];
  #shakes: readonly RunningShake[] = [];
  #stoppedShakes = 0;
  #hasPlayer = false;
  readonly #cameraTrack = new CameraTrack();
  #seconds = Number.NaN;

  constructor(simulation: MapSimulation) {
    this.#simulation = simulation;
    this.view = {
      version: 0,
      fog: undefined,
      exposure: {
        ...{ min: Number.NaN, max: Number.NaN },
        ...{ rate: Number.NaN, bloomScale: Number.NaN },
      },
      correctionWeight: (entity) => this.#weightOf(entity),
      fade: { color: new Float32Array(3), alpha: 0, isModulating: false },
      shake: { x: 0, y: 0, z: 0, roll: 0 },
      camera: this.#cameraTrack.pose,
    };
    this.readTick();
    this.#ownFog = this.#fogState;
    this.show(simulation.time);
  }

  /** Follows another simulation of the same map. Call `readTick` and `show` then. */
  follow(simulation: MapSimulation): void {
    this.#simulation = simulation;
    this.#entityCount = -1;
  }

  /** Reads the state after a tick. Allocates nothing while no entity changes. */
  readTick(): void {
    const simulation = this.#simulation;
    this.#cameraTrack.readTick(simulation);
    if (simulation.entities.count !== this.#entityCount) this.#find();
    if (!this.#isChanged()) return;
    const [, tonemaps, , , fades, shakes] = this.#rows;
    // Fades cover the eyes of players: who only flies through a map sees it.
    this.#fades = this.#hasPlayer ? listFades(simulation, fades) : [];
    this.#shakes = shakes.flatMap((row) => readShake(simulation, row) ?? []);
    this.#readExposure(tonemaps[0] ?? -1);
    this.#readFog();
    this.#seconds = Number.NaN;
    this.view.version++;
  }

  /** Shows a time in seconds: the last tick's, or up to one tick before it. */
  show(seconds: number): void {
    this.#cameraTrack.show(seconds);
    if (seconds === this.#seconds) return;
    this.#seconds = seconds;
    const isFogMoving = this.#showFog(seconds);
    const isFadeChanged = mixFades(this.#fades, seconds, this.view.fade);
    if (this.#showShakes(seconds) || isFogMoving || isFadeChanged) this.view.version++;
  }

  #find(): void {
    const simulation = this.#simulation;
    let size = 0;
    CLASSES.forEach((name, i) => {
      const rows = this.#rows[i];
      rows.length = 0;
      let row = simulation.findClass(name, -1);
      for (; row >= 0; row = simulation.findClass(name, row)) {
        rows.push(row);
        size += 1 + sizeOf(simulation, row);
      }
    });
    this.#entityCount = simulation.entities.count;
    this.#states = new Float64Array(size).fill(Number.NaN);
    const [fogs] = this.#rows;
    this.#fogRow = fogs[0] ?? -1;
    for (const row of fogs) if (simulation.hasFlag(row, MASTER)) this.#fogRow = row;
  }

  /** Compares the state of all rows with the last tick. */
  #isChanged(): boolean {
    const simulation = this.#simulation;
    const { state, firstState, isRemoved } = simulation.entities;
    let at = 0;
    const hasPlayer = simulation.player.row >= 0;
    let isChanged =
      simulation.stoppedShakes !== this.#stoppedShakes || hasPlayer !== this.#hasPlayer;
    this.#stoppedShakes = simulation.stoppedShakes;
    this.#hasPlayer = hasPlayer;
    for (let i = 0; i < this.#rows.length; i++) {
      for (let j = 0; j < this.#rows[i].length; j++) {
        const row = this.#rows[i][j];
        const size = sizeOf(simulation, row);
        for (let field = -1; field < size; field++, at++) {
          const value = field < 0 ? isRemoved[row] : state[firstState[row] + field];
          if (this.#states[at] === value) continue;
          this.#states[at] = value;
          isChanged = true;
        }
      }
    }
    return isChanged;
  }

  #readFog(): void {
    const isThere = this.#fogRow >= 0 && this.#simulation.isAlive(this.#fogRow);
    this.#fogState = isThere ? readFogState(this.#simulation, this.#fogRow) : null;
    this.#fog = this.#fogState === null ? null : makeFog(this.#fogState);
  }

  /** Returns whether the fog changes with time. */
  #showFog(seconds: number): boolean {
    if (this.#fogState === null || this.#fog === null) {
      this.view.fog = this.#ownFog === null ? undefined : null;
      return false;
    }
    writeFogAt(this.#fogState, seconds, this.#fog);
    const isOwn = this.#ownFog !== null && isSameFog(this.#fog, this.#ownFog);
    this.view.fog = isOwn ? undefined : this.#fog;
    return this.#fogState.began >= 0;
  }

  #readExposure(row: number): void {
    const { exposure } = this.view;
    const number = (field: string): number =>
      row < 0 ? -1 : Number(this.#simulation.readState(row, field));
    const read = (field: string, unset: number): number => {
      const value = number(field);
      return value < 0 ? unset : value;
    };
    const limit = number("usesOwnExposure") > 0 ? ENGINE_LIMIT : Number.NaN;
    exposure.min = read("exposureMin", limit);
    exposure.max = read("exposureMax", limit);
    exposure.rate = read("rate", Number.NaN);
    exposure.bloomScale = read(
      "bloomScale",
      number("usesOwnBloom") > 0 ? ENGINE_BLOOM : Number.NaN,
    );
  }

  #weightOf(entity: number): number {
    if (!this.#simulation.isAlive(entity)) return 0;
    return Number(this.#simulation.readState(entity, "weight") ?? Number.NaN);
  }

  #showShakes(seconds: number): boolean {
    const { shake } = this.view;
    const { x, y, z, roll } = shake;
    shake.x = shake.y = shake.z = shake.roll = 0;
    for (let i = 0; i < this.#shakes.length; i++) addShake(this.#shakes[i], seconds, shake);
    return x !== shake.x || y !== shake.y || z !== shake.z || roll !== shake.roll;
  }
}

const sizeOf = (simulation: MapSimulation, row: number): number =>
  simulation.classOf(row).state?.size ?? 0;
