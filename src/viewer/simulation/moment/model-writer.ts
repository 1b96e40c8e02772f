/** Writes where a simulation's models of entities are, for the renderer. */

import { type EntityModels, type ModelsMoment, modelsAtStart } from "../../../map/motion/models.ts";
import { multiply3x4 } from "../../../math/matrix3x4.ts";
import { gammaToLinear } from "../../../scene/materials/vmt-values.ts";
import {
  type MapSimulation,
  modelFieldsOf,
  type SequenceSeconds,
  TICK_SECONDS,
  writeWorldMatrix,
} from "../../../simulation/index.ts";
import { WatchedEntities } from "../watched-entities.ts";
import { blendMatrix } from "./blend-matrix.ts";

/** Difference of a matrix from the map's that counts as none: rounding of parents' places. */
const SAME = 1e-3;

/** Fields of an entity's state that are read, and their places in the list. */
const FIELDS = [
  ...(["skin", "body", "animation", "playedSeconds", "playedSince"] as const),
  ...(["playbackRate", "color"] as const),
] as const;
const [SKIN, BODY, ANIMATION, PLAYED, SINCE, RATE, COLOR] = FIELDS.keys();

export class ModelWriter {
  readonly moment: ModelsMoment & { version: number };
  readonly #watched = new WatchedEntities();
  #simulation: MapSimulation;
  readonly #models: EntityModels;
  /** Entity that shows each model now: a template may have made it; −1 if none. */
  readonly #entity: Int32Array;
  /** Number of entities when they were found. */
  #entityCount = -1;
  /** 1 for entities that are hidden when they spawn; the built models know about all classes. */
  readonly #hiddenAtStart: Uint8Array;
  /** World from entity one tick ago and now; 12 a model. */
  readonly #before: Float32Array;
  readonly #now: Float32Array;
  /** A place between them. */
  readonly #shown: Float32Array;
  /** Entity's space from the model's, with scale; 12 a model. */
  readonly #entityFromModel: Float32Array;
  /** 1 for models whose last two matrices differ. */
  readonly #isMoving: Uint8Array;
  #isAnyMoving = false;
  /** Share of the tick that is shown; −1 if none was shown since the last tick. */
  #part = -1;
  readonly #hasLooks: boolean;
  /** First row of the looks of the same entity, and the one of these that is shown. */
  readonly #group: Int32Array;
  readonly #look: Int32Array;
  /** `FIELDS` places in the simulation's state a model; −1 for what its class has not. */
  readonly #fields: Int32Array;
  /** 1 more for each part of a look that is that of the entity; a value an entity's first row. */
  readonly #likeness: Int8Array;
  /** 3 a model: colour of its entity when the map starts, 0 to 255. */
  readonly #colorAtStart: Float32Array;

  /** @param hiddenAtStart `isHidden` of the entities when the map has spawned */
  constructor(simulation: MapSimulation, models: EntityModels, hiddenAtStart: Uint8Array) {
    this.#simulation = simulation;
    this.#models = models;
    this.moment = modelsAtStart(models);
    this.#entity = models.entity.slice();
    this.#hiddenAtStart = hiddenAtStart;
    this.#before = models.worldFromEntity.slice();
    this.#now = models.worldFromEntity.slice();
    this.#shown = models.worldFromEntity.slice();
    this.#isMoving = new Uint8Array(models.count);
    this.#group = groupLooks(models);
    this.#look = this.#group.slice();
    this.#hasLooks = this.#group.some((first, row) => first !== row);
    this.#fields = new Int32Array(models.count * FIELDS.length);
    this.#likeness = new Int8Array(models.count);
    this.#colorAtStart = new Float32Array(models.count * 3);
    this.#entityFromModel = new Float32Array(models.count * 12);
    for (let row = 0; row < models.count; row++) {
      const at = row * 12;
      invert(this.#entityFromModel, models.worldFromEntity, at);
      const own = this.#entityFromModel;
      multiply3x4(own, at, own, at, models.worldFromModel, at);
    }
    this.settle();
  }

  /** Follows another simulation of the same map. Call `settle` then. */
  follow(simulation: MapSimulation): void {
    this.#simulation = simulation;
    this.#entityCount = -1;
  }

  /**
   * Reads the state after a tick. Allocates nothing while no entity is made or gets another parent.
   * @returns whether the moment changed
   */
  readTick(): boolean {
    const hasMoved = this.#compare();
    let isChanged = this.#writeHidden();
    if (this.#writeColors()) isChanged = true;
    if (this.#writePlayheads(this.#simulation.time)) isChanged = true;
    let isAnyMoving = false;
    for (let row = 0; row < this.#models.count; row++) {
      if (this.#isMoving[row] === 1) {
        copyRow(this.#now, this.#before, row);
        this.#write(row, this.#now);
        isChanged = true;
      }
      const isMoving = hasMoved && this.#watched.isCarried(this.#simulation, this.#entity[row]);
      this.#isMoving[row] = isMoving ? 1 : 0;
      if (!isMoving) continue;
      this.#readMatrix(row);
      isAnyMoving = true;
    }
    this.#isAnyMoving = isAnyMoving;
    this.#part = -1;
    if (isChanged) this.moment.version++;
    return isChanged;
  }

  /**
   * Shows a moment between the last two ticks: 0 is the earlier one, 1 the last one.
   * @returns whether the moment changed
   */
  show(part: number): boolean {
    if (part === this.#part) return false;
    this.#part = part;
    const hasPlayed = this.#writePlayheads(this.#simulation.time - (1 - part) * TICK_SECONDS);
    if (!this.#isAnyMoving && !hasPlayed) return false;
    for (let row = 0; row < this.#models.count; row++) {
      if (this.#isMoving[row] === 0) continue;
      blendMatrix(this.#shown, row * 12, this.#before, this.#now, part);
      this.#write(row, this.#shown);
    }
    this.moment.version++;
    return true;
  }

  /** Shows the last tick until the next one: nothing moves between them. */
  settle(): void {
    this.#find();
    this.readTick();
    for (let row = 0; row < this.#models.count; row++) this.#write(row, this.#now);
    this.#before.set(this.#now);
    this.#isMoving.fill(0);
    this.#isAnyMoving = false;
    this.moment.version++;
  }

  /**
   * Finds the entity that shows each model: the map's own and those that templates made of it, the
   * latest if there are more than models. All count as moved.
   */
  #find(): void {
    const { lumpRow, isRemoved, count } = this.#simulation.entities;
    const { entity: own, copy } = this.#models;
    this.#entityCount = count;
    const alive = new Map<number, number[]>();
    const copies = new Map<number, number>();
    for (let row = 0; row < own.length; row++) {
      copies.set(own[row], Math.max(copies.get(own[row]) ?? 0, copy[row] + 1));
      alive.set(own[row], isRemoved[own[row]] === 1 ? [] : [own[row]]);
    }
    for (let row = this.#hiddenAtStart.length; row < count; row++) {
      if (isRemoved[row] === 0) alive.get(lumpRow[row])?.push(row);
    }
    for (let row = 0; row < own.length; row++) {
      const made = alive.get(own[row])!;
      const first = Math.max(0, made.length - copies.get(own[row])!);
      const found = made[first + copy[row]] ?? (copy[row] === 0 ? own[row] : -1);
      if (this.#entity[row] === found) continue;
      this.#entity[row] = found;
      if (found < 0) continue;
      // Another entity does not come from where the last one was.
      this.#readMatrix(row);
      copyRow(this.#now, this.#before, row);
      this.#write(row, this.#now);
    }
    this.#findFields();
    this.#watched.watch(this.#simulation, this.#entity);
  }

  #findFields(): void {
    const { entities } = this.#simulation;
    for (let row = 0; row < this.#entity.length; row++) {
      const entity = this.#entity[row];
      const at = entity < 0 ? {} : modelFieldsOf(this.#simulation.classOf(entity).state);
      for (let i = 0; i < FIELDS.length; i++) {
        const field = at[FIELDS[i]];
        const place = field === undefined ? -1 : entities.firstState[entity] + field;
        this.#fields[row * FIELDS.length + i] = place;
      }
      const color = entity < 0 ? "" : this.#simulation.mapKey(entity, "rendercolor");
      const parts = color.trim().split(/\s+/);
      for (let i = 0; i < 3; i++) {
        this.#colorAtStart[row * 3 + i] = color === "" ? 255 : Number.parseFloat(parts[i]) || 0;
      }
    }
  }

  /** Returns a number of a model's entity, and another if its class has none. */
  #numberOf(row: number, field: number, other: number, part = 0): number {
    const place = this.#fields[row * FIELDS.length + field];
    return place < 0 ? other : this.#simulation.entities.state[place + part];
  }

  /** Finds the shown look of each entity: that of its sequence, skin and body, as far as built. */
  #chooseLooks(): void {
    const { skin, body, sequence, count } = this.#models;
    const { strings } = this.#simulation;
    const best = this.#likeness.fill(-1);
    for (let row = 0; row < count; row++) {
      const first = this.#group[row];
      const name = strings.text(strings.foldedOf(this.#numberOf(first, ANIMATION, 0)));
      const likeness =
        (sequence[row] === name ? 4 : 0) +
        (skin[row] === this.#numberOf(first, SKIN, skin[first]) ? 2 : 0) +
        (body[row] === this.#numberOf(first, BODY, body[first]) ? 1 : 0);
      if (likeness <= best[first]) continue;
      best[first] = likeness;
      this.#look[first] = row;
    }
  }

  /** Writes the colours of entities that have another than at the start. */
  #writeColors(): boolean {
    const { color: built, count } = this.#models;
    const out = this.moment.color;
    let isChanged = false;
    for (let row = 0; row < count; row++) {
      let isOther = false;
      for (let i = 0; i < 3; i++) {
        const start = this.#colorAtStart[row * 3 + i];
        if (this.#numberOf(row, COLOR, start, i) !== start) isOther = true;
      }
      for (let i = 0; i < 3; i++) {
        const own = this.#numberOf(row, COLOR, 0, i) / 255;
        const value = Math.fround(isOther ? gammaToLinear(own) : built[row * 4 + i]);
        if (out[row * 4 + i] === value) continue;
        out[row * 4 + i] = value;
        isChanged = true;
      }
    }
    return isChanged;
  }

  /** Writes which second of its sequence each model shows. Returns whether any differs. */
  #writePlayheads(time: number): boolean {
    const { seconds, isLooping, count } = this.#models;
    const out = this.moment.playhead;
    let isChanged = false;
    for (let row = 0; row < count; row++) {
      let head = Number.NaN;
      if (seconds[row] > 0 && this.#numberOf(row, ANIMATION, 0) !== 0) {
        const since = Math.max(0, time - this.#numberOf(row, SINCE, 0));
        head = this.#numberOf(row, PLAYED, 0) + since * this.#numberOf(row, RATE, 1);
        // A looping sequence stays precise however long it plays; another rests at its ends.
        if (isLooping[row] === 1) head -= Math.floor(head / seconds[row]) * seconds[row];
        head = Math.fround(Math.max(0, Math.min(head, seconds[row])));
      }
      if (Object.is(out[row], head)) continue;
      out[row] = head;
      isChanged = true;
    }
    return isChanged;
  }

  /** Compares watched entities with the last tick. Returns whether one moved. */
  #compare(): boolean {
    const simulation = this.#simulation;
    if (simulation.entities.count !== this.#entityCount) this.#find();
    const isAny = this.#watched.compare(simulation);
    if (!this.#watched.hasNewParent) return isAny;
    this.#find();
    return this.#watched.compare(simulation);
  }

  #readMatrix(row: number): void {
    writeWorldMatrix(this.#simulation.entities, this.#entity[row], matrix);
    const { worldFromEntity } = this.#models;
    const at = row * 12;
    let isSame = true;
    for (let i = 0; i < 12; i++) isSame &&= Math.abs(matrix[i] - worldFromEntity[at + i]) <= SAME;
    for (let i = 0; i < 12; i++) this.#now[at + i] = isSame ? worldFromEntity[at + i] : matrix[i];
  }

  /** Writes the place of a model whose entity has a place in the world. */
  #write(row: number, places: Float32Array): void {
    const { worldFromEntity, worldFromModel } = this.#models;
    const out = this.moment.worldFromModel;
    const at = row * 12;
    let isSame = true;
    for (let i = 0; i < 12; i++) isSame &&= places[at + i] === worldFromEntity[at + i];
    if (!isSame) multiply3x4(out, at, places, at, this.#entityFromModel, at);
    else for (let i = at; i < at + 12; i++) out[i] = worldFromModel[i];
  }

  /** Writes which models are hidden. Returns whether any differs. */
  #writeHidden(): boolean {
    const { isHidden, isRemoved } = this.#simulation.entities;
    const { isHidden: built } = this.#models;
    const out = this.moment.isHidden;
    let isChanged = false;
    if (this.#hasLooks) this.#chooseLooks();
    for (let row = 0; row < out.length; row++) {
      const entity = this.#entity[row];
      const first = this.#group[row];
      const isGone = entity < 0 || isRemoved[entity] === 1;
      const isAsAtStart = isHidden[entity] === this.#hiddenAtStart[entity];
      const isOff = isGone || this.#look[first] !== row;
      const hidden = isOff ? 1 : isAsAtStart ? built[first] : isHidden[entity];
      if (out[row] === hidden) continue;
      out[row] = hidden;
      isChanged = true;
    }
    return isChanged;
  }
}

const matrix = new Float32Array(12);

function copyRow(from: Float32Array, to: Float32Array, row: number): void {
  for (let i = row * 12; i < row * 12 + 12; i++) to[i] = from[i];
}

/** Returns the first row of those that show the same entity. */
function groupLooks({ count, entity, copy }: EntityModels): Int32Array {
  const firsts = new Map<string, number>();
  return Int32Array.from({ length: count }, (_, row) => {
    const id = `${entity[row]} ${copy[row]}`;
    if (!firsts.has(id)) firsts.set(id, row);
    return firsts.get(id)!;
  });
}

/** Lengths of the sequences of a map's models, for its simulation. */
export function sequencesOf({
  count,
  entity,
  sequence,
  seconds,
  isLooping,
}: EntityModels): SequenceSeconds {
  const ends = new Map<string, number>();
  for (let row = 0; row < count; row++) {
    if (isLooping[row] === 0) ends.set(`${entity[row]} ${sequence[row]}`, seconds[row]);
  }
  return (lumpRow, name) => ends.get(`${lumpRow} ${name.toLowerCase()}`) ?? 0;
}

/** Inverts a matrix that rotates and translates. */
function invert(out: Float32Array, m: Float32Array, at: number): void {
  for (let row = 0; row < 3; row++) {
    let moved = 0;
    for (let column = 0; column < 3; column++) {
      const value = m[at + column * 4 + row];
      out[at + row * 4 + column] = value;
      moved -= value * m[at + column * 4 + 3];
    }
    out[at + row * 4 + 3] = moved;
  }
}
