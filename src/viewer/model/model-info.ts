/** Facts of a model, as a page lists them. */

import { lazyObject } from "../../core/lazy-object.ts";
import { CONTENTS, nameBits } from "../../formats/bsp/tables/flag-names.ts";
import { STUDIO_LOOPING } from "../../formats/studio/animation/animation-types.ts";
import { formatChecksum } from "../../formats/studio/format-checksum.ts";
import { listMaterialPaths } from "../../formats/studio/list-material-paths.ts";
import type { MdlFlexes } from "../../formats/studio/rig/flex-types.ts";
import { nameHeaderFlags } from "../../formats/studio/rig/header-flags.ts";
import { nameHitGroup } from "../../formats/studio/rig/hit-groups.ts";
import type { BoneControllers, MdlRig } from "../../formats/studio/rig/rig-types.ts";
import type { Vvd } from "../../formats/studio/types.ts";
import { MATERIAL_MISSING } from "../../map/material.ts";
import type { Motions, StudioModel } from "../../model/studio-model.ts";
import type { ModelDraws } from "../../scene/model/choose-draws.ts";

import { kindOfEvent, type SequenceEventInfo } from "./shown/event-kinds.ts";

export interface ModelInfo {
  /** Content path. */
  readonly name: string;
  /** Content path of what was opened: the same, or the source that it was compiled from. */
  readonly opened: string;
  readonly version: number;
  /** Eight hexadecimal digits: of all files of one compile the same. */
  readonly checksum: string;
  /** Names of `STUDIOHDR_FLAGS_*` that are set, without that. */
  readonly flags: readonly string[];
  /** 6 numbers: mins, maxs of what is drawn as it stands. */
  readonly box: readonly number[];
  /** `parent` is a row of these; -1: none. */
  readonly bones: readonly { readonly name: string; readonly parent: number }[];
  readonly vertexCount: number;
  /** Vertices of its file that one, two and three bones move. */
  readonly weights: readonly [one: number, two: number, three: number];
  readonly sequences: readonly SequenceInfo[];
  readonly poseParameters: readonly RangeInfo[];
  /** By the bone that each turns, in degrees, or moves, in inches. */
  readonly boneControllers: readonly RangeInfo[];
  readonly flexControllers: readonly RangeInfo[];
  /** Movements of its face that displace vertices, and how many. */
  readonly shapes: readonly { readonly name: string; readonly vertices: number }[];
  /** Of each skin, its materials. */
  readonly skins: readonly (readonly string[])[];
  readonly bodyParts: readonly { readonly name: string; readonly models: readonly string[] }[];
  /** Of each level of detail, the first body groups under the first skin. */
  readonly lods: readonly { readonly switchPoint: number; readonly triangles: number }[];
  /** Triangle strips, and the groups that they are in, of all levels of detail. */
  readonly strips: number;
  readonly stripGroups: number;
  /** Runs of vertices that levels of detail share. */
  readonly fixups: number;
  readonly attachments: readonly string[];
  readonly eyeballs: number;
  readonly hitBoxes: number;
  /** Of all sets, in the file's order; `group` is a name of `HITGROUP_*`. */
  readonly hitBoxList: readonly HitBoxInfo[];
  /** Models whose sequences are this one's, too. */
  readonly included: readonly string[];
  /** Of all skins. */
  readonly materials: readonly MaterialInfo[];
  /** Of its collision model. */
  readonly hulls: number;
  readonly surfaceProp: string;
  /** Names of `CONTENTS_*`, without that. */
  readonly contents: readonly string[];
  /** Kilograms. */
  readonly mass: number;
  /** The text of `$keyvalues`. */
  readonly keyValues: string;
  /** Content paths of files that belong to it and are not there. */
  readonly lacking: readonly string[];
}

export interface HitBoxInfo {
  readonly set: string;
  readonly bone: string;
  readonly group: string;
}

export interface MaterialInfo {
  /** Content path: where it is, or, where it is missing, where it would be looked for first. */
  readonly path: string;
  /** Whether it, or what it needs, was not found; null: nothing is drawn with it, and it was not looked for. */
  readonly isMissing: boolean | null;
}

export interface SequenceInfo {
  readonly name: string;
  readonly activity: string;
  readonly frames: number;
  /** Frames a second. */
  readonly fps: number;
  readonly seconds: number;
  readonly isLooping: boolean;
  /** What it does, in the file's order. */
  readonly events: readonly SequenceEventInfo[];
  /** Whether it takes the model somewhere: see `ModelViewer.rootMotion`. */
  readonly walks: boolean;
}

export interface RangeInfo {
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

/** Each fact is gathered when it is first asked for: a model's first picture takes none. */
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

/** As they were found; of a model that nothing is drawn of, where they would be looked for. */
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

/** In the order of their names in the file. What two sides share counts for both. */
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
