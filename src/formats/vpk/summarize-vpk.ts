/** Summarises a VPK for `visleaf inspect`. */

import { countExtensions, type ExtensionCount } from "../archive-summary.ts";
import { VPK_IN_DIRECTORY, type VpkDirectory } from "./types.ts";
import { vpkFileByteLength } from "./vpk-file.ts";

export interface VpkSummary {
  readonly format: "VPK";
  readonly version: number;
  readonly files: number;
  /** Total size of all files. */
  readonly bytes: number;
  readonly preloadBytes: number;
  readonly treeBytes: number;
  /** Number of files whose data is in the directory file itself. */
  readonly filesInDirectory: number;
  /** Numbers of the parts with file data. */
  readonly parts: readonly number[];
  readonly maps: readonly string[];
  readonly refused: readonly string[];
  /** Extensions, sorted by bytes, largest first. */
  readonly extensions: readonly ExtensionCount[];
}

export function summarizeVpk(directory: VpkDirectory): VpkSummary {
  const parts = new Set<number>();
  let filesInDirectory = 0;
  let bytes = 0;
  let preloadBytes = 0;
  const files: { path: string; byteLength: number }[] = [];
  for (let file = 0; file < directory.fileCount; file++) {
    const byteLength = vpkFileByteLength(directory, file);
    bytes += byteLength;
    preloadBytes += directory.filePreloadByteLength[file];
    if (directory.fileArchive[file] === VPK_IN_DIRECTORY) filesInDirectory++;
    else if (directory.fileByteLength[file] > 0) parts.add(directory.fileArchive[file]);
    files.push({ path: directory.path(file), byteLength });
  }
  return {
    format: "VPK",
    version: directory.header.version,
    files: directory.fileCount,
    bytes,
    preloadBytes,
    treeBytes: directory.header.treeByteLength,
    filesInDirectory,
    parts: [...parts].sort((a, b) => a - b),
    ...countExtensions(files),
    refused: directory.refused,
  };
}
