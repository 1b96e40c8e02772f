import type { Diagnostics } from "../../core/diagnostics.ts";
import { checkFinite, checkIndices, rowError } from "./check-index.ts";
import { LumpReader } from "./lump-reader.ts";
import { parseBspHeader } from "./parse-bsp-header.ts";
import { parseEntities } from "./parse-entities.ts";
import { checkMapFaces, readDisplacements } from "./read-displacements.ts";
import { readGameLumps } from "./read-game-lumps.ts";
import { readFaceTables, readLightSides } from "./read-light-sides.ts";
import { dropBadPrimitives, NO_PRIMITIVES, readPrimitives } from "./read-primitives.ts";
import { readTexDatas, readTexInfos } from "./read-textures.ts";
import { readTree } from "./read-tree.ts";
import { readVisibility } from "./read-visibility.ts";
import { CUBEMAPS, EDGES, FACES, OVERLAYS, PLANES, SURFEDGES, VERTEXES } from "./record-layouts.ts";
import type { Bsp, Cubemaps, Entity, Faces } from "./types.ts";

const NO_CUBEMAPS: Cubemaps = { count: 0, origin: new Int32Array(0), size: new Int32Array(0) };

/**
 * Reads a compiled map: versions 19, 20, 21 and 25, either byte order, either header order, LZMA
 * lumps. Columns that are stored as they are used (lighting, visibility, pakfile) are views of
 * `bytes`.
 *
 * @param diagnostics Gets a "damaged-section" warning for each part that was left out.
 * @throws FormatError if the world cannot be drawn: one of its lumps is missing, cut short, or
 *   points outside the tables it indexes.
 */
export function parseBsp(bytes: Uint8Array, diagnostics?: Diagnostics): Bsp {
  const header = parseBspHeader(bytes);
  const lumps = new LumpReader(bytes, header, diagnostics);

  const planes = lumps.table("LUMP_PLANES", PLANES);
  checkFinite(lumps.entry("LUMP_PLANES"), "normal", planes.normal);
  checkFinite(lumps.entry("LUMP_PLANES"), "dist", planes.dist);
  const vertexes = lumps.table("LUMP_VERTEXES", VERTEXES);
  checkFinite(lumps.entry("LUMP_VERTEXES"), "position", vertexes.position);
  const { edges, surfEdges } = readEdges(lumps, vertexes.count);
  const texDatas = readTexDatas(lumps);
  const texInfos = readTexInfos(lumps, texDatas.count);

  const displacements = readDisplacements(lumps);
  const origFaceCount = countRecords(lumps, "LUMP_ORIGINALFACES", FACES);
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
  const sides = readLightSides(lumps, bytes, tables, targets, tree.leafs.count);
  const gameLumps = readGameLumps(lumps, header.version, tree.leafs.count);

  return {
    version: header.version,
    endian: header.endian,
    headerOrder: header.headerOrder,
    mapRevision: header.mapRevision,
    byteLength: bytes.length,
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
    overlayCount: countRecords(lumps, "LUMP_OVERLAYS", OVERLAYS),
    cubemaps: lumps.optional(
      "LUMP_CUBEMAPS",
      () => lumps.table("LUMP_CUBEMAPS", CUBEMAPS),
      NO_CUBEMAPS,
    ),
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

/** T-junctions stay open, but the map is drawn, where the primitives or a face's use of them is bad. */
function readAllPrimitives(lumps: LumpReader, tables: readonly (Faces | null)[]) {
  const read = () => readPrimitives(lumps);
  const primitives = lumps.optional("LUMP_PRIMITIVES", read, NO_PRIMITIVES);
  for (const faces of tables) {
    const dropped = faces ? dropBadPrimitives(faces, primitives) : 0;
    if (dropped > 0) {
      const expected = "primitives within the primitives and within the edges of their face";
      const entry = lumps.entry("LUMP_PRIMITIVES");
      const fault = rowError(entry, "bad-index", 0, expected, `${dropped} faces without`);
      lumps.damaged("LUMP_PRIMITIVES", fault.message);
    }
  }
  return primitives;
}

function countRecords(
  lumps: LumpReader,
  name: "LUMP_ORIGINALFACES" | "LUMP_OVERLAYS",
  layouts: typeof FACES | typeof OVERLAYS,
): number {
  return lumps.optional(
    name,
    () => {
      const { bytes } = lumps.layout(name, layouts as typeof OVERLAYS);
      const count = lumps.bytes(name).length / bytes;
      lumps.setRecords(name, count, bytes);
      return count;
    },
    0,
  );
}

function readEntities(lumps: LumpReader): Entity[] {
  return lumps.optional("LUMP_ENTITIES", () => {
    const bytes = lumps.bytes("LUMP_ENTITIES");
    const end = bytes.indexOf(0);
    const text = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
    const entities = parseEntities(text);
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
