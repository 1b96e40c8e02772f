/** Records the places of the entities that particle systems follow, tick by tick. */

import type { EntityTracks } from "../../map/motion/entity-tracks.ts";
import { type MapSimulation, type SimulatedMap, writeWorldMatrix } from "../../simulation/index.ts";
import { WatchedEntities } from "./watched-entities.ts";

const PARTICLE_SYSTEM_CLASS = "info_particle_system";
const MAX_POINTS = 63;
/** Rows of all tracks together: 25 MB. The older half of a track that exceeds its share is dropped. */
const MOST_ROWS = 1 << 19;
const LEAST_ROWS = 16;

/** Places of one entity: a row for each tick in which it moved. */
interface Track {
  readonly entity: number;
  count: number;
  ticks: Int32Array;
  matrices: Float32Array;
}

/** Returns the rows of particle systems and of the entities at their control points. */
function listFollowed({ entities }: Pick<SimulatedMap, "entities">): number[] {
  const byName = new Map<string, number>();
  for (const [row, entity] of entities.entries()) {
    const name = entity.get("targetname")?.toLowerCase();
    if (name && !byName.has(name)) byName.set(name, row);
  }
  const rows = new Set<number>();
  for (const [row, entity] of entities.entries()) {
    if (entity.get("classname")?.toLowerCase() !== PARTICLE_SYSTEM_CLASS) continue;
    rows.add(row);
    for (let point = 1; point <= MAX_POINTS; point++) {
      const target = byName.get(entity.get(`cpoint${point}`)?.toLowerCase() ?? "");
      if (target !== undefined) rows.add(target);
    }
  }
  return [...rows];
}

export class TrackRecorder {
  readonly tracks: readonly Track[];
  readonly #byEntity: ReadonlyMap<number, Track>;
  readonly #mostRows: number;
  readonly #watched = new WatchedEntities();
  #lastTick = -1;
  #rewritten = Number.POSITIVE_INFINITY;

  /** @param mostRows rows of all tracks together */
  constructor(map: Pick<SimulatedMap, "entities">, mostRows = MOST_ROWS) {
    this.tracks = listFollowed(map).map((entity) => ({
      ...{ entity, count: 0 },
      ticks: new Int32Array(1),
      matrices: new Float32Array(12),
    }));
    this.#byEntity = new Map(this.tracks.map((track) => [track.entity, track]));
    this.#mostRows = Math.max(LEAST_ROWS, Math.floor(mostRows / Math.max(this.tracks.length, 1)));
  }

  /** See `EntityTracks`. */
  hasMoved(entity: number): boolean {
    const track = this.#byEntity.get(entity);
    return track !== undefined && track.count > 1;
  }

  /** See `EntityTracks`. */
  read(entity: number, tick: number, out: Float32Array): boolean {
    const track = this.#byEntity.get(entity);
    if (track === undefined || track.count === 0) return false;
    let low = 0;
    let high = track.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (track.ticks[middle] <= tick) low = middle;
      else high = middle - 1;
    }
    for (let i = 0; i < 12; i++) out[i] = track.matrices[low * 12 + i];
    return true;
  }

  /** See `EntityTracks`. */
  takeRewritten(): number {
    const from = this.#rewritten;
    this.#rewritten = Number.POSITIVE_INFINITY;
    return from;
  }

  /** Begins again with a simulation of the same map at its start. */
  restart(simulation: MapSimulation): void {
    if (this.tracks.length === 0) return;
    for (const track of this.tracks) track.count = 0;
    this.#rewritten = 0;
    this.#lastTick = -1;
    this.record(simulation);
  }

  /** Records the tick that a simulation has just run; later ones that were recorded are dropped. */
  record(simulation: MapSimulation): void {
    if (this.tracks.length === 0) return;
    const { tick } = simulation;
    if (tick <= this.#lastTick || this.#watched.entityCount === 0) this.#rewind(simulation, tick);
    this.#lastTick = tick;
    if (!this.#compare(simulation)) return;
    for (const track of this.tracks) {
      if (this.#watched.isCarried(simulation, track.entity)) this.#add(simulation, track, tick);
    }
  }

  #rewind(simulation: MapSimulation, tick: number): void {
    this.#rewritten = Math.min(this.#rewritten, tick);
    for (const track of this.tracks) {
      while (track.count > 0 && track.ticks[track.count - 1] >= tick) track.count--;
    }
    this.#watch(simulation);
  }

  #watch(simulation: MapSimulation): void {
    this.#watched.watch(
      simulation,
      this.tracks.map(({ entity }) => entity),
    );
  }

  /** Compares watched entities with the last tick. Returns whether one moved. */
  #compare(simulation: MapSimulation): boolean {
    if (simulation.entities.count > this.#watched.entityCount) this.#watch(simulation);
    const isAny = this.#watched.compare(simulation);
    if (!this.#watched.hasNewParent) return isAny;
    this.#watch(simulation);
    return this.#watched.compare(simulation);
  }

  #add({ entities }: MapSimulation, track: Track, tick: number): void {
    writeWorldMatrix(entities, track.entity, matrix);
    if (track.count > 0 && isLast(track)) return;
    if (track.count === track.ticks.length) this.#makeRoom(track);
    track.ticks[track.count] = tick;
    track.matrices.set(matrix, track.count * 12);
    track.count++;
  }

  #makeRoom(track: Track): void {
    if (track.count >= this.#mostRows) {
      const dropped = track.count >> 1;
      track.ticks.copyWithin(0, dropped);
      track.matrices.copyWithin(0, dropped * 12);
      track.count -= dropped;
      return;
    }
    const ticks = new Int32Array(track.ticks.length * 2);
    const matrices = new Float32Array(ticks.length * 12);
    ticks.set(track.ticks);
    matrices.set(track.matrices);
    track.ticks = ticks;
    track.matrices = matrices;
  }
}

const matrix = new Float32Array(12);

/** Returns whether `matrix` is the last place of a track. */
function isLast({ count, matrices }: Track): boolean {
  for (let i = 0; i < 12; i++) if (matrices[(count - 1) * 12 + i] !== matrix[i]) return false;
  return true;
}

/** @param shownSeconds returns the shown time of the simulation */
export function tracksOf(recorder: TrackRecorder, shownSeconds: () => number): EntityTracks {
  return {
    get seconds() {
      return shownSeconds();
    },
    hasMoved: (entity) => recorder.hasMoved(entity),
    read: (entity, tick, out) => recorder.read(entity, tick, out),
    takeRewritten: () => recorder.takeRewritten(),
  };
}
