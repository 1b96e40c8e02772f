/** Reads the models of props: three files each. */

import { buildStudioMesh } from "../../formats/studio/mesh/build-studio-mesh.ts";
import { listStripGroups } from "../../formats/studio/mesh/list-strip-groups.ts";
import { parseMdl } from "../../formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../formats/studio/read/parse-vvd.ts";
import { mapConcurrent } from "../open/concurrent.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";
import { buildStandInModel } from "../stand-in/stand-in-model.ts";
import { assembleModel, type PropModel } from "./prop-model.ts";

/** In the order in which they are looked for; they hold the same triangles. */
const VTX_EXTENSIONS = [".dx90.vtx", ".dx80.vtx", ".sw.vtx", ".vtx"];

/**
 * Reads the models of content paths, each with a warning if it is missing or fails: then it is a box
 * of its size, or null where nothing tells that.
 * @param propCounts props of each, for the warning
 */
export async function readPropModels(
  paths: readonly string[],
  access: ContentAccess,
  propCounts: ReadonlyMap<string, number> = new Map(),
): Promise<(PropModel | null)[]> {
  const read = (path: string) => readPropModel(path, access, propCounts.get(path));
  return mapConcurrent(paths, read, access.signal);
}

async function readPropModel(
  path: string,
  access: ContentAccess,
  propCount: number | undefined,
): Promise<PropModel | null> {
  const stem = path.replace(/\.mdl$/, "");
  // The others only if this one is there: a missing model is then asked for once, not six times.
  const mdlBytes = await readFirst([`${stem}.mdl`], access);
  if (mdlBytes === undefined) return null;
  const [vvdBytes, vtxBytes] =
    mdlBytes === null
      ? [null, null]
      : await Promise.all([
          readFirst([`${stem}.vvd`], access),
          readFirst(
            VTX_EXTENSIONS.map((extension) => stem + extension),
            access,
          ),
        ]);
  if (vvdBytes === undefined || vtxBytes === undefined) return null;
  if (mdlBytes === null || vvdBytes === null || vtxBytes === null) {
    const lacking = mdlBytes === null ? ".mdl" : vvdBytes === null ? ".vvd" : VTX_EXTENSIONS[0];
    const standIn = mdlBytes === null ? null : readStandIn(path, mdlBytes, access);
    const props = propCount === undefined ? "its props" : `${propCount} of its props`;
    const shown = standIn
      ? "shown as boxes of its size"
      : "not shown, for nothing tells their size";
    access.diagnostics.warn("missing-model", path, `No ${stem}${lacking}: ${props} are ${shown}.`);
    return standIn;
  }
  return (
    parseOrWarn(access, path, "unreadable-model", () => {
      const mdl = parseMdl(mdlBytes);
      const mesh = buildStudioMesh(mdl, parseVvd(vvdBytes), parseVtx(vtxBytes));
      return assembleModel(path, mdl, mesh, listStripGroups(mdl, vtxBytes, mesh.vertices.count));
    }) ?? null
  );
}

function readStandIn(path: string, mdl: Uint8Array, access: ContentAccess): PropModel | null {
  const parse = () => buildStandInModel(path, parseMdl(mdl));
  return parseOrWarn(access, path, "unreadable-model", parse) ?? null;
}

/** The first file of a list that is there; null if none is, undefined if a read broke. */
async function readFirst(
  paths: readonly string[],
  access: ContentAccess,
): Promise<Uint8Array | null | undefined> {
  for (const path of paths) {
    const bytes = await readOrWarn(access, path, "unreadable-model");
    if (bytes !== null) return bytes;
  }
  return null;
}
