/** Opens one of the two versions that a diff compares, with errors for its unreadable parts. */

import { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { decipherMap, findMapKey } from "../../formats/bsp/cipher.ts";
import { withDialect } from "../../formats/bsp/detect-dialect.ts";
import type { LumpName } from "../../formats/bsp/lumps.ts";
import { parseBsp } from "../../formats/bsp/parse-bsp.ts";
import { type BspHeader, parseBspHeader } from "../../formats/bsp/parse-bsp-header.ts";
import { LumpReader } from "../../formats/bsp/read/lump-reader.ts";
import { type Brushes, readBrushes } from "../../formats/bsp/read/read-brushes.ts";
import type { Bsp } from "../../formats/bsp/types.ts";
import { wholeBytes } from "../../formats/bsp/whole-bytes.ts";
import { explainBadMagic } from "../../formats/foreign-file.ts";
import type { LeafTree, Pvs } from "../../map/types.ts";
import { buildLeafTree, buildPvs } from "../../scene/world/leaf-tree.ts";

export interface MapVersion {
  readonly name: string;
  readonly bsp: Bsp;
  readonly brushes: Brushes;
  readonly tree: LeafTree;
  /** `null` if every cluster sees all others. */
  readonly pvs: Pvs | null;
  readonly header: BspHeader;
  readonly lumps: LumpReader;
  readonly diagnostics: Diagnostics;
  /** Remaining budget of the comparison. */
  readonly ledger: Ledger;
}

/**
 * Reads a map.
 * @param name name of the version in messages
 * @throws FormatError if the world cannot be read
 */
export function openVersion(name: string, stored: Uint8Array, limits: Limits = {}): MapVersion {
  const diagnostics = new Diagnostics();
  try {
    const bsp = parseBsp(stored, diagnostics, limits);
    const key = findMapKey(stored);
    const bytes = key === null ? stored : decipherMap(stored, 0, key);
    const header = withDialect(parseBspHeader(bytes));
    const file = wholeBytes(bytes);
    const ledger = new Ledger(limits);
    ledger.addInput(bytes.length);
    return {
      ...{ name, bsp, header, diagnostics, ledger },
      brushes: readBrushes(file, header, bsp, diagnostics, ledger),
      tree: buildLeafTree(bsp),
      pvs: buildPvs(bsp, diagnostics, ledger),
      lumps: new LumpReader(file, header, undefined, ledger),
    };
  } catch (error) {
    throw explainBadMagic(error, stored);
  }
}

/**
 * Returns why the data in some lumps cannot be compared, in a sentence; `null` if all of them were
 * read.
 */
export function tellUnread(
  versions: readonly MapVersion[],
  names: readonly LumpName[],
): string | null {
  for (const { name, diagnostics } of versions) {
    const fault = diagnostics.warnings.find(({ subject }) => names.includes(subject as LumpName));
    if (fault !== undefined) return `${name} is damaged: ${fault.message}`;
  }
  return null;
}
