/**
 * Compiles a map or a model and writes its files: the map, its portals, and the leak path if it
 * leaks; or the three files of the model.
 */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { compileMap } from "../../compile/compile-map.ts";
import { compileStudioModel } from "../../compile/studiomdl/compile-studio-model.ts";
import { parseQc } from "../../compile/studiomdl/qc/parse-qc.ts";
import type { CompileReport } from "../../compile/types.ts";
import { LeakError, writePointFile } from "../../compile/vbsp/tree/leak.ts";
import { Ledger } from "../../core/ledger.ts";
import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { writePrt } from "../../formats/prt/write-prt.ts";
import { parseSmd } from "../../formats/smd/parse-smd.ts";
import type { Smd } from "../../formats/smd/types.ts";
import type { Vmf } from "../../formats/vmf/types.ts";
import type { ReadFile } from "../../formats/vmt/resolve-vmt.ts";
import { readInput, readInputSync } from "../files/inputs.ts";
import { type FolderOptions, writeAllWhole, writeSet, writeWhole } from "../files/write-whole.ts";
import { inFile, inFileSync } from "./bad-source.ts";
import { createCompilePool } from "./compile-pool.ts";

export interface CompileMapFileOptions {
  readonly out: string;
  readonly read: ReadFile;
  readonly fast: boolean;
  /** Whether to write the portals too. */
  readonly prt: boolean;
  readonly pak?: ReadonlyMap<string, Uint8Array>;
}

/** Returns a map's path with another extension. */
const besideMap = (out: string, extension: string) => out.replace(/\.bsp$/i, "") + extension;

export const portalPath = (out: string): string => besideMap(out, ".prt");

/** Compiles a map. Returns lines to print about it. */
export async function compileMapFile(
  vmf: Vmf,
  { out, prt, ...options }: CompileMapFileOptions,
  report: CompileReport,
): Promise<readonly string[]> {
  const pool = createCompilePool();
  try {
    const { bytes, portals } = await compileMap(
      vmf,
      {
        ...options,
        pool,
        materialHint: "; --content PATH names a folder or archive that has them",
      },
      report,
    );
    const files = new Map<string, Uint8Array | string>([[out, bytes]]);
    if (prt) files.set(portalPath(out), writePrt(portals));
    await writeSet(files);
    return [`${out}: ${bytes.length} bytes, ${portals.clusterCount} clusters`];
  } catch (error) {
    if (error instanceof LeakError) {
      await writeWhole(besideMap(out, ".lin"), writePointFile(error.points));
    }
    throw error;
  } finally {
    await pool.close();
  }
}

/**
 * Compiles a model, and writes its files below `models/` in `folder` once all of them are complete.
 */
export async function compileModelFile(
  path: string,
  folder: string,
  options: FolderOptions,
  report: CompileReport,
): Promise<readonly string[]> {
  const text = decodeText(await readInput(path));
  const files = await inFile(path, () => compileModel(text, dirname(path), report));
  await writeAllWhole(folder, files, options);
  return [...files.keys()];
}

function compileModel(
  text: string,
  sourceFolder: string,
  report: CompileReport,
): Map<string, Uint8Array> {
  const qc = parseQc(text, report);
  const ledger = new Ledger();
  ledger.addInput(text.length);
  const readSmd = (name: string): Smd | null => {
    const file = join(sourceFolder, /\.(smd|vta)$/i.test(name) ? name : `${name}.smd`);
    if (!existsSync(file)) return null;
    const bytes = readInputSync(file);
    ledger.addInput(bytes.length);
    return inFileSync(file, () => parseSmd(decodeText(bytes)));
  };
  return nameModelFiles(qc.modelName, compileStudioModel(qc, readSmd, report, ledger));
}

/** Names a model's three files by their content paths. */
export function nameModelFiles(
  modelName: string,
  { mdl, vvd, vtx }: { mdl: Uint8Array; vvd: Uint8Array; vtx: Uint8Array },
): Map<string, Uint8Array> {
  const base = `models/${modelName.replace(/\.mdl$/i, "")}`;
  return new Map([
    [`${base}.mdl`, mdl],
    [`${base}.vvd`, vvd],
    [`${base}.dx90.vtx`, vtx],
  ]);
}
