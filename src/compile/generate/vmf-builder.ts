/** Puts a map's source together: world brushes, point entities, brush entities. */

import { createVmfEntity } from "../../formats/vmf/parse-vmf.ts";
import type { Vmf, VmfEntity, VmfSolid } from "../../formats/vmf/types.ts";
import { cross, dot, subtract } from "../../math/vec3.ts";
import { type BrushPlan, buildSolid, normalOf, type Vec3 } from "./brush.ts";

export type Keys = Readonly<Record<string, string | number>>;

export function vectorText(vector: Vec3): string {
  return vector.join(" ");
}

export class VmfBuilder {
  readonly #worldKeys: Keys;
  readonly #solids: VmfSolid[] = [];
  readonly #entities: VmfEntity[] = [];
  readonly #sides: { id: number; corners: readonly Vec3[] }[] = [];
  #lastId = 1;

  constructor(worldKeys: Keys) {
    this.#worldKeys = worldKeys;
  }

  get brushCount(): number {
    return this.#solids.length;
  }

  get entityCount(): number {
    return this.#entities.length;
  }

  addBrush(...plans: readonly BrushPlan[]): void {
    for (const plan of plans) this.#solids.push(this.#build(plan));
  }

  /** A brush entity if it has brushes, a point entity if not. */
  addEntity(classname: string, keys: Keys, brushes: readonly BrushPlan[] = []): void {
    const id = this.#nextId();
    const solids = brushes.map((plan) => this.#build(plan));
    this.#entities.push(createEntity(id, { classname, ...keys }, solids));
  }

  /** Brushes that are drawn and lit but cut no leaves. */
  addDetail(...plans: readonly BrushPlan[]): void {
    if (plans.length > 0) this.addEntity("func_detail", {}, plans);
  }

  addPoint(classname: string, origin: Vec3, keys: Keys = {}): void {
    this.addEntity(classname, { origin: vectorText(origin), ...keys });
  }

  /** Ids of the sides that a point lies on, looking along `normal`. */
  findSides(point: Vec3, normal: Vec3): number[] {
    return this.#sides
      .filter(({ corners }) => isOnSide(corners, point, normal))
      .map(({ id }) => id);
  }

  build(): Vmf {
    const keys = { classname: "worldspawn", mapversion: 1, ...this.#worldKeys };
    return {
      revision: 1,
      world: createEntity(1, keys, this.#solids),
      entities: this.#entities,
    };
  }

  #build(plan: BrushPlan): VmfSolid {
    const solid = buildSolid(plan, () => this.#nextId());
    solid.sides.forEach(({ id }, i) => {
      this.#sides.push({ id, corners: plan[i].corners });
    });
    return solid;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

function createEntity(id: number, keys: Keys, solids: readonly VmfSolid[]): VmfEntity {
  const pairs = Object.entries(keys).map(([key, value]) => [key, String(value)] as const);
  return createVmfEntity({ id, line: 0, pairs, connections: [], solids });
}

function isOnSide(corners: readonly Vec3[], point: Vec3, normal: Vec3): boolean {
  const own = normalOf(corners);
  if (dot(own, normal) < 0.999) return false;
  if (Math.abs(dot(own, subtract(point, corners[0]))) > 0.5) return false;
  // Inside a clockwise polygon the point is to the right of every edge.
  return corners.every((corner, i) => {
    const edge = subtract(corners[(i + 1) % corners.length], corner);
    return dot(cross(edge, subtract(point, corner)), own) <= 0.01;
  });
}
