/** The corpus' maps, parsed and built: what tests over all of them start from. */

import { Diagnostics } from "../../src/core/diagnostics.ts";
import { FormatError } from "../../src/core/errors.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { buildLeafTree, buildPvs } from "../../src/scene/leaf-tree.ts";
import type { MapParts } from "../../src/scene/map-scene.ts";
import { listWorldMaterials } from "../../src/scene/material-names.ts";
import { listCorpusMaps, readCorpus } from "./corpus.ts";

/** All maps that open, with what does not depend on their light. */
export function openCorpusMaps(): MapParts[] {
  const maps: MapParts[] = [];
  for (const path of listCorpusMaps()) {
    const diagnostics = new Diagnostics();
    try {
      const bsp = parseBsp(readCorpus(path), diagnostics);
      const tree = buildLeafTree(bsp);
      const pvs = buildPvs(bsp, diagnostics);
      maps.push({ name: path, bsp, tree, pvs, materials: listWorldMaterials(bsp) });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  return maps;
}
