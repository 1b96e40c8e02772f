import type { FormatError } from "../../../../core/errors.ts";
import { Ledger } from "../../../../core/ledger.ts";
import type { Limits } from "../../../../core/limits.ts";
import {
  type AnimationRules,
  type MdlAnimationInfo,
  type MdlSequence,
  STUDIO_DELTA,
  STUDIO_FRAMEANIM,
} from "../../animation/animation-types.ts";
import type { Mdl } from "../../types.ts";
import { MdlReader } from "../mdl-reader.ts";
import { HEADER_TABLES } from "../mdl-tables.ts";
import { readSequences } from "../parse-mdl-sequences.ts";
import type { StudioReader } from "../studio-reader.ts";
import {
  AnimationBlocks,
  type AniPart,
  type BlockTable,
  listBlockParts,
  readBlockTable,
} from "./animation-blocks.ts";
import { type BoneBases, type PoseColumns, readAnimationData } from "./read-animation-data.ts";
import {
  findRulesBlock,
  readHierarchies,
  readIkRules,
  readMovements,
} from "./read-animation-rules.ts";
import { readFrameAnimation } from "./read-frame-animation.ts";

/** `BONE_FIXED_ALIGNMENT`: turns of the bone keep to one side of a fixed one. */
const BONE_FIXED_ALIGNMENT = 0x00100000;

/** What the animations of an MDL start from, bone by bone: `mstudiobone_t`. */
function readBoneBases(reader: MdlReader, mdl: Mdl): BoneBases {
  const { count, position, flags } = mdl.bones;
  const { at: first, bytes: stride } = reader.find(HEADER_TABLES.bones);
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
    bases.rotation[i] = readFinite(reader, "mstudiobone_t.rot", at + 60);
    bases.positionScale[i] = readFinite(reader, "mstudiobone_t.posscale", at + 72);
    bases.rotationScale[i] = readFinite(reader, "mstudiobone_t.rotscale", at + 84);
  }
  for (let i = 0; i < count * 4; i++) {
    const bone = Math.floor(i / 4);
    if ((flags[bone] & BONE_FIXED_ALIGNMENT) === 0) continue;
    const at = first + bone * stride + 144 + (i % 4) * 4;
    bases.alignment[i] = readFinite(reader, "mstudiobone_t.qAlignment", at);
  }
  return bases;
}

function readFinite(reader: StudioReader, where: string, at: number): number {
  const value = reader.f32(at);
  if (!Number.isFinite(value)) throw reader.error("bad-value", where, at, "a finite number", value);
  return value;
}

const SECTION_BYTES = 8;

export interface ReadAnimationsOptions {
  /** The file that `MdlRig.animationBlocks` names. Without it what lies there is the bind pose. */
  readonly ani?: Uint8Array;
  /** In place of those of `LIMITS`. */
  readonly limits?: Limits;
  /** Drawn from in place of one of the file's own, so that several files share it. */
  readonly ledger?: Ledger;
  /**
   * Called by `parseMdlAnimations` for each animation whose data is broken: that one stands in the bind pose. Left
   * out, the first such animation ends in the error.
   */
  readonly onBroken?: (animation: string, error: FormatError) => void;
}

/** The animations of an MDL, each decoded when it is asked for. */
export class AnimationFile {
  readonly mdl: Mdl;
  readonly reader: MdlReader;
  readonly ledger: Ledger;
  readonly infos: (MdlAnimationInfo & { isExternal: boolean })[] = [];
  readonly sequences: readonly MdlSequence[];
  readonly #first: number;
  readonly #stride: number;
  readonly #bases: BoneBases;
  /** What lies in the `.ani` file; null: that was not given. */
  #blocks: AnimationBlocks | null = null;
  readonly #blockTable: BlockTable;
  /** Of which blocks an animation's frames are: rows `#firstBlock[i]` to `#firstBlock[i + 1]`. */
  readonly #blockRows: number[] = [];
  readonly #firstBlock: Uint32Array;

  /**
   * @param mdl what `parseMdl` made of the same bytes
   * @throws FormatError of the format MDL, or ANI
   */
  constructor(bytes: Uint8Array, mdl: Mdl, { ani, limits, ledger }: ReadAnimationsOptions = {}) {
    this.mdl = mdl;
    this.ledger = ledger ?? new Ledger(limits);
    this.ledger.addInput(bytes.length);
    this.reader = new MdlReader(bytes);
    this.#bases = readBoneBases(this.reader, mdl);
    const { at, count, bytes: stride } = this.reader.find(HEADER_TABLES.animations);
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
   * Takes the `.ani` file, from which animations are decoded from then on. The MDL's own bytes are not looked at.
   * @throws FormatError of the format MDL, or ANI
   */
  attach(ani: Uint8Array): void {
    this.attachParts([{ at: 0, bytes: ani }], ani.length);
  }

  /**
   * Takes parts of it, in place of what was there: the first is the file's begin.
   * @param fileBytes of all of it
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
   * What is to be read of the `.ani` file for the poses and rules of animations.
   * @throws FormatError of the format MDL
   */
  listParts(animations: readonly number[], fileBytes: number) {
    const wanted = animations.flatMap((row) => [...this.#framesOf(row), this.#rulesOf(row)]);
    return listBlockParts(this.#blockTable, wanted, fileBytes);
  }

  /** Whether frames of an animation lie in the `.ani` file, given or not. */
  isOutside(animation: number): boolean {
    return this.#firstBlock[animation + 1] > this.#firstBlock[animation];
  }

  #framesOf(animation: number): number[] {
    return this.#blockRows.slice(this.#firstBlock[animation], this.#firstBlock[animation + 1]);
  }

  /** The block that an animation's IK rules lie in; 0: the MDL itself. */
  #rulesOf(animation: number): number {
    return findRulesBlock(this.reader, this.placeOf(animation));
  }

  /** Where an animation's record lies: `mstudioanimdesc_t`. */
  placeOf(animation: number): number {
    return this.#first + animation * this.#stride;
  }

  /**
   * The poses of an animation: all bones a frame, each relative to its parent.
   * @throws FormatError
   */
  decode(animation: number): PoseColumns {
    const { flags, frameCount } = this.infos[animation];
    const poses = this.rest(animation);
    const at = this.placeOf(animation);
    const read = (flags & STUDIO_FRAMEANIM) === 0 ? readAnimationData : readFrameAnimation;
    visitRuns(this.reader, at, frameCount, ({ block, index, first, count }) => {
      if (block === 0) {
        read(this.reader, at + index, this.#bases, poses, first, count);
      } else if (this.#blocks?.has(block)) {
        const start = this.#blocks.place(block, index);
        read(this.#blocks.open(block), start, this.#bases, poses, first, count);
      }
    });
    return poses;
  }

  /**
   * Returns the poses of an animation without its data: the bind pose in each frame, or no change in a
   * `STUDIO_DELTA` one.
   * @throws FormatError where they are too many
   */
  rest(animation: number): PoseColumns {
    const { flags, frameCount } = this.infos[animation];
    const where = "mstudioanimdesc_t.numframes";
    this.ledger.take("animationPoses", frameCount * Math.max(1, this.#bases.count), where, "MDL");
    return createPoses(this.mdl, frameCount, (flags & STUDIO_DELTA) !== 0);
  }

  /**
   * What an animation does besides its poses. They are half of what there is to read of a person with 1,400
   * sequences, of which few are ever played.
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
    const frameCount = reader.i32(at + 16);
    if (frameCount < 1) {
      const where = "mstudioanimdesc_t.numframes";
      throw reader.error("bad-count", where, at + 16, "1 or more", frameCount);
    }
    const first = this.#blockRows.length;
    visitRuns(reader, at, frameCount, ({ block }) => {
      // Sections follow each other in a block.
      const isKnown = this.#blockRows.length > first && this.#blockRows.at(-1) === block;
      if (block !== 0 && !isKnown) this.#blockRows.push(block);
    });
    return {
      name: reader.string("mstudioanimdesc_t.sznameindex", at, at + reader.i32(at + 4)),
      fps: readFinite(reader, "mstudioanimdesc_t.fps", at + 8),
      flags: reader.i32(at + 12),
      frameCount,
      isExternal: this.#blockRows.length > first,
      movements: readMovements(reader, at),
    };
  }
}

/** The first pose of the animation whose record is at `at`; null: it lies in an `.ani` file. */
export function readFirstFrame(reader: MdlReader, mdl: Mdl, at: number): PoseColumns | null {
  let poses: PoseColumns | null = null;
  const isFrames = (reader.i32(at + 12) & STUDIO_FRAMEANIM) !== 0;
  const read = isFrames ? readFrameAnimation : readAnimationData;
  visitRuns(reader, at, 1, ({ block, index }) => {
    if (block !== 0) return;
    poses = createPoses(mdl, 1, false);
    read(reader, at + index, readBoneBases(reader, mdl), poses, 0, 1);
  });
  return poses;
}

interface Run {
  readonly first: number;
  readonly count: number;
  /** 0: in this file, at `index` from the animation's record. */
  readonly block: number;
  readonly index: number;
}

/** Goes over where runs of frames lie: one for the whole, or one a section. */
function visitRuns(
  reader: StudioReader,
  at: number,
  frameCount: number,
  take: (run: Run) => void,
): void {
  const sectionFrames = reader.i32(at + 84);
  if (sectionFrames === 0) {
    take({ first: 0, count: frameCount, block: reader.i32(at + 52), index: reader.i32(at + 56) });
    return;
  }
  if (sectionFrames < 0) {
    const where = "mstudioanimdesc_t.sectionframes";
    throw reader.error("bad-count", where, at + 84, ">= 0", sectionFrames);
  }
  const count = Math.floor(frameCount / sectionFrames) + 2;
  const sectionAt = at + reader.i32(at + 80);
  reader.array("mstudioanimsections_t", at + 80, count, sectionAt, SECTION_BYTES);
  const hasLast = frameCount > sectionFrames;
  const visit = (section: number, first: number, frames: number) => {
    const from = sectionAt + section * SECTION_BYTES;
    take({ first, count: frames, block: reader.i32(from), index: reader.i32(from + 4) });
  };
  // The last frame of a long animation has a section of its own.
  const end = hasLast ? frameCount - 1 : frameCount;
  for (let first = 0; first < end; first += sectionFrames) {
    visit(first / sectionFrames, first, Math.min(sectionFrames, end - first));
  }
  if (hasLast) visit(count - 1, frameCount - 1, 1);
}

/** What bones without data do: stay in the bind pose, or add nothing to it. */
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
