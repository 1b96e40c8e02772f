/** Locates the records of a VTX. */

import { FormatError } from "../../core/errors.ts";
import { findTable, StudioReader } from "./read/studio-reader.ts";
import {
  LONG_STRIP_GROUP,
  MODEL_LOD,
  STRIP,
  STRIP_GROUP,
  VTX_BODY_PART,
  VTX_HEADER,
  VTX_INDEX,
  VTX_MESH,
  VTX_MODEL,
} from "./records/strips.ts";
import type { RecordTable } from "./records/studio-record.ts";
import { MAX_NUM_LODS } from "./types.ts";

/** `STRIP_IS_TRILIST` and `STRIP_IS_TRISTRIP`. */
export const STRIP_IS_TRILIST = 1;
export const STRIP_IS_TRISTRIP = 2;

/** Flattened tree of a VTX: every offset is absolute and inside the file. */
export interface VtxLayout {
  readonly groupHeaderBytes: 25 | 33;
  /** A row for each (body part, model, LOD, mesh). */
  readonly meshes: {
    readonly bodyPart: number[];
    readonly model: number[];
    readonly lod: number[];
    readonly switchPoint: number[];
    readonly mesh: number[];
    /** Run of `strips` of each mesh. */
    readonly firstStrip: number[];
    readonly stripCount: number[];
  };
  /** A row a strip group. */
  readonly groups: {
    /** Offset of the header, in bytes from the file's start. */
    readonly at: number[];
    /** Row of `meshes`. */
    readonly mesh: number[];
  };
  readonly strips: {
    /** Offset of the header, in bytes from the file's start. */
    readonly at: number[];
    /** Row of `groups`. */
    readonly group: number[];
    /** Vertices and indices of the strip's group. */
    readonly vertexOffset: number[];
    readonly vertexCount: number[];
    /** Indices of the strip, in bytes from the file's start. */
    readonly indexOffset: number[];
    readonly indexCount: number[];
    readonly type: number[];
  };
  /** Start and end of every array in the file, in bytes. */
  readonly arrayStart: number[];
  readonly arrayEnd: number[];
}

/**
 * Reads the tree of headers. Later compilers (MDL 49 of Alien Swarm's line: Portal 2, CS:GO) add
 * two ints to the headers of strip groups and strips, and nothing in the file indicates it. The
 * file is read both ways, and the reading in which every offset is valid is used. A file with one
 * strip group a mesh and one strip a group is valid both ways; then the longer headers are chosen
 * if no array begins inside another.
 */
export function readVtxLayout(bytes: Uint8Array): VtxLayout {
  const short = tryLayout(bytes, STRIP_GROUP.bytes as 25);
  const long = tryLayout(bytes, LONG_STRIP_GROUP.bytes as 33);
  if (short instanceof FormatError) {
    if (long instanceof FormatError) throw short;
    return long;
  }
  if (long instanceof FormatError || hasOverlap(long)) return short;
  return long;
}

function tryLayout(bytes: Uint8Array, groupHeaderBytes: 25 | 33): VtxLayout | FormatError {
  try {
    return readLayout(new StudioReader("VTX", bytes), groupHeaderBytes);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

/** Whether arrays overlap. If they do not, starts and ends have the same order. */
function hasOverlap(layout: VtxLayout): boolean {
  const starts = Uint32Array.from(layout.arrayStart).sort();
  const ends = Uint32Array.from(layout.arrayEnd).sort();
  for (let i = 1; i < starts.length; i++) if (starts[i] < ends[i - 1]) return true;
  return false;
}

function readLayout(reader: StudioReader, groupHeaderBytes: 25 | 33): VtxLayout {
  const layout: VtxLayout = {
    groupHeaderBytes,
    meshes: {
      bodyPart: [],
      model: [],
      lod: [],
      switchPoint: [],
      mesh: [],
      firstStrip: [],
      stripCount: [],
    },
    groups: { at: [], mesh: [] },
    strips: {
      at: [],
      group: [],
      vertexOffset: [],
      vertexCount: [],
      indexOffset: [],
      indexCount: [],
      type: [],
    },
    arrayStart: [],
    arrayEnd: [],
  };
  const { meshes, strips } = layout;

  /** Claims a table of the record at `record`. */
  const table = (of: RecordTable, record: number) => {
    const found = findTable(reader, of, record);
    if (found.count > 0) noteArray(layout, found.at, found.count * found.bytes);
    return { first: found.at, count: found.count };
  };

  const bodyParts = table(VTX_HEADER.tables.bodyPartOffset, 0);
  for (let bodyPart = 0; bodyPart < bodyParts.count; bodyPart++) {
    const bodyPartAt = bodyParts.first + bodyPart * VTX_BODY_PART.bytes;
    const models = table(VTX_BODY_PART.tables.modelOffset, bodyPartAt);
    for (let model = 0; model < models.count; model++) {
      const modelAt = models.first + model * VTX_MODEL.bytes;
      const lods = table(VTX_MODEL.tables.lodOffset, modelAt);
      if (lods.count > MAX_NUM_LODS) {
        const expected = `0 to ${MAX_NUM_LODS} LODs`;
        throw reader.error("bad-count", "ModelHeader_t.numLODs", modelAt, expected, lods.count);
      }
      for (let lod = 0; lod < lods.count; lod++) {
        const lodAt = lods.first + lod * MODEL_LOD.bytes;
        const lodMeshes = table(MODEL_LOD.tables.meshOffset, lodAt);
        for (let mesh = 0; mesh < lodMeshes.count; mesh++) {
          const meshAt = lodMeshes.first + mesh * VTX_MESH.bytes;
          const groupTable = VTX_MESH.tables.stripGroupHeaderOffset;
          const groups = table({ ...groupTable, bytes: groupHeaderBytes }, meshAt);
          meshes.bodyPart.push(bodyPart);
          meshes.model.push(model);
          meshes.lod.push(lod);
          meshes.switchPoint.push(reader.f32(lodAt + MODEL_LOD.at.switchPoint));
          meshes.mesh.push(mesh);
          meshes.firstStrip.push(strips.type.length);
          for (let group = 0; group < groups.count; group++) {
            readGroup(reader, layout, groups.first + group * groupHeaderBytes);
          }
          meshes.stripCount.push(strips.type.length - meshes.firstStrip[meshes.model.length - 1]);
        }
      }
    }
  }
  return layout;
}

function readGroup(reader: StudioReader, layout: VtxLayout, at: number): void {
  const { groups, strips, groupHeaderBytes } = layout;
  const group = groups.at.push(at) - 1;
  groups.mesh.push(layout.meshes.model.length - 1);
  /** Claims an array that the record at `record` refers to. */
  const array = (of: RecordTable, record: number, where = of.where) => {
    const countAt = record + of.countAt;
    const count = reader.i32(countAt);
    const offset = record + reader.i32(record + of.offsetAt);
    const first = reader.array(where, countAt, count, offset, of.bytes);
    if (count > 0) noteArray(layout, first, count * of.bytes);
    return { first, count };
  };
  const isLong = groupHeaderBytes === LONG_STRIP_GROUP.bytes;
  const vertices = array(STRIP_GROUP.tables.vertOffset, at);
  const indices = array(STRIP_GROUP.tables.indexOffset, at, "StripGroupHeader_t.numIndices");
  const stripTable = isLong ? LONG_STRIP_GROUP.tables.stripOffset : STRIP_GROUP.tables.stripOffset;
  const headers = array(stripTable, at);
  if (isLong) {
    const topology = LONG_STRIP_GROUP.tables.topologyOffset;
    array(topology, at, "StripGroupHeader_t.numTopologyIndices");
  }
  for (let i = 0; i < headers.count; i++) {
    const strip = headers.first + i * stripTable.bytes;
    const indexCountAt = strip + STRIP.at.numIndices;
    const indexFirstAt = strip + STRIP.at.indexOffset;
    const { count, first } = readRun(
      reader,
      "StripHeader_t.numIndices",
      indexCountAt,
      indexFirstAt,
      indices.count,
    );
    const vertexCountAt = strip + STRIP.at.numVerts;
    const vertexFirstAt = strip + STRIP.at.vertOffset;
    readRun(reader, "StripHeader_t.numVerts", vertexCountAt, vertexFirstAt, vertices.count);
    const flagsAt = strip + STRIP.at.flags;
    const type = reader.bytes[flagsAt] & (STRIP_IS_TRILIST | STRIP_IS_TRISTRIP);
    if (type !== STRIP_IS_TRILIST && type !== STRIP_IS_TRISTRIP) {
      const expected = "a triangle list (1) or a triangle strip (2)";
      throw reader.error("bad-value", "StripHeader_t.flags", flagsAt, expected, type);
    }
    if (type === STRIP_IS_TRILIST && count % 3 !== 0) {
      const expected = "a multiple of 3 in a triangle list";
      throw reader.error("bad-count", "StripHeader_t.numIndices", indexCountAt, expected, count);
    }
    array(STRIP.tables.boneStateChangeOffset, strip);
    // Strips may overlap in a bad file, so their indices are claimed like any array.
    const at = indices.first + first * VTX_INDEX.bytes;
    strips.at.push(strip);
    strips.group.push(group);
    strips.indexOffset.push(reader.array("strip indices", strip, count, at, VTX_INDEX.bytes));
    strips.indexCount.push(count);
    strips.vertexOffset.push(vertices.first);
    strips.vertexCount.push(vertices.count);
    strips.type.push(type);
  }
}

function noteArray(layout: VtxLayout, first: number, byteLength: number): void {
  layout.arrayStart.push(first);
  layout.arrayEnd.push(first + byteLength);
}

/** Reads a run of the strip group's vertices or indices, of which there are `total`. */
function readRun(
  reader: StudioReader,
  where: string,
  countAt: number,
  firstAt: number,
  total: number,
): { readonly count: number; readonly first: number } {
  const [count, first] = [reader.i32(countAt), reader.i32(firstAt)];
  if (count >= 0 && first >= 0 && first + count <= total) return { count, first };
  const found = `${count} from ${first}`;
  throw reader.error("bad-count", where, countAt, `a run inside ${total}`, found);
}
