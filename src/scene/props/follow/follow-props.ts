/** Props that hang on attachments of others: fetched with the first map that may have any. */

import type { Diagnostics } from "../../../core/diagnostics.ts";
import type { Ledger } from "../../../core/ledger.ts";
import type { Entity } from "../../../formats/bsp/types.ts";
import {
  FOLLOW_ALIGNED,
  MAX_FOLLOW_DEPTH,
  type PropFollowers,
  type PropMotion,
} from "../../../map/motion/prop-motion.ts";
import { writeTransformedBox } from "../../../math/transformed-box.ts";
import type { PlacedProps } from "../prop-instances.ts";
import type { PropModel } from "../prop-model.ts";
import { FollowerBoxes } from "./follower-boxes.ts";
import { FollowerPlacer } from "./place-followers.ts";
import { readHolds } from "./read-holds.ts";

/** Rows of the table of props that are entities. */
export interface EntityRows {
  /** All of the map. */
  readonly all: readonly Entity[];
  /** Of the rows from `first` on. */
  readonly entities: readonly Entity[];
  readonly first: number;
  /** By row of the table; null: it is not shown. */
  readonly modelOf: (prop: number) => PropModel | null;
  readonly scaleOf: (prop: number) => number;
}

export interface FollowingProps extends PlacedProps {
  /**
   * @param shown row of the table of each instance
   * @param boneOf of an instance, its first row of the palette, where it is not posed by itself
   */
  readonly build: (
    motion: PropMotion,
    shown: Uint32Array,
    boneOf: (instance: number) => number,
  ) => PropFollowers | undefined;
}

const STAYS = -1;
const OPEN = -2;

export function followProps(
  { all, entities, first, modelOf, scaleOf }: EntityRows,
  ledger: Ledger,
  diagnostics: Diagnostics,
): FollowingProps {
  const propOf = new Map(entities.map((entity, i) => [entity, first + i]));
  const placer = new FollowerPlacer(readHolds(all), (entity) => {
    const prop = propOf.get(entity);
    const model = prop === undefined ? null : modelOf(prop);
    return model && { model, scale: scaleOf(prop!) };
  });
  const placedOf = (prop: number) => {
    const entity = entities[prop - first];
    return entity === undefined ? null : placer.place(entity);
  };
  for (let i = 0; i < entities.length; i++) placedOf(first + i);
  if (placer.lacking.size > 0) {
    const names = [...placer.lacking].sort().join(", ");
    const message = `What hangs on attachments that are not there hangs on the models: ${names}.`;
    diagnostics.warn("not-drawn", "attachments of entities", message);
  }
  const boxes = new FollowerBoxes(ledger);
  /** Rows that stay where they are, as there is no room to find out where they get. */
  const still = new Set<number>();
  const scaled = (matrix: Float32Array, scale: number) =>
    matrix.map((value, k) => (k % 4 === 3 ? value : value * scale));

  function reachOf(prop: number): Float32Array | null {
    let box: Float32Array | null = modelOf(prop)?.box ?? null;
    let at = prop;
    for (let depth = 0; box !== null; depth++) {
      const placed = placedOf(at);
      if (!placed?.anchor || depth === MAX_FOLLOW_DEPTH) {
        if (at === prop || placed === null) return null;
        const world = scaled(placed.world, scaleOf(at));
        const reach = new Float32Array(6);
        writeTransformedBox(reach, 0, world, 0, box.subarray(0, 3), box.subarray(3, 6));
        return reach;
      }
      box = boxes.around(placed.anchor, scaled(placed.offset, scaleOf(at)), box);
      if (box === null) still.add(prop);
      at = propOf.get(placed.anchor.parent)!;
    }
    return null;
  }

  return {
    worldOf(prop) {
      const placed = placedOf(prop);
      return placed && scaled(placed.world, scaleOf(prop));
    },
    reachOf,
    build(motion, shown, boneOf) {
      const instanceOf = new Map(Array.from(shown, (prop, instance) => [prop, instance]));
      const posedBone = new Map(
        Array.from(motion.posedInstance, (instance, i) => [instance, motion.posedFirstBone[i]]),
      );
      const rows = {
        ...{ instance: [] as number[], parent: [] as number[], above: [] as number[] },
        ...{ bone: [] as number[], flags: [] as number[], depth: [] as number[] },
        ...{ local: [] as number[], offset: [] as number[] },
      };
      /** Row of the followers; `STAYS`, or while it is looked for `OPEN`. */
      const rowOf = new Map<number, number>();
      const add = (instance: number): number => {
        const known = rowOf.get(instance);
        if (known !== undefined) return known;
        rowOf.set(instance, OPEN);
        const row = hang(instance);
        rowOf.set(instance, row);
        return row;
      };
      const hang = (instance: number): number => {
        const prop = shown[instance];
        const { anchor = null, offset } = placedOf(prop) ?? {};
        const parent = anchor && instanceOf.get(propOf.get(anchor.parent)!);
        if (parent === null || parent === undefined || still.has(prop)) return STAYS;
        const above = add(parent);
        // Of those that hang on each other one stays.
        if (above === OPEN) return STAYS;
        const depth = above < 0 ? 1 : rows.depth[above] + 1;
        const own = posedBone.get(parent);
        if ((own === undefined && above < 0) || depth > MAX_FOLLOW_DEPTH) return STAYS;
        const row = rows.instance.push(instance) - 1;
        rows.parent.push(parent);
        rows.above.push(above);
        rows.depth.push(depth);
        rows.bone.push((own ?? boneOf(parent)) + anchor!.bone);
        rows.flags.push(anchor!.isAligned ? FOLLOW_ALIGNED : 0);
        rows.local.push(...anchor!.local);
        rows.offset.push(...scaled(offset!, scaleOf(prop)));
        return row;
      };
      for (let instance = 0; instance < shown.length; instance++) add(instance);
      if (still.size > 0) {
        const message = `${still.size} models do not follow what they hang on: there are too many that move.`;
        diagnostics.warn("over-budget", "animated models", message);
      }
      const count = rows.instance.length;
      if (count === 0) return undefined;
      return {
        count,
        instance: Uint32Array.from(rows.instance),
        parent: Uint32Array.from(rows.parent),
        above: Int32Array.from(rows.above),
        bone: Uint32Array.from(rows.bone),
        flags: Uint32Array.from(rows.flags),
        local: Float32Array.from(rows.local),
        offset: Float32Array.from(rows.offset),
      };
    },
  };
}
