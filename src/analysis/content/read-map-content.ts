/**
 * Reads the content that a parsed map needs. A load (`scene/open/load-details.ts`) reads the same
 * files in the same order, but builds the world and its light first, which takes most of its time.
 */

import { pakfileSource } from "../../content/archives/pakfile-source.ts";
import type { ZipReader } from "../../content/archives/zip-archive.ts";
import { MapContent } from "../../content/maps/map-content.ts";
import type { ContentPath, ContentSource } from "../../content/types.ts";
import { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { Bsp } from "../../formats/bsp/types.ts";
import type { LeafTree } from "../../map/tree.ts";
import type { CameraPose } from "../../map/types.ts";
import { placeBrushModels } from "../../scene/brushes/brush-models.ts";
import { readColorCorrections } from "../../scene/light/color-corrections.ts";
import { listWorldMaterials } from "../../scene/materials/material-names.ts";
import { resolveWorldMaterials } from "../../scene/materials/resolve-world.ts";
import { GEOMETRY_BUILDERS, openShadows } from "../../scene/open/geometry.ts";
import { fetchAreaWindows } from "../../scene/open/scene-parts.ts";
import { buildProps } from "../../scene/props/props.ts";
import { readSky } from "../../scene/sky/sky.ts";
import { TextureBudget } from "../../scene/textures/texture-budget.ts";
import { chooseLightSide } from "../../scene/world/map-scene.ts";
import { findMultiBlends } from "../../scene/world/multiblend-vertices.ts";
import { GATHER_OPTIONS, type GatheredContent, recordReads } from "./gather-content.ts";

export interface ReadMap {
  /** Without folder and extension. */
  readonly name: string;
  readonly byteLength: number;
  readonly bsp: Bsp;
  readonly tree: LeafTree;
  readonly brushes: Brushes;
  /** `null` if the map has none. */
  readonly pakfile: ZipReader | null;
}

/** Camera for texture distances. The set of files read does not depend on it. */
const ANYWHERE: CameraPose = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 };

/**
 * Returns files and warnings like `gatherContent`, without warnings about texels, light and the
 * cost limits of building.
 * @param sources in the page's search order
 */
export async function readMapContent(
  { name, byteLength, bsp, tree, brushes, pakfile }: ReadMap,
  sources: readonly ContentSource[],
  limits?: Limits,
): Promise<GatheredContent> {
  const files = new Map<ContentPath, Uint8Array>();
  const diagnostics = new Diagnostics();
  const ledger = new Ledger(limits);
  ledger.addInput(byteLength);
  const own = pakfile === null ? [] : [pakfileSource(pakfile, ledger)];
  const all = [...own, ...sources.map((source) => recordReads(source, files))];
  const access = { content: new MapContent(all, diagnostics, ledger), diagnostics, ledger };

  const windows = await fetchAreaWindows(bsp);
  const placements = placeBrushModels(bsp, diagnostics, ledger);
  placements.push(...(windows?.placeAreaWindows(bsp, diagnostics, ledger) ?? []));
  const materials = listWorldMaterials(bsp, placements, diagnostics);
  const side = chooseLightSide(bsp, GATHER_OPTIONS.side);
  const options = { ...GATHER_OPTIONS, side: side ?? "ldr" };
  if (bsp.dispBlends.values.length > 0) {
    await findMultiBlends(bsp, materials, () => Promise.resolve(access));
  }
  await resolveWorldMaterials(bsp, materials, access, options);
  await readSky(bsp.entities[0]?.get("skyname") ?? "", options.side, access, options);
  await readColorCorrections(bsp, access);
  const parts = { bsp, side, tree, start: ANYWHERE, materials, placements, brushes, name };
  for (const build of GEOMETRY_BUILDERS) await build(parts, access, options);
  // The light of props is packed with the map or computed, so no further files are read.
  const built = await buildProps({ ...bsp, name }, tree, null, access, options);
  if (built !== null) await openShadows(parts, built, new TextureBudget(), access, options);
  // Files are read in parallel, in the order the disk delivers them. Sorting makes the warnings
  // deterministic.
  const warnings = [...diagnostics.warnings].sort((a, b) => (a.subject < b.subject ? -1 : 1));
  return { files, warnings };
}
