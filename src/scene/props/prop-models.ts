/** Reads the models of props: three files each. */

import { parsePhy } from "../../formats/phy/parse-phy.ts";
import { buildStudioMesh } from "../../formats/studio/mesh/build-studio-mesh.ts";
import { listStripGroups } from "../../formats/studio/mesh/list-strip-groups.ts";
import { parseMdl } from "../../formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../formats/studio/read/parse-vvd.ts";
import { readFirstPose } from "../../formats/studio/read/read-first-pose.ts";
import { VTX_EXTENSIONS } from "../../model/files/model-files.ts";
import { mapConcurrent } from "../open/concurrent.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";
import { buildBoxModel, buildHullModel } from "../stand-in/stand-in-model.ts";
import { assembleModel, type PropModel } from "./prop-model.ts";

/** Of real ones the largest has some 200 KiB. */
const PHY_LIMIT = { format: "PHY", byteLength: 2 ** 22 } as const;

export interface WantedModel {
  /** Content path. */
  readonly path: string;
  /** The sequence that it stands in; empty: the first; null: its bind pose. */
  readonly sequence: string | null;
  /** Props of it, for the warning. */
  readonly propCount?: number;
}

/**
 * Reads models, each with a warning if it is missing or fails: then it is what it collides as, or a box of its size,
 * or null where nothing tells that.
 */
export async function readPropModels(
  wanted: readonly WantedModel[],
  access: ContentAccess,
): Promise<(PropModel | null)[]> {
  return mapConcurrent(wanted, (one) => readPropModel(one, access), access.signal);
}

async function readPropModel(
  { path, sequence, propCount }: WantedModel,
  access: ContentAccess,
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
    const hulls = mdlBytes === null ? null : await readHulls(path, mdlBytes, access);
    const standIn = hulls ?? (mdlBytes === null ? null : readBox(path, mdlBytes, access));
    const props = propCount === undefined ? "its props" : `${propCount} of its props`;
    const shown =
      standIn === null
        ? "not shown, for nothing tells their size"
        : `shown as ${hulls === null ? "boxes of its size" : "what they collide as"}`;
    access.diagnostics.warn("missing-model", path, `No ${stem}${lacking}: ${props} are ${shown}.`);
    return standIn;
  }
  return (
    parseOrWarn(access, path, "unreadable-model", () => {
      const mdl = parseMdl(mdlBytes);
      const mesh = buildStudioMesh(mdl, parseVvd(vvdBytes), parseVtx(vtxBytes));
      const stripGroups = listStripGroups(mdl, vtxBytes, mesh.vertices.count);
      const pose = sequence === null ? null : readFirstPose(mdlBytes, mdl, sequence);
      return assembleModel(path, mdl, mesh, stripGroups, pose ?? mdl.bones);
    }) ?? null
  );
}

/** What a model collides as; null: its collision model is not there, or is of no use. */
async function readHulls(
  path: string,
  mdl: Uint8Array,
  access: ContentAccess,
): Promise<PropModel | null> {
  const file = path.replace(/\.mdl$/, ".phy");
  const bytes = await readOrWarn(access, file, "unreadable-model", PHY_LIMIT);
  if (!bytes) return null;
  const build = () => {
    const phy = parsePhy(bytes);
    access.ledger.take("vertices", phy.corners.length / 3, file, "PHY");
    return buildHullModel(path, parseMdl(mdl), phy);
  };
  return parseOrWarn(access, file, "unreadable-model", build) ?? null;
}

function readBox(path: string, mdl: Uint8Array, access: ContentAccess): PropModel | null {
  const build = () => buildBoxModel(path, parseMdl(mdl));
  return parseOrWarn(access, path, "unreadable-model", build) ?? null;
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
