/** Reads the parts of a map from which marks are built. */

import { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { decipherMap, findMapKey } from "../../formats/bsp/cipher.ts";
import { withDialect } from "../../formats/bsp/detect-dialect.ts";
import { parseBspHeader } from "../../formats/bsp/parse-bsp-header.ts";
import { readWorld } from "../../formats/bsp/parse-world.ts";
import { LumpReader } from "../../formats/bsp/read/lump-reader.ts";
import { type Brushes, readBrushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import { wholeBytes } from "../../formats/bsp/whole-bytes.ts";
import type { LeafTree } from "../../map/tree.ts";
import { contentName } from "../../scene/materials/content-name.ts";
import { buildLeafTree } from "../../scene/world/leaf-tree.ts";

export interface MarkMap {
  readonly world: BspWorld;
  readonly brushes: Brushes;
  readonly tree: LeafTree;
  readonly lumps: LumpReader;
  /** Material of each texdata, lower case, without `materials/`. */
  readonly materials: readonly string[];
  readonly diagnostics: Diagnostics;
  readonly limits: Limits | undefined;
}

/**
 * @param stored all bytes of a map file, enciphered or not
 * @throws FormatError if the world cannot be read; such a map cannot be drawn either
 */
export function readMarkMap(stored: Uint8Array, limits?: Limits): MarkMap {
  const diagnostics = new Diagnostics();
  const key = findMapKey(stored);
  const bytes = key === null ? stored : decipherMap(stored, 0, key);
  const header = withDialect(parseBspHeader(bytes));
  const ledger = new Ledger(limits);
  ledger.addInput(bytes.length);
  const file = wholeBytes(bytes);
  const lumps = new LumpReader(file, header, diagnostics, ledger);
  const world = readWorld(lumps, header);
  return {
    world,
    brushes: readBrushes(file, header, world, diagnostics, ledger),
    tree: buildLeafTree(world),
    lumps,
    materials: world.texDatas.name.map((name) => contentName(name, ".vmt")),
    diagnostics,
    limits,
  };
}

/** Returns the budget of one group of marks, the same as of the map itself. */
export const markLedger = ({ lumps }: MarkMap): Ledger => lumps.ledger.renew();
