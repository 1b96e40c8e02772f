/** Locates the records of a VTX. */

import { FormatError } from "../../core/errors.ts";
import { StudioReader } from "./read/studio-reader.ts";

/** `STRIP_IS_TRILIST` and `STRIP_IS_TRISTRIP`. */
export const STRIP_IS_TRILIST = 1;
export const STRIP_IS_TRISTRIP = 2;
export const VTX_VERTEX_BYTES = 9;

const BODY_PART_BYTES = 8;
const MODEL_BYTES = 8;
const LOD_BYTES = 12;
const MESH_BYTES = 9;
const BONE_STATE_CHANGE_BYTES = 8;
const MAX_NUM_LODS = 8;

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
  const short = tryLayout(bytes, 25);
  const long = tryLayout(bytes, 33);
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

  /** Claims the table whose count and relative offset are stored at `at`. */
  const table = (where: string, at: number, base: number, recordBytes: number) => {
    const count = reader.i32(at);
    const offset = base + reader.i32(at + 4);
    const first = reader.table(where, at, count, offset, recordBytes);
    if (count > 0) noteArray(layout, first, count * recordBytes);
    return { first, count };
  };

  const bodyParts = table("BodyPartHeader_t", 28, 0, BODY_PART_BYTES);
  for (let bodyPart = 0; bodyPart < bodyParts.count; bodyPart++) {
    const bodyPartAt = bodyParts.first + bodyPart * BODY_PART_BYTES;
    const models = table("ModelHeader_t", bodyPartAt, bodyPartAt, MODEL_BYTES);
    for (let model = 0; model < models.count; model++) {
      const modelAt = models.first + model * MODEL_BYTES;
      const lods = table("ModelLODHeader_t", modelAt, modelAt, LOD_BYTES);
      if (lods.count > MAX_NUM_LODS) {
        const expected = `0 to ${MAX_NUM_LODS} LODs`;
        throw reader.error("bad-count", "ModelHeader_t.numLODs", modelAt, expected, lods.count);
      }
      for (let lod = 0; lod < lods.count; lod++) {
        const lodAt = lods.first + lod * LOD_BYTES;
        const lodMeshes = table("MeshHeader_t", lodAt, lodAt, MESH_BYTES);
        for (let mesh = 0; mesh < lodMeshes.count; mesh++) {
          const meshAt = lodMeshes.first + mesh * MESH_BYTES;
          const groups = table("StripGroupHeader_t", meshAt, meshAt, groupHeaderBytes);
          meshes.bodyPart.push(bodyPart);
          meshes.model.push(model);
          meshes.lod.push(lod);
          meshes.switchPoint.push(reader.f32(lodAt + 8));
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
  const array = (where: string, countAt: number, base: number, recordBytes: number) => {
    const count = reader.i32(countAt);
    const offset = base + reader.i32(countAt + 4);
    const first = reader.array(where, countAt, count, offset, recordBytes);
    if (count > 0) noteArray(layout, first, count * recordBytes);
    return { first, count };
  };
  const isLong = groupHeaderBytes === 33;
  const stripHeaderBytes = isLong ? 35 : 27;
  const vertices = array("Vertex_t", at, at, VTX_VERTEX_BYTES);
  const indices = array("StripGroupHeader_t.numIndices", at + 8, at, 2);
  const headers = array("StripHeader_t", at + 16, at, stripHeaderBytes);
  if (isLong) array("StripGroupHeader_t.numTopologyIndices", at + 25, at, 2);
  for (let i = 0; i < headers.count; i++) {
    const strip = headers.first + i * stripHeaderBytes;
    const indexCount = reader.i32(strip);
    const indexOffset = reader.i32(strip + 4);
    checkRun(reader, "StripHeader_t.numIndices", strip, indexCount, indexOffset, indices.count);
    const vertexCount = reader.i32(strip + 8);
    const vertexOffset = reader.i32(strip + 12);
    checkRun(
      reader,
      "StripHeader_t.numVerts",
      strip + 8,
      vertexCount,
      vertexOffset,
      vertices.count,
    );
    const type = reader.bytes[strip + 18] & (STRIP_IS_TRILIST | STRIP_IS_TRISTRIP);
    if (type !== STRIP_IS_TRILIST && type !== STRIP_IS_TRISTRIP) {
      const expected = "a triangle list (1) or a triangle strip (2)";
      throw reader.error("bad-value", "StripHeader_t.flags", strip + 18, expected, type);
    }
    if (type === STRIP_IS_TRILIST && indexCount % 3 !== 0) {
      const expected = "a multiple of 3 in a triangle list";
      throw reader.error("bad-count", "StripHeader_t.numIndices", strip, expected, indexCount);
    }
    array("BoneStateChangeHeader_t", strip + 19, strip, BONE_STATE_CHANGE_BYTES);
    // Strips may overlap in a bad file, so their indices are claimed like any array.
    const first = indices.first + indexOffset * 2;
    strips.at.push(strip);
    strips.group.push(group);
    strips.indexOffset.push(reader.array("strip indices", strip, indexCount, first, 2));
    strips.indexCount.push(indexCount);
    strips.vertexOffset.push(vertices.first);
    strips.vertexCount.push(vertices.count);
    strips.type.push(type);
  }
}

function noteArray(layout: VtxLayout, first: number, byteLength: number): void {
  layout.arrayStart.push(first);
  layout.arrayEnd.push(first + byteLength);
}

function checkRun(
  reader: StudioReader,
  where: string,
  at: number,
  count: number,
  first: number,
  total: number,
): void {
  if (count < 0 || first < 0 || first + count > total) {
    throw reader.error("bad-count", where, at, `a run inside ${total}`, `${count} from ${first}`);
  }
}
