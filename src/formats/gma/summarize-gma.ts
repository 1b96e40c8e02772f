/** Summarises a GMA for `visleaf inspect`. */

import { countExtensions, type ExtensionCount } from "../archive-summary.ts";
import type { GmaDirectory } from "./parse-gma.ts";

export interface GmaSummary {
  readonly format: "GMA";
  readonly version: number;
  readonly name: string;
  readonly author: string;
  readonly timestamp: number;
  readonly files: number;
  readonly bytes: number;
  readonly maps: readonly string[];
  readonly refused: readonly string[];
  /** Extensions, sorted by bytes, largest first. */
  readonly extensions: readonly ExtensionCount[];
}

export function summarizeGma(directory: GmaDirectory): GmaSummary {
  const { version, name, author, timestamp, files, refused } = directory;
  return {
    format: "GMA",
    version,
    name,
    author,
    timestamp,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.byteLength, 0),
    ...countExtensions(files),
    refused,
  };
}
