/** Decompiles a model on disk to its sources. */

import { basename } from "node:path";
import {
  decompileModelFiles,
  LackingFileError,
} from "../../compile/studiomdl/decompile/decompile-files.ts";
import { CliError } from "../errors.ts";
import { findBeside } from "../files/find-beside.ts";
import { noteInputs, readInput } from "../files/inputs.ts";
import { writeAllWhole } from "../files/write-whole.ts";
import { say } from "../terminal.ts";

/**
 * Writes a QC, its SMDs and its VTAs into a folder.
 * @param force whether existing files are replaced
 * @returns the files' names
 * @throws CliError if a file of the model is missing, or a file exists in the folder; FormatError
 * if one is broken
 */
export async function decompileModelFile(
  path: string,
  folder: string,
  force: boolean,
): Promise<string[]> {
  await noteInputs([path]);
  const own = basename(path);
  const find = await findBeside(path);
  const files = {
    async read(name: string): Promise<Uint8Array | null> {
      const file = name === own ? path : find(name);
      return file === null ? null : readInput(file);
    },
  };
  try {
    const texts = (await decompileModelFiles(own, files, { warn: say })) ?? new Map();
    await writeAllWhole(folder, texts, { force });
    return [...texts.keys()];
  } catch (error) {
    if (error instanceof LackingFileError) throw new CliError(`no ${error.path} beside the model`);
    throw error;
  }
}
