import { type SmdReader, smdError } from "./smd-reader.ts";
import type { SmdNodes } from "./types.ts";

/** More than any tool takes; keeps bones times frames in bounds, and rows in 16 bits. */
const MAX_NODES = 1024;

/** An id, a name, a parent. What stands between two of them is in neither: no text splits two ways. */
const NODE = /^([^\s"]+)(?:[ \t]*"([^"]*)"[ \t]*|[ \t]+([^\s"]+)[ \t]+)(\S+)$/;

interface Node {
  readonly id: number;
  readonly name: string;
  readonly parentId: number;
  readonly line: number;
}

/** Bones of a file, and how it calls them. */
export interface NodeTable {
  readonly nodes: SmdNodes;
  readonly rowOfId: ReadonlyMap<number, number>;
}

/** Reads the block `nodes` and puts parents before their children. */
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
    // A bone's ancestors that have no row yet, the bone first.
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

/** The row of a bone by the id that the file uses. */
export function findBone(reader: SmdReader, where: string, table: NodeTable, word: string): number {
  const row = table.rowOfId.get(reader.int(where, word));
  if (row === undefined) throw reader.error("bad-index", where, "the id of a bone", word);
  return row;
}
