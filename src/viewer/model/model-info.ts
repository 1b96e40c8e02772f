/** Facts about a model for display. */

import { lazyObject } from "../../core/lazy-object.ts";
import { CONTENTS, nameBits } from "../../formats/bsp/tables/flag-names.ts";
import { STUDIO_LOOPING } from "../../formats/studio/animation/animation-types.ts";
import { formatChecksum } from "../../formats/studio/checksums.ts";
import { listMaterialPaths } from "../../formats/studio/list-material-paths.ts";
import { nameHeaderFlags, nameHitGroup } from "../../formats/studio/rig/flag-names.ts";
import type { MdlFlexes } from "../../formats/studio/rig/flex-types.ts";
import type { BoneControllers, MdlRig } from "../../formats/studio/rig/rig-types.ts";
import type { Vvd } from "../../formats/studio/types.ts";
import { MATERIAL_MISSING } from "../../map/material.ts";
import type { Motions, StudioModel } from "../../model/files/studio-model.ts";
import type { ModelDraws } from "../../scene/model/choose-draws.ts";

import { kindOfEvent, type SequenceEventInfo } from "./shown/event-kinds.ts";

export interface ModelInfo {
  /** Content path. */
  readonly name: string;
  /** Content path of the opened file: the same, or the source that it was compiled from. */
  readonly opened: string;
  readonly version: number;
  /** Eight hexadecimal digits, equal for all files of one compile. */
  readonly checksum: string;
  /** Names of set `STUDIOHDR_FLAGS_*`, without the prefix. */
  readonly flags: readonly string[];
  /** Bounds of the initial pose: mins, maxs, 6 numbers. */
  readonly box: readonly number[];
  /** `parent` is a row of this list; −1 if none. */
  readonly bones: readonly { readonly name: string; readonly parent: number }[];
  readonly vertexCount: number;
  /** Number of vertices that one, two and three bones move. */
  readonly weights: readonly [one: number, two: number, three: number];
  readonly sequences: readonly SequenceInfo[];
  readonly poseParameters: readonly RangeInfo[];
  /** Named by the bone that each controller turns (degrees) or moves (inches). */
  readonly boneControllers: readonly RangeInfo[];
  readonly flexControllers: readonly RangeInfo[];
  /** Flexes that displace vertices, and the number of vertices. */
  readonly shapes: readonly { readonly name: string; readonly vertices: number }[];
  /** Materials of each skin. */
  readonly skins: readonly (readonly string[])[];
  readonly bodyParts: readonly { readonly name: string; readonly models: readonly string[] }[];
  /** Levels of detail, for the first body groups and the first skin. */
  readonly lods: readonly { readonly switchPoint: number; readonly triangles: number }[];
  /** Number of triangle strips, and of their groups, over all levels of detail. */
  readonly strips: number;
  readonly stripGroups: number;
  /** Number of vertex ranges that levels of detail share. */
  readonly fixups: number;
  readonly attachments: readonly string[];
  readonly eyeballs: number;
  readonly hitBoxes: number;
  /** Hit boxes of all sets, in the file's order; `group` is a name of `HITGROUP_*`. */
  readonly hitBoxList: readonly HitBoxInfo[];
  /** Models whose sequences are included. */
  readonly included: readonly string[];
  /** Materials of all skins. */
  readonly materials: readonly MaterialInfo[];
  /** Number of solids in its collision model. */
  readonly hulls: number;
  readonly surfaceProp: string;
  /** Names of `CONTENTS_*`, without the prefix. */
  readonly contents: readonly string[];
  /** Kilograms. */
  readonly mass: number;
  /** The text of `$keyvalues`. */
  readonly keyValues: string;
  /** Content paths of files that belong to the model and are missing. */
  readonly lacking: readonly string[];
}

export interface HitBoxInfo {
  readonly set: string;
  readonly bone: string;
  readonly group: string;
}

export interface MaterialInfo {
  /** Content path; if missing, the first path that is searched. */
  readonly path: string;
  /**
   * Whether the material or one of its files is missing; `null` if nothing is drawn with it, so
   * that it was not searched.
   */
  readonly isMissing: boolean | null;
}

export interface SequenceInfo {
  readonly name: string;
  readonly activity: string;
  readonly frames: number;
  /** Frames per second. */
  readonly fps: number;
  readonly seconds: number;
  readonly isLooping: boolean;
  /** Events in the file's order. */
  readonly events: readonly SequenceEventInfo[];
  /** Whether it moves the model: see `ModelViewer.rootMotion`. */
  readonly walks: boolean;
}

export interface RangeInfo {
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

/**
 * Describes a model. Each fact is computed on first use, so that the first picture does not wait
 * for it.
 */
export function describeModel(
  model: StudioModel,
  draws: ModelDraws,
  box: Float32Array,
  opened = model.name,
): ModelInfo {
  const { mdl } = model;
  const { all } = draws;
  return lazyObject<ModelInfo>({
    name: () => model.name,
    opened: () => opened,
    version: () => mdl.version,
    checksum: () => formatChecksum(mdl.checksum),
    flags: () => nameHeaderFlags(mdl.flags),
    box: () => [...box],
    bones: () => mdl.bones.name.map((bone, row) => ({ name: bone, parent: mdl.bones.parent[row] })),
    vertexCount: () => all.vertexCount,
    weights: () => countWeights(model.vvd),
    sequences: () => listSequences(model.motions),
    poseParameters() {
      const { name, start, end } = model.motions.poseParameters;
      return rangesOf(name, start, end);
    },
    boneControllers: () => listControllers(model.rig.boneControllers, mdl.bones.name),
    flexControllers() {
      const { name, min, max } = model.face.controllers;
      return rangesOf(name, min, max);
    },
    shapes: () => listShapes(model.face),
    skins: () =>
      Array.from({ length: mdl.skinFamilyCount }, (_, family) => {
        const first = family * mdl.skinReferenceCount;
        const rows = mdl.skins.subarray(first, first + mdl.skinReferenceCount);
        return Array.from(rows, (texture) => mdl.textures[texture]);
      }),
    bodyParts: () =>
      mdl.bodyParts.map(({ name, models }) => ({
        name,
        models: models.map((each) => each.name),
      })),
    lods: () => listLods(draws),
    strips: () => model.vtx?.stripCount ?? 0,
    stripGroups: () => model.vtx?.stripGroupCount ?? 0,
    fixups: () => model.vvd?.fixupCount ?? 0,
    attachments: () => model.motions.attachments.name,
    eyeballs: () => model.eyeballs.count,
    hitBoxes: () => model.rig.hitBoxes.count,
    hitBoxList: () => listHitBoxes(model.rig, mdl.bones.name),
    included: () => model.rig.included.file,
    materials: () => listMaterials(model, draws),
    hulls: () => model.phy?.hullCount ?? 0,
    surfaceProp: () => mdl.surfaceProp,
    contents: () => nameBits(mdl.contents, CONTENTS),
    mass: () => mdl.mass,
    keyValues: () => model.rig.keyValues,
    lacking: () => model.lacking,
  });
}

function listSequences({ sequences, animations }: Motions): SequenceInfo[] {
  return sequences.map(({ name, activity, flags, blends, events }) => {
    const { fps, frameCount } = animations[blends[0]] ?? { fps: 0, frameCount: 0 };
    const seconds = fps > 0 ? Math.max(frameCount - 1, 0) / fps : 0;
    const isLooping = (flags & STUDIO_LOOPING) !== 0;
    const told = events.map((event) => ({ ...event, kind: kindOfEvent(event) }));
    const walks = blends.some((blend) => animations[blend].movements.length > 0);
    const info = { name, activity, frames: frameCount, fps, seconds, isLooping };
    return { ...info, events: told, walks };
  });
}

function listLods({ all, drawModel }: ModelDraws): ModelInfo["lods"] {
  const triangles = new Array<number>(all.variantLodCount[0]).fill(0);
  for (let draw = 0; draw < all.variantDrawCount[0]; draw++) {
    if (drawModel[draw] === 0) triangles[all.drawLod[draw]] += all.drawIndexCount[draw] / 3;
  }
  return triangles.map((count, lod) => ({
    switchPoint: all.variantSwitchPoint[lod],
    triangles: count,
  }));
}

function listHitBoxes({ hitBoxes, hitBoxSets }: MdlRig, bones: readonly string[]): HitBoxInfo[] {
  return Array.from(hitBoxes.bone, (bone, row) => ({
    set: hitBoxSets[hitBoxes.set[row]] ?? "",
    bone: bones[bone],
    group: nameHitGroup(hitBoxes.group[row]),
  }));
}

/**
 * Lists the materials as found, or for a model without draws, the first paths that would be
 * searched.
 */
function listMaterials({ mdl }: StudioModel, { all }: ModelDraws): MaterialInfo[] {
  const { name, flags } = all.materials;
  const found = new Map<string, boolean | null>();
  for (const row of all.drawMaterial) {
    found.set(`materials/${name[row]}.vmt`, (flags[row] & MATERIAL_MISSING) !== 0);
  }
  const isDrawn = found.size > 0;
  for (let skin = 0; !isDrawn && skin < mdl.skinFamilyCount; skin++) {
    for (let column = 0; column < mdl.skinReferenceCount; column++) {
      found.set(listMaterialPaths(mdl, skin, column)[0], null);
    }
  }
  return [...found].map(([path, isMissing]) => ({ path, isMissing }));
}

function countWeights(vvd: Vvd | null): ModelInfo["weights"] {
  const counts: [number, number, number] = [0, 0, 0];
  for (const bones of vvd?.vertices.boneCount ?? []) counts[bones - 1]++;
  return counts;
}

function listControllers(table: BoneControllers, boneNames: readonly string[]): RangeInfo[] {
  const names = Array.from(table.bone, (bone) => boneNames[bone] ?? `bone ${bone}`);
  return rangesOf(names, table.start, table.end);
}

/**
 * Lists the flexes in order of their names in the file. Vertices of stereo flexes count for both
 * sides.
 */
function listShapes({ flexes, descriptors }: MdlFlexes): ModelInfo["shapes"] {
  const vertices = new Uint32Array(descriptors.length);
  for (let flex = 0; flex < flexes.count; flex++) {
    vertices[flexes.descriptor[flex]] += flexes.vertexCount[flex];
    if (flexes.pair[flex] >= 0) vertices[flexes.pair[flex]] += flexes.vertexCount[flex];
  }
  return descriptors
    .map((name, row) => ({ name, vertices: vertices[row] }))
    .filter((shape) => shape.vertices > 0);
}

function rangesOf(
  names: readonly string[],
  start: ArrayLike<number>,
  end: ArrayLike<number>,
): RangeInfo[] {
  return names.map((name, row) => ({ name, min: start[row], max: end[row] }));
}
