/** What there is in a model, one by one: plain data for JSON. */

import { FormatError } from "../../core/errors.ts";
import type { Limits } from "../../core/limits.ts";
import type { MdlAnimationInfo, MdlSequence } from "./animation/animation-types.ts";
import { listMaterialPaths } from "./list-material-paths.ts";
import { AnimationFile } from "./read/animation/animation-file.ts";
import { nameFlags } from "./rig/header-flags.ts";
import { nameHitGroup } from "./rig/hit-groups.ts";
import type { MdlParts } from "./summarize-studio.ts";
import type { Mdl } from "./types.ts";

/** `STUDIO_*` of sequences and animations, bit after bit from 0x1: Valve's public `studio.h`. */
const NAMES = [
  ...["LOOPING", "SNAP", "DELTA", "AUTOPLAY", "POST", "ALLZEROS", "", "CYCLEPOSE"],
  ...["REALTIME", "LOCAL", "HIDDEN", "OVERRIDE", "ACTIVITY", "EVENT", "WORLD", "NOFORCELOOP"],
  ...["EVENT_CLIENT", "WORLD_AND_RELATIVE"],
];

/** The names of flags; a bit without one as its number, `0x40`. */
export function nameSequenceFlags(flags: number): string[] {
  return nameFlags(flags, NAMES);
}

export interface ModelLists {
  /** Of the file itself, without those of included models; null where they cannot be read. */
  readonly sequenceList:
    | readonly {
        readonly name: string;
        readonly activity: string;
        /** Frames of its first animation; 0 in a row of `$declaresequence`, which has none. */
        readonly frames: number;
        readonly fps: number;
        readonly flags: number;
        /** Their names without `STUDIO_`. */
        readonly flagNames: readonly string[];
        /** By name. */
        readonly animations: readonly string[];
        readonly events: readonly {
          readonly frame: number;
          readonly event: number;
          readonly name: string;
          readonly options: string;
        }[];
      }[]
    | null;
  readonly animationList:
    | readonly {
        readonly name: string;
        readonly frames: number;
        readonly fps: number;
        readonly flags: number;
        readonly flagNames: readonly string[];
        /** Whether its poses are in the `.ani` file. */
        readonly isExternal: boolean;
      }[]
    | null;
  readonly attachmentList: readonly {
    readonly name: string;
    readonly bone: string;
    /** Inches, in its bone's space. */
    readonly origin: readonly number[];
  }[];
  readonly hitboxList: readonly {
    readonly set: string;
    readonly bone: string;
    readonly group: number;
    readonly groupName: string;
    /** Inches, in its bone's space. */
    readonly box: readonly (readonly number[])[];
  }[];
  /** Of all skins: where each is looked for, in order. */
  readonly materialList: readonly { readonly name: string; readonly paths: readonly string[] }[];
  /** Why sequences and animations are not listed. */
  readonly listFault: string | null;
}

/** Of an animation and a sequence, what is told without reading what moves. */
export type NamedAnimation = Pick<
  MdlAnimationInfo,
  "name" | "frameCount" | "fps" | "flags" | "isExternal"
>;
export type NamedSequence = Pick<MdlSequence, "name" | "activity" | "flags" | "blends" | "events">;

/** @param bytes what `parts` were parsed of */
export function summarizeLists(bytes: Uint8Array, parts: MdlParts, limits?: Limits): ModelLists {
  const { mdl, rig } = parts;
  const { attachments, hitBoxes, hitBoxSets } = rig;
  const { sequenceList, animationList, listFault } = listMotions(bytes, mdl, limits);
  return {
    sequenceList,
    animationList,
    attachmentList: attachments.name.map((name, row) => ({
      name,
      bone: mdl.bones.name[attachments.bone[row]],
      origin: [3, 7, 11].map((at) => attachments.local[row * 12 + at]),
    })),
    hitboxList: Array.from({ length: hitBoxes.count }, (_, row) => ({
      set: hitBoxSets[hitBoxes.set[row]],
      bone: mdl.bones.name[hitBoxes.bone[row]],
      group: hitBoxes.group[row],
      groupName: nameHitGroup(hitBoxes.group[row]),
      box: [hitBoxes.mins, hitBoxes.maxs].map((corner) => [
        ...corner.subarray(row * 3, row * 3 + 3),
      ]),
    })),
    materialList: listMaterials(mdl),
    listFault,
  };
}

function listMotions(bytes: Uint8Array, mdl: Mdl, limits: Limits | undefined) {
  try {
    const { sequences, infos } = new AnimationFile(bytes, mdl, { limits });
    return { ...describeMotions(sequences, infos), listFault: null };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { sequenceList: null, animationList: null, listFault: error.message };
  }
}

/** Sequences and animations as they are told of: without what moves. */
export function describeMotions(
  sequences: readonly NamedSequence[],
  infos: readonly NamedAnimation[],
): { [List in "sequenceList" | "animationList"]: NonNullable<ModelLists[List]> } {
  return {
    sequenceList: sequences.map(({ name, activity, flags, blends, events }) => {
      const { frameCount, fps } = infos[blends[0]] ?? { frameCount: 0, fps: 0 };
      const last = Math.max(frameCount - 1, 0);
      return {
        ...{ name, activity, frames: frameCount, fps, flags, flagNames: nameSequenceFlags(flags) },
        animations: [...new Set(blends)].map((blend) => infos[blend].name),
        events: events.map(({ cycle, event, name, options }) => {
          return { frame: Math.round(cycle * last * 100) / 100, event, name, options };
        }),
      };
    }),
    animationList: infos.map(({ name, frameCount, fps, flags, isExternal }) => {
      const flagNames = nameSequenceFlags(flags);
      return { name, frames: frameCount, fps, flags, flagNames, isExternal };
    }),
  };
}

/** Each name once, in the order of the skin table. */
function listMaterials(mdl: Mdl): ModelLists["materialList"] {
  const known = new Map<string, readonly string[]>();
  for (let skin = 0; skin < mdl.skinFamilyCount; skin++) {
    for (let column = 0; column < mdl.skinReferenceCount; column++) {
      const name = mdl.textures[mdl.skins[skin * mdl.skinReferenceCount + column]];
      if (!known.has(name)) known.set(name, listMaterialPaths(mdl, skin, column));
    }
  }
  return [...known].map(([name, paths]) => ({ name, paths }));
}
