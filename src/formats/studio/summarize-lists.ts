/** Lists the contents of a model as plain data for JSON. */

import { FormatError } from "../../core/errors.ts";
import type { Limits } from "../../core/limits.ts";
import type { MdlAnimationInfo, MdlSequence } from "./animation/animation-types.ts";
import { listMaterialPaths } from "./list-material-paths.ts";
import { AnimationFile } from "./read/animation/animation-file.ts";
import { nameFlags, nameHitGroup } from "./rig/flag-names.ts";
import type { MdlParts } from "./summarize-studio.ts";
import type { Mdl } from "./types.ts";

/** `STUDIO_*` flags of sequences and animations, from bit 0x1 on: Valve's public `studio.h`. */
const NAMES = [
  ...["LOOPING", "SNAP", "DELTA", "AUTOPLAY", "POST", "ALLZEROS", "", "CYCLEPOSE"],
  ...["REALTIME", "LOCAL", "HIDDEN", "OVERRIDE", "ACTIVITY", "EVENT", "WORLD", "NOFORCELOOP"],
  ...["EVENT_CLIENT", "WORLD_AND_RELATIVE"],
];

/** Returns the names of flags. A bit without a name is given as its value, `0x40`. */
export function nameSequenceFlags(flags: number): string[] {
  return nameFlags(flags, NAMES);
}

export interface ModelLists {
  /** Sequences in the file itself, without included models; `null` if they cannot be read. */
  readonly sequenceList:
    | readonly {
        readonly name: string;
        readonly activity: string;
        /**
         * Frames of its first animation; 0 for a sequence of `$declaresequence`, which has none.
         */
        readonly frames: number;
        readonly fps: number;
        readonly flags: number;
        /** Names of the flags without `STUDIO_`. */
        readonly flagNames: readonly string[];
        /** Names of the animations. */
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
    /** Inches, in bone space. */
    readonly origin: readonly number[];
  }[];
  readonly hitboxList: readonly {
    readonly set: string;
    readonly bone: string;
    readonly group: number;
    readonly groupName: string;
    /** Inches, in bone space. */
    readonly box: readonly (readonly number[])[];
  }[];
  /** Materials of all skins, with their search paths in order. */
  readonly materialList: readonly { readonly name: string; readonly paths: readonly string[] }[];
  /** Error because of which sequences and animations are not listed. */
  readonly listFault: string | null;
}

/** Fields of an animation and a sequence that are known without reading their motion. */
export type NamedAnimation = Pick<
  MdlAnimationInfo,
  "name" | "frameCount" | "fps" | "flags" | "isExternal"
>;
export type NamedSequence = Pick<MdlSequence, "name" | "activity" | "flags" | "blends" | "events">;

/** @param bytes bytes that `parts` were parsed from */
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

/** Returns descriptions of sequences and animations, without their motion. */
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

/** Lists each material name once, in the order of the skin table. */
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
