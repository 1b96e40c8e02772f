/** `visleaf compile model.qc -o DIR`. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { compileStudioModel } from "../../compile/studiomdl/compile-studio-model.ts";
import { parseQc } from "../../compile/studiomdl/qc/parse-qc.ts";
import type { CompileReport } from "../../compile/types.ts";
import { Ledger } from "../../core/ledger.ts";
import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { parseSmd } from "../../formats/smd/parse-smd.ts";
import type { Smd } from "../../formats/smd/types.ts";
import { readInput, readInputSync } from "../files/inputs.ts";
import { type FolderOptions, writeAllWhole } from "../files/write-whole.ts";
import { inFile, inFileSync } from "./bad-source.ts";

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
