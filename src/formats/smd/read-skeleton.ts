import { findBone, type NodeTable } from "./read-nodes.ts";
import type { SmdReader } from "./smd-reader.ts";
import type { SmdSkeleton } from "./types.ts";

/** Poses of all bones in all frames: a bound on what a small file can ask for. */
const MAX_POSES = 1 << 20;

export interface ReadSkeleton {
  readonly skeleton: SmdSkeleton;
  /** A bone that the first frame leaves out, and the line of that frame; null if it has all. */
  readonly missing: { readonly bone: number; readonly line: number } | null;
}

/** Reads the block `skeleton`. A bone that a frame leaves out stays as it was in the one before. */
export function readSkeleton(reader: SmdReader, table: NodeTable): ReadSkeleton {
  const boneCount = table.nodes.count;
  const times: number[] = [];
  const position: number[] = [];
  const rotation: number[] = [];
  const isPosed = new Uint8Array(boneCount);
  const blockLine = reader.line;
  let firstFrameLine = blockLine;
  let frameStart = 0;
  let missing: number | null = null;
  while (reader.advanceInBlock("skeleton", blockLine)) {
    const time = reader.frameTime("skeleton", times.at(-1));
    if (time !== null) {
      if (times.length === 0) firstFrameLine = reader.line;
      else if (times.length === 1) missing = findMissing(isPosed);
      isPosed.fill(0);
      frameStart = times.length * boneCount * 3;
      times.push(time);
      if (times.length * boneCount > MAX_POSES) {
        throw reader.error("bad-count", "skeleton", `frames of ${MAX_POSES} poses in all`);
      }
      for (let i = 0; i < boneCount * 3; i++) {
        position.push(times.length === 1 ? 0 : position[frameStart - boneCount * 3 + i]);
        rotation.push(times.length === 1 ? 0 : rotation[frameStart - boneCount * 3 + i]);
      }
      continue;
    }
    const words = reader.words();
    if (words.length !== 7) {
      throw reader.error("syntax", "skeleton", "a bone and 6 numbers", reader.text);
    }
    if (times.length === 0) throw reader.error("syntax", "skeleton", '"time" before its bones');
    const bone = findBone(reader, "skeleton", table, words[0]);
    if (isPosed[bone] === 1) {
      throw reader.error("bad-index", "skeleton", "a bone once a frame", words[0]);
    }
    isPosed[bone] = 1;
    for (let axis = 0; axis < 3; axis++) {
      const at = frameStart + bone * 3 + axis;
      position[at] = reader.float("skeleton", words[1 + axis]);
      rotation[at] = reader.float("skeleton", words[4 + axis]);
    }
  }
  if (times.length === 0) throw reader.error("bad-count", "skeleton", "at least one frame", "none");
  if (times.length === 1) missing = findMissing(isPosed);
  return {
    skeleton: {
      frameCount: times.length,
      time: Int32Array.from(times),
      position: Float32Array.from(position),
      rotation: Float32Array.from(rotation),
    },
    missing: missing === null ? null : { bone: missing, line: firstFrameLine },
  };
}

function findMissing(isPosed: Uint8Array): number | null {
  const bone = isPosed.indexOf(0);
  return bone < 0 ? null : bone;
}
