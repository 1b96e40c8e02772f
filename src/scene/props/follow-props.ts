/**
 * Places props that are parented to attachments of others. Loaded with the first map that may have
 * any.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import {
  buildBonePalette,
  STUDIOHDR_FLAGS_STATIC_PROP,
} from "../../formats/studio/mesh/build-bone-palette.ts";
import { ATTACHMENT_WORLD_ALIGN, type Attachments } from "../../formats/studio/rig/rig-types.ts";
import {
  FOLLOW_ALIGNED,
  MAX_FOLLOW_DEPTH,
  type PropFollowers,
  type PropMotion,
} from "../../map/motion/prop-motion.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import { multiply3x4 } from "../../math/matrix3x4.ts";
import { writeTransformedBox } from "../../math/transformed-box.ts";
import { invertRigid } from "../../model/pose/matrix.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { firstByName } from "../placed/first-by-name.ts";
import { listStartOutputs } from "../start/entity-values.ts";
import { growBox, writeMiddlePose } from "./motion/track-box.ts";
import type { PlacedProps } from "./prop-instances.ts";
import type { PropModel } from "./prop-model.ts";

// Placement and motion of parented entities: `CBaseEntity::SetParent`, `SetParentAttachment` and
// `CalcAbsolutePosition` (`baseentity.cpp`), attachments as in `C_BaseAnimating`, of Valve's
// `source-sdk-2013`.

/** An existing attachment of a model. */
export interface Anchor {
  readonly parent: Entity;
  readonly model: PropModel;
  /** Bone of the model. */
  readonly bone: number;
  readonly isAligned: boolean;
  /** `PropFollowers.local`, 12 numbers. */
  readonly local: Float32Array;
}

export interface Placed {
  /** The attachment that moves the entity; `null` if it is fixed. */
  readonly anchor: Anchor | null;
  /** World matrix (12 numbers) at the map's start, without scale. */
  readonly world: Float32Array;
  /** Matrix (12 numbers) relative to the anchor's attachment, without scale. */
  readonly offset: Float32Array;
}

/** Returns the model that an entity shows; `null` if none is available. */
export type FindShownModel = (entity: Entity) => { model: PropModel; scale: number } | null;

/** Longest chain of parented entities. Entities beyond it stay where the map has them. */
const MAX_CHAIN = 64;

/** Rows of a model's attachments by name. */
const rowsByName = new WeakMap<Attachments, ReadonlyMap<string, number>>();

class FollowerPlacer {
  /**
   * Attachments that models lack, each once. Their children are attached to the model's origin
   * instead.
   */
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
    // Ends the recursion if entities are parented in a cycle.
    this.#placed.set(entity, stays);
    const hold = this.#holds.get(entity);
    if (hold === undefined || depth >= MAX_CHAIN) return stays;
    const above = this.place(hold.parent, depth + 1);
    const placed = this.#hang(own, hold, above);
    this.#placed.set(entity, placed);
    return placed;
  }

  #hang(own: Float32Array, { parent, attachment, snaps }: Hold, above: Placed): Placed {
    // Moves the child along if the parent itself was moved.
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
      // A missing model has no attachments and was already reported.
      if (model.isStandIn) return null;
      this.lacking.add(`${name} of ${model.name}`);
      return null;
    }
    const { bone, local, flags } = model.attachments!;
    const { bones } = model.mdl;
    const own = new Float32Array(12);
    invertRigid(own, 0, bones.poseToBone, bone[row] * 12);
    multiply3x4(own, 0, own, 0, local, row * 12);
    // The parent's scale does not apply to its children.
    for (let k = 0; k < 12; k++) if (k % 4 !== 3) own[k] /= scale;
    const isStatic = (model.mdl.flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0;
    const isAligned = (flags[row] & ATTACHMENT_WORLD_ALIGN) !== 0;
    return { parent, model, bone: isStatic ? 0 : bone[row], isAligned, local: own };
  }
}

const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

function rowOf(attachments: Attachments, name: string): number | undefined {
  let rows = rowsByName.get(attachments);
  if (rows === undefined) {
    const pairs = attachments.name.map((own, row) => [own.toLowerCase(), row] as const);
    // Among equal names, the first wins.
    rows = new Map(pairs.reverse());
    rowsByName.set(attachments, rows);
  }
  return rows.get(name);
}

/** Writes an attachment's world matrix at the map's start. */
function writeAnchor(out: Float32Array, anchor: Anchor, world: Float32Array, scale: number): void {
  const { model, bone, local, isAligned } = anchor;
  for (let k = 0; k < 12; k++) out[k] = k % 4 === 3 ? world[k] : world[k] * scale;
  if (model.palette !== null) multiply3x4(out, 0, out, 0, model.palette, bone * 12);
  multiply3x4(out, 0, out, 0, local, 0);
  if (isAligned) for (let k = 0; k < 12; k++) if (k % 4 !== 3) out[k] = IDENTITY[k];
}

/** Returns the entity's matrix from its own keys. */
function placeOf(entity: Entity): Float32Array {
  const out = new Float32Array(12);
  const [x, y, z] = parseVector(entity.get("origin"));
  const [pitch, yaw, roll] = parseVector(entity.get("angles"));
  writeMatrix3x4(out, 0, pitch, yaw, roll, x, y, z);
  return out;
}

// Bounding boxes of children of animated models, over all poses.

class FollowerBoxes {
  readonly #ledger: Ledger;
  /** Palettes of an animated model at each frame and between frames, bone after bone. */
  readonly #palettes = new Map<PropModel, Float32Array[] | null>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /**
   * Returns a box (6 numbers, in the space of the anchor's model) around an attached box through
   * all that the model plays; `null` if the budget is exceeded.
   * @param offset matrix relative to the attachment, 12 numbers
   * @param box 6 numbers
   */
  around(anchor: Anchor, offset: Float32Array, box: Float32Array): Float32Array | null {
    const { model, bone, local, isAligned } = anchor;
    const palettes = this.#palettesOf(model);
    if (palettes === null || !this.#ledger.tryTake("poseSteps", palettes.length)) return null;
    const out = new Float32Array(6);
    const moved = new Float32Array(6);
    const m = new Float32Array(12);
    let reach = 0;
    if (isAligned) {
      // It keeps the world's orientation however the model is turned, so only its distance from the
      // model counts.
      writeTransformedBox(moved, 0, offset, 0, box.subarray(0, 3), box.subarray(3, 6));
      const far = [0, 1, 2].map((k) => Math.max(Math.abs(moved[k]), Math.abs(moved[k + 3])));
      reach = Math.hypot(...far) * Math.hypot(local[0], local[4], local[8]);
    }
    out.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    for (const palette of palettes) {
      multiply3x4(m, 0, palette, bone * 12, local, 0);
      if (isAligned) {
        for (let k = 0; k < 3; k++) {
          moved[k] = m[k * 4 + 3] - reach;
          moved[k + 3] = m[k * 4 + 3] + reach;
        }
      } else {
        multiply3x4(m, 0, m, 0, offset, 0);
        writeTransformedBox(moved, 0, m, 0, box.subarray(0, 3), box.subarray(3, 6));
      }
      growBox(out, 0, moved);
    }
    return out;
  }

  #palettesOf(model: PropModel): Float32Array[] | null {
    let palettes = this.#palettes.get(model);
    if (palettes === undefined) {
      palettes = this.#pose(model);
      this.#palettes.set(model, palettes);
    }
    return palettes;
  }

  #pose({ mdl, track, palette }: PropModel): Float32Array[] | null {
    if (track === null) return [palette ?? IDENTITY];
    const { count } = mdl.bones;
    const halves = track.frameCount * 2 - 1;
    if (!this.#ledger.tryTake("trackPoses", halves * count)) return null;
    const pose = { position: new Float32Array(count * 3), quaternion: new Float32Array(count * 4) };
    return Array.from({ length: halves }, (_, half) => {
      writeMiddlePose(pose, track, count, half);
      return buildBonePalette(mdl, pose);
    });
  }
}

/** Rows of the prop table that are entities. */
export interface EntityRows {
  /** All entities of the map. */
  readonly all: readonly Entity[];
  /** Entities of the rows from `first` on. */
  readonly entities: readonly Entity[];
  readonly first: number;
  /** Model by row of the table; `null` if not drawn. */
  readonly modelOf: (prop: number) => PropModel | null;
  readonly scaleOf: (prop: number) => number;
}

export interface FollowingProps extends PlacedProps {
  /**
   * @param shown row of the table of each instance
   * @param boneOf first palette row of an instance that is not posed by itself
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
    const message = `Entities on missing attachments are parented to the models instead: ${names}.`;
    diagnostics.warn("not-drawn", "attachments of entities", message);
  }
  const boxes = new FollowerBoxes(ledger);
  /** Rows that are not moved, because there is no budget to compute their reach. */
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
      /** Row in the followers by instance; `STAYS` if not moved, `OPEN` while in progress. */
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
        // In a cycle of parents, one entity stays fixed.
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
        const message = `${still.size} models do not follow their parents: too many models move.`;
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

// Parents at the map's start: the key `parentname`, and the inputs `SetParent`,
// `SetParentAttachment` and `SetParentAttachmentMaintainOffset` sent by a `logic_auto`. Source:
// `mapentities.cpp` and `baseentity.cpp` of Valve's `source-sdk-2013`.

interface Hold {
  readonly parent: Entity;
  /** Attachment of the parent's model, in lower case; empty for the parent's origin. */
  readonly attachment: string;
  /** Whether the entity moves to the attachment; otherwise it keeps its offset from it. */
  readonly snaps: boolean;
}

/** Inputs sent to all entities of a name. */
interface Told {
  readonly parent?: string;
  readonly attachment?: string;
  readonly snaps: boolean;
}

/** Returns the parent of each parented entity. Inputs whose target has wildcards are ignored. */
function readHolds(entities: readonly Entity[]): ReadonlyMap<Entity, Hold> {
  const told = readTold(entities);
  const byName = firstByName(entities);
  const holds = new Map<Entity, Hold>();
  for (const entity of entities) {
    const said = told.get((entity.get("targetname") ?? "").toLowerCase());
    const [own, ...rest] = (entity.get("parentname") ?? "").split(",");
    const name = said?.parent ?? own;
    const parent = name === "" ? undefined : byName.get(name.trim().toLowerCase());
    if (parent === undefined || parent === entity) continue;
    const written = said?.parent === undefined ? rest.join(",").trim().toLowerCase() : "";
    holds.set(entity, {
      parent,
      attachment: said?.attachment ?? written,
      snaps: said?.snaps ?? false,
    });
  }
  return holds;
}

function readTold(entities: readonly Entity[]): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  const outputs = listStartOutputs(entities).sort((a, b) => a.delay - b.delay);
  for (const { target, input, parameter } of outputs) {
    const name = target.toLowerCase();
    if (name === "") continue;
    if (input === "setparent") told.set(name, { parent: parameter, attachment: "", snaps: false });
    const keeps = input === "setparentattachmentmaintainoffset";
    if (!keeps && input !== "setparentattachment") continue;
    const attachment = parameter.trim().toLowerCase();
    told.set(name, { ...told.get(name), attachment, snaps: !keeps });
  }
  return told;
}
