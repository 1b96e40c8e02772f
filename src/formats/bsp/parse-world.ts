/** Reads a map's world: everything that the first picture needs. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import { readCString } from "../binary/read-string.ts";
import type { BspBytes } from "./bsp-bytes.ts";
import { bspError } from "./bsp-error.ts";
import type { BspHeader } from "./parse-bsp-header.ts";
import { checkFinite, checkIndices, checkReferences, rowError, sumOf } from "./read/check-index.ts";
import { LumpReader } from "./read/lump-reader.ts";
import { readEntityLump } from "./read/parse-entities.ts";
import { checkMapFaces, readDisplacements } from "./read/read-displacements.ts";
import { readFaceTables, readLightSides } from "./read/read-light-sides.ts";
import { dropBadPrimitives, NO_PRIMITIVES, readPrimitives } from "./read/read-primitives.ts";
import { FACES } from "./records/faces.ts";
import { EDGES, PLANES, SURFEDGES, VERTEXES } from "./records/geometry.ts";
import { TEXDATA, TEXDATA_STRING_TABLE, TEXINFO } from "./records/textures.ts";
import { LEAFFACES, LEAFS, MODELS, NODES } from "./records/tree.ts";
import type {
  BspWorld,
  Entity,
  Faces,
  Leafs,
  LumpEntry,
  Models,
  Nodes,
  TexDatas,
  TexInfos,
  Visibility,
} from "./types.ts";

/** Depth limit of the node tree. Real trees are 8 to 35 nodes deep. */
const MAX_TREE_DEPTH = 4096;

export interface Tree {
  readonly nodes: Nodes;
  readonly leafs: Leafs;
  readonly leafFaces: Uint32Array;
  readonly models: Models;
}

/** Reads nodes, leafs, their faces and the models, and checks every index. Throws FormatError. */
function readTree(lumps: LumpReader, planeCount: number, faceCount: number): Tree {
  const nodes = lumps.table("LUMP_NODES", NODES);
  const leafs = readLeafs(lumps);
  const leafFaces = lumps.table("LUMP_LEAFFACES", LEAFFACES).value;
  const models = lumps.table("LUMP_MODELS", MODELS);
  const atNode = lumps.entry("LUMP_NODES");
  const atLeaf = lumps.entry("LUMP_LEAFS");
  const atModel = lumps.entry("LUMP_MODELS");
  if (leafs.count === 0) throw rowError(atLeaf, "bad-count", 0, "at least one leaf", 0);
  if (models.count === 0) throw rowError(atModel, "bad-count", 0, "the world's model", 0);

  lumps.ledger.take("leafFaces", sumOf(leafs.leafFaceCount), "LUMP_LEAFFACES");

  const counts = {
    LUMP_PLANES: planeCount,
    LUMP_NODES: nodes.count,
    LUMP_LEAFS: leafs.count,
    LUMP_FACES: faceCount,
    LUMP_LEAFFACES: leafFaces.length,
  };
  checkReferences(atNode, NODES[0], nodes, counts);
  checkReferences(atLeaf, LEAFS[0], leafs, counts);
  // Compilers number clusters consecutively, so there are at most as many clusters as leafs.
  checkIndices(atLeaf, "cluster", leafs.cluster, { name: "leafs", count: leafs.count }, -1);
  checkReferences(lumps.entry("LUMP_LEAFFACES"), LEAFFACES[0], { value: leafFaces }, counts);
  checkReferences(atModel, MODELS[0], models, counts);
  for (const [entry, table] of [
    [atNode, nodes],
    [atLeaf, leafs],
    [atModel, models],
  ] as const) {
    checkFinite(entry, "mins", table.mins);
    checkFinite(entry, "maxs", table.maxs);
  }
  checkFinite(atModel, "origin", models.origin);
  checkAcyclic(atNode, nodes);
  return { nodes, leafs, leafFaces, models };
}

function readLeafs(lumps: LumpReader): Leafs {
  const { areaBits = 9 } = lumps.layout("LUMP_LEAFS", LEAFS);
  const { areaFlags, ...rest } = lumps.table("LUMP_LEAFS", LEAFS);
  const area = new Int32Array(areaFlags.length);
  const flags = new Uint8Array(areaFlags.length);
  for (let i = 0; i < areaFlags.length; i++) {
    area[i] = areaFlags[i] & ((1 << areaBits) - 1);
    flags[i] = (areaFlags[i] >>> areaBits) & 0x7f;
  }
  return { ...rest, area, flags };
}

/**
 * Throws FormatError if the node tree has a cycle or a node with two parents, because walking it
 * would not end. If every node has at most one parent, the nodes below a root are not in a cycle,
 * and all others are.
 */
function checkAcyclic(entry: LumpEntry, { count, children }: Nodes): void {
  const parent = new Int32Array(count).fill(-1);
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    if (child < 0) continue;
    if (parent[child] >= 0) {
      const expected = `one parent of node ${child}`;
      const found = `nodes ${parent[child]} and ${i >> 1}`;
      throw rowError(entry, "cycle", i >> 1, expected, found);
    }
    parent[child] = i >> 1;
  }
  let level: number[] = [];
  for (let node = 0; node < count; node++) if (parent[node] < 0) level.push(node);
  let reached = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_TREE_DEPTH) {
      throw rowError(entry, "bad-value", level[0], `a depth up to ${MAX_TREE_DEPTH}`);
    }
    reached += level.length;
    const next: number[] = [];
    for (const node of level) {
      if (children[node * 2] >= 0) next.push(children[node * 2]);
      if (children[node * 2 + 1] >= 0) next.push(children[node * 2 + 1]);
    }
    level = next;
  }
  if (reached < count) {
    throw rowError(entry, "cycle", 0, "a tree", `${count - reached} nodes in a ring`);
  }
}

/** Maximum length of a material name. The engine's own limit is 128 with the ending. */
const MAX_NAME_BYTES = 260;

/** Reads texdata with their names. A name that cannot be found is empty, with a warning. */
function readTexDatas(lumps: LumpReader): TexDatas {
  const table = lumps.table("LUMP_TEXDATA", TEXDATA);
  const strings = lumps.optional(
    "LUMP_TEXDATA_STRING_DATA",
    () => {
      const bytes = lumps.bytes("LUMP_TEXDATA_STRING_DATA");
      lumps.setRecords("LUMP_TEXDATA_STRING_DATA", bytes.length, 1);
      return bytes;
    },
    new Uint8Array(0),
  );
  const offsets = lumps.optional(
    "LUMP_TEXDATA_STRING_TABLE",
    () => lumps.table("LUMP_TEXDATA_STRING_TABLE", TEXDATA_STRING_TABLE).value,
    new Int32Array(0),
  );
  lumps.ledger.take("materials", table.count, "LUMP_TEXDATA");
  const name: string[] = [];
  for (let i = 0; i < table.count; i++) {
    const offset = offsets[table.nameStringTableId[i]] ?? -1;
    if (offset < 0 || offset >= strings.length) {
      const expected = `the name of texdata ${i} within ${strings.length} bytes of strings`;
      const id = table.nameStringTableId[i];
      const entry = lumps.entry("LUMP_TEXDATA");
      const fault = rowError(entry, "bad-index", i, expected, `string ${id} at ${offset}`);
      lumps.damaged("LUMP_TEXDATA", fault.message);
      name.push("");
    } else {
      const end = Math.min(strings.length, offset + MAX_NAME_BYTES);
      name.push(readCString(strings, offset, end));
    }
  }
  return {
    count: table.count,
    reflectivity: table.reflectivity,
    width: table.width,
    height: table.height,
    name,
  };
}

/** Reads texinfos. The texdata is −1 if it is not in the map, as occurs in real maps. */
function readTexInfos(lumps: LumpReader, texDataCount: number): TexInfos {
  const table = lumps.table("LUMP_TEXINFO", TEXINFO);
  for (let i = 0; i < table.count; i++) {
    if (table.texdata[i] < 0 || table.texdata[i] >= texDataCount) table.texdata[i] = -1;
  }
  return table;
}

/**
 * Reads `dvis_t`: the number of clusters, then the byte offsets of the PVS and PAS rows of each
 * cluster, from the lump's start. Returns `null` if the lump is empty. Throws FormatError.
 */
function readVisibility(lumps: LumpReader, leafs: Leafs): Visibility | null {
  const bytes = lumps.bytes("LUMP_VISIBILITY");
  if (bytes.length === 0) return null;
  const start = lumps.entry("LUMP_VISIBILITY").offset;
  const fault = (code: "truncated" | "bad-count" | "bad-offset", expected: string, found: number) =>
    bspError(code, "LUMP_VISIBILITY", start, expected, found);
  if (bytes.length < 4) throw fault("truncated", "a cluster count", bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const clusterCount = view.getInt32(0, lumps.littleEndian);
  const room = Math.floor((bytes.length - 4) / 8);
  if (clusterCount < 0 || clusterCount > room) {
    throw fault("bad-count", `0 to ${room} clusters`, clusterCount);
  }
  const pvsOffset = new Uint32Array(clusterCount);
  const pasOffset = new Uint32Array(clusterCount);
  const firstRow = 4 + clusterCount * 8;
  for (let i = 0; i < clusterCount; i++) {
    pvsOffset[i] = view.getUint32(4 + i * 8, lumps.littleEndian);
    pasOffset[i] = view.getUint32(8 + i * 8, lumps.littleEndian);
    for (const offset of [pvsOffset[i], pasOffset[i]]) {
      if (offset < firstRow || offset >= bytes.length) {
        const expected = `rows of cluster ${i} from ${firstRow} to below ${bytes.length}`;
        throw fault("bad-offset", expected, offset);
      }
    }
  }
  for (let i = 0; i < leafs.count; i++) {
    // Without rows there is nothing to index: everything is visible.
    if (clusterCount > 0 && leafs.cluster[i] >= clusterCount) {
      throw fault("bad-count", `a row for cluster ${leafs.cluster[i]} of leaf ${i}`, clusterCount);
    }
  }
  lumps.setRecords("LUMP_VISIBILITY", clusterCount, 8);
  return { clusterCount, pvsOffset, pasOffset, bytes };
}

/**
 * Reads the world of a map of which at least the lumps of `listWorldRanges` were loaded. A side
 * (LDR or HDR) that was not loaded counts as missing, not as damaged. Throws FormatError.
 */
export function parseBspWorld(
  file: BspBytes,
  header: BspHeader,
  diagnostics?: Diagnostics,
  ledger?: Ledger,
): BspWorld {
  return readWorld(new LumpReader(file, header, diagnostics, ledger), header);
}

/** Reads the world. Throws FormatError if there is no world to draw. */
export function readWorld(lumps: LumpReader, header: BspHeader): BspWorld {
  const planes = lumps.table("LUMP_PLANES", PLANES);
  checkFinite(lumps.entry("LUMP_PLANES"), "normal", planes.normal);
  checkFinite(lumps.entry("LUMP_PLANES"), "dist", planes.dist);
  const vertexes = lumps.table("LUMP_VERTEXES", VERTEXES);
  checkFinite(lumps.entry("LUMP_VERTEXES"), "position", vertexes.position);
  const { edges, surfEdges } = readEdges(lumps, vertexes.count);
  const texDatas = readTexDatas(lumps);
  const texInfos = readTexInfos(lumps, texDatas.count);

  const displacements = readDisplacements(lumps);
  const origFaceCount = lumps.countRecords("LUMP_ORIGINALFACES", FACES);
  const targets = {
    planes,
    surfEdges,
    texInfos,
    dispInfos: displacements.dispInfos,
    origFaceCount,
  };
  const tables = readFaceTables(lumps, targets);
  checkMapFaces(lumps.entry("LUMP_DISPINFO"), displacements.dispInfos, tables.either);
  const tree = readTree(lumps, planes.count, tables.either.count);
  const primitives = readAllPrimitives(lumps, [tables.ldr, tables.hdr]);
  const sides = readLightSides(lumps, tables, texInfos);

  return {
    version: header.version,
    endian: header.endian,
    headerOrder: header.headerOrder,
    dialect: lumps.dialect.name,
    mapRevision: header.mapRevision,
    byteLength: lumps.byteLength,
    lumps: lumps.entries,
    entities: readEntities(lumps),
    planes,
    texDatas,
    vertexes,
    visibility: lumps.optional("LUMP_VISIBILITY", () => readVisibility(lumps, tree.leafs), null),
    texInfos,
    edges,
    surfEdges,
    ...tree,
    ...displacements,
    primitives,
    ...sides,
    origFaceCount,
  };
}

function readEdges(
  lumps: LumpReader,
  vertexCount: number,
): { edges: Uint32Array; surfEdges: Int32Array } {
  const edges = lumps.table("LUMP_EDGES", EDGES);
  const counts = { LUMP_VERTEXES: vertexCount, LUMP_EDGES: edges.count };
  checkReferences(lumps.entry("LUMP_EDGES"), EDGES[0], edges, counts);
  const surfEdges = lumps.table("LUMP_SURFEDGES", SURFEDGES);
  checkReferences(lumps.entry("LUMP_SURFEDGES"), SURFEDGES[0], surfEdges, counts);
  return { edges: edges.value, surfEdges: surfEdges.value };
}

/**
 * Reads the primitives. If they are bad, they are left out: T-junctions stay open, but the map is
 * drawn.
 */
function readAllPrimitives(lumps: LumpReader, tables: readonly (Faces | null)[]) {
  const read = () => readPrimitives(lumps);
  const primitives = lumps.optional("LUMP_PRIMITIVES", read, NO_PRIMITIVES);
  for (const faces of tables) if (faces) dropBadPrimitives(lumps, faces, primitives);
  return primitives;
}

function readEntities(lumps: LumpReader): Entity[] {
  return lumps.optional("LUMP_ENTITIES", () => {
    const entities = readEntityLump(lumps);
    lumps.setRecords("LUMP_ENTITIES", entities.length, 0);
    return entities;
  }, []);
}
