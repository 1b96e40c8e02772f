/** Writes where a simulation's brush models are, and its light styles, for the renderer. */

import {
  type BrushModels,
  type MapMoment,
  momentAtStart,
  SIMULATED_STYLES,
} from "../../../map/motion/brush-models.ts";
import type { LampRows } from "../../../map/motion/lamps.ts";
import type { EntityModels, ModelsMoment } from "../../../map/motion/models.ts";
import { type MapSimulation, readEmission, TICK_SECONDS } from "../../../simulation/index.ts";
import { BrushPlaces } from "./brush-places.ts";
import { LampWriter } from "./lamp-writer.ts";
import { ModelWriter } from "./model-writer.ts";
import { ViewWriter } from "./view-writer.ts";

const NO_BRUSHES: BrushModels = {
  ...{ count: 0, entity: new Int32Array(0), model: new Int32Array(0) },
  ...{ worldFromModel: new Float32Array(0), isHidden: new Uint8Array(0) },
  ...{ firstChunk: new Uint32Array(0), chunkCount: new Uint32Array(0) },
  chunks: new Uint32Array(0),
};

export class MomentWriter {
  readonly moment: MapMoment & {
    version: number;
    openPortals: Uint8Array | null;
    seconds: number;
    models?: ModelsMoment;
    lamps?: LampRows;
  };
  #models: ModelWriter | null = null;
  readonly #lamps = new LampWriter();
  /** Changes of emission that the moment has. */
  #emissionChanges = 0;
  /** Seconds of the last two ticks. */
  #from = 0;
  #to = 0;
  #simulation: MapSimulation;
  readonly #brushes: BrushModels;
  readonly #lightStyles: (number | string | null)[];
  /** State of area portals when the map starts. */
  readonly #portalsAtStart: Uint8Array;
  readonly #portals: Uint8Array;
  readonly #places: BrushPlaces;
  readonly #view: ViewWriter;
  /** Share of the tick that is shown; −1 if none was shown since the last tick. */
  #part = -1;
  /** 1 for entities that are hidden when they spawn. The geometry knows about classes that are not simulated. */
  readonly #hiddenAtStart: Uint8Array;

  constructor(simulation: MapSimulation, brushes: BrushModels | null) {
    this.#simulation = simulation;
    this.#brushes = brushes ?? NO_BRUSHES;
    const moment = momentAtStart(this.#brushes);
    this.#lightStyles = [...moment.lightStyles];
    this.#portalsAtStart = simulation.areaPortals.slice();
    this.#portals = this.#portalsAtStart.slice();
    this.#view = new ViewWriter(simulation);
    this.moment = {
      ...{ ...moment, lightStyles: this.#lightStyles, seconds: 0, view: this.#view.view },
      emission: (entity, out) => readEmission(this.#simulation, entity, out),
    };
    this.#hiddenAtStart = simulation.entities.isHidden.slice(0, simulation.entities.count);
    this.#places = new BrushPlaces(simulation, this.#brushes, moment.worldFromModel);
    this.settle();
  }

  /** Follows another simulation of the same map. Call `settle` then. */
  follow(simulation: MapSimulation): void {
    this.#simulation = simulation;
    this.#places.follow(simulation);
    this.#view.follow(simulation);
    this.#models?.follow(simulation);
  }

  /** Writes the models of entities from now on, when they were loaded. */
  setModels(models: EntityModels | null): void {
    if (models === (this.moment.models?.models ?? null)) return;
    this.#models = models && new ModelWriter(this.#simulation, models, this.#hiddenAtStart);
    this.moment.models = this.#models?.moment;
    this.moment.version++;
  }

  /** Reads the state after a tick. Allocates nothing while no entity is made or gets another parent. */
  readTick(): void {
    const { time, emissionChanges } = this.#simulation;
    let isChanged = this.#places.readTick();
    if (this.#writeState()) isChanged = true;
    if (this.#models?.readTick()) isChanged = true;
    if (this.#lamps.read(this.#simulation)) isChanged = true;
    this.moment.lamps = this.#lamps.lamps;
    this.#view.readTick();
    this.#from = Math.max(time - TICK_SECONDS, 0);
    this.#to = this.moment.seconds = time;
    if (emissionChanges !== this.#emissionChanges) isChanged = true;
    this.#emissionChanges = emissionChanges;
    this.#part = -1;
    if (isChanged) this.moment.version++;
  }

  /** Shows a moment between the last two ticks: 0 is the earlier one, 1 the last one. */
  show(part: number): void {
    this.moment.seconds = this.#from + (this.#to - this.#from) * part;
    this.#view.show(this.moment.seconds);
    if (this.#models?.show(part)) this.moment.version++;
    if (!this.#places.isAnyMoving || part === this.#part) return;
    this.#part = part;
    this.#places.show(part);
    this.moment.version++;
  }

  /** Shows the last tick until the next one: nothing moves between them. */
  settle(): void {
    this.#places.settle();
    this.#models?.settle();
    this.readTick();
    this.#from = this.#to;
    this.#view.show(this.#to);
    this.moment.version++;
  }

  /** Writes which models are hidden, and the light styles. Returns whether any differs. */
  #writeState(): boolean {
    const { entities, lightStyles, areaPortals, strings } = this.#simulation;
    const { count, isHidden: builtHidden } = this.#brushes;
    const { isHidden } = this.moment;
    const { entity } = this.#places;
    let isChanged = false;
    for (let row = 0; row < count; row++) {
      const of = entity[row];
      const atStart = this.#hiddenAtStart[of] ?? 0;
      const shown = entities.isHidden[of] === atStart ? builtHidden[row] : entities.isHidden[of];
      const hidden = entities.isRemoved[of] === 1 ? 1 : shown;
      if (isHidden[row] === hidden) continue;
      isHidden[row] = hidden;
      isChanged = true;
    }
    for (let style = 0; style < SIMULATED_STYLES; style++) {
      const light = lightStyles[style] === 0 ? null : strings.text(lightStyles[style]);
      if (this.#lightStyles[style] === light) continue;
      this.#lightStyles[style] = light;
      isChanged = true;
    }
    let isAsAtStart = true;
    for (let portal = 0; portal < areaPortals.length; portal++) {
      if (areaPortals[portal] !== this.#portalsAtStart[portal]) isAsAtStart = false;
      if (areaPortals[portal] === this.#portals[portal]) continue;
      this.#portals[portal] = areaPortals[portal];
      isChanged = true;
    }
    // The map knows its own state, that of windows included.
    this.moment.openPortals = isAsAtStart ? null : this.#portals;
    return isChanged;
  }
}
