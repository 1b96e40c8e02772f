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
import { listUnpatchedNames } from "../../scene/materials/unpatched-names.ts";
import { openMap } from "../../scene/open/map-session.ts";
import type { ContentAccess } from "../../scene/open/read-content.ts";
import { openBsp } from "../../scene/open/read-map.ts";
import { isStandInMaterial } from "../../scene/stand-in/stand-in-model.ts";
import { GltfBuilder } from "../gltf/gltf-builder.ts";
import { METRES_PER_INCH } from "../gltf/space.ts";
import { GltfMaterialTable } from "../materials/material-table.ts";
import { GltfTextureTable } from "../materials/texture-table.ts";
import { buildLightmapImage, LIGHT_RANGE } from "./lightmap-image.ts";
import { addPropNodes } from "./prop-nodes.ts";
import { findSkyChunks } from "./sky-chunks.ts";
import { addWorldMeshes } from "./world-meshes.ts";

export interface MapExportOptions {
  /** Lengths that an inch is written as; metres: 0.0254. */
  readonly scale?: number;
  /** Texels on a texture's edge at most; 0: no textures, and no materials. 1024. */
  readonly textureSize?: number;
  /** The light to use where the map has both; hdr. */
  readonly side?: LightSideName;
  readonly limits?: Limits;
}

export interface ExportedMap {
  readonly glb: Uint8Array;
  readonly diagnostics: Diagnostics;
}

/** The glTF's row of each material of a set; none: nothing has a material. */
type MaterialRows = readonly (number | undefined)[];

const DEFAULT_TEXTURE_SIZE = 1024;
/** Of the world's textures no texel is read here: none may be left out for being too large. */
const ANY_TEXTURE = 2 ** 15;

interface LoadedMap {
  readonly scene: MapScene;
  readonly materials: MaterialSet;
  readonly props: PropSet | null;
}

/**
 * A map as the bytes of a `.glb` (glTF 2.0): its faces, displacements and brush entities by material, with their
 * lightmap in a second set of coordinates, and a node for each prop. The 3D skybox is a scene of its own. Metres, y
 * up, z along the map's x.
 * @param sources where content is looked for besides the map's own, in order
 * @throws FormatError where it is no map that can be drawn, or comes to too much
 */
export async function exportMap(
  name: string,
  bytes: Uint8Array,
  sources: readonly ContentSource[],
  options: MapExportOptions = {},
): Promise<ExportedMap> {
  const { side = "hdr", limits, scale = METRES_PER_INCH } = options;
  const diagnostics = new Diagnostics();
  const { scene, materials, props } = await load(name, bytes, sources, side, limits, diagnostics);
  const access = await openAccess(name, bytes, sources, side, limits, diagnostics);
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
  const sky = findSkyChunks(scene);
  const nodes = addWorldMeshes(builder, scene, materials, worldRows, image, sky, scale);
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

/** The map's columns: what comes after its props, their textures, is not waited for. */
async function load(
  name: string,
  bytes: Uint8Array,
  sources: readonly ContentSource[],
  side: LightSideName,
  limits: Limits | undefined,
  diagnostics: Diagnostics,
): Promise<LoadedMap> {
  const session = openMap(bytes, sources, {
    name,
    side,
    textureCompressionBc: true,
    maxTextureDimension: ANY_TEXTURE,
    ...(limits === undefined ? {} : { limits }),
  });
  let scene: MapScene | null = null;
  let materials: MaterialSet | null = null;
  let props: PropSet | null = null;
  for await (const event of session.load()) {
    if (event.type === "scene") scene = event.scene;
    else if (event.type === "materials") materials = event.materials;
    else if (event.type === "props") props = event.props;
    else if (event.type === "texture" || event.type === "done") break;
  }
  for (const { code, subject, message } of session.diagnostics.warnings) {
    // Decals and the like, which are not exported in any case.
    if (code !== "not-drawn") diagnostics.warn(code, subject, message);
  }
  if (scene === null || materials === null) throw new Error("a load without a scene");
  return { scene, materials, props };
}

/** The map's own files, then those of its sources. */
async function openAccess(
  name: string,
  bytes: Uint8Array,
  sources: readonly ContentSource[],
  side: LightSideName,
  limits: Limits | undefined,
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

/** The same material changed by an entity is another. */
async function resolve(
  table: GltfMaterialTable,
  set: MaterialSet,
  isSecond = false,
): Promise<MaterialRows> {
  const first = new Map<string, number>();
  const rows: (number | undefined)[] = [];
  for (let i = 0; i < set.count; i++) {
    const name = set.name[i];
    // Nothing is shown of it, and no tool's is drawn: neither has a material to look for.
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
