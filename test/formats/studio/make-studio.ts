/**
 * Builds small studio models: a description, and writers for MDL, VVD and VTX bytes in the
 * compiler's layout. `makeStudioModel()` has some of everything; change its fields, or build
 * another description, and pass it to `makeStudioFiles`.
 */

import { ByteWriter } from "./byte-writer.ts";

export interface MadeVertex {
  readonly position: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
  readonly texCoord: readonly [number, number];
  readonly tangent: readonly [number, number, number, number];
  /** One to three (bone, weight) pairs. */
  readonly bones: readonly (readonly [bone: number, weight: number])[];
  /** Coarsest LOD that uses the vertex. */
  readonly lod: number;
}

/**
 * Indices into the mesh's vertices. Triangles are clockwise seen from the front, as in real files.
 */
/** `STRIPGROUP_IS_HWSKINNED` */
const HWSKINNED = 0x2;

export interface MadeStrip {
  readonly type: "list" | "strip";
  readonly indices: readonly number[];
  /** Model bone of each hardware bone. */
  readonly bones?: readonly number[];
}

export interface MadeMesh {
  /** Column of the skin table. */
  readonly material: number;
  readonly vertices: readonly MadeVertex[];
  /** Strip groups of each LOD, each of one or more strips. */
  readonly lods: readonly (readonly (readonly MadeStrip[])[])[];
}

export interface MadeStudioModel {
  version: number;
  checksum: number;
  name: string;
  flags: number;
  hull: readonly [readonly number[], readonly number[]];
  bones: {
    name: string;
    parent: number;
    position: readonly [number, number, number];
    quaternion: readonly [number, number, number, number];
    /** 3x4 row-major matrix. */
    poseToBone: readonly number[];
  }[];
  textures: string[];
  textureDirs: string[];
  /** One row per skin family with the texture of each material. */
  skins: number[][];
  bodyParts: { name: string; models: { name: string; meshes: MadeMesh[] }[] }[];
  /** One value per LOD. */
  switchPoints: number[];
  hasTangents: boolean;
  stripGroupHeaderBytes: 25 | 33;
  /** Materials that LODs replace: [LOD, texture index, name]. */
  replacements?: readonly (readonly [lod: number, material: number, name: string])[];
}

export interface MadeStudioFiles {
  readonly mdl: Uint8Array;
  readonly vvd: Uint8Array;
  readonly vtx: Uint8Array;
}

export function makeStudioFiles(model: MadeStudioModel = makeStudioModel()): MadeStudioFiles {
  return { mdl: writeMdl(model), vvd: writeVvd(model), vtx: writeVtx(model) };
}

/** Builds a vertex facing up, with texture coordinates from its position. */
export function makeVertex(
  x: number,
  y: number,
  lod: number,
  bones: MadeVertex["bones"] = [[0, 1]],
): MadeVertex {
  return {
    position: [x, y, 0],
    normal: [0, 0, 1],
    texCoord: [x / 16, y / 16],
    tangent: [1, 0, 0, -1],
    bones,
    lod,
  };
}

/**
 * Returns two body parts, three models, two LODs, three bones and two skins. The first mesh is a
 * panel of 3x2 vertices (a strip with a degenerate joining triangle, then a list; two triangles in
 * LOD 1), the second a square. Vertices of LOD 1 come first in the file, so the VVD has fixups.
 */
export function makeStudioModel(): MadeStudioModel {
  const half = Math.SQRT1_2;
  return {
    version: 48,
    checksum: 0x1234abcd,
    name: "test/panel.mdl",
    flags: 0,
    hull: [
      [0, 0, 0],
      [32, 32, 1],
    ],
    bones: [
      {
        name: "root",
        parent: -1,
        position: [0, 0, 0],
        quaternion: [0, 0, 0, 1],
        poseToBone: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
      },
      {
        // A quarter turn about z, at 16 along x.
        name: "arm",
        parent: 0,
        position: [16, 0, 0],
        quaternion: [0, 0, half, half],
        poseToBone: [0, 1, 0, 0, -1, 0, 0, 16, 0, 0, 1, 0],
      },
      {
        // A quarter turn back, at 8 along the arm's x: at (16, 8, 0).
        name: "hand",
        parent: 1,
        position: [8, 0, 0],
        quaternion: [0, 0, -half, half],
        poseToBone: [1, 0, 0, -16, 0, 1, 0, -8, 0, 0, 1, 0],
      },
    ],
    textures: ["Panel_Red", "Panel_Blue", "trim"],
    textureDirs: ["models\\Test\\", "/models//shared/"],
    skins: [
      [0, 2],
      [1, 2],
    ],
    bodyParts: [
      {
        name: "body",
        models: [
          {
            name: "panel",
            meshes: [
              {
                material: 0,
                vertices: [
                  makeVertex(0, 0, 1),
                  makeVertex(0, 16, 1, [
                    [0, 0.75],
                    [1, 0.25],
                  ]),
                  makeVertex(32, 0, 1, [
                    [0, 0.5],
                    [1, 0.25],
                    [2, 0.25],
                  ]),
                  makeVertex(32, 16, 1, [[2, 1]]),
                  makeVertex(16, 0, 0),
                  makeVertex(16, 16, 0),
                ],
                lods: [
                  [
                    [
                      { type: "strip", indices: [0, 1, 4, 5, 5] },
                      { type: "list", indices: [4, 5, 2, 5, 3, 2] },
                    ],
                  ],
                  [[{ type: "strip", indices: [0, 1, 2, 3] }]],
                ],
              },
              {
                material: 1,
                vertices: [
                  makeVertex(0, 16, 1),
                  makeVertex(0, 32, 1),
                  makeVertex(16, 16, 1),
                  makeVertex(16, 32, 0),
                ],
                lods: [
                  [[{ type: "list", indices: [0, 1, 2] }], [{ type: "list", indices: [1, 3, 2] }]],
                  [[{ type: "list", indices: [0, 1, 2] }]],
                ],
              },
            ],
          },
        ],
      },
      {
        name: "hat",
        models: [
          { name: "hat_small", meshes: [makeTriangleMesh(1, 16)] },
          { name: "hat_large", meshes: [makeTriangleMesh(1, 20)] },
        ],
      },
    ],
    switchPoints: [0, 40],
    hasTangents: true,
    stripGroupHeaderBytes: 25,
  };
}

/** Builds a mesh of one triangle in both LODs. */
export function makeTriangleMesh(material: number, size: number): MadeMesh {
  const lod: MadeStrip[][] = [[{ type: "list", indices: [0, 1, 2] }]];
  return {
    material,
    vertices: [makeVertex(0, 0, 1), makeVertex(0, size, 1), makeVertex(size, 0, 1)],
    lods: [lod, lod],
  };
}

function listMeshes(model: MadeStudioModel): MadeMesh[] {
  return model.bodyParts.flatMap((part) => part.models.flatMap((m) => m.meshes));
}

/** Writes `studiohdr_t` (408 bytes) and its tables. */
export function writeMdl(model: MadeStudioModel): Uint8Array {
  const out = new ByteWriter();
  out.reserve(408);
  out.text(0, "IDST");
  out.i32(4, model.version, model.checksum);
  out.text(12, model.name);
  out.f32(92, 1, 2, 3);
  out.f32(104, ...model.hull[0], ...model.hull[1], ...model.hull[0], ...model.hull[1]);
  out.i32(152, model.flags);

  const bones = out.reserve(model.bones.length * 216);
  out.i32(156, model.bones.length, bones);
  model.bones.forEach((bone, i) => {
    const at = bones + i * 216;
    out.i32(at, out.string(bone.name) - at, bone.parent);
    out.f32(at + 32, ...bone.position, ...bone.quaternion);
    out.f32(at + 96, ...bone.poseToBone);
  });

  const textures = out.reserve(model.textures.length * 64);
  out.i32(204, model.textures.length, textures);
  model.textures.forEach((name, i) => {
    out.i32(textures + i * 64, out.string(name) - (textures + i * 64));
  });
  const dirs = out.reserve(model.textureDirs.length * 4);
  out.i32(212, model.textureDirs.length, dirs);
  model.textureDirs.forEach((name, i) => {
    out.i32(dirs + i * 4, out.string(name));
  });
  const skins = out.reserve(model.skins.flat().length * 2);
  out.i32(220, model.skins[0]?.length ?? 0, model.skins.length, skins);
  out.u16(skins, ...model.skins.flat());

  const bodyParts = out.reserve(model.bodyParts.length * 16);
  out.i32(232, model.bodyParts.length, bodyParts);
  let modelFirstVertex = 0;
  let base = 1;
  model.bodyParts.forEach((part, i) => {
    const partAt = bodyParts + i * 16;
    const models = out.reserve(part.models.length * 148);
    const name = out.string(part.name) - partAt;
    out.i32(partAt, name, part.models.length, base, models - partAt);
    base *= part.models.length;
    part.models.forEach(({ name, meshes }, j) => {
      const modelAt = models + j * 148;
      const first = out.reserve(meshes.length * 116);
      const vertexCount = meshes.reduce((sum, mesh) => sum + mesh.vertices.length, 0);
      out.text(modelAt, name);
      out.i32(modelAt + 72, meshes.length, first - modelAt, vertexCount, modelFirstVertex * 48);
      let vertexOffset = 0;
      meshes.forEach((mesh, k) => {
        const meshAt = first + k * 116;
        out.i32(meshAt, mesh.material, modelAt - meshAt, mesh.vertices.length, vertexOffset);
        vertexOffset += mesh.vertices.length;
      });
      modelFirstVertex += vertexCount;
    });
  });
  out.i32(76, out.byteLength);
  return out.finish();
}

/** Writes `vertexFileHeader_t`, fixups, vertices sorted coarsest LOD first, tangents. */
export function writeVvd(model: MadeStudioModel): Uint8Array {
  const lodCount = model.switchPoints.length;
  const listed = listMeshes(model).flatMap((mesh) => mesh.vertices);
  const stored = listed.map((_, i) => i).sort((a, b) => listed[b].lod - listed[a].lod || a - b);
  const out = new ByteWriter();
  out.reserve(64);
  out.text(0, "IDSV");
  out.i32(4, 4, model.checksum, lodCount);
  for (let lod = 0; lod < 8; lod++) {
    const root = Math.min(lod, lodCount - 1);
    out.i32(16 + lod * 4, listed.filter((vertex) => vertex.lod >= root).length);
  }
  const fixups = listFixups(listed, stored);
  const fixupAt = out.reserve(fixups.length * 12);
  out.i32(fixupAt, ...fixups.flat());
  const vertexAt = out.reserve(listed.length * 48);
  stored.forEach((source, i) => {
    const vertex = listed[source];
    const at = vertexAt + i * 48;
    vertex.bones.forEach(([bone, weight], k) => {
      out.f32(at + k * 4, weight);
      out.u8(at + 12 + k, bone);
    });
    out.u8(at + 15, vertex.bones.length);
    out.f32(at + 16, ...vertex.position, ...vertex.normal, ...vertex.texCoord);
  });
  const tangentAt = model.hasTangents ? out.reserve(listed.length * 16) : 0;
  if (model.hasTangents) {
    stored.forEach((source, i) => {
      out.f32(tangentAt + i * 16, ...listed[source].tangent);
    });
  }
  out.i32(48, fixups.length, fixups.length > 0 ? fixupAt : 0, vertexAt, tangentAt);
  return out.finish();
}

/**
 * Lists the (lod, source, count) runs that restore the listed order; empty if both orders agree.
 */
function listFixups(listed: readonly MadeVertex[], stored: readonly number[]): number[][] {
  if (stored.every((source, i) => source === i)) return [];
  const fixups: number[][] = [];
  listed.forEach((vertex, i) => {
    const source = stored.indexOf(i);
    const last = fixups.at(-1);
    if (last && last[0] === vertex.lod && last[1] + last[2] === source) last[2]++;
    else fixups.push([vertex.lod, source, 1]);
  });
  return fixups;
}

/** Writes `FileHeader_t` and its tree level by level, then the vertices and indices. */
export function writeVtx(model: MadeStudioModel): Uint8Array {
  const lodCount = model.switchPoints.length;
  const out = new ByteWriter();
  out.reserve(36);
  out.i32(0, 7, 24);
  out.u16(8, 53, 9);
  out.i32(12, 3, model.checksum, lodCount);

  const children = <T>(at: number, base: number, rows: readonly T[], recordBytes: number) => {
    const first = out.reserve(rows.length * recordBytes);
    out.i32(at, rows.length, first - base);
    return rows.map((row, i) => ({ row, at: first + i * recordBytes }));
  };
  const groupBytes = model.stripGroupHeaderBytes;
  const bodyParts = children(28, 0, model.bodyParts, 8);
  const models = bodyParts.flatMap(({ row, at }) => children(at, at, row.models, 8));
  const lods = models.flatMap(({ row, at }) => {
    const rows = model.switchPoints.map((_, lod) => row.meshes.map((mesh) => mesh.lods[lod]));
    return children(at, at, rows, 12).map((entry, lod) => {
      out.f32(entry.at + 8, model.switchPoints[lod]);
      return entry;
    });
  });
  const meshes = lods.flatMap(({ row, at }) => children(at, at, row, 9));
  const groups = meshes.flatMap(({ row, at }) => children(at, at, row, groupBytes));
  const headers = groups.map(({ row, at }) => children(at + 16, at, row, groupBytes + 2));
  groups.forEach(({ row, at }, i) => {
    writeGroup(out, at, row, headers[i], groupBytes);
  });
  const lists = out.reserve(lodCount * 8);
  out.i32(24, lists);
  for (let lod = 0; lod < lodCount; lod++) {
    const own = (model.replacements ?? []).filter((row) => row[0] === lod);
    const list = lists + lod * 8;
    for (const { row, at } of children(list, list, own, 6)) {
      out.u16(at, row[1]);
      out.i32(at + 2, out.string(row[2]) - at);
    }
  }
  return out.finish();
}

function writeGroup(
  out: ByteWriter,
  at: number,
  strips: readonly MadeStrip[],
  headers: readonly { readonly at: number }[],
  groupBytes: number,
): void {
  const vertexIds = [...new Set(strips.flatMap((strip) => strip.indices))];
  const vertices = out.reserve(vertexIds.length * 9);
  vertexIds.forEach((id, i) => {
    out.u16(vertices + i * 9 + 4, id);
  });
  const indices = strips.flatMap((strip) => strip.indices.map((id) => vertexIds.indexOf(id)));
  const indexAt = out.reserve(indices.length * 2);
  out.u16(indexAt, ...indices);
  out.i32(at, vertexIds.length, vertices - at, indices.length, indexAt - at);
  out.u8(at + 24, HWSKINNED);
  if (groupBytes === 33) {
    const topology = out.reserve(indices.length * 2 * 2);
    out.i32(at + 25, indices.length * 2, topology - at);
  }
  let firstIndex = 0;
  strips.forEach((strip, i) => {
    out.i32(headers[i].at, strip.indices.length, firstIndex, vertexIds.length, 0);
    out.u8(headers[i].at + 18, strip.type === "list" ? 1 : 2);
    const { bones = [] } = strip;
    out.u16(headers[i].at + 16, bones.length);
    const states = out.reserve(bones.length * 8);
    out.i32(headers[i].at + 19, bones.length, states - headers[i].at);
    bones.forEach((bone, place) => {
      out.i32(states + place * 8, place, bone);
    });
    firstIndex += strip.indices.length;
  });
}
