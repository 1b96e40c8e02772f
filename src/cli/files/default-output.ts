/** Outputs of a verb without `--out`: the input's name in the current folder, with another ending. */

import { lstat } from "node:fs/promises";
import { basename } from "node:path";
import { CliError } from "../errors.ts";

const ENDINGS = /\.(?:bsp|bsp\.bz2|visleaf\.zip|zip|gma|mdl|qc|smd|vta|vmf)$/i;

/** Returns `de_office` for `maps/de_office.bsp.bz2`. */
export const stemOf = (path: string): string => basename(path).replace(ENDINGS, "");

/**
 * Returns a file's default path. The user did not type it, so it must not exist yet.
 * @param ending follows the input's name, such as `.png`
 * @throws CliError if the file exists
 */
export async function defaultOutput(path: string, ending: string): Promise<string> {
  const out = stemOf(path) + ending;
  const isTaken = (await lstat(out).catch(() => null)) !== null;
  if (isTaken) throw new CliError(`${out} exists already: --out ${out} replaces it`);
  return out;
}
