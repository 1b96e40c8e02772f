/** Compares two maps on disk. */

import { basename } from "node:path";
import { diffVersions } from "../../analysis/diff/diff-maps.ts";
import { openVersion } from "../../analysis/diff/open-version.ts";
import type { MapDiff } from "../../analysis/diff/types.ts";
import type { Limits } from "../../core/limits.ts";
import { inFile } from "../compile/bad-source.ts";
import { openMapPath } from "../files/map-file.ts";

export interface DiffedFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface DiffedFiles {
  readonly diff: MapDiff;
  readonly files: readonly [a: DiffedFile, b: DiffedFile];
}

/** Compares two maps, which may also lie in archives, as for `shot`. */
export async function diffFiles(
  pathA: string,
  pathB: string,
  limits: Limits,
): Promise<DiffedFiles> {
  // Two builds of a map often share a file name and lie in different folders.
  const isOneName = basename(pathA) === basename(pathB);
  const read = async (path: string): Promise<DiffedFile> => {
    const { bytes } = await inFile(path, () => openMapPath(path));
    const name = isOneName ? path : basename(path);
    return { path, name, bytes: await bytes.read(0, bytes.byteLength) };
  };
  const [a, b] = [await read(pathA), await read(pathB)];
  const open = ({ path, name, bytes }: DiffedFile) =>
    inFile(path, () => openVersion(name, bytes, limits));
  const diff = await diffVersions(await open(a), await open(b));
  return { diff, files: [a, b] };
}
