/** Reads an SMD or a VTA. */

import {
  createNoTriangles,
  findBone,
  type NodeTable,
  readNodes,
  readTriangles,
} from "./read-triangles.ts";
import { SmdReader, smdError } from "./smd-reader.ts";
import type { Smd, SmdSkeleton, SmdTriangles, SmdVertexAnimation } from "./types.ts";

/** Limit on poses of all bones in all frames, because a small file can declare many. */
const MAX_POSES = 1 << 20;

export interface ReadSkeleton {
  readonly skeleton: SmdSkeleton;
  /** A bone missing in the first frame, and the line of that frame; `null` if none is missing. */
  readonly missing: { readonly bone: number; readonly line: number } | null;
}

/**
 * Reads the block `skeleton`. A bone that a frame leaves out keeps its pose from the previous
 * frame.
 */
function readSkeleton(reader: SmdReader, table: NodeTable): ReadSkeleton {
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

/**
 * Reads the block `vertexanimation`. `vertexCount` is the number of vertices of the file's own
 * triangles. If it is 0, ids refer to another file, and only the first shape tells which ones
 * exist.
 */
function readVertexAnimation(reader: SmdReader, vertexCount: number): SmdVertexAnimation {
  const times: number[] = [];
  const names: string[] = [];
  const firstVertex: number[] = [];
  const ids: number[] = [];
  const position: number[] = [];
  const normal: number[] = [];
  const known = new Set<number>();
  let inFrame = new Set<number>();
  const blockLine = reader.line;
  while (reader.advanceInBlock("vertexanimation", blockLine)) {
    const time = reader.frameTime("vertexanimation", times.at(-1));
    if (time !== null) {
      times.push(time);
      names.push(reader.comment);
      firstVertex.push(ids.length);
      inFrame = new Set();
      continue;
    }
    const words = reader.words();
    if (words.length !== 7) {
      const expected = "a vertex and 6 numbers";
      throw reader.error("syntax", "vertexanimation", expected, reader.text);
    }
    if (times.length === 0) {
      throw reader.error("syntax", "vertexanimation", '"time" before its vertices');
    }
    const id = reader.int("vertexanimation", words[0]);
    if (id < 0 || (vertexCount > 0 && id >= vertexCount)) {
      const expected = vertexCount > 0 ? `a vertex below ${vertexCount}` : "a vertex from 0 on";
      throw reader.error("bad-index", "vertexanimation", expected, words[0]);
    }
    if (times.length === 1) known.add(id);
    else if (!known.has(id)) {
      throw reader.error("bad-index", "vertexanimation", "a vertex of the first shape", words[0]);
    }
    if (inFrame.has(id)) {
      throw reader.error("bad-index", "vertexanimation", "a vertex once a shape", words[0]);
    }
    inFrame.add(id);
    ids.push(id);
    reader.pushFloats("vertexanimation", position, words, 1, 3);
    reader.pushFloats("vertexanimation", normal, words, 4, 3);
  }
  return {
    frameCount: times.length,
    time: Int32Array.from(times),
    name: names,
    firstVertex: Uint32Array.from([...firstVertex, ids.length]),
    id: Uint32Array.from(ids),
    position: Float32Array.from(position),
    normal: Float32Array.from(normal),
  };
}

const LAST_VERSION = 3;

/**
 * Parses an SMD or a VTA, versions 1 to 3. Layout: the blocks of the Valve Developer Community's
 * page on SMD.
 * @throws FormatError with the line
 */
export function parseSmd(text: string): Smd {
  const reader = new SmdReader(text);
  let version = 0;
  let table: NodeTable | null = null;
  let pose: ReadSkeleton | null = null;
  let triangles: SmdTriangles | null = null;
  let vertexAnimation: SmdVertexAnimation | null = null;
  const needNodes = (block: string): NodeTable => {
    if (table === null) throw reader.error("syntax", block, '"nodes" before it');
    return table;
  };
  const once = (block: string, seen: unknown) => {
    if (seen !== null) throw reader.error("syntax", block, "one such block a file", "a second");
  };

  while (reader.advance()) {
    if (version === 0) {
      version = readVersion(reader);
      continue;
    }
    switch (reader.text) {
      case "nodes":
        once("nodes", table);
        table = readNodes(reader);
        break;
      case "skeleton":
        once("skeleton", pose);
        pose = readSkeleton(reader, needNodes("skeleton"));
        break;
      case "triangles":
        once("triangles", triangles);
        triangles = readTriangles(reader, needNodes("triangles"), version);
        break;
      case "vertexanimation":
        once("vertexanimation", vertexAnimation);
        needNodes("vertexanimation");
        vertexAnimation = readVertexAnimation(reader, (triangles?.count ?? 0) * 3);
        break;
      default: {
        const expected = "nodes, skeleton, triangles or vertexanimation";
        throw reader.error("syntax", "file", expected, reader.text);
      }
    }
  }
  if (version === 0) throw reader.error("bad-magic", "version", '"version 1"', "no text");
  const { nodes } = needNodes("file");
  if (pose === null) throw reader.error("truncated", "file", 'a block "skeleton"');
  // Frames of a VTA name the shapes and need no poses.
  if (pose.missing !== null && vertexAnimation === null) {
    const { bone, line } = pose.missing;
    const found = `none of "${nodes.name[bone]}"`;
    throw smdError("mismatch", "skeleton", line, "all bones in the first frame", found);
  }
  return {
    version,
    nodes,
    skeleton: pose.skeleton,
    triangles: triangles ?? createNoTriangles(),
    vertexAnimation,
  };
}

function readVersion(reader: SmdReader): number {
  const words = reader.words();
  if (words[0] !== "version" || words.length !== 2) {
    throw reader.error("bad-magic", "version", '"version 1"', reader.text);
  }
  const version = reader.int("version", words[1]);
  if (version < 1 || version > LAST_VERSION) {
    throw reader.error("bad-version", "version", `1 to ${LAST_VERSION}`, words[1]);
  }
  return version;
}
