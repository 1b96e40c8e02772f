/** From a map's source to the finished file: vbsp, vvis, vrad, one after the other. */

import { FormatError } from "../core/errors.ts";
import { parseBsp } from "../formats/bsp/parse-bsp.ts";
import { decodeText } from "../formats/keyvalues/decode-text.ts";
import type { Vmf } from "../formats/vmf/types.ts";
import type { ReadFile } from "../formats/vmt/resolve-vmt.ts";
import { writeBsp } from "./assemble-map.ts";
import type { JobPool } from "./job-pool.ts";
import { createFindMaterial } from "./material-info.ts";
import { parseLightsRad } from "./parse-lights-rad.ts";
import { type PropModels, readPropModels } from "./prop-models.ts";
import type { CompiledMap, CompileReport, PortalFile } from "./types.ts";
import { compileVbsp } from "./vbsp/compile-vbsp.ts";
import { computeLight } from "./vrad/vrad.ts";
import { computeVisibility } from "./vvis/compute-visibility.ts";
import { encodeVisibility } from "./vvis/encode-visibility.ts";

export interface CompileMapOptions {
  /** Materials, models, `detail.vbsp` and `lights.rad`, by content path. */
  readonly read: ReadFile;
  /** Coarser light, and a PVS that shows more. */
  readonly fast?: boolean;
  readonly pool?: JobPool;
  /** What warnings about missing materials and models end with, such as how content is named. */
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
 * vbsp and vvis: a map that only lacks its light.
 * @throws FormatError (VMF) where the source is bad; LeakError where it is open to the void
 */
export async function compileGeometry(
  vmf: Vmf,
  read: ReadFile,
  fast: boolean,
  report: CompileReport,
  materialHint?: string,
): Promise<CompiledGeometry> {
  const findMaterial = await createFindMaterial(listMaterialNames(vmf), read, report);
  const models = await readPropModels(listPropModels(vmf), read, report);
  const detailTypes = await readText(read, "detail.vbsp");
  const { map, portals } = compileVbsp(vmf, findMaterial, report, {
    findModelBounds: models.findBounds,
    ...(detailTypes === null ? {} : { detailTypes }),
    ...(materialHint === undefined ? {} : { materialHint }),
  });
  const { pvs, pas } = computeVisibility(portals, report, { fast });
  const visibility = encodeVisibility(pvs, pas, portals.clusterCount);
  map.lumps.set("LUMP_VISIBILITY", { version: 0, bytes: visibility });
  return { map, portals, models };
}

/**
 * Compiles a map whole. The same source and content give the same bytes.
 * @throws FormatError (VMF) where the source is bad; LeakError where it is open to the void
 */
export async function compileMap(
  vmf: Vmf,
  { read, fast = false, pool, materialHint, pak = new Map() }: CompileMapOptions,
  report: CompileReport,
): Promise<CompileMapResult> {
  const { map, portals, models } = await compileGeometry(vmf, read, fast, report, materialHint);
  if (!map.lumps.get("LUMP_FACES")?.bytes.length) throw noFaces(vmf);
  const lightsRad = await readText(read, "lights.rad");
  const options = {
    fast,
    findPropModel: models.findModel,
    ...(lightsRad === null ? {} : { textureLights: parseLightsRad(lightsRad) }),
    ...(pool === undefined ? {} : { pool }),
  };
  await computeLight(map, parseBsp(writeBsp(map)), options, report);
  for (const [path, bytes] of pak) map.pak.set(path, bytes);
  return { bytes: writeBsp(map), portals };
}

/** No reader takes such a map, this project's own included. */
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
