import { float, int } from "../../binary/columns.ts";
import { decodeHalf } from "../animation/compressed-rotation.ts";
import type { Flexes, VertexAnimations } from "../rig/flex-types.ts";
import type { FoundTable, MdlReader } from "./mdl-reader.ts";
import { HEADER_TABLES } from "./mdl-tables.ts";

const MODEL_BYTES = 148;
const MESH_BYTES = 116;
const FLEX_BYTES = 60;
/** `STUDIO_VERT_ANIM_NORMAL` and `STUDIO_VERT_ANIM_WRINKLE`. */
const VERTEX_ANIMATION_BYTES = [16, 18] as const;
/** A wrinkle is stored in steps, unlike the half floats beside it. */
const WRINKLE_STEP = 1 / 4096;

const FLEX = {
  bytes: FLEX_BYTES,
  columns: { descriptor: int(0), target: float(4, 4), pair: int(28) },
} as const;

interface FlexRun {
  readonly vertices: FoundTable;
  readonly meshVertexCount: number;
}

/** The flexes of all meshes, in their order. */
export function readMeshFlexes(
  reader: MdlReader,
  descriptorCount: number,
): { flexes: Flexes; vertexAnimations: VertexAnimations } {
  const columns = {
    mesh: [] as number[],
    descriptor: [] as number[],
    pair: [] as number[],
    target: [] as number[],
  };
  const runs: FlexRun[] = [];
  let mesh = 0;
  for (const { at, vertexCount } of listMeshes(reader)) {
    const found = reader.findBelow("mstudioflex_t", at, 16, 20, FLEX_BYTES);
    const own = reader.columns(found, FLEX);
    reader.checkRows(found, 0, own.descriptor, descriptorCount);
    for (let i = 0; i < found.count; i++) {
      // 0 is no pair: it is nobody's other side.
      const pair = own.pair[i] === 0 ? -1 : own.pair[i];
      if (pair < -1 || pair >= descriptorCount) {
        const field = found.at + i * FLEX_BYTES + 28;
        const expected = `a row below ${descriptorCount}`;
        throw reader.error("bad-index", "mstudioflex_t.flexpair", field, expected, pair);
      }
      columns.mesh.push(mesh);
      columns.descriptor.push(own.descriptor[i]);
      columns.pair.push(pair);
      for (let k = 0; k < 4; k++) columns.target.push(own.target[i * 4 + k]);
      runs.push({
        vertices: findVertices(reader, found.at + i * FLEX_BYTES),
        meshVertexCount: vertexCount,
      });
    }
    mesh++;
  }
  const firstVertex = new Uint32Array(runs.length);
  let count = 0;
  for (let i = 0; i < runs.length; i++) {
    firstVertex[i] = count;
    count += runs[i].vertices.count;
  }
  return {
    flexes: {
      count: runs.length,
      mesh: Uint32Array.from(columns.mesh),
      descriptor: Int32Array.from(columns.descriptor),
      pair: Int32Array.from(columns.pair),
      target: Float32Array.from(columns.target),
      firstVertex,
      vertexCount: Uint32Array.from(runs, ({ vertices }) => vertices.count),
    },
    vertexAnimations: readVertexAnimations(reader, runs, count),
  };
}

/** In the order of `Mdl.meshes`. */
function* listMeshes(reader: MdlReader): Generator<{ at: number; vertexCount: number }> {
  const parts = reader.find(HEADER_TABLES.bodyParts);
  for (let part = 0; part < parts.count; part++) {
    const models = reader.findBelow(
      "mstudiomodel_t",
      parts.at + part * parts.bytes,
      4,
      12,
      MODEL_BYTES,
    );
    for (let model = 0; model < models.count; model++) {
      const meshes = reader.findBelow(
        "mstudiomesh_t",
        models.at + model * MODEL_BYTES,
        72,
        76,
        MESH_BYTES,
      );
      for (let mesh = 0; mesh < meshes.count; mesh++) {
        const at = meshes.at + mesh * MESH_BYTES;
        yield { at, vertexCount: reader.i32(at + 8) };
      }
    }
  }
}

function findVertices(reader: MdlReader, flex: number): FoundTable {
  const kind = reader.bytes[flex + 32];
  const bytes = VERTEX_ANIMATION_BYTES[kind];
  if (bytes === undefined) {
    throw reader.error("bad-value", "mstudioflex_t.vertanimtype", flex + 32, "0 or 1", kind);
  }
  return reader.findBelow("mstudiovertanim_t", flex, 20, 24, bytes);
}

function readVertexAnimations(
  reader: MdlReader,
  runs: readonly FlexRun[],
  count: number,
): VertexAnimations {
  const out = {
    count,
    vertex: new Uint16Array(count),
    speed: new Float32Array(count),
    side: new Float32Array(count),
    delta: new Float32Array(count * 3),
    normalDelta: new Float32Array(count * 3),
    wrinkle: new Float32Array(count),
  };
  let row = 0;
  for (const { vertices, meshVertexCount } of runs) {
    const { where, bytes } = vertices;
    for (let i = 0; i < vertices.count; i++, row++) {
      const at = vertices.at + i * bytes;
      const vertex = reader.u16(at);
      if (vertex >= meshVertexCount) {
        const expected = `a vertex below ${meshVertexCount}`;
        throw reader.error("bad-index", `${where}.index`, at, expected, vertex);
      }
      out.vertex[row] = vertex;
      out.speed[row] = reader.bytes[at + 2] / 255;
      out.side[row] = reader.bytes[at + 3] / 255;
      for (let axis = 0; axis < 3; axis++) {
        out.delta[row * 3 + axis] = decodeHalf(reader.u16(at + 4 + axis * 2));
        out.normalDelta[row * 3 + axis] = decodeHalf(reader.u16(at + 10 + axis * 2));
      }
      if (bytes === 18) out.wrinkle[row] = reader.view.getInt16(at + 16, true) * WRINKLE_STEP;
    }
  }
  return out;
}
