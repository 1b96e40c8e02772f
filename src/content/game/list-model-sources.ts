/** The sources of models among files: those that stand for themselves. */

import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { isModelSource } from "../is-model-source.ts";

/** Most scripts that are read for what they name, and most bytes of them together. */
const MAX_SCRIPTS = 256;
const MAX_BYTES = 1 << 24;
/** Most folders that a script goes into (`$pushd`). */
const MAX_PUSHED = 16;

const WORDS = /"([^"\r\n]*)"|([^\s{}"]+)/g;
const PUSHED = /\$pushd\s+"?([^"\s]+)/gi;

/**
 * Scripts, and the SMDs and VTAs that none of them names; not the VTA of an SMD of its name.
 * @param paths content paths
 */
export async function listModelSources(
  paths: readonly string[],
  read: (path: string) => Promise<Uint8Array | null>,
): Promise<string[]> {
  const named = new Set<string>();
  let left = MAX_BYTES;
  const scripts = paths.filter((path) => /\.qci?$/.test(path));
  for (const path of scripts.slice(0, MAX_SCRIPTS)) {
    const bytes = await read(path);
    left -= bytes?.length ?? 0;
    if (left < 0) break;
    if (bytes !== null) addNamed(named, path, decodeText(bytes));
  }
  const meshes = new Set(paths.filter((path) => path.endsWith(".smd")).map(stemOf));
  return paths.filter((path) => {
    if (!isModelSource(path)) return false;
    if (path.endsWith(".qc")) return true;
    return !named.has(stemOf(path)) && !(path.endsWith(".vta") && meshes.has(stemOf(path)));
  });
}

/** Any word of a script may be a file's name, with its extension or without. */
function addNamed(named: Set<string>, path: string, text: string): void {
  const code = text.replace(/\/\/[^\r\n]*/g, "");
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const pushed = [...code.matchAll(PUSHED)].slice(0, MAX_PUSHED).map(([, name]) => `${name}/`);
  for (const [, quoted, bare] of code.matchAll(WORDS)) {
    const name = quoted ?? bare;
    for (const inside of ["", ...pushed]) named.add(stemOf(normalizePath(folder + inside + name)));
  }
}

const stemOf = (path: string): string => path.replace(/\.(smd|vta)$/, "");
