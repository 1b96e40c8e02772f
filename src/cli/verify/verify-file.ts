/** `visleaf inspect FILE --verify`: whether an archive is what it says that it is. */

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { vpkPartName } from "../../formats/vpk/vpk-file.ts";
import { CliError } from "../errors.ts";
import { withFileBytes } from "../files/file-bytes.ts";
import { detectFileKind } from "../files/file-kinds.ts";
import { formatSummary } from "../format-summary.ts";
import { printJson, printLines, say } from "../terminal.ts";
import { verifyVpk } from "./verify-vpk.ts";

const MAGIC_BYTES = 4;

/** Prints what was held to what, and a line for each fault; false if there is any. */
export async function verifyFile(path: string, asJson: boolean): Promise<boolean> {
  const verdict = await withFileBytes(path, async (file) => {
    const start = await file.read(0, Math.min(MAGIC_BYTES, file.byteLength));
    if (!detectFileKind(path, start)?.extensions.includes(".vpk")) {
      throw new CliError(`--verify is of VPKs, and ${path} is none`);
    }
    return verifyVpk(file, async (archive, use) => {
      const name = vpkPartName(basename(path), archive);
      const part = name === null ? null : join(dirname(path), name);
      if (part === null || !existsSync(part)) return false;
      await withFileBytes(part, use);
      return true;
    });
  });
  if (asJson) {
    printJson(verdict);
    return verdict.isSound;
  }
  const { faults, ...summary } = verdict;
  for (const fault of faults) say(fault.message);
  printLines(formatSummary(summary));
  return verdict.isSound;
}
