/** Reads the models of props, which have three files each. */

import { FormatError } from "../../core/errors.ts";
import { parsePhy } from "../../formats/phy/parse-phy.ts";
import { replacesMaterials } from "../../formats/studio/mesh/replaces-materials.ts";
import { parseMdl } from "../../formats/studio/read/parse-mdl.ts";
import { parseMdlProceduralBones } from "../../formats/studio/read/parse-mdl-procedural-bones.ts";
import { parseMdlRig } from "../../formats/studio/read/parse-mdl-rig.ts";
import { VTX_EXTENSIONS } from "../../model/files/model-files.ts";
import type { PosedModel } from "../../model/files/studio-model.ts";
import { readMotions } from "../../model/motions/read-motions.ts";
import { mapConcurrent } from "../open/concurrent.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";
import { buildBoxModel, buildHullModel } from "../stand-in/stand-in-model.ts";
import type { PropModel } from "./prop-model.ts";
import { type Stand, standModels } from "./stand-models.ts";

// Sequences of entities' models, including those of included models.

export type SharedFiles = Map<string, ReturnType<typeof readOrWarn>>;

/**
 * Reads a model's poses. Returns `null` if all are the bind pose, or, with a warning, if the files
 * cannot be read.
 * @param path content path of the model, `bytes` its contents
 * @param shared files read so far, by path: characters include the same files, of megabytes each
 */
async function readPosedModel(
  path: string,
  bytes: Uint8Array,
  stands: readonly Stand[],
  access: ContentAccess,
  shared: SharedFiles,
): Promise<PosedModel | null> {
  if (stands.every(({ sequence }) => sequence === null)) return null;
  const files = {
    async read(file: string): Promise<Uint8Array | null> {
      let reading = shared.get(file);
      if (reading === undefined) {
        reading = readOrWarn(access, file, "unreadable-model");
        shared.set(file, reading);
      }
      return (await reading) ?? null;
    },
  };
  const { diagnostics } = access;
  try {
    const parts = {
      mdl: parseMdl(bytes),
      rig: parseMdlRig(bytes),
      procedures: parseMdlProceduralBones(bytes),
    };
    const motions = await readMotions({ path, bytes, ...parts }, files, { diagnostics });
    return { ...parts, motions };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const message = `${path} is shown in its bind pose: ${error.message}`;
    diagnostics.warn("unreadable-model", path, message);
    return null;
  }
}

/** Size limit; the largest real files have some 200 KiB. */
const PHY_LIMIT = { format: "PHY", byteLength: 2 ** 22 } as const;

/** A model in one pose. Its files are read once for all poses. */
export interface WantedModel extends Stand {
  readonly path: string;
  /** Number of props with this model, for the warning. */
  readonly propCount?: number;
}

/**
 * Reads models, with a warning for each that is missing or fails. A model without triangles becomes
 * its collision hulls, or a box of its size; `null` if all files are missing. Identical models of
 * one path are shared.
 * @param missing receives the paths without any file, which the caller reports
 */
export async function readPropModels(
  wanted: readonly WantedModel[],
  access: ContentAccess,
  missing: Set<string> | null = null,
): Promise<(PropModel | null)[]> {
  const rowsOf = new Map<string, number[]>();
  for (const [row, { path }] of wanted.entries()) {
    const rows = rowsOf.get(path);
    if (rows === undefined) rowsOf.set(path, [row]);
    else rows.push(row);
  }
  const models: (PropModel | null)[] = wanted.map(() => null);
  const together: ReadTogether = { absent: [], missing, shared: new Map() };
  const read = async ([path, rows]: [string, number[]]) => {
    const stands = rows.map((row) => wanted[row]);
    const standing = await readStandingModels(path, stands, access, together);
    for (const [i, row] of rows.entries()) models[row] = standing[i] ?? null;
  };
  await mapConcurrent([...rowsOf], read, access.signal);
  warnOfAbsent(together.absent, access);
  return models;
}

/** Warns once for all implied models that are missing: those of another game need not exist. */
function warnOfAbsent(absent: readonly WantedModel[], { diagnostics }: ContentAccess): void {
  if (absent.length === 0) return;
  const count = absent.reduce((sum, { propCount = 1 }) => sum + propCount, 0);
  const paths = [...new Set(absent.map(({ path }) => path))].sort();
  const message = `${count} entities are not shown, because the models of their classes are missing: ${paths.join(", ")}.`;
  diagnostics.warn("not-drawn", "models of classes", message);
}

/** State shared while several models are read. */
interface ReadTogether {
  /** Implied models that are missing, which is not an error. */
  readonly absent: WantedModel[];
  /** Paths without any file; `null` if they are reported here. */
  readonly missing: Set<string> | null;
  readonly shared: SharedFiles;
}

/** Reads a model in each pose; empty if there is nothing to draw. */
async function readStandingModels(
  path: string,
  stands: readonly WantedModel[],
  access: ContentAccess,
  { absent, missing, shared }: ReadTogether,
): Promise<PropModel[]> {
  const stem = path.replace(/\.mdl$/, "");
  // The other files are read only if this one exists, so that a missing model costs one lookup
  // instead of six.
  const mdlBytes = await readFirst([`${stem}.mdl`], access);
  if (mdlBytes === undefined) return [];
  if (mdlBytes === null && stands.every(({ isImplied }) => isImplied)) {
    absent.push(...stands);
    return [];
  }
  if (mdlBytes === null && missing !== null) {
    missing.add(path);
    return [];
  }
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
  if (vvdBytes === undefined || vtxBytes === undefined) return [];
  if (mdlBytes === null || vvdBytes === null || vtxBytes === null) {
    const lacking = mdlBytes === null ? ".mdl" : vvdBytes === null ? ".vvd" : VTX_EXTENSIONS[0];
    const hulls = mdlBytes === null ? null : await readHulls(path, mdlBytes, access);
    const standIn = hulls ?? (mdlBytes === null ? null : readBox(path, mdlBytes, access));
    const propCount = stands.reduce((sum, stand) => sum + (stand.propCount ?? 0), 0);
    const props = propCount === 0 ? "its props" : `${propCount} of its props`;
    const shown =
      standIn === null
        ? "not shown, because their size is unknown"
        : `shown as ${hulls === null ? "boxes of its size" : "their collision hulls"}`;
    access.diagnostics.warn("missing-model", path, `No ${stem}${lacking}: ${props} are ${shown}.`);
    return standIn === null ? [] : stands.map(() => standIn);
  }
  const replace = replacesMaterials(vtxBytes)
    ? (await import("../../formats/studio/mesh/replace-materials.ts")).replaceMaterials
    : undefined;
  const posed = await readPosedModel(path, mdlBytes, stands, access, shared);
  const build = () => {
    const files = { mdl: mdlBytes, vvd: vvdBytes, vtx: vtxBytes, replace };
    return standModels(path, files, stands, posed, access);
  };
  return parseOrWarn(access, path, "unreadable-model", build) ?? [];
}

/** Reads a model's collision hulls; `null` if the file is missing or unusable. */
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

/** Reads the first file of a list that exists; `null` if none does, undefined if a read failed. */
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
