/** Decompiles a model and packs its sources into a zip, in the worker. */

import { decompileModelFiles } from "../../compile/studiomdl/decompile/decompile-files.ts";
import type { Warning } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { deflateFile } from "../../formats/zip/deflate-file.ts";
import { writeZip } from "../../formats/zip/write-zip.ts";
import { type ModelFiles, modelStem } from "../../model/files/model-files.ts";
import { NoModelError } from "../../scene/model/open-model.ts";
import type { SourcesEvent } from "./model-protocol.ts";

/**
 * @param path content path of an `.mdl`
 * @throws FormatError, NoModelError, LackingFileError
 */
export async function packSources(
  path: string,
  files: ModelFiles,
  limits?: Limits,
): Promise<{ readonly event: SourcesEvent; readonly warnings: readonly Warning[] }> {
  const warnings: Warning[] = [];
  const warn = (message: string) =>
    void warnings.push({ code: "unreadable-model", subject: path, message, count: 1 });
  const texts = await decompileModelFiles(path, files, { warn }, new Ledger(limits));
  if (texts === null) throw new NoModelError(`There is no ${path} in the content.`);
  const packed = [...texts].map(([name, bytes]) => [name, deflateFile(bytes)] as const);
  const stem = modelStem(path).split("/").at(-1) as string;
  const zip = writeZip(new Map(packed)) as Uint8Array<ArrayBuffer>;
  return { event: { type: "sources", name: `${stem}_source.zip`, zip }, warnings };
}
