/** The displacements of a map as surfaces. */

import type { Ledger } from "../../../core/ledger.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import { buildDisplacementGrid, type DisplacementGrid } from "../../../scene/world/displacement.ts";

export interface DisplacementFacts {
  readonly face: number;
  readonly grid: DisplacementGrid;
}

/** Throws FormatError (too-large). */
export function listDisplacements(bsp: Bsp, ledger: Ledger): DisplacementFacts[] {
  const { faces } = bsp;
  const found: DisplacementFacts[] = [];
  for (let face = 0; face < faces.count; face++) {
    const info = faces.dispInfo[face];
    if (info < 0 || faces.edgeCount[face] !== 4) continue;
    const edge = (1 << bsp.dispInfos.power[info]) + 1;
    ledger.take("displacementVertices", edge * edge, "LUMP_DISPINFO");
    found.push({ face, grid: buildDisplacementGrid(bsp, faces, face) });
  }
  return found;
}
