/** Compiles a map's source to the finished file with vbsp, vvis and vrad. */

import { FormatError } from "../core/errors.ts";
import { parseBsp } from "../formats/bsp/parse-bsp.ts";
import { assembleLumps } from "../formats/bsp/write/write-bsp.ts";
import { decodeText } from "../formats/keyvalues/decode-text.ts";
import { normalizePath } from "../formats/normalize-path.ts";
import { buildStudioMesh } from "../formats/studio/mesh/build-studio-mesh.ts";
import { listStripGroups } from "../formats/studio/mesh/list-strip-groups.ts";
import { parseMdl } from "../formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../formats/studio/read/parse-vvd.ts";
import type { Mdl, StudioMesh } from "../formats/studio/types.ts";
import type { Vmf } from "../formats/vmf/types.ts";
import type { ReadFile } from "../formats/vmt/resolve-vmt.ts";
import { writeZip } from "../formats/zip/write-zip.ts";
import type { JobPool } from "./job-pool.ts";
import { createFindMaterial } from "./material-info.ts";
import type { CompiledMap, CompileReport, FindMaterial, PortalFile } from "./types.ts";
import { readMap } from "./vbsp/brushes/read-map.ts";
import { compileModel, compileWorld } from "./vbsp/compile-models.ts";
import { checkLimit, MAX_MAP_ENTITIES, MAX_MAP_MODELS, MAX_MAP_VISIBILITY } from "./vbsp/limits.ts";
import { MapWriter, type VbspOptions } from "./vbsp/lumps/map-writer.ts";
import { isCompiledAway } from "./vbsp/parts/compiled-entities.ts";
import type { FindModelBounds } from "./vbsp/parts/static-props.ts";
import type { FindPropModel, TextureLights, VradPropModel } from "./vrad/types.ts";
import { computeLight } from "./vrad/vrad.ts";
import { computeVisibility } from "./vvis/compute-visibility.ts";

// Bounds and meshes of static props for vbsp and vrad, from MDL, VVD and VTX files.

export interface PropModels {
  readonly findBounds: FindModelBounds;
  readonly findModel: FindPropModel;
}

interface LoadedModel {
  /** Mins and maxs of the hull and the mesh. */
  readonly bounds: readonly number[];
  readonly model: VradPropModel;
}

/**
 * Reads the models of a map in advance. Leaves out broken ones with a warning, and missing ones
 * silently, because vbsp lists those in one warning (`static-props.ts`).
 */
async function readPropModels(
  names: Iterable<string>,
  read: ReadFile,
  report: Pick<CompileReport, "warn">,
): Promise<PropModels> {
  const models = new Map<string, LoadedModel | null>();
  for (const name of names) {
    const path = normalizePath(name);
    if (!models.has(path)) models.set(path, await readModel(path, read, report));
  }
  const find = (name: string): LoadedModel | null => models.get(normalizePath(name)) ?? null;
  return {
    findBounds: (name) => find(name)?.bounds ?? null,
    findModel: (name) => find(name)?.model ?? null,
  };
}

async function readModel(
  path: string,
  read: ReadFile,
  report: Pick<CompileReport, "warn">,
): Promise<LoadedModel | null> {
  const base = path.replace(/\.mdl$/, "");
  const [mdlBytes, vvdBytes, vtxBytes] = await Promise.all(
    [path, `${base}.vvd`, `${base}.dx90.vtx`].map((file) => read(file)),
  );
  if (mdlBytes === null || vvdBytes === null || vtxBytes === null) return null;
  try {
    const mdl = parseMdl(mdlBytes);
    const mesh = buildStudioMesh(mdl, parseVvd(vvdBytes), parseVtx(vtxBytes));
    return { bounds: boundsOf(mdl, mesh), model: buildPropModel(mdl, mesh, vtxBytes) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report.warn(`${path} is broken: ${error.message}`);
    return null;
  }
}

/** Returns the box of hull and mesh, because the collision hull may be smaller than the mesh. */
function boundsOf(mdl: Mdl, { vertices }: StudioMesh): number[] {
  const bounds = [...mdl.hullMins, ...mdl.hullMaxs];
  for (let i = 0; i < vertices.position.length; i++) {
    const axis = i % 3;
    bounds[axis] = Math.min(bounds[axis], vertices.position[i]);
    bounds[axis + 3] = Math.max(bounds[axis + 3], vertices.position[i]);
  }
  return bounds;
}

function buildPropModel(mdl: Mdl, mesh: StudioMesh, vtxBytes: Uint8Array): VradPropModel {
  const { drawLod, drawFirstIndex, drawIndexCount } = mesh;
  const nearest = drawLod.filter((lod) => lod === 0).length;
  const end = nearest === 0 ? 0 : drawFirstIndex[nearest - 1] + drawIndexCount[nearest - 1];
  return {
    positions: mesh.vertices.position,
    normals: mesh.vertices.normal,
    indices: mesh.indices.slice(0, end),
    checksum: mdl.checksum,
    groups: listStripGroups(mdl, vtxBytes, mesh.vertices.count),
  };
}

// Encoding of LUMP_VISIBILITY, as vvis writes it.

/**
 * Encodes `dvis_t`: the number of clusters, for each the byte offsets of its PVS and PAS rows, then
 * all PVS rows and all PAS rows. A row is (clusterCount + 7) >>> 3 bytes, of which each run of up
 * to 255 zeros is coded as a zero and its length. Rows are bit sets of (clusterCount + 31) >>> 5
 * words. Throws FormatError if the lump would be larger than the format allows.
 */
export function encodeVisibility(
  pvs: Uint32Array,
  pas: Uint32Array,
  clusterCount: number,
): Uint8Array {
  const headerBytes = 4 + clusterCount * 8;
  let bytes = new Uint8Array(headerBytes + 1024);
  let end = headerBytes;
  const offsets = new Uint32Array(clusterCount * 2);
  for (const [set, rows] of [pvs, pas].entries()) {
    for (let cluster = 0; cluster < clusterCount; cluster++) {
      // In the worst case, encoding adds a byte for each zero.
      const room = end + ((clusterCount + 7) >>> 3) * 2;
      if (room > bytes.length) {
        const grown = new Uint8Array(room * 2);
        grown.set(bytes);
        bytes = grown;
      }
      offsets[cluster * 2 + set] = end;
      end = encodeRow(rows, cluster, clusterCount, bytes, end);
      if (end > MAX_MAP_VISIBILITY) {
        throw new FormatError({
          format: "BSP",
          code: "unsupported",
          where: "LUMP_VISIBILITY",
          offset: 0,
          expected: `at most ${MAX_MAP_VISIBILITY} bytes`,
          found: `${clusterCount} clusters that need more`,
        });
      }
    }
  }
  const view = new DataView(bytes.buffer);
  view.setUint32(0, clusterCount, true);
  for (let i = 0; i < offsets.length; i++) view.setUint32(4 + i * 4, offsets[i], true);
  return bytes.slice(0, end);
}

/** Writes a row at `at` and returns its end. */
function encodeRow(
  rows: Uint32Array,
  cluster: number,
  clusterCount: number,
  out: Uint8Array,
  at: number,
): number {
  const firstWord = cluster * ((clusterCount + 31) >>> 5);
  const rowBytes = (clusterCount + 7) >>> 3;
  let end = at;
  let run = 0;
  for (let i = 0; i < rowBytes; i++) {
    const value = (rows[firstWord + (i >>> 2)] >>> ((i & 3) * 8)) & 255;
    if (value !== 0) {
      out[end++] = value;
      run = 0;
    } else if (run === 0 || run === 255) {
      out[end++] = 0;
      out[end++] = 1;
      run = 1;
    } else {
      out[end - 1] = ++run;
    }
  }
  return end;
}

// Compilation of a map's source to geometry: brushes to a BSP tree with faces, clusters and areas,
// entities to models and tables. vvis and vrad continue from the result.
// Follows Valve's vbsp by its public sources. Simplifications: no func_viscluster, no occluders,
// and no collision meshes in the physics lump.

export interface VbspResult {
  readonly map: CompiledMap;
  readonly portals: PortalFile;
}

/**
 * Compiles a map. The same source gives the same bytes.
 * @throws FormatError (VMF) with the line of a broken brush, or with the count of a table that
 * exceeds the format's limit
 * @throws LeakError if the map is open to the void
 */
export function compileVbsp(
  vmf: Vmf,
  findMaterial: FindMaterial,
  report: CompileReport,
  options: VbspOptions = {},
): VbspResult {
  report.progress("vbsp", 0);
  const source = readMap(vmf, findMaterial, report, options.materialHint);
  checkLimit("models", source.models.length + 1, MAX_MAP_MODELS);
  const kept = vmf.entities.filter((entity) => !isCompiledAway(entity));
  checkLimit("entities", kept.length + 1, MAX_MAP_ENTITIES);
  report.progress("vbsp", 0.1);

  const writer = new MapWriter(vmf, source, report, options);
  const world = compileWorld(vmf, source, report);
  report.progress("vbsp", 0.7);
  writer.addWorld(world);
  for (const model of source.models) {
    writer.addModel(model, compileModel(model.brushes, source, writer.overlaidSides));
  }
  report.progress("vbsp", 0.9);
  const map = writer.finish();
  report.progress("vbsp", 1);
  return { map, portals: world.portals };
}

/**
 * Parses a `lights.rad`: one line per material, with its name and "r g b brightness" or eight
 * numbers. Skips comments and other lines (`hdr:`, `ldr:`, `noshadow`, `forcetextureshadow`).
 */
export function parseLightsRad(text: string): TextureLights {
  const lights = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const words = line
      .replace(/\/\/.*/, "")
      .trim()
      .split(/\s+/);
    const [name, ...numbers] = words;
    const isLight =
      !/^(hdr|ldr):/i.test(name) &&
      numbers.length >= 4 &&
      numbers.every((word) => Number.isFinite(Number(word)));
    if (isLight) lights.set(name.toLowerCase().replaceAll("\\", "/"), numbers.join(" "));
  }
  return lights;
}

export interface CompileMapOptions {
  /** Reader of materials, models, `detail.vbsp` and `lights.rad`, by content path. */
  readonly read: ReadFile;
  /** True for coarser light, and a larger PVS. */
  readonly fast?: boolean;
  readonly pool?: JobPool;
  /**
   * Text at the end of warnings about missing materials and models, such as how to name content.
   */
  readonly materialHint?: string;
  /** Files for the pakfile. */
  readonly pak?: ReadonlyMap<string, Uint8Array>;
}

export interface CompileMapResult {
  readonly bytes: Uint8Array;
  readonly portals: PortalFile;
}

export interface CompiledGeometry {
  readonly map: CompiledMap;
  readonly portals: PortalFile;
  readonly models: PropModels;
}

/**
 * Runs vbsp and vvis. The result only lacks light.
 * @throws FormatError (VMF) if the source is invalid; LeakError if it is open to the void
 */
export async function compileGeometry(
  vmf: Vmf,
  { read, fast = false, pool, materialHint }: CompileMapOptions,
  report: CompileReport,
): Promise<CompiledGeometry> {
  const findMaterial = await createFindMaterial(listMaterialNames(vmf), read, report);
  const models = await readPropModels(listPropModels(vmf), read, report);
  const detailTypes = await readText(read, "detail.vbsp");
  const { map, portals } = compileVbsp(vmf, findMaterial, report, {
    findModelBounds: models.findBounds,
    ...(detailTypes === null ? {} : { detailTypes }),
    ...(materialHint === undefined ? {} : { materialHint }),
  });
  const { pvs, pas } = await computeVisibility(portals, report, {
    fast,
    ...(pool === undefined ? {} : { pool }),
  });
  const visibility = encodeVisibility(pvs, pas, portals.clusterCount);
  map.lumps.set("LUMP_VISIBILITY", { version: 0, bytes: visibility });
  return { map, portals, models };
}

/**
 * Compiles a map completely. The same source and content give the same bytes.
 * @throws FormatError (VMF) if the source is invalid; LeakError if it is open to the void
 */
export async function compileMap(
  vmf: Vmf,
  options: CompileMapOptions,
  report: CompileReport,
): Promise<CompileMapResult> {
  const { read, fast = false, pool, pak = new Map() } = options;
  const { map, portals, models } = await compileGeometry(vmf, options, report);
  if (!map.lumps.get("LUMP_FACES")?.bytes.length) throw noFaces(vmf);
  const lightsRad = await readText(read, "lights.rad");
  const lightOptions = {
    fast,
    findPropModel: models.findModel,
    ...(lightsRad === null ? {} : { textureLights: parseLightsRad(lightsRad) }),
    ...(pool === undefined ? {} : { pool }),
  };
  await computeLight(map, parseBsp(writeBsp(map)), lightOptions, report);
  for (const [path, bytes] of pak) map.pak.set(path, bytes);
  return { bytes: writeBsp(map), portals };
}

/**
 * Returns the error for a map without faces. No reader accepts such a map, not even this project's.
 */
function noFaces({ world }: Vmf): FormatError {
  return new FormatError({
    format: "VMF",
    code: "bad-count",
    where: "world",
    offset: 0,
    line: world.line,
    expected: "at least one face that can be seen from inside",
    found: "none",
  });
}

async function readText(read: ReadFile, path: string): Promise<string | null> {
  const bytes = await read(path);
  return bytes === null ? null : decodeText(bytes);
}

function listMaterialNames(vmf: Vmf): Set<string> {
  const names = new Set<string>();
  for (const { solids, pairs } of [vmf.world, ...vmf.entities]) {
    for (const { sides } of solids) for (const side of sides) names.add(side.material);
    for (const [key, value] of pairs) if (key.toLowerCase() === "material") names.add(value);
  }
  return names;
}

function listPropModels(vmf: Vmf): Set<string> {
  const props = vmf.entities.filter((entity) => entity.get("classname") === "prop_static");
  return new Set(props.map((entity) => entity.get("model")).filter((name) => name !== undefined));
}

const BSP_VERSION = 20;

/**
 * Writes a `.bsp` of version 20, little-endian, with game lump offsets from the file's start. The
 * pakfile is a stored zip, present even if empty. The same map gives the same bytes.
 */
export function writeBsp({ revision, lumps, gameLumps, pak }: CompiledMap): Uint8Array {
  const all = new Map(lumps);
  all.set("LUMP_PAKFILE", { version: 0, bytes: writeZip(pak) });
  return assembleLumps(BSP_VERSION, revision, all, gameLumps);
}
