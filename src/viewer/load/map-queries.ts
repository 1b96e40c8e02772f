/** Answers queries about the shown map: leaves, visibility, rays. */

import type { MapCollision } from "../../map/collision.ts";
import type { BrushModels, LeafTree, MapMoment, MapScene, Pvs } from "../../map/types.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { ModelMover } from "../../visibility/model-mover.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import type { Trace } from "../../visibility/trace.ts";
import type { Point } from "../base-viewer.ts";
import type { LeafInfo } from "../viewer-events.ts";
import type { MapEntity, RaycastHit, RaycastOptions } from "../viewer-types.ts";
import { type PostedEntities, unpackEntities } from "./posted-entities.ts";

export class MapQueries {
  #entities: readonly MapEntity[] = [];
  /** Packed entities; `null` once they were unpacked, which most pages never need. */
  #posted: PostedEntities | null = null;
  #tree: LeafTree | null = null;
  #pvs: Pvs | null = null;
  #collision: MapCollision | null = null;
  #trace: Trace | null = null;
  #brushes: BrushModels | null = null;
  readonly #momentOf: () => MapMoment | null;
  /** Fetched for the first ray at a moment; `null` before. */
  #mover: ModelMover | null = null;
  #moving: Promise<void> | null = null;
  /** The clusters seen from `#rowCluster`. */
  #row = new Uint32Array(0);
  #rowCluster = -1;

  /** @param momentOf returns the shown moment of the map, or `null` */
  constructor(momentOf: () => MapMoment | null = () => null) {
    this.#momentOf = momentOf;
  }

  get entities(): readonly MapEntity[] {
    if (this.#posted !== null) this.#entities = unpackEntities(this.#posted);
    this.#posted = null;
    return this.#entities;
  }

  setScene(scene: MapScene, entities: PostedEntities): void {
    this.clear();
    this.#posted = entities;
    this.#brushes = scene.brushes;
    this.setTree(scene);
  }

  /** Sets the tree of the shown map, which comes again with another light. */
  setTree(scene: Pick<MapScene, "tree" | "pvs">): void {
    this.#tree = scene.tree;
    this.#pvs = scene.pvs;
    this.#row = new Uint32Array(Math.ceil((scene.pvs?.clusterCount ?? 0) / 32));
    this.#rowCluster = -1;
    if (this.#collision) void this.setCollision(this.#collision);
  }

  /** Resolves when rays are answered. Their code is fetched with the first collision. */
  async setCollision(collision: MapCollision): Promise<void> {
    if (this.#collision !== collision) this.#mover = this.#moving = null;
    this.#collision = collision;
    const { createTrace } = await import("../../visibility/trace.ts");
    if (this.#collision !== collision) return;
    this.#trace = this.#tree && createTrace(this.#tree, collision);
  }

  clear(): void {
    this.#entities = [];
    this.#posted = null;
    this.#tree = this.#pvs = this.#collision = this.#trace = null;
    this.#brushes = this.#mover = this.#moving = null;
    this.#row = new Uint32Array(0);
    this.#rowCluster = -1;
  }

  /** `null` if no map is shown. */
  get tree(): LeafTree | null {
    return this.#tree;
  }

  /** Returns the leaf at a point; −1 if no map is shown. */
  leafOf(x: number, y: number, z: number): number {
    return this.#tree === null ? -1 : findLeaf(this.#tree, x, y, z);
  }

  describeLeaf(leaf: number): LeafInfo | null {
    if (this.#tree === null || leaf < 0) return null;
    return {
      leaf,
      cluster: this.#tree.leafCluster[leaf],
      area: this.#collision?.leafArea[leaf] ?? null,
    };
  }

  leafAt(point: Point): LeafInfo | null {
    return this.describeLeaf(this.leafOf(...toVector(point, "point")));
  }

  isVisible(from: Point, to: Point): boolean {
    const a = toVector(from, "from");
    const b = toVector(to, "to");
    if (this.#tree === null || this.#pvs === null) return true;
    const fromCluster = this.#tree.leafCluster[this.leafOf(...a)];
    const toCluster = this.#tree.leafCluster[this.leafOf(...b)];
    if (fromCluster < 0 || toCluster < 0) return true;
    if (fromCluster !== this.#rowCluster) {
      decodePvsRow(this.#pvs, fromCluster, this.#row);
      this.#rowCluster = fromCluster;
    }
    return (this.#row[toCluster >>> 5] & (1 << (toCluster & 31))) !== 0;
  }

  /** Moves brush models to where they are. The code is fetched with the first moment. */
  #followMoment(collision: MapCollision): void {
    const moment = this.#momentOf();
    this.#mover?.follow(moment);
    const brushes = this.#brushes;
    if (moment === null || brushes === null) return;
    this.#moving ??= import("../../visibility/model-mover.ts").then(({ createModelMover }) => {
      if (this.#collision === collision) this.#mover = createModelMover(collision, brushes);
    });
  }

  raycast(origin: Point, direction: Point, options: RaycastOptions = {}): RaycastHit | null {
    const [x, y, z] = toVector(origin, "origin");
    const [dx, dy, dz] = toVector(direction, "direction");
    const length = Math.hypot(dx, dy, dz);
    if (length === 0) throw new TypeError("the direction must not be zero");
    const { maxDistance = Number.POSITIVE_INFINITY } = options;
    if (!(maxDistance >= 0)) throw new TypeError("maxDistance must be 0 or more");
    const trace = this.#trace;
    if (trace === null || this.#collision === null) return null;
    this.#followMoment(this.#collision);
    const [nx, ny, nz] = [dx / length, dy / length, dz / length];
    if (!trace.cast(x, y, z, nx, ny, nz, maxDistance)) return null;
    const { hit } = trace;
    const { distance } = hit;
    const entity = this.#collision.modelEntity[hit.model];
    return {
      point: [x + nx * distance, y + ny * distance, z + nz * distance],
      normal: [hit.normalX, hit.normalY, hit.normalZ],
      distance,
      material: this.#collision.materialName[hit.material] ?? "",
      kind: hit.isDisplacement ? "displacement" : "brush",
      entity: entity < 0 ? null : entity,
    };
  }
}

function toVector(point: Point, name: string): [number, number, number] {
  const [x, y, z] = [point[0], point[1], point[2]];
  if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)) return [x, y, z];
  throw new TypeError(`${name} must be three finite numbers`);
}
