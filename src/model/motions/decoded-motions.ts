import { FormatError } from "../../core/errors.ts";
import {
  type AnimationRules,
  type LocalHierarchy,
  type MdlIkRule,
  STUDIO_DELTA,
} from "../../formats/studio/animation/animation-types.ts";
import type { AnimationFile } from "../../formats/studio/read/animation/animation-file.ts";
import {
  applyZeroFrames,
  readZeroFrames,
} from "../../formats/studio/read/animation/read-zero-frames.ts";
import type { MdlRig } from "../../formats/studio/rig/rig-types.ts";
import type { Bones } from "../../formats/studio/types.ts";
import type { DecodedAnimation, MotionFrames } from "../files/studio-model.ts";

/** File with sequences: the model's own, or one that it includes. */
export interface MotionGroup {
  /** Content path. */
  readonly path: string;
  readonly rig: MdlRig;
  readonly file: AnimationFile;
}

/** Bones with equal names in two models: `virtualgroup_t`. */
export interface BoneMap {
  /** For each bone of the main model, the bone of the group, or -1. */
  readonly groupBone: Int32Array;
  /** For each bone of the group, the bone of the main model, or -1. */
  readonly mainBone: Int32Array;
  readonly isSame: boolean;
}

export function mapBones(main: Bones, group: Bones): BoneMap {
  const rows = new Map<string, number>();
  // If bones share a name, the first wins, as in the engine.
  for (let i = main.count - 1; i >= 0; i--) rows.set(main.name[i].toLowerCase(), i);
  const groupBone = new Int32Array(main.count).fill(-1);
  const mainBone = Int32Array.from(group.name, (name) => rows.get(name.toLowerCase()) ?? -1);
  for (let j = 0; j < group.count; j++) if (mainBone[j] >= 0) groupBone[mainBone[j]] = j;
  const isSame = main.count === group.count && mainBone.every((bone, j) => bone === j);
  return { groupBone, mainBone, isSame };
}

/**
 * Decodes the poses of an animation for the main model's bones. Bones that the group lacks keep the
 * main model's rest pose. If the animation's `.ani` is missing, uses the few poses in the MDL.
 * @throws FormatError
 */
function readFrames(
  { file }: MotionGroup,
  animation: number,
  main: Bones,
  { groupBone, isSame }: BoneMap,
): MotionFrames {
  const { flags, frameCount, isExternal } = file.infos[animation];
  const poses = file.decode(animation);
  if (isExternal) {
    const zero = readZeroFrames(file, animation);
    if (zero !== null) applyZeroFrames(zero, poses, frameCount);
  }
  if (isSame) return poses;
  const where = "mstudioanimdesc_t.numframes";
  file.ledger.take("animationPoses", frameCount * Math.max(1, main.count), where, "MDL");
  const position = new Float32Array(frameCount * main.count * 3);
  const quaternion = new Float32Array(frameCount * main.count * 4);
  const isDelta = (flags & STUDIO_DELTA) !== 0;
  const groupCount = file.mdl.bones.count;
  for (let frame = 0; frame < frameCount; frame++) {
    for (let bone = 0; bone < main.count; bone++) {
      const to = frame * main.count + bone;
      const from = frame * groupCount + groupBone[bone];
      if (groupBone[bone] >= 0) {
        for (let k = 0; k < 3; k++) position[to * 3 + k] = poses.position[from * 3 + k];
        for (let k = 0; k < 4; k++) quaternion[to * 4 + k] = poses.quaternion[from * 4 + k];
      } else if (isDelta) {
        quaternion[to * 4 + 3] = 1;
      } else {
        for (let k = 0; k < 3; k++) position[to * 3 + k] = main.position[bone * 3 + k];
        for (let k = 0; k < 4; k++) quaternion[to * 4 + k] = main.quaternion[bone * 4 + k];
      }
    }
  }
  return { position, quaternion };
}

/** Chain of a rule whose target bone the main model lacks: the rule has no effect. */
const NO_CHAIN = -1;

/** Row of a group's own table. */
export interface GroupRow {
  readonly group: number;
  readonly row: number;
}

/** Poses and rules of merged animations for the main model's bones, decoded on first access. */
export class DecodedMotions {
  readonly #groups: readonly MotionGroup[];
  readonly #maps: readonly BoneMap[];
  readonly #owner: readonly GroupRow[];
  readonly #frames: (MotionFrames | undefined)[];
  readonly #rules: (AnimationRules | undefined)[];
  /** 1 for each animation that was decoded elsewhere. */
  readonly #isTaken: Uint8Array;

  /** @param owner group and row of each animation */
  constructor(
    groups: readonly MotionGroup[],
    maps: readonly BoneMap[],
    owner: readonly GroupRow[],
  ) {
    this.#groups = groups;
    this.#maps = maps;
    this.#owner = owner;
    this.#frames = new Array(owner.length);
    this.#rules = new Array(owner.length);
    this.#isTaken = new Uint8Array(owner.length);
  }

  /**
   * Returns the group, and its row of the animation, if the animation has frames in an `.ani`; else
   * null.
   */
  placeOutside(animation: number): { readonly group: MotionGroup; readonly row: number } | null {
    const { group, row } = this.#owner[animation];
    return this.#groups[group].file.isOutside(row) ? { group: this.#groups[group], row } : null;
  }

  /** @throws FormatError */
  frames(animation: number): MotionFrames {
    this.#frames[animation] ??= this.#readFrames(animation);
    return this.#frames[animation];
  }

  /** @throws FormatError */
  rules(animation: number): AnimationRules {
    this.#rules[animation] ??= this.#readRules(animation);
    return this.#rules[animation];
  }

  /** See `Motions.handOver`. */
  handOver(): DecodedAnimation[] {
    const all: DecodedAnimation[] = [];
    for (let animation = 0; animation < this.#owner.length; animation++) {
      const [frames, rules] = [this.#frames[animation], this.#rules[animation]];
      if (frames && rules) all.push({ animation, frames, rules });
      this.#frames[animation] = this.#rules[animation] = undefined;
    }
    return all;
  }

  /** See `Motions.take`. */
  take(decoded: readonly DecodedAnimation[]): void {
    for (const { animation, frames, rules } of decoded) {
      this.#frames[animation] = frames;
      this.#rules[animation] = rules;
      this.#isTaken[animation] = 1;
    }
  }

  /**
   * Decodes again the animations that were decoded before their group's `.ani` was read, so that
   * players of them need not ask again. Animations that are broken there keep their earlier poses.
   * @returns the errors of broken animations
   */
  refresh(groups: readonly MotionGroup[]): FormatError[] {
    const faults: FormatError[] = [];
    for (let animation = 0; animation < this.#owner.length; animation++) {
      const hasBeenRead = this.#frames[animation] ?? this.#rules[animation];
      const place = hasBeenRead && this.placeOutside(animation);
      if (!place || !groups.includes(place.group) || this.#isTaken[animation] === 1) continue;
      try {
        const [frames, rules] = [this.#readFrames(animation), this.#readRules(animation)];
        this.#frames[animation] = frames;
        this.#rules[animation] = rules;
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        faults.push(error);
      }
    }
    return faults;
  }

  #readFrames(animation: number): MotionFrames {
    const { group, row } = this.#owner[animation];
    const main = this.#groups[0].file.mdl.bones;
    return readFrames(this.#groups[group], row, main, this.#maps[group]);
  }

  #readRules(animation: number): AnimationRules {
    const { group, row } = this.#owner[animation];
    return moveRules(this.#groups[group].file.readRules(row), this.#maps[group]);
  }
}

/** Converts the bones of rules from a group's rows to the main model's rows. */
function moveRules({ ikRules, hierarchies }: AnimationRules, map: BoneMap): AnimationRules {
  return {
    ikRules: ikRules.map((rule) => moveRule(rule, map)),
    hierarchies: moveHierarchies(hierarchies, map),
  };
}

function moveRule(rule: MdlIkRule, { mainBone }: BoneMap): MdlIkRule {
  if (rule.bone < 0) return rule;
  const bone = mainBone[rule.bone] ?? -1;
  return bone < 0 ? { ...rule, bone, chain: NO_CHAIN } : { ...rule, bone };
}

/** Converts hierarchies, without those whose bone or parent the main model lacks. */
function moveHierarchies(
  rows: readonly LocalHierarchy[],
  { mainBone, isSame }: BoneMap,
): readonly LocalHierarchy[] {
  if (isSame) return rows;
  return rows
    .filter(({ bone, parent }) => mainBone[bone] >= 0 && (parent < 0 || mainBone[parent] >= 0))
    .map((row) => ({
      ...row,
      bone: mainBone[row.bone],
      parent: row.parent < 0 ? -1 : mainBone[row.parent],
    }));
}
