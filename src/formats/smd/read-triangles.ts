/** Reads the bones and triangles of an SMD. */

import { type SmdReader, smdError } from "./smd-reader.ts";
import type { SmdNodes, SmdTriangles } from "./types.ts";

/** Limit on bones, above any tool's. It bounds bones times frames, and rows fit 16 bits. */
const MAX_NODES = 1024;

/**
 * An id, a name, a parent. The separators match neither, so that the expression has only one way to
 * match.
 */
const NODE = /^([^\s"]+)(?:[ \t]*"([^"]*)"[ \t]*|[ \t]+([^\s"]+)[ \t]+)(\S+)$/;

interface Node {
  readonly id: number;
  readonly name: string;
  readonly parentId: number;
  readonly line: number;
}

/** Bones of a file, and their rows by the ids in the file. */
export interface NodeTable {
  readonly nodes: SmdNodes;
  readonly rowOfId: ReadonlyMap<number, number>;
}

/** Reads the block `nodes` and sorts parents before their children. */
export function readNodes(reader: SmdReader): NodeTable {
  const nodes = new Map<number, Node>();
  const firstLine = reader.line;
  while (reader.advanceInBlock("nodes", firstLine)) {
    const match = NODE.exec(reader.text);
    if (match === null) {
      throw reader.error("syntax", "nodes", 'id "name" parent', reader.text);
    }
    const id = reader.int("nodes", match[1]);
    if (nodes.has(id)) throw reader.error("bad-index", "nodes", "an id used once", String(id));
    const parentId = reader.int("nodes", match[4]);
    nodes.set(id, { id, name: match[2] ?? match[3], parentId, line: reader.line });
    if (nodes.size > MAX_NODES) throw reader.error("bad-count", "nodes", `${MAX_NODES} bones`);
  }
  if (nodes.size === 0) throw reader.error("bad-count", "nodes", "at least one bone", "none");
  return buildTable([...nodes.values()], nodes);
}

function buildTable(inFile: readonly Node[], byId: ReadonlyMap<number, Node>): NodeTable {
  const rowOfId = new Map<number, number>();
  const ordered: Node[] = [];
  for (const node of inFile) {
    // Ancestors of the bone that have no row yet, starting with the bone.
    const chain: Node[] = [];
    for (let at = node; !rowOfId.has(at.id); ) {
      if (chain.length > inFile.length) {
        const expected = "parents that end at a root";
        throw smdError("cycle", "nodes", node.line, expected, `bone ${node.id} below itself`);
      }
      chain.push(at);
      if (at.parentId < 0) break;
      const parent = byId.get(at.parentId);
      if (parent === undefined) {
        const expected = "-1 or the id of a bone";
        throw smdError("bad-index", "nodes", at.line, expected, `parent ${at.parentId}`);
      }
      at = parent;
    }
    for (const at of chain.reverse()) {
      rowOfId.set(at.id, ordered.length);
      ordered.push(at);
    }
  }
  const nodes = {
    count: ordered.length,
    id: Int32Array.from(ordered, (node) => node.id),
    name: ordered.map((node) => node.name),
    parent: Int32Array.from(ordered, (node) => rowOfId.get(node.parentId) ?? -1),
  };
  return { nodes, rowOfId };
}

/** Returns the row of a bone by its id in the file. */
export function findBone(reader: SmdReader, where: string, table: NodeTable, word: string): number {
  const row = table.rowOfId.get(reader.int(where, word));
  if (row === undefined) throw reader.error("bad-index", where, "the id of a bone", word);
  return row;
}

/** Number of words: bone, position, normal, texture coordinates. */
const PLAIN_WORDS = 9;
const MAX_EXTRA_TEX_COORDS = 8;
/** Tolerance of the weights' sum: they have six decimals, so a smaller difference is rounding. */
const WEIGHT_ROUNDING = 1e-4;

class TriangleColumns {
  readonly materials = new Map<string, number>();
  readonly material: number[] = [];
  readonly bone: number[] = [];
  readonly position: number[] = [];
  readonly normal: number[] = [];
  readonly texCoord: number[] = [];
  readonly firstLink: number[] = [0];
  readonly linkBone: number[] = [];
  readonly linkWeight: number[] = [];
  readonly firstExtraTexCoord: number[] = [0];
  readonly extraTexCoord: number[] = [];

  finish(): SmdTriangles {
    return {
      count: this.material.length,
      materials: [...this.materials.keys()],
      material: Uint32Array.from(this.material),
      bone: Uint16Array.from(this.bone),
      position: Float32Array.from(this.position),
      normal: Float32Array.from(this.normal),
      texCoord: Float32Array.from(this.texCoord),
      firstLink: Uint32Array.from(this.firstLink),
      linkBone: Uint16Array.from(this.linkBone),
      linkWeight: Float32Array.from(this.linkWeight),
      firstExtraTexCoord: Uint32Array.from(this.firstExtraTexCoord),
      extraTexCoord: Float32Array.from(this.extraTexCoord),
    };
  }
}

/** Returns the triangles of a file without any. */
export function createNoTriangles(): SmdTriangles {
  return new TriangleColumns().finish();
}

/** Reads the block `triangles`. */
export function readTriangles(reader: SmdReader, table: NodeTable, version: number): SmdTriangles {
  const columns = new TriangleColumns();
  const blockLine = reader.line;
  while (reader.advanceInBlock("triangles", blockLine)) {
    const name = readMaterial(reader);
    const material = columns.materials.get(name) ?? columns.materials.size;
    columns.materials.set(name, material);
    columns.material.push(material);
    for (let corner = 0; corner < 3; corner++) {
      if (!reader.advanceInBlock("triangles", blockLine)) {
        throw reader.error("syntax", "triangles", "three vertices a triangle", `${corner}`);
      }
      readVertex(reader, table, version, columns);
    }
  }
  return columns.finish();
}

function readMaterial(reader: SmdReader): string {
  const { text } = reader;
  const name = /^"([^"]*)"$/.exec(text)?.[1] ?? text;
  if (name.includes('"')) throw reader.error("syntax", "triangles", "a material's name", text);
  return name;
}

function readVertex(
  reader: SmdReader,
  table: NodeTable,
  version: number,
  columns: TriangleColumns,
): void {
  const words = reader.words();
  if (words.length < PLAIN_WORDS) {
    const expected = "a vertex: bone, position, normal, texture coordinates";
    throw reader.error("syntax", "triangles", expected, reader.text);
  }
  columns.bone.push(findBone(reader, "triangles", table, words[0]));
  reader.pushFloats("triangles", columns.position, words, 1, 3);
  reader.pushFloats("triangles", columns.normal, words, 4, 3);
  reader.pushFloats("triangles", columns.texCoord, words, 7, 2);
  let next = PLAIN_WORDS;
  let linkCount = 0;
  if (words.length > next) {
    linkCount = readCount(reader, "links", words, next);
    next += 1 + linkCount * 2;
  }
  readLinks(reader, table, words, linkCount, columns);
  if (version === 3 && words.length > next) {
    const count = readCount(reader, "extra texture coordinates", words, next);
    if (count > MAX_EXTRA_TEX_COORDS) {
      throw reader.error("bad-count", "triangles", `0 to ${MAX_EXTRA_TEX_COORDS}`, words[next]);
    }
    reader.pushFloats("triangles", columns.extraTexCoord, words, next + 1, count * 2);
    next += 1 + count * 2;
  }
  if (words.length > next) {
    throw reader.error("syntax", "triangles", `${next} values`, `${words.length}`);
  }
  columns.firstExtraTexCoord.push(columns.extraTexCoord.length / 2);
}

/** Reads a count of pairs, which must follow in the line. */
function readCount(reader: SmdReader, what: string, words: readonly string[], at: number): number {
  const count = reader.int("triangles", words[at]);
  const left = words.length - at - 1;
  if (count < 0 || count * 2 > left) {
    const found = `${left} values`;
    throw reader.error("bad-count", "triangles", `two values for each of ${count} ${what}`, found);
  }
  return count;
}

/** Reads the links of the vertex that was added last. Its own bone has the remaining weight. */
function readLinks(
  reader: SmdReader,
  table: NodeTable,
  words: readonly string[],
  count: number,
  columns: TriangleColumns,
): void {
  const { linkBone, linkWeight } = columns;
  const first = linkBone.length;
  let sum = 0;
  const add = (bone: number, weight: number) => {
    sum += weight;
    const known = linkBone.indexOf(bone, first);
    if (known >= 0) {
      linkWeight[known] += weight;
    } else {
      linkBone.push(bone);
      linkWeight.push(weight);
    }
  };
  for (let i = 0; i < count; i++) {
    const at = PLAIN_WORDS + 1 + i * 2;
    const bone = findBone(reader, "triangles", table, words[at]);
    const weight = reader.float("triangles", words[at + 1]);
    if (weight < 0) throw reader.error("bad-value", "triangles", "a weight >= 0", words[at + 1]);
    if (weight > 0) add(bone, weight);
  }
  if (sum < 1 - WEIGHT_ROUNDING) add(columns.bone[columns.bone.length - 1], 1 - sum);
  columns.firstLink.push(linkBone.length);
}
