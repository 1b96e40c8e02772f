/**
 * Where entities are that hang on others, and how they are moved: `CBaseEntity::SetParent`, `SetParentAttachment` and
 * `CalcAbsolutePosition` (`baseentity.cpp`), attachments as `C_BaseAnimating` has them, of Valve's `source-sdk-2013`.
 */

import type { Entity } from "../../../formats/bsp/types.ts";
import { STUDIOHDR_FLAGS_STATIC_PROP } from "../../../formats/studio/mesh/build-bone-palette.ts";
import { ATTACHMENT_WORLD_ALIGN, type Attachments } from "../../../formats/studio/rig/rig-types.ts";
import { writeMatrix3x4 } from "../../../math/angles.ts";
import { multiply3x4 } from "../../../math/matrix3x4.ts";
import { invertRigid } from "../../../model/pose/blend-poses.ts";
import { parseVector } from "../../brushes/brush-models.ts";
import type { PropModel } from "../prop-model.ts";
import type { Hold } from "./read-holds.ts";

/** An attachment of a model that is there. */
export interface Anchor {
  readonly parent: Entity;
  readonly model: PropModel;
  /** Of the model. */
  readonly bone: number;
  readonly isAligned: boolean;
  /** 12: `PropFollowers.local`. */
  readonly local: Float32Array;
}

export interface Placed {
  /** What moves it; null: it stays. */
  readonly anchor: Anchor | null;
  /** 12: to the world, as the map starts; without a scale. */
  readonly world: Float32Array;
  /** 12: to the anchor's attachment, without a scale. */
  readonly offset: Float32Array;
}

/** What an entity shows; null: nothing that is there. */
export type FindShownModel = (entity: Entity) => { model: PropModel; scale: number } | null;

/** Of entities that hang on entities that hang on others: more are where the map has them. */
const MAX_CHAIN = 64;

/** The rows of a model's attachments by their names. */
const rowsByName = new WeakMap<Attachments, ReadonlyMap<string, number>>();

export class FollowerPlacer {
  /** Names of attachments that their models lack, each once: what hangs on one hangs on the model. */
  readonly lacking = new Set<string>();
  readonly #holds: ReadonlyMap<Entity, Hold>;
  readonly #shown: FindShownModel;
  readonly #placed = new Map<Entity, Placed>();

  constructor(holds: ReadonlyMap<Entity, Hold>, shown: FindShownModel) {
    this.#holds = holds;
    this.#shown = shown;
  }

  place(entity: Entity, depth = 0): Placed {
    const known = this.#placed.get(entity);
    if (known !== undefined) return known;
    const own = placeOf(entity);
    const stays: Placed = { anchor: null, world: own, offset: own };
    // Those that hang on each other find this.
    this.#placed.set(entity, stays);
    const hold = this.#holds.get(entity);
    if (hold === undefined || depth >= MAX_CHAIN) return stays;
    const above = this.place(hold.parent, depth + 1);
    const placed = this.#hang(own, hold, above);
    this.#placed.set(entity, placed);
    return placed;
  }

  #hang(own: Float32Array, { parent, attachment, snaps }: Hold, above: Placed): Placed {
    // Along with what it hangs on, where that was put elsewhere.
    const world = new Float32Array(12);
    invertRigid(world, 0, placeOf(parent), 0);
    multiply3x4(world, 0, world, 0, own, 0);
    multiply3x4(world, 0, above.world, 0, world, 0);
    const shown = attachment === "" ? null : this.#shown(parent);
    const anchor = shown && this.#findAnchor(parent, shown, attachment);
    const offset = new Float32Array(12);
    if (anchor === null) {
      if (above.anchor === null) return { anchor: null, world, offset: world };
      invertRigid(offset, 0, above.world, 0);
      multiply3x4(offset, 0, offset, 0, world, 0);
      multiply3x4(offset, 0, above.offset, 0, offset, 0);
      return { anchor: above.anchor, world, offset };
    }
    const at = new Float32Array(12);
    writeAnchor(at, anchor, above.world, shown!.scale);
    if (snaps) return { anchor, world: at, offset: IDENTITY };
    invertRigid(offset, 0, at, 0);
    multiply3x4(offset, 0, offset, 0, world, 0);
    return { anchor, world, offset };
  }

  #findAnchor(
    parent: Entity,
    { model, scale }: { model: PropModel; scale: number },
    name: string,
  ): Anchor | null {
    const row = model.attachments && rowOf(model.attachments, name);
    if (row === undefined) {
      // What is not there has none, and was told of.
      if (model.isStandIn) return null;
      this.lacking.add(`${name} of ${model.name}`);
      return null;
    }
    const { bone, local, flags } = model.attachments!;
    const { bones } = model.mdl;
    const own = new Float32Array(12);
    invertRigid(own, 0, bones.poseToBone, bone[row] * 12);
    multiply3x4(own, 0, own, 0, local, row * 12);
    // The parent is as large as it is, and what hangs on it is not.
    for (let k = 0; k < 12; k++) if (k % 4 !== 3) own[k] /= scale;
    const isStatic = (model.mdl.flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0;
    const isAligned = (flags[row] & ATTACHMENT_WORLD_ALIGN) !== 0;
    return { parent, model, bone: isStatic ? 0 : bone[row], isAligned, local: own };
  }
}

export const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

function rowOf(attachments: Attachments, name: string): number | undefined {
  let rows = rowsByName.get(attachments);
  if (rows === undefined) {
    const pairs = attachments.name.map((own, row) => [own.toLowerCase(), row] as const);
    // Of those of a name the first.
    rows = new Map(pairs.reverse());
    rowsByName.set(attachments, rows);
  }
  return rows.get(name);
}

/** Where an attachment is as the map starts. */
function writeAnchor(out: Float32Array, anchor: Anchor, world: Float32Array, scale: number): void {
  const { model, bone, local, isAligned } = anchor;
  for (let k = 0; k < 12; k++) out[k] = k % 4 === 3 ? world[k] : world[k] * scale;
  if (model.palette !== null) multiply3x4(out, 0, out, 0, model.palette, bone * 12);
  multiply3x4(out, 0, out, 0, local, 0);
  if (isAligned) for (let k = 0; k < 12; k++) if (k % 4 !== 3) out[k] = IDENTITY[k];
}

/** As the map has it. */
function placeOf(entity: Entity): Float32Array {
  const out = new Float32Array(12);
  const [x, y, z] = parseVector(entity.get("origin"));
  const [pitch, yaw, roll] = parseVector(entity.get("angles"));
  writeMatrix3x4(out, 0, pitch, yaw, roll, x, y, z);
  return out;
}
