/** Exports a map to glTF. */

import { openPakfile } from "../../content/archives/open-pakfile.ts";
import { pakfileSource } from "../../content/archives/pakfile-source.ts";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import { sliceBytes } from "../../content/bytes/slice-bytes.ts";
import { MapContent } from "../../content/maps/map-content.ts";
import type { ContentSource } from "../../content/types.ts";
import { Diagnostics } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import { PASS_NONE } from "../../map/material.ts";
import type { LightSideName, MapScene, MaterialSet, PropSet } from "../../map/types.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT, SURFACE, WORLD_VERTEX } from "../../map/world.ts";
import { listUnpatchedNames } from "../../scene/materials/unpatched-names.ts";
import { openMap } from "../../scene/open/map-session.ts";
import type { ContentAccess } from "../../scene/open/read-content.ts";
import { openBsp } from "../../scene/open/read-map.ts";
import { isStandInMaterial } from "../../scene/stand-in/stand-in-model.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import { GltfBuilder } from "../gltf/gltf-builder.ts";
import { ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER, type GltfPrimitive } from "../gltf/gltf-types.ts";
import { METRES_PER_INCH, turnVectors } from "../gltf/space.ts";
import { GltfMaterialTable, NO_MATERIAL } from "../materials/material-table.ts";
import { GltfTextureTable } from "../materials/texture-table.ts";
import { buildLightmapImage, LIGHT_RANGE, type LightmapImage } from "./lightmap-image.ts";
import { addPropNodes } from "./prop-nodes.ts";

/** Node names by kind of triangles. */
const KINDS = ["world", "displacements", "brush entities"] as const;
/**
 * Vertex count from which 16-bit indices cannot be used, because 0xffff is the primitive restart
 * index.
 */
const MAX_SHORT_VERTICES = 0xffff;
const SNORM = 127;

/** Triangles of one material and one node. */
interface Part {
  readonly name: string;
  readonly material: number;
  readonly chunks: number[];
}

/** Rows of the glTF's materials for the rows of a material set; undefined without materials. */
export interface WorldMaterialRows {
  readonly first: readonly (number | undefined)[];
  /** Rows for second textures; `NO_MATERIAL` if none. */
  readonly second: readonly (number | undefined)[];
}

interface WorldMeshSources {
  readonly builder: GltfBuilder;
  readonly scene: MapScene;
  /** Set that the chunks' rows refer to. */
  readonly materials: MaterialSet;
  /** The glTF's rows for that set. */
  readonly rows: WorldMaterialRows;
  readonly lightmap: LightmapImage | null;
  /** 1 for chunks of the 3D skybox, which get separate nodes. */
  readonly skyChunks: Uint8Array;
  readonly scale: number;
}

/**
 * Adds the world's triangles as one node with one mesh per kind, with a primitive for each drawn
 * material. Surfaces with two textures are written twice, the second over the first by vertex
 * alpha.
 * @returns the nodes' rows, those of the 3D skybox separate
 */
function addWorldMeshes(sources: WorldMeshSources): {
  readonly world: number[];
  readonly sky: number[];
} {
  const { builder, materials, skyChunks } = sources;
  const { chunks } = sources.scene;
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
    const primitives = own.flatMap((part) => addPrimitives(sources, part));
    const mesh = builder.json.meshes.push({ name, primitives }) - 1;
    return [builder.json.nodes.push({ name, mesh }) - 1];
  });
  return { world: nodes.slice(0, 3).flat(), sky: nodes[3] };
}

/** Adds the part's own vertices, in the order of their first use by its triangles. */
function addPrimitives(
  { builder, scene: { world, chunks }, rows, lightmap, scale }: WorldMeshSources,
  part: Part,
): GltfPrimitive[] {
  const material = rows.first[part.material];
  const second = rows.second[part.material] ?? NO_MATERIAL;
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
    // Sign along decreasing v, as in models.
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

/** Reads a direction of three signed bytes and normalizes it; up if it is zero. */
function readUnit(view: DataView, at: number, out: Float32Array, offset: number): void {
  const [x, y, z] = [view.getInt8(at), view.getInt8(at + 1), view.getInt8(at + 2)];
  const length = Math.hypot(x, y, z);
  if (length < SNORM / 2) out.set([0, 0, 1], offset);
  else out.set([x / length, y / length, z / length], offset);
}

/**
 * Returns 1 for chunks of the 3D skybox: those whose clusters its camera may all see. The skybox is
 * a separate room, so no other part of the map is visible from it.
 */
function findSkyChunks({ chunks, tree, pvs, skyCamera }: MapScene): Uint8Array {
  const isSky = new Uint8Array(chunks.count);
  if (skyCamera === null || pvs === null) return isSky;
  const { x, y, z } = skyCamera;
  const cluster = tree.leafCluster[findLeaf(tree, x, y, z)];
  if (cluster < 0) return isSky;
  const seen = new Uint32Array(Math.ceil(pvs.clusterCount / 32));
  decodePvsRow(pvs, cluster, seen);
  const isSeen = (one: number) => (seen[one >> 5] & (1 << (one & 31))) !== 0;
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const first = chunks.firstCluster[chunk];
    const own = chunks.clusters.subarray(first, first + chunks.clusterCount[chunk]);
    if (own.length > 0 && own.every(isSeen)) isSky[chunk] = 1;
  }
  return isSky;
}

export interface MapExportOptions {
  /** Length of an inch in the file; default 0.0254, in meters. */
  readonly scale?: number;
  /** Largest edge of a texture in texels; 0 for no textures and materials. Default 1024. */
  readonly textureSize?: number;
  /** Light to use if the map has both; default hdr. */
  readonly side?: LightSideName;
  readonly limits?: Limits;
}

export interface ExportedMap {
  readonly glb: Uint8Array;
  readonly diagnostics: Diagnostics;
}

/** The glTF's row of each material of a set; undefined without materials. */
type MaterialRows = readonly (number | undefined)[];

const DEFAULT_TEXTURE_SIZE = 1024;
/**
 * Size limit for loading. The world's textures are not decoded here, so none may be skipped for its
 * size.
 */
const ANY_TEXTURE = 2 ** 15;

interface LoadedMap {
  readonly scene: MapScene;
  readonly materials: MaterialSet;
  readonly props: PropSet | null;
}

/**
 * Returns a map as the bytes of a `.glb` (glTF 2.0): faces, displacements and brush entities by
 * material, with their lightmap in a second set of coordinates, and a node for each prop. The 3D
 * skybox is a separate scene. Meters, y up, z along the map's x.
 * @param sources sources of content besides the map's own, in order
 * @throws FormatError if the file is not a map that can be drawn, or exceeds the budget
 */
export async function exportMap(
  name: string,
  bytes: Uint8Array,
  sources: readonly ContentSource[],
  options: MapExportOptions = {},
): Promise<ExportedMap> {
  const { side = "hdr", limits, scale = METRES_PER_INCH } = options;
  const diagnostics = new Diagnostics();
  const input = { name, bytes, sources, side, limits };
  const { scene, materials, props } = await load(input, diagnostics);
  const access = await openAccess(input, diagnostics);
  const builder = new GltfBuilder(access.ledger, "BSP");
  const size = options.textureSize ?? DEFAULT_TEXTURE_SIZE;
  const textures = new GltfTextureTable(builder, access, size);
  const image = scene.lightmap && buildLightmapImage(scene.lightmap, scene.exposure);
  const lightmap = image && textures.addPicture("lightmap", image, false);
  const none: MaterialRows = [];
  const worldTable = new GltfMaterialTable(builder, access, textures, lightmap);
  const worldRows = {
    first: size === 0 ? none : await resolve(worldTable, materials),
    second: size === 0 ? none : await resolve(worldTable, materials, true),
  };
  const propTable = new GltfMaterialTable(builder, access, textures);
  const propRows = size === 0 || props === null ? none : await resolve(propTable, props.materials);
  const nodes = addWorldMeshes({
    ...{ builder, scene, materials, rows: worldRows, lightmap: image, scale },
    skyChunks: findSkyChunks(scene),
  });
  const propNodes = props === null ? [] : addPropNodes(builder, props, propRows, scale);
  const { json } = builder;
  const { skyCamera: sky3d } = scene;
  json.scenes.push({ name, nodes: [...nodes.world, ...propNodes] });
  if (nodes.sky.length > 0) json.scenes.push({ name: "3D skybox", nodes: nodes.sky });
  json.asset.extras = {
    unitsPerInch: scale,
    ...(lightmap === null
      ? {}
      : { lightmap: { index: lightmap, texCoord: 1, encoding: "sRGB", range: LIGHT_RANGE } }),
    ...(sky3d === null
      ? {}
      : { skyCamera: { x: sky3d.x, y: sky3d.y, z: sky3d.z, scale: sky3d.scale } }),
    skyName: scene.skyName,
    start: scene.start,
  };
  return { glb: builder.finish(), diagnostics };
}

interface MapInput {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sources: readonly ContentSource[];
  readonly side: LightSideName;
  readonly limits: Limits | undefined;
}

/** Loads the map without its textures. */
async function load(
  { name, bytes, sources, side, limits }: MapInput,
  diagnostics: Diagnostics,
): Promise<LoadedMap> {
  const session = openMap(bytes, sources, {
    name,
    side,
    textureCompressionBc: true,
    maxTextureDimension: ANY_TEXTURE,
    hasTextures: false,
    ...(limits === undefined ? {} : { limits }),
  });
  let scene: MapScene | null = null;
  let materials: MaterialSet | null = null;
  let props: PropSet | null = null;
  for await (const event of session.load()) {
    if (event.type === "scene") scene = event.scene;
    else if (event.type === "materials") materials = event.materials;
    else if (event.type === "props") props = event.props;
  }
  for (const { code, subject, message } of session.diagnostics.warnings) {
    // Warnings about decals and other objects that are never exported are dropped.
    if (code !== "not-drawn") diagnostics.warn(code, subject, message);
  }
  if (scene === null || materials === null) throw new Error("a load without a scene");
  return { scene, materials, props };
}

/** Opens the map's own files, then those of its sources. */
async function openAccess(
  { name, bytes, sources, side, limits }: MapInput,
  diagnostics: Diagnostics,
): Promise<ContentAccess> {
  const file = await openBsp(memoryBytes(name, bytes), side, undefined, limits);
  const { pakfile, ledger } = file;
  const own: ContentSource[] = [];
  if (pakfile !== null) {
    const { zip } = await openPakfile(sliceBytes(file.source, pakfile.offset, pakfile.byteLength));
    own.push(pakfileSource(zip, ledger));
  }
  const content = new MapContent([...own, ...sources], diagnostics, ledger);
  return { content, diagnostics, ledger };
}

/** Resolves the materials of a set. A material changed by an entity counts as a different one. */
async function resolve(
  table: GltfMaterialTable,
  set: MaterialSet,
  isSecond = false,
): Promise<MaterialRows> {
  const first = new Map<string, number>();
  const rows: (number | undefined)[] = [];
  for (let i = 0; i < set.count; i++) {
    const name = set.name[i];
    // Undrawn surfaces and tool materials need no material.
    if (set.pass[i] === PASS_NONE || isStandInMaterial(name)) {
      rows.push(undefined);
      continue;
    }
    const base = first.get(name) ?? i;
    first.set(name, base);
    const changed = set.alpha[i] !== set.alpha[base] || isOther(set.tint, i, base);
    const color = [...set.tint.subarray(i * 3, i * 3 + 3), set.alpha[i]];
    const fallback = set.fallbackColor.subarray(i * 3, i * 3 + 3);
    rows.push(
      await table.add(listUnpatchedNames(name), {
        fallback: [fallback[0], fallback[1], fallback[2]],
        ...(changed ? { color } : {}),
        isSecond,
      }),
    );
  }
  return rows;
}

function isOther(column: Float32Array, row: number, base: number): boolean {
  for (let k = 0; k < 3; k++) if (column[row * 3 + k] !== column[base * 3 + k]) return true;
  return false;
}
