/** Compiles maps with visibility for tests. */

import { compileVbsp, encodeVisibility, writeBsp } from "../../src/compile/compile-map.ts";
import type { PortalFile } from "../../src/compile/types.ts";
import { computeVisibility } from "../../src/compile/vvis/compute-visibility.ts";
import { CONTENTS_LADDER } from "../../src/formats/bsp/layouts/contents-flags.ts";
import type { Vmf } from "../../src/formats/vmf/types.ts";
import { findTestMaterial, PLAIN } from "../compile/vbsp/compile.ts";

const LADDER = { ...PLAIN, contents: CONTENTS_LADDER };
const report = { progress() {}, warn() {} };

/**
 * Compiles a source with visibility and without light.
 * @param fast true to use only vvis's quick bound
 */
export async function compileWithVis(
  vmf: Vmf,
  fast = false,
): Promise<{ readonly bytes: Uint8Array; readonly portals: PortalFile }> {
  // The compiler recognizes tool materials by their names.
  const find = (name: string) =>
    (name === "dev/ladder" ? LADDER : findTestMaterial(name)) ??
    (name.toLowerCase().startsWith("tools/") ? null : PLAIN);
  const { map, portals } = compileVbsp(vmf, find, report);
  const { pvs, pas } = await computeVisibility(portals, report, { fast });
  const bytes = encodeVisibility(pvs, pas, portals.clusterCount);
  map.lumps.set("LUMP_VISIBILITY", { version: 0, bytes });
  return { bytes: writeBsp(map), portals };
}
