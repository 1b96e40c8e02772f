/** The world of a map, which its first picture is made of. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import type { BspBytes } from "./bsp-bytes.ts";
import type { BspHeader } from "./parse-bsp-header.ts";
import { checkFinite, checkReferences } from "./read/check-index.ts";
import { LumpReader } from "./read/lump-reader.ts";
import { parseEntities } from "./read/parse-entities.ts";
import { checkMapFaces, readDisplacements } from "./read/read-displacements.ts";
import { readFaceTables, readLightSides } from "./read/read-light-sides.ts";
import { dropBadPrimitives, NO_PRIMITIVES, readPrimitives } from "./read/read-primitives.ts";
import { readTexDatas, readTexInfos } from "./read/read-textures.ts";
import { readTree } from "./read/read-tree.ts";
import { readVisibility } from "./read/read-visibility.ts";
import { FACES } from "./records/faces.ts";
import { EDGES, PLANES, SURFEDGES, VERTEXES } from "./records/geometry.ts";
import type { BspWorld, Entity, Faces } from "./types.ts";

/**
 * The world of a map of which some lumps were read: those of `listWorldRanges` at the least. Another
 * light that was not read is as if the map had none, and no damage. Throws FormatError.
 */
export function parseBspWorld(
  file: BspBytes,
  header: BspHeader,
  diagnostics?: Diagnostics,
  ledger?: Ledger,
): BspWorld {
  return readWorld(new LumpReader(file, header, diagnostics, ledger), header);
}

/** Throws FormatError if there is no world to draw. */
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
