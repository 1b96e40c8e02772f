import { PASS_NONE } from "../../map/material.ts";
import type { MapScene, MaterialSet } from "../../map/types.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT, SURFACE, WORLD_VERTEX } from "../../map/world.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import { ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER, type GltfPrimitive } from "../gltf/gltf-types.ts";
import { turnVectors } from "../gltf/space.ts";
import { NO_MATERIAL } from "../materials/material-table.ts";
import type { LightmapImage } from "./lightmap-image.ts";

/** Names of nodes, by what their triangles are. */
const KINDS = ["world", "displacements", "brush entities"] as const;
/** From there on an index of 16 bits would mean the end of a strip. */
const MAX_SHORT_VERTICES = 0xffff;
const SNORM = 127;

/** Triangles of one material, of one node. */
interface Part {
  readonly name: string;
  readonly material: number;
  readonly chunks: number[];
}

/** The glTF's materials of a set's rows: none where nothing has a material. */
export interface WorldMaterialRows {
  readonly first: readonly (number | undefined)[];
  /** Of their second textures; `NO_MATERIAL` where they have none. */
  readonly second: readonly (number | undefined)[];
}

/**
 * The world's triangles as nodes of one mesh each, by kind, with a primitive for each material that is drawn.
 * What has two textures is there twice, the second over the first by the alpha of its vertices.
 * @param materials the set that chunks' rows are of; `rows` those of the glTF
 * @param skyChunks 1 for chunks of the 3D skybox: nodes of their own
 * @returns the nodes' rows, those of the 3D skybox apart
 */
export function addWorldMeshes(
  builder: GltfBuilder,
  scene: MapScene,
  materials: MaterialSet,
  rows: WorldMaterialRows,
  lightmap: LightmapImage | null,
  skyChunks: Uint8Array,
  scale: number,
): { readonly world: number[]; readonly sky: number[] } {
  const { chunks } = scene;
  const parts = new Map<string, Part>();
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const material = chunks.material[chunk];
    if (materials.pass[material] === PASS_NONE) continue;
    const kind = chunks.kind[chunk];
    const name = skyChunks[chunk] === 1 ? "3D skybox" : KINDS[kind];
    const key = `${name} ${material}`;
    const part = parts.get(key) ?? { name, material, chunks: [] };
    parts.set(key, part);
    part.chunks.push(chunk);
  }
  const names = [KINDS[0], KINDS[CHUNK_DISPLACEMENT], KINDS[CHUNK_BRUSH_MODEL], "3D skybox"];
  const nodes = names.map((name) => {
    const own = [...parts.values()].filter((part) => part.name === name);
    if (own.length === 0) return [];
    const primitives = own.flatMap((part) =>
      addPrimitives(
        builder,
        scene,
        part,
        rows.first[part.material],
        rows.second[part.material] ?? NO_MATERIAL,
        lightmap,
        scale,
      ),
    );
    const mesh = builder.json.meshes.push({ name, primitives }) - 1;
    return [builder.json.nodes.push({ name, mesh }) - 1];
  });
  return { world: nodes.slice(0, 3).flat(), sky: nodes[3] };
}

/** The part's own vertices, in the order in which its triangles come to them. */
function addPrimitives(
  builder: GltfBuilder,
  { world, chunks }: MapScene,
  part: Part,
  material: number | undefined,
  second: number,
  lightmap: LightmapImage | null,
  scale: number,
): GltfPrimitive[] {
  const rowOf = new Map<number, number>();
  const indices: number[] = [];
  for (const chunk of part.chunks) {
    const first = chunks.firstIndex[chunk];
    for (let i = first; i < first + chunks.indexCount[chunk]; i++) {
      const vertex = world.indices[i];
      const row = rowOf.get(vertex) ?? rowOf.size;
      rowOf.set(vertex, row);
      indices.push(row);
    }
  }
  const count = rowOf.size;
  const position = new Float32Array(count * 3);
  const normal = new Float32Array(count * 3);
  const tangent = new Float32Array(count * 4);
  const texCoord = new Float32Array(count * 2);
  const lightCoord = new Float32Array(count * 2);
  const blend = new Uint8Array(count * 4).fill(255);
  const { vertices } = world;
  const view = new DataView(vertices.buffer, vertices.byteOffset, vertices.byteLength);
  const float = (at: number) => view.getFloat32(at, true);
  for (const [vertex, row] of rowOf) {
    const at = vertex * WORLD_VERTEX.strideBytes;
    for (let k = 0; k < 3; k++) position[row * 3 + k] = float(at + WORLD_VERTEX.position + k * 4);
    readUnit(view, at + WORLD_VERTEX.normal, normal, row * 3);
    readUnit(view, at + WORLD_VERTEX.tangent, tangent, row * 4);
    // Along falling v: as in models.
    tangent[row * 4 + 3] = view.getInt8(at + WORLD_VERTEX.tangent + 3) < 0 ? 1 : -1;
    for (let k = 0; k < 2; k++) texCoord[row * 2 + k] = float(at + WORLD_VERTEX.texCoord + k * 4);
    blend[row * 4 + 3] = vertices[at + WORLD_VERTEX.blend];
    if (lightmap === null) continue;
    const surface = view.getUint32(at + WORLD_VERTEX.surface, true);
    const page = (surface >>> SURFACE.pageShift) & ((1 << SURFACE.pageBits) - 1);
    const light = at + WORLD_VERTEX.lightmapCoord;
    const isLit = (surface & SURFACE.lit) !== 0;
    lightCoord.set(
      isLit ? lightmap.place(page, float(light), float(light + 4)) : lightmap.plain,
      row * 2,
    );
  }
  const target = ARRAY_BUFFER;
  const turned = turnVectors(position, scale);
  const attributes: Record<string, number> = {
    POSITION: builder.addAccessor(turned, "VEC3", { target, bounds: true }),
    NORMAL: builder.addAccessor(turnVectors(normal, 1), "VEC3", { target }),
    TEXCOORD_0: builder.addAccessor(texCoord, "VEC2", { target }),
  };
  const { materials } = builder.json;
  const isBumped = (one = NO_MATERIAL) => materials[one]?.normalTexture !== undefined;
  if (isBumped(material) || isBumped(second)) {
    attributes.TANGENT = builder.addAccessor(turnVectors(tangent, 1, 4), "VEC4", { target });
  }
  if (lightmap !== null) {
    attributes.TEXCOORD_1 = builder.addAccessor(lightCoord, "VEC2", { target });
  }
  const short = count < MAX_SHORT_VERTICES;
  const values = short ? Uint16Array.from(indices) : Uint32Array.from(indices);
  const row = builder.addAccessor(values, "SCALAR", { target: ELEMENT_ARRAY_BUFFER });
  const shown = { attributes, indices: row, ...(material === undefined ? {} : { material }) };
  if (second === NO_MATERIAL) return [shown];
  const COLOR_0 = builder.addAccessor(blend, "VEC4", { target, normalized: true });
  return [shown, { attributes: { ...attributes, COLOR_0 }, indices: row, material: second }];
}

/** A direction of three signed bytes, made 1 long; up where it is none. */
function readUnit(view: DataView, at: number, out: Float32Array, offset: number): void {
  const [x, y, z] = [view.getInt8(at), view.getInt8(at + 1), view.getInt8(at + 2)];
  const length = Math.hypot(x, y, z);
  if (length < SNORM / 2) out.set([0, 0, 1], offset);
  else out.set([x / length, y / length, z / length], offset);
}
