/** Models of props: the three files of each, put together, and what all of them make as buffers. */

import { buildBonePalette } from "../../formats/studio/build-bone-palette.ts";
import { buildStudioMesh } from "../../formats/studio/build-studio-mesh.ts";
import { listStripGroups, type StripGroup } from "../../formats/studio/list-strip-groups.ts";
import { parseMdl } from "../../formats/studio/parse-mdl.ts";
import { parseVtx } from "../../formats/studio/parse-vtx.ts";
import { parseVvd } from "../../formats/studio/parse-vvd.ts";
import type { Mdl, StudioMesh } from "../../formats/studio/types.ts";
import { mapConcurrent } from "../open/concurrent.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";
import { buildStandInModel } from "../stand-in/stand-in-model.ts";

/** In the order in which they are looked for; they hold the same triangles. */
const VTX_EXTENSIONS = [".dx90.vtx", ".dx80.vtx", ".sw.vtx", ".vtx"];

export interface PropModel {
  /** Content path. */
  readonly name: string;
  readonly mdl: Mdl;
  readonly mesh: StudioMesh;
  /** LODs that are drawn: a shadow LOD, which comes last, is left out. */
  readonly lodCount: number;
  /** In the VTX's order: what baked light is stored for. */
  readonly stripGroups: readonly StripGroup[];
  /** 12 floats a bone; null where the model has one bone that moves nothing. */
  readonly palette: Float32Array | null;
  /** 6 numbers, model space: the box of the triangles of LOD 0 in their present pose. */
  readonly box: Float32Array;
  /** A box in its place: its triangles are not there. */
  readonly isStandIn: boolean;
}

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

function assembleModel(
  name: string,
  mdl: Mdl,
  mesh: StudioMesh,
  stripGroups: readonly StripGroup[],
): PropModel {
  const shadow = mesh.switchPoint.findIndex((point) => point < 0);
  const lodCount = Math.min(shadow < 0 ? mesh.lodCount : shadow, 8);
  const palette = buildBonePalette(mdl);
  return {
    name,
    mdl,
    mesh,
    lodCount,
    stripGroups,
    palette: isIdentity(palette) ? null : palette,
    box: computeBox(mesh, palette),
    isStandIn: false,
  };
}

function isIdentity(palette: Float32Array): boolean {
  return palette.length === 12 && palette.every((value, i) => value === (i % 5 === 0 ? 1 : 0));
}

/** Box of the vertices that LOD 0 draws, moved by their bones. */
function computeBox(mesh: StudioMesh, palette: Float32Array): Float32Array {
  const box = new Float32Array(6);
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  const { position, boneIndex, boneWeight } = mesh.vertices;
  for (let draw = 0; draw < mesh.drawCount; draw++) {
    if (mesh.drawLod[draw] !== 0) continue;
    const first = mesh.drawFirstIndex[draw];
    for (let i = first; i < first + mesh.drawIndexCount[draw]; i++) {
      const at = mesh.indices[i] * 3;
      for (let axis = 0; axis < 3; axis++) {
        let value = 0;
        for (let k = 0; k < 3; k++) {
          const row = boneIndex[at + k] * 12 + axis * 4;
          value +=
            boneWeight[at + k] *
            (palette[row] * position[at] +
              palette[row + 1] * position[at + 1] +
              palette[row + 2] * position[at + 2] +
              palette[row + 3]);
        }
        box[axis] = Math.min(box[axis], value);
        box[3 + axis] = Math.max(box[3 + axis], value);
      }
    }
  }
  return box[0] <= box[3] ? box : new Float32Array(6);
}
