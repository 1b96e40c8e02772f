import { Ledger } from "../../../core/ledger.ts";
import type { Limits } from "../../../core/limits.ts";
import {
  type MdlAnimation,
  type MdlAnimations,
  STUDIO_DELTA,
} from "../animation/animation-types.ts";
import type { Mdl } from "../types.ts";
import { AnimationBlocks } from "./animation/animation-blocks.ts";
import {
  type BoneBases,
  type PoseColumns,
  readAnimationData,
} from "./animation/read-animation-data.ts";
import { readHierarchies, readIkRules, readMovements } from "./animation/read-animation-rules.ts";
import { MdlReader } from "./mdl-reader.ts";
import { HEADER_TABLES } from "./mdl-tables.ts";
import { readSequences } from "./parse-mdl-sequences.ts";
import type { StudioReader } from "./studio-reader.ts";

const SECTION_BYTES = 8;

export interface ReadAnimationsOptions {
  /** The file that `MdlRig.animationBlocks` names. Without it what lies there is the bind pose. */
  readonly ani?: Uint8Array;
  /** In place of those of `LIMITS`. */
  readonly limits?: Limits;
}

/**
 * Decodes the animations of an MDL to poses of all its bones, and lists its sequences.
 * `mdl` is what `parseMdl` made of the same bytes.
 * Layout: `mstudioseqdesc_t`, `mstudioanimdesc_t` and `mstudioanim_t` in Valve's `studio.h`.
 * @throws FormatError of the format MDL, or ANI
 */
export function parseMdlAnimations(
  bytes: Uint8Array,
  mdl: Mdl,
  { ani, limits }: ReadAnimationsOptions = {},
): MdlAnimations {
  const ledger = new Ledger(limits);
  ledger.addInput(bytes.length + (ani?.length ?? 0));
  const reader = new MdlReader(bytes);
  const blocks = ani === undefined ? null : new AnimationBlocks(reader, ani);
  const bones = readBases(reader, mdl);
  const { at: first, count, bytes: stride } = reader.find(HEADER_TABLES.animations);
  const animations: MdlAnimation[] = [];
  for (let i = 0; i < count; i++) {
    const at = first + i * stride;
    const frameCount = reader.i32(at + 16);
    const where = "mstudioanimdesc_t.numframes";
    if (frameCount < 1) throw reader.error("bad-count", where, at + 16, "1 or more", frameCount);
    ledger.take("animationPoses", frameCount * Math.max(1, bones.count), where, "MDL");
    animations.push(readAnimation(reader, blocks, mdl, bones, at, frameCount, ledger));
  }
  return { animations, sequences: readSequences(reader, count) };
}

function readBases(reader: MdlReader, mdl: Mdl): BoneBases {
  const { count, position } = mdl.bones;
  const { at: first, bytes: stride } = reader.find(HEADER_TABLES.bones);
  const bases = {
    count,
    position,
    rotation: new Float32Array(count * 3),
    positionScale: new Float32Array(count * 3),
    rotationScale: new Float32Array(count * 3),
  };
  for (let i = 0; i < count * 3; i++) {
    const at = first + Math.floor(i / 3) * stride + (i % 3) * 4;
    bases.rotation[i] = readFinite(reader, "mstudiobone_t.rot", at + 60);
    bases.positionScale[i] = readFinite(reader, "mstudiobone_t.posscale", at + 72);
    bases.rotationScale[i] = readFinite(reader, "mstudiobone_t.rotscale", at + 84);
  }
  return bases;
}

function readFinite(reader: StudioReader, where: string, at: number): number {
  const value = reader.f32(at);
  if (!Number.isFinite(value)) throw reader.error("bad-value", where, at, "a finite number", value);
  return value;
}

function readAnimation(
  reader: MdlReader,
  blocks: AnimationBlocks | null,
  mdl: Mdl,
  bones: BoneBases,
  at: number,
  frameCount: number,
  ledger: Ledger,
): MdlAnimation {
  const flags = reader.i32(at + 12);
  const poses = createPoses(mdl, frameCount, (flags & STUDIO_DELTA) !== 0);
  const runs = listRuns(reader, at, frameCount);
  let isExternal = false;
  for (const { block, index, first, count } of runs) {
    if (block === 0) readAnimationData(reader, at + index, bones, poses, first, count);
    else if (blocks === null || !blocks.has(block)) isExternal = true;
    else readAnimationData(blocks.reader, blocks.find(block, index), bones, poses, first, count);
  }
  return {
    name: reader.string("mstudioanimdesc_t.sznameindex", at, at + reader.i32(at + 4)),
    fps: readFinite(reader, "mstudioanimdesc_t.fps", at + 8),
    flags,
    frameCount,
    isExternal,
    ...poses,
    movements: readMovements(reader, at),
    ikRules: readIkRules(reader, blocks, at, ledger),
    hierarchies: readHierarchies(reader, at, bones.count, ledger),
  };
}

/** The first pose of the animation whose record is at `at`; null: it lies in an `.ani` file. */
export function readFirstFrame(reader: MdlReader, mdl: Mdl, at: number): PoseColumns | null {
  const [{ block, index }] = listRuns(reader, at, 1);
  if (block !== 0) return null;
  const poses = createPoses(mdl, 1, false);
  readAnimationData(reader, at + index, readBases(reader, mdl), poses, 0, 1);
  return poses;
}

interface Run {
  readonly first: number;
  readonly count: number;
  /** 0: in this file, at `index` from the animation's record. */
  readonly block: number;
  readonly index: number;
}

/** Where each run of frames lies: one for the whole, or one a section. */
function listRuns(reader: StudioReader, at: number, frameCount: number): Run[] {
  const sectionFrames = reader.i32(at + 84);
  if (sectionFrames === 0) {
    const [block, index] = [reader.i32(at + 52), reader.i32(at + 56)];
    return [{ first: 0, count: frameCount, block, index }];
  }
  if (sectionFrames < 0) {
    throw reader.error(
      "bad-count",
      "mstudioanimdesc_t.sectionframes",
      at + 84,
      ">= 0",
      sectionFrames,
    );
  }
  const count = Math.floor(frameCount / sectionFrames) + 2;
  const sectionAt = at + reader.i32(at + 80);
  reader.array("mstudioanimsections_t", at + 80, count, sectionAt, SECTION_BYTES);
  const hasLast = frameCount > sectionFrames;
  const runs: Run[] = [];
  const add = (section: number, first: number, frames: number) => {
    const from = sectionAt + section * SECTION_BYTES;
    runs.push({ first, count: frames, block: reader.i32(from), index: reader.i32(from + 4) });
  };
  // The last frame of a long animation has a section of its own.
  const end = hasLast ? frameCount - 1 : frameCount;
  for (let first = 0; first < end; first += sectionFrames) {
    add(first / sectionFrames, first, Math.min(sectionFrames, end - first));
  }
  if (hasLast) add(count - 1, frameCount - 1, 1);
  return runs;
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
