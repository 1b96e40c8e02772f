/** Writes where a simulation's brush models are, and its light styles, for the renderer. */

import {
  type BrushModels,
  type MapMoment,
  momentAtStart,
  SIMULATED_STYLES,
} from "../../map/motion/brush-models.ts";
import {
  type MapSimulation,
  readEmission,
  TICK_SECONDS,
  writeWorldMatrix,
} from "../../simulation/index.ts";
import { ViewWriter } from "./view-writer.ts";

/** Difference of a matrix from the built one that counts as none: rounding of parents' places. */
const SAME = 1e-3;
/** Numbers of an entity that are compared between ticks: origin, angles and parent. */
const PLACE = 7;
/** Ancestors that are followed; more are a mistake in the map. */
const MOST_PARENTS = 64;

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
  };
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
  /** Entity that has each brush model now: a template may have made it again. */
  readonly #entity: Int32Array;
  readonly #view: ViewWriter;
  /** Number of entities when the tracked ones were found. */
  #entityCount = 0;
  /** Matrices one tick ago and now; 12 a brush model. */
  readonly #before: Float32Array;
  readonly #now: Float32Array;
  /** 1 for brush models whose last two matrices differ. */
  readonly #isMoving: Uint8Array;
  #isAnyMoving = false;
  /** Share of the tick that is shown; −1 if none was shown since the last tick. */
  #part = -1;
  /** 1 for entities that are hidden when they spawn. The geometry knows about classes that are not simulated. */
  readonly #hiddenAtStart: Uint8Array;
  /** Entities with a brush model, and all that carry them. */
  #tracked: readonly number[] = [];
  /** `PLACE` numbers of each tracked entity in the last tick. */
  #places = new Float64Array(0);
  /** 1 for tracked entities that moved in the last tick; a value an entity. */
  #hasMoved = new Uint8Array(0);
  /** Whether a tracked entity got another parent in the last tick. */
  #hasNewParent = false;

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
    this.#entity = this.#brushes.entity.slice();
    this.#before = moment.worldFromModel.slice();
    this.#now = moment.worldFromModel.slice();
    this.#isMoving = new Uint8Array(this.#brushes.count);
    this.#hiddenAtStart = simulation.entities.isHidden.slice(0, simulation.entities.count);
    this.#track();
    for (let row = 0; row < this.#brushes.count; row++) this.#writeMatrix(row);
    this.settle();
  }

  /** Follows another simulation of the same map. Call `settle` then. */
  follow(simulation: MapSimulation): void {
    this.#simulation = simulation;
    this.#view.follow(simulation);
  }

  /** Reads the state after a tick. Allocates nothing while no entity is made or gets another parent. */
  readTick(): void {
    const { count } = this.#brushes;
    const hasMoved = this.#compare();
    let isAnyMoving = false;
    const { time, emissionChanges } = this.#simulation;
    let isChanged = this.#writeState();
    this.#view.readTick();
    this.#from = Math.max(time - TICK_SECONDS, 0);
    this.#to = this.moment.seconds = time;
    if (emissionChanges !== this.#emissionChanges) isChanged = true;
    this.#emissionChanges = emissionChanges;
    for (let row = 0; row < count; row++) {
      if (this.#isMoving[row] === 1) {
        copyRow(this.#now, this.#before, row);
        copyRow(this.#now, this.moment.worldFromModel, row);
        isChanged = true;
      }
      const isMoving = hasMoved && this.#isCarried(this.#entity[row]);
      this.#isMoving[row] = isMoving ? 1 : 0;
      if (!isMoving) continue;
      this.#writeMatrix(row);
      isAnyMoving = true;
    }
    this.#isAnyMoving = isAnyMoving;
    this.#part = -1;
    if (isChanged) this.moment.version++;
  }

  /** Shows a moment between the last two ticks: 0 is the earlier one, 1 the last one. */
  show(part: number): void {
    this.moment.seconds = this.#from + (this.#to - this.#from) * part;
    this.#view.show(this.moment.seconds);
    if (!this.#isAnyMoving || part === this.#part) return;
    this.#part = part;
    for (let row = 0; row < this.#brushes.count; row++) {
      if (this.#isMoving[row] === 0) continue;
      blendMatrix(this.moment.worldFromModel, row * 12, this.#before, this.#now, part);
    }
    this.moment.version++;
  }

  /** Shows the last tick until the next one: nothing moves between them. */
  settle(): void {
    this.#track();
    this.readTick();
    this.#from = this.#to;
    this.#view.show(this.#to);
    this.#before.set(this.#now);
    this.moment.worldFromModel.set(this.#now);
    this.#isMoving.fill(0);
    this.#isAnyMoving = false;
    this.moment.version++;
  }

  /** Finds the tracked entities, whose places count as moved. */
  #track(): void {
    const { parent, count } = this.#simulation.entities;
    this.#findEntities();
    this.#entityCount = count;
    const tracked = new Set<number>();
    for (const entity of this.#entity) {
      for (let row = entity, i = 0; row >= 0 && i < MOST_PARENTS; row = parent[row], i++) {
        tracked.add(row);
      }
    }
    this.#tracked = [...tracked];
    this.#places = new Float64Array(this.#tracked.length * PLACE).fill(Number.NaN);
    this.#hasMoved = new Uint8Array(count);
  }

  /** Finds the entity of each brush model: the map's own, or the last that a template made of it. */
  #findEntities(): void {
    const { lumpRow, isRemoved, model, count } = this.#simulation.entities;
    const { entity: own } = this.#brushes;
    this.#entity.set(own);
    for (let row = this.#hiddenAtStart.length; row < count; row++) {
      if (model[row] === 0 || isRemoved[row] === 1) continue;
      const brush = own.indexOf(lumpRow[row]);
      if (brush >= 0 && isRemoved[own[brush]] === 1) this.#entity[brush] = row;
    }
  }

  /** Compares tracked entities with the last tick. Returns whether one moved. */
  #compare(): boolean {
    if (this.#simulation.entities.count !== this.#entityCount) this.#track();
    let isAny = this.#comparePlaces();
    // Another parent may be one that is not tracked yet.
    if (isAny && this.#hasNewParent) {
      this.#track();
      isAny = this.#comparePlaces();
    }
    return isAny;
  }

  #comparePlaces(): boolean {
    const { origin, angles, parent } = this.#simulation.entities;
    const places = this.#places;
    let isAny = false;
    this.#hasNewParent = false;
    for (let i = 0; i < this.#tracked.length; i++) {
      const row = this.#tracked[i];
      const from = row * 3;
      const to = i * PLACE;
      const isSame =
        places[to] === origin[from] &&
        places[to + 1] === origin[from + 1] &&
        places[to + 2] === origin[from + 2] &&
        places[to + 3] === angles[from] &&
        places[to + 4] === angles[from + 1] &&
        places[to + 5] === angles[from + 2] &&
        places[to + 6] === parent[row];
      this.#hasMoved[row] = isSame ? 0 : 1;
      if (isSame) continue;
      isAny = true;
      if (places[to + 6] !== parent[row] && !Number.isNaN(places[to + 6])) {
        this.#hasNewParent = true;
      }
      places[to] = origin[from];
      places[to + 1] = origin[from + 1];
      places[to + 2] = origin[from + 2];
      places[to + 3] = angles[from];
      places[to + 4] = angles[from + 1];
      places[to + 5] = angles[from + 2];
      places[to + 6] = parent[row];
    }
    return isAny;
  }

  /** Whether an entity, or one that carries it, moved in the last tick. */
  #isCarried(entity: number): boolean {
    const { parent } = this.#simulation.entities;
    for (let row = entity, i = 0; row >= 0 && i < MOST_PARENTS; row = parent[row], i++) {
      if (this.#hasMoved[row] === 1) return true;
    }
    return false;
  }

  #writeMatrix(row: number): void {
    writeWorldMatrix(this.#simulation.entities, this.#entity[row], matrix);
    const built = this.#brushes.worldFromModel;
    const at = row * 12;
    let isBuilt = true;
    for (let i = 0; i < 12; i++) isBuilt &&= Math.abs(matrix[i] - built[at + i]) <= SAME;
    for (let i = 0; i < 12; i++) this.#now[at + i] = isBuilt ? built[at + i] : matrix[i];
  }

  /** Writes which models are hidden, and the light styles. Returns whether any differs. */
  #writeState(): boolean {
    const { entities, lightStyles, areaPortals, strings } = this.#simulation;
    const { count, isHidden: builtHidden } = this.#brushes;
    const { isHidden } = this.moment;
    let isChanged = false;
    for (let row = 0; row < count; row++) {
      const of = this.#entity[row];
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

const matrix = new Float32Array(12);

function copyRow(from: Float32Array, to: Float32Array, row: number): void {
  for (let i = row * 12; i < row * 12 + 12; i++) to[i] = from[i];
}

/**
 * Blends two matrices that rotate and translate. The axes keep their length: a fan that turns by a
 * large angle in a tick would shrink otherwise.
 */
export function blendMatrix(
  out: Float32Array,
  at: number,
  before: Float32Array,
  now: Float32Array,
  part: number,
): void {
  for (let i = at; i < at + 12; i++) out[i] = before[i] + (now[i] - before[i]) * part;
  for (let i = at; i < at + 3; i++) {
    // `Math.hypot` is several times slower.
    const length = Math.sqrt(out[i] ** 2 + out[i + 4] ** 2 + out[i + 8] ** 2);
    if (length === 0) continue;
    out[i] /= length;
    out[i + 4] /= length;
    out[i + 8] /= length;
  }
}
