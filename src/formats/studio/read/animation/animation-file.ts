/** Reads the animations and sequences of an MDL, and the first pose of a sequence. */

import { FormatError } from "../../../../core/errors.ts";
import { Ledger } from "../../../../core/ledger.ts";
import type { Limits } from "../../../../core/limits.ts";
import type { MdlAnimation, MdlAnimations } from "../../animation/animation-types.ts";
import {
  type AnimationRules,
  type MdlAnimationInfo,
  type MdlSequence,
  STUDIO_DELTA,
  STUDIO_FRAMEANIM,
} from "../../animation/animation-types.ts";
import type { BonePose } from "../../mesh/build-bone-palette.ts";
import { STUDIOHDR } from "../../records/header.ts";
import { ANIM_DESC, ANIM_SECTION, SEQ_DESC } from "../../records/motion.ts";
import { BONE } from "../../records/skeleton.ts";
import type { Mdl } from "../../types.ts";
import { MdlReader } from "../mdl-reader.ts";
import { readSequences } from "../parse-mdl-sequences.ts";
import { readFinite, type StudioReader } from "../studio-reader.ts";
import {
  AnimationBlocks,
  type AniPart,
  type BlockTable,
  listBlockParts,
  readBlockTable,
} from "./animation-blocks.ts";
import {
  type BoneBases,
  type PoseColumns,
  readAnimationData,
  readFrameAnimation,
} from "./read-animation-data.ts";
import {
  findRulesBlock,
  readHierarchies,
  readIkRules,
  readMovements,
} from "./read-animation-rules.ts";

/** `BONE_FIXED_ALIGNMENT`: rotations of the bone stay on the same side as a fixed one. */
const BONE_FIXED_ALIGNMENT = 0x00100000;

/** Reads the base values of animations, bone by bone: `mstudiobone_t`. */
function readBoneBases(reader: MdlReader, mdl: Mdl): BoneBases {
  const { count, position, flags } = mdl.bones;
  const { at: first, bytes: stride } = reader.find(STUDIOHDR.tables.boneindex);
  const bases = {
    count,
    position,
    rotation: new Float32Array(count * 3),
    positionScale: new Float32Array(count * 3),
    rotationScale: new Float32Array(count * 3),
    alignment: new Float32Array(count * 4),
  };
  for (let i = 0; i < count * 3; i++) {
    const at = first + Math.floor(i / 3) * stride + (i % 3) * 4;
    bases.rotation[i] = readFinite(reader, "mstudiobone_t.rot", at + BONE.at.rot);
    bases.positionScale[i] = readFinite(reader, "mstudiobone_t.posscale", at + BONE.at.posscale);
    bases.rotationScale[i] = readFinite(reader, "mstudiobone_t.rotscale", at + BONE.at.rotscale);
  }
  for (let i = 0; i < count * 4; i++) {
    const bone = Math.floor(i / 4);
    if ((flags[bone] & BONE_FIXED_ALIGNMENT) === 0) continue;
    const at = first + bone * stride + BONE.at.qAlignment + (i % 4) * 4;
    bases.alignment[i] = readFinite(reader, "mstudiobone_t.qAlignment", at);
  }
  return bases;
}

export interface ReadAnimationsOptions {
  /** File that `MdlRig.animationBlocks` names. Without it, animations in it show the bind pose. */
  readonly ani?: Uint8Array;
  /** Limits used instead of `LIMITS`. */
  readonly limits?: Limits;
  /** Ledger shared by several files, used instead of a new one. */
  readonly ledger?: Ledger;
  /**
   * Called by `parseMdlAnimations` for each animation with broken data, which then shows the bind
   * pose. If undefined, the first such animation throws the error.
   */
  readonly onBroken?: (animation: string, error: FormatError) => void;
}

/** Animations of an MDL, each decoded on demand. */
export class AnimationFile {
  readonly mdl: Mdl;
  readonly reader: MdlReader;
  readonly ledger: Ledger;
  readonly infos: (MdlAnimationInfo & { isExternal: boolean })[] = [];
  readonly sequences: readonly MdlSequence[];
  readonly #first: number;
  readonly #stride: number;
  readonly #bases: BoneBases;
  /** Contents of the `.ani` file; `null` if it was not given. */
  #blocks: AnimationBlocks | null = null;
  readonly #blockTable: BlockTable;
  /** Blocks of an animation's frames: rows `#firstBlock[i]` to `#firstBlock[i + 1]`. */
  readonly #blockRows: number[] = [];
  readonly #firstBlock: Uint32Array;

  /**
   * @param mdl result of `parseMdl` for the same bytes
   * @throws FormatError of the format MDL, or ANI
   */
  constructor(bytes: Uint8Array, mdl: Mdl, { ani, limits, ledger }: ReadAnimationsOptions = {}) {
    this.mdl = mdl;
    this.ledger = ledger ?? new Ledger(limits);
    this.ledger.addInput(bytes.length);
    this.reader = new MdlReader(bytes);
    this.#bases = readBoneBases(this.reader, mdl);
    const { at, count, bytes: stride } = this.reader.find(STUDIOHDR.tables.localanimindex);
    this.#first = at;
    this.#stride = stride;
    this.#firstBlock = new Uint32Array(count + 1);
    this.#blockTable = readBlockTable(this.reader);
    for (let row = 0; row < count; row++) {
      this.infos.push(this.#readInfo(row));
      this.#firstBlock[row + 1] = this.#blockRows.length;
    }
    if (ani !== undefined) this.attach(ani);
    this.sequences = readSequences(this.reader, count, this.ledger);
  }

  /**
   * Sets the `.ani` file that animations are decoded from. The MDL itself is not read again.
   * @throws FormatError of the format MDL, or ANI
   */
  attach(ani: Uint8Array): void {
    this.attachParts([{ at: 0, bytes: ani }], ani.length);
  }

  /**
   * Sets parts of the `.ani` file, replacing earlier ones. The first part is the start of the file.
   * @param fileBytes size of the whole file
   * @throws FormatError of the format MDL, or ANI
   */
  attachParts(parts: readonly AniPart[], fileBytes: number): void {
    const blocks = new AnimationBlocks(this.#blockTable, parts, fileBytes);
    this.#blocks = blocks;
    for (const { bytes } of parts) this.ledger.addInput(bytes.length);
    const isThere = Array.from({ length: blocks.count }, (_, block) => blocks.has(block));
    this.infos.forEach((info, row) => {
      const [first, end] = [this.#firstBlock[row], this.#firstBlock[row + 1]];
      info.isExternal = false;
      for (let i = first; i < end; i++) if (!isThere[this.#blockRows[i]]) info.isExternal = true;
    });
  }

  /**
   * Lists the ranges of the `.ani` file to read for the poses and rules of animations.
   * @throws FormatError of the format MDL
   */
  listParts(animations: readonly number[], fileBytes: number) {
    const wanted = animations.flatMap((row) => [...this.#framesOf(row), this.#rulesOf(row)]);
    return listBlockParts(this.#blockTable, wanted, fileBytes);
  }

  /** Whether frames of an animation are in the `.ani` file, whether it was given or not. */
  isOutside(animation: number): boolean {
    return this.#firstBlock[animation + 1] > this.#firstBlock[animation];
  }

  #framesOf(animation: number): number[] {
    return this.#blockRows.slice(this.#firstBlock[animation], this.#firstBlock[animation + 1]);
  }

  /** Returns the block of an animation's IK rules; 0 for the MDL itself. */
  #rulesOf(animation: number): number {
    return findRulesBlock(this.reader, this.placeOf(animation));
  }

  /** Returns the offset of an animation's record: `mstudioanimdesc_t`. */
  placeOf(animation: number): number {
    return this.#first + animation * this.#stride;
  }

  /**
   * Decodes the poses of an animation: all bones in each frame, each relative to its parent.
   * @throws FormatError
   */
  decode(animation: number): PoseColumns {
    const { flags, frameCount } = this.infos[animation];
    const poses = this.rest(animation);
    const at = this.placeOf(animation);
    const read = (flags & STUDIO_FRAMEANIM) === 0 ? readAnimationData : readFrameAnimation;
    visitRuns(this.reader, at, frameCount, ({ block, index, first, count }) => {
      const run = { poses, first, count };
      if (block === 0) {
        read(this.reader, at + index, this.#bases, run);
      } else if (this.#blocks?.has(block)) {
        const start = this.#blocks.place(block, index);
        read(this.#blocks.open(block), start, this.#bases, run);
      }
    });
    return poses;
  }

  /**
   * Returns the poses of an animation without its data: the bind pose in each frame, or no change
   * for a `STUDIO_DELTA` animation.
   * @throws FormatError if there are too many poses
   */
  rest(animation: number): PoseColumns {
    const { flags, frameCount } = this.infos[animation];
    const where = "mstudioanimdesc_t.numframes";
    this.ledger.take("animationPoses", frameCount * Math.max(1, this.#bases.count), where, "MDL");
    return createPoses(this.mdl, frameCount, (flags & STUDIO_DELTA) !== 0);
  }

  /**
   * Reads the effects of an animation other than its poses. Read on demand, because they are half
   * of the data of a character with 1,400 sequences, few of which are ever played.
   * @throws FormatError
   */
  readRules(animation: number): AnimationRules {
    const { reader, ledger } = this;
    const at = this.placeOf(animation);
    return {
      ikRules: readIkRules(reader, this.#blocks, at, ledger),
      hierarchies: readHierarchies(reader, at, this.mdl.bones.count, ledger),
    };
  }

  #readInfo(row: number) {
    const { reader } = this;
    const at = this.placeOf(row);
    const place = at + ANIM_DESC.at.numframes;
    const frameCount = reader.i32(place);
    if (frameCount < 1) {
      const where = "mstudioanimdesc_t.numframes";
      throw reader.error("bad-count", where, place, "1 or more", frameCount);
    }
    const first = this.#blockRows.length;
    visitRuns(reader, at, frameCount, ({ block }) => {
      // Consecutive sections are often in the same block.
      const isKnown = this.#blockRows.length > first && this.#blockRows.at(-1) === block;
      if (block !== 0 && !isKnown) this.#blockRows.push(block);
    });
    return {
      name: reader.string(
        "mstudioanimdesc_t.sznameindex",
        at,
        at + reader.i32(at + ANIM_DESC.at.sznameindex),
      ),
      fps: readFinite(reader, "mstudioanimdesc_t.fps", at + ANIM_DESC.at.fps),
      flags: reader.i32(at + ANIM_DESC.at.flags),
      frameCount,
      isExternal: this.#blockRows.length > first,
      movements: readMovements(reader, at),
    };
  }
}

/**
 * Returns the first pose of the animation whose record is at `at`; `null` if it is in an `.ani`
 * file.
 */
export function readFirstFrame(reader: MdlReader, mdl: Mdl, at: number): PoseColumns | null {
  let poses: PoseColumns | null = null;
  const isFrames = (reader.i32(at + ANIM_DESC.at.flags) & STUDIO_FRAMEANIM) !== 0;
  const read = isFrames ? readFrameAnimation : readAnimationData;
  visitRuns(reader, at, 1, ({ block, index }) => {
    if (block !== 0) return;
    poses = createPoses(mdl, 1, false);
    const bases = readBoneBases(reader, mdl);
    read(reader, at + index, bases, { poses, first: 0, count: 1 });
  });
  return poses;
}

interface Run {
  readonly first: number;
  readonly count: number;
  /** Block of the data; 0 for this file, at `index` from the animation's record. */
  readonly block: number;
  readonly index: number;
}

/** Visits the runs of frames with their places: one for the whole animation, or one a section. */
function visitRuns(
  reader: StudioReader,
  at: number,
  frameCount: number,
  take: (run: Run) => void,
): void {
  const sectionFrames = reader.i32(at + ANIM_DESC.at.sectionframes);
  if (sectionFrames === 0) {
    const block = reader.i32(at + ANIM_DESC.at.animblock);
    take({ first: 0, count: frameCount, block, index: reader.i32(at + ANIM_DESC.at.animindex) });
    return;
  }
  if (sectionFrames < 0) {
    const where = "mstudioanimdesc_t.sectionframes";
    const place = at + ANIM_DESC.at.sectionframes;
    throw reader.error("bad-count", where, place, ">= 0", sectionFrames);
  }
  const count = Math.floor(frameCount / sectionFrames) + 2;
  const place = at + ANIM_DESC.at.sectionindex;
  const sectionAt = at + reader.i32(place);
  reader.array(ANIM_SECTION.name, place, count, sectionAt, ANIM_SECTION.bytes);
  const hasLast = frameCount > sectionFrames;
  const visit = (section: number, first: number, frames: number) => {
    const from = sectionAt + section * ANIM_SECTION.bytes;
    const block = reader.i32(from + ANIM_SECTION.at.animblock);
    take({ first, count: frames, block, index: reader.i32(from + ANIM_SECTION.at.animindex) });
  };
  // The last frame of a long animation has a separate section.
  const end = hasLast ? frameCount - 1 : frameCount;
  for (let first = 0; first < end; first += sectionFrames) {
    visit(first / sectionFrames, first, Math.min(sectionFrames, end - first));
  }
  if (hasLast) visit(count - 1, frameCount - 1, 1);
}

/** Returns poses for bones without data: the bind pose, or no change for delta animations. */
function createPoses(mdl: Mdl, frameCount: number, isDelta: boolean): PoseColumns {
  const { count, position, quaternion } = mdl.bones;
  const poses = {
    position: new Float32Array(frameCount * count * 3),
    quaternion: new Float32Array(frameCount * count * 4),
  };
  for (let frame = 0; frame < frameCount; frame++) {
    if (!isDelta) {
      poses.position.set(position, frame * count * 3);
      poses.quaternion.set(quaternion, frame * count * 4);
    } else {
      for (let bone = 0; bone < count; bone++) poses.quaternion[(frame * count + bone) * 4 + 3] = 1;
    }
  }
  return poses;
}

/**
 * Returns a model's pose when it plays a sequence: the first frame of its first blend. Returns
 * `null` if there is no sequence, or if it is a delta sequence or in an `.ani` file.
 * @param name name of the sequence, case-insensitive. If the model lacks it, its first sequence is
 * used, like in the engine
 * @throws FormatError
 */
export function readFirstPose(bytes: Uint8Array, mdl: Mdl, name = ""): BonePose | null {
  const reader = new MdlReader(bytes);
  const sequences = reader.find(STUDIOHDR.tables.localseqindex);
  if (sequences.count === 0) return null;
  const labels = name === "" ? [] : reader.names(sequences, SEQ_DESC.at.szlabelindex);
  const named = labels.findIndex((label) => label.toLowerCase() === name.toLowerCase());
  const sequence = sequences.at + Math.max(0, named) * sequences.bytes;
  const place = sequence + SEQ_DESC.at.animindexindex;
  const blend = sequence + reader.i32(place);
  reader.array("animindexindex", place, 1, blend, 2);
  const animation = reader.u16(blend);
  const animations = reader.find(STUDIOHDR.tables.localanimindex);
  if (animation >= animations.count) {
    const expected = `an animation below ${animations.count}`;
    throw reader.error("bad-index", "animindexindex", blend, expected, animation);
  }
  const at = animations.at + animation * animations.bytes;
  if ((reader.i32(at + ANIM_DESC.at.flags) & STUDIO_DELTA) !== 0) return null;
  return readFirstFrame(reader, mdl, at);
}

/**
 * Decodes the animations of an MDL to poses of all its bones, and lists its sequences. `mdl` is the
 * result of `parseMdl` for the same bytes. Layout: `mstudioseqdesc_t`, `mstudioanimdesc_t`,
 * `mstudioanim_t` and `mstudio_frame_anim_t` in Valve's `studio.h`.
 * @throws FormatError of the format MDL, or ANI
 */
export function parseMdlAnimations(
  bytes: Uint8Array,
  mdl: Mdl,
  options: ReadAnimationsOptions = {},
): MdlAnimations {
  const file = new AnimationFile(bytes, mdl, options);
  const animations = file.infos.map((info, row): MdlAnimation => {
    try {
      return { ...info, ...file.readRules(row), ...file.decode(row) };
    } catch (error) {
      const isBroken = error instanceof FormatError && error.code !== "too-large";
      if (!isBroken || options.onBroken === undefined) throw error;
      options.onBroken(info.name, error);
      return { ...info, ikRules: [], hierarchies: [], ...file.rest(row) };
    }
  });
  return { animations, sequences: file.sequences };
}
