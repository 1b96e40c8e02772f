import type { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { type BspBytes, wholeBytes } from "./bsp-bytes.ts";
import { checkFinite, checkIndices } from "./check-index.ts";
import { LumpReader } from "./lump-reader.ts";
import { type BspHeader, parseBspHeader } from "./parse-bsp-header.ts";
import { parseEntities } from "./parse-entities.ts";
import { readCubemaps } from "./read-details.ts";
import { checkMapFaces, readDisplacements } from "./read-displacements.ts";
import { readGameLumps } from "./read-game-lumps.ts";
import { readFaceTables, readLightSides } from "./read-light-sides.ts";
import { dropBadPrimitives, NO_PRIMITIVES, readPrimitives } from "./read-primitives.ts";
import { readTexDatas, readTexInfos } from "./read-textures.ts";
import { readTree } from "./read-tree.ts";
import { readVisibility } from "./read-visibility.ts";
import { EDGES, FACES, OVERLAYS, PLANES, SURFEDGES, VERTEXES } from "./record-layouts.ts";
import type { Bsp, Entity, Faces } from "./types.ts";

/**
 * Reads a compiled map: versions 19, 20, 21 and 25, either byte order, either header order, LZMA
 * lumps. Columns that are stored as they are used (lighting, visibility, pakfile) are views of
 * `bytes`.
 *
 * @param diagnostics Gets a warning for each part that was left out: it is damaged, or costs too much.
 * @param limits In place of those of `LIMITS`.
 * @throws FormatError if the world cannot be drawn: one of its lumps is missing, cut short, or
 *   points outside the tables it indexes; or if it would cost more than it may (too-large).
 */
export function parseBsp(bytes: Uint8Array, diagnostics?: Diagnostics, limits?: Limits): Bsp {
  const ledger = new Ledger(limits);
  ledger.addInput(bytes.length);
  return parseBspLumps(wholeBytes(bytes), parseBspHeader(bytes), diagnostics, ledger);
}

/**
 * The same for a file of which some lumps were read: those of `listWorldRanges` at the least. What
 * was not read is as if the map had none of it, and no damage.
 */
export function parseBspLumps(
  file: BspBytes,
  header: BspHeader,
  diagnostics?: Diagnostics,
  ledger?: Ledger,
): Bsp {
  const lumps = new LumpReader(file, header, diagnostics, ledger);

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
  const sides = readLightSides(lumps, tables, texInfos, tree.leafs.count);
  const gameLumps = readGameLumps(lumps, header.version, tree.leafs.count);

  return {
    version: header.version,
    endian: header.endian,
    headerOrder: header.headerOrder,
    mapRevision: header.mapRevision,
    byteLength: file.byteLength,
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
    overlayCount: lumps.countRecords("LUMP_OVERLAYS", OVERLAYS),
    cubemaps: readCubemaps(lumps),
    ...gameLumps,
    pakfile: readPakfile(lumps),
  };
}

function readEdges(
  lumps: LumpReader,
  vertexCount: number,
): { edges: Uint32Array; surfEdges: Int32Array } {
  const edges = lumps.table("LUMP_EDGES", EDGES);
  const vertexRows = { name: "vertexes", count: vertexCount };
  checkIndices(lumps.entry("LUMP_EDGES"), "vertex", edges.value, vertexRows);
  const surfEdges = lumps.table("LUMP_SURFEDGES", SURFEDGES);
  const edgeRows = { name: "edges", count: edges.count };
  // Negative: the edge is walked from its second vertex to its first.
  const entry = lumps.entry("LUMP_SURFEDGES");
  checkIndices(entry, "edge", surfEdges.value, edgeRows, -edges.count + 1);
  return { edges: edges.value, surfEdges: surfEdges.value };
}

/** T-junctions stay open, but the map is drawn, where the primitives are bad. */
function readAllPrimitives(lumps: LumpReader, tables: readonly (Faces | null)[]) {
  const read = () => readPrimitives(lumps);
  const primitives = lumps.optional("LUMP_PRIMITIVES", read, NO_PRIMITIVES);
  for (const faces of tables) if (faces) dropBadPrimitives(lumps, faces, primitives);
  return primitives;
}

function readEntities(lumps: LumpReader): Entity[] {
  return lumps.optional("LUMP_ENTITIES", () => {
    const bytes = lumps.bytes("LUMP_ENTITIES");
    const end = bytes.indexOf(0);
    const text = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
    const entities = parseEntities(text, lumps.ledger);
    lumps.setRecords("LUMP_ENTITIES", entities.length, 0);
    return entities;
  }, []);
}

function readPakfile(lumps: LumpReader): Uint8Array {
  return lumps.optional(
    "LUMP_PAKFILE",
    () => {
      const bytes = lumps.stored("LUMP_PAKFILE");
      lumps.setRecords("LUMP_PAKFILE", bytes.length, 1);
      return bytes;
    },
    new Uint8Array(0),
  );
}
