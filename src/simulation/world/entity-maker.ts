/** Makes entities from key values, lets them spawn, and makes those that templates keep. */

import type { Entity } from "../../formats/bsp/types.ts";
import { writeAngles } from "../../math/angles.ts";
import { multiply3x4 } from "../../math/matrix3x4.ts";
import type { CompiledClass } from "../class-table.ts";
import type { EntityWorld } from "../entity-class.ts";
import { Templates } from "../templates.ts";
import { CLASS_TABLE, type SimulatedMap } from "./stored-world.ts";

/** Entities that templates make; those that were removed count, too. */
const MOST_SPAWNED = 16_384;

const placed = new Float32Array(12);

/** An entity whose keys were read. */
interface CreatedEntity {
  readonly entity: Entity;
  readonly row: number;
}

/** The world that entities are made in. */
export interface MadeWorld extends EntityWorld {
  compiledOf(entity: number): CompiledClass;
}

export class EntityMaker {
  readonly #world: MadeWorld;
  readonly #map: SimulatedMap;
  readonly #onCreated: (row: number) => void;
  #templates: Templates | null = null;

  /** @param onCreated called with each entity, before it spawns */
  constructor(world: MadeWorld, map: SimulatedMap, onCreated: (row: number) => void) {
    this.#world = world;
    this.#map = map;
    this.#onCreated = onCreated;
  }

  /** Number of the last instance of a template. */
  get instance(): number {
    return this.#templates?.instance ?? 0;
  }

  set instance(instance: number) {
    if (this.#templates !== null) this.#templates.instance = instance;
  }

  /** Makes the entities of the map. Those that templates keep do not spawn. */
  makeMap(): void {
    const world = this.#world;
    const { entities } = this.#map;
    for (const [row, entity] of entities.entries()) this.#create(entity, row);
    this.#templates = new Templates(
      ...([entities, world.entities, world.strings] as const),
      (name) => this.#allNamed(name),
      (row) => this.#takeOut(row),
    );
    const lump = entities.map((entity, row) => ({ entity, row }));
    this.#spawn(lump.filter(({ row }) => world.isAlive(row)));
  }

  /** Makes the entity of the player. */
  makePlayer(): number {
    return this.#addRow("player", -1);
  }

  /** Makes the entities of a template. Returns the row of the first; -1 if it makes none. */
  makeTemplate(template: number, matrix: Float32Array): number {
    const world = this.#world;
    const group = this.#templates?.of(template) ?? [];
    const first = world.entities.count;
    if (group.length === 0) return -1;
    if (first + group.length > this.#map.entities.length + MOST_SPAWNED) {
      world.report(template, -1, "SpawnLimit");
      return -1;
    }
    this.instance++;
    const created = group.map((one) => {
      const entity = this.#templates!.entityOf(one);
      const row = this.#create(entity, one.lumpRow);
      multiply3x4(placed, 0, matrix, 0, one.matrix, 0);
      world.entities.origin.set([placed[3], placed[7], placed[11]], row * 3);
      writeAngles(world.entities.angles, row * 3, placed);
      return { entity, row };
    });
    this.#spawn(created);
    return first;
  }

  #create(entity: Entity, lumpRow: number): number {
    const world = this.#world;
    const row = this.#addRow((entity.get("classname") ?? "").toLowerCase(), lumpRow);
    const model = /^\*(\d+)$/.exec(entity.get("model") ?? "");
    const models = this.#map.models.firstFace.length;
    world.entities.model[row] = model !== null && Number(model[1]) < models ? Number(model[1]) : 0;
    for (const [name, text] of entity.pairs) world.setKey(row, name, text);
    this.#onCreated(row);
    return row;
  }

  /** Adds an entity of a class, with the state that it has before keys are read. */
  #addRow(className: string, lumpRow: number): number {
    const { entities, strings } = this.#world;
    const row = entities.add();
    entities.lumpRow[row] = lumpRow;
    entities.className[row] = strings.intern(className);
    entities.classRow[row] = CLASS_TABLE.rowOf(className);
    const { initial } = this.#world.compiledOf(row);
    entities.addState(row, initial.length);
    entities.state.set(initial, entities.firstState[row]);
    return row;
  }

  #connectParent({ entity, row }: CreatedEntity): void {
    const name = entity.get("parentname");
    if (name === undefined || name === "") return;
    // After a comma comes the attachment of a model.
    this.#world.setParent(row, this.#world.find(name.split(",")[0], -1, row, -1, -1));
  }

  #spawn(created: readonly CreatedEntity[]): void {
    const world = this.#world;
    for (const one of created) this.#connectParent(one);
    for (const { row } of created) {
      if (world.isAlive(row)) world.classOf(row).spawn?.(world, row);
    }
    for (const { row } of created) {
      if (world.isAlive(row)) world.classOf(row).activate?.(world, row);
    }
  }

  #allNamed(name: string): number[] {
    const rows: number[] = [];
    for (let row = this.#world.find(name, -1, -1, -1, -1); row >= 0; ) {
      rows.push(row);
      row = this.#world.find(name, row, -1, -1, -1);
    }
    return rows;
  }

  /** Takes an entity out of the map before it spawns. */
  #takeOut(row: number): void {
    const { entities } = this.#world;
    entities.isRemoved[row] = 1;
    entities.isHidden[row] = 1;
    entities.setName(row, 0);
  }
}
