/** Models of static props as vbsp and vrad need them, from MDL, VVD and VTX files. */

import { FormatError } from "../core/errors.ts";
import { normalizePath } from "../formats/normalize-path.ts";
import { buildStudioMesh } from "../formats/studio/mesh/build-studio-mesh.ts";
import { listStripGroups } from "../formats/studio/mesh/list-strip-groups.ts";
import { parseMdl } from "../formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../formats/studio/read/parse-vvd.ts";
import type { Mdl, StudioMesh } from "../formats/studio/types.ts";
import type { ReadFile } from "../formats/vmt/resolve-vmt.ts";
import type { CompileReport } from "./types.ts";
import type { FindModelBounds } from "./vbsp/parts/index.ts";
import type { FindPropModel, VradPropModel } from "./vrad/points/prop-model.ts";

export interface PropModels {
  readonly findBounds: FindModelBounds;
  readonly findModel: FindPropModel;
}

interface LoadedModel {
  /** Mins and maxs of what is seen or collides. */
  readonly bounds: readonly number[];
  readonly model: VradPropModel;
}

/**
 * Reads the models of a map beforehand. A broken one is left out with a warning; a missing one too, but vbsp
 * lists those in one warning (`static-props.ts`).
 */
export async function readPropModels(
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

/** The collision hull alone may be smaller than what is seen. */
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
