/** Reads the vertex light of props that the map's compiler stored in the pakfile. */

import type { ContentSource } from "../../../content/types.ts";
import type { Diagnostics } from "../../../core/diagnostics.ts";
import { FormatError } from "../../../core/errors.ts";
import { parseVhv, type Vhv } from "../../../formats/studio/read/parse-vhv.ts";
import type { LightSideName } from "../../../map/lightmap.ts";
import { NO_BAKED_LIGHT, type PropLight } from "../../../map/props.ts";
import { mapConcurrent } from "../../open/concurrent.ts";
import type { ContentAccess } from "../../open/read-content.ts";
import { type BakedTarget, texelLightPath, writeBakedLight } from "./write-baked-light.ts";

/**
 * Limit of parallel reads: the files are small neighbours in the pakfile, so they coalesce into few
 * reads.
 */
const READS_AT_ONCE = 256;

export interface BakedPropLight extends Pick<PropLight, "baked" | "bakedBase" | "fineBase"> {
  /** 1 for instances whose light was stored by direction. */
  readonly isDirected: Uint8Array;
}

/**
 * Lists the side's own file, then the other side's, because maps with one light have only one file.
 */
function listPaths(prop: number, side: LightSideName | null): string[] {
  const paths = [`sp_hdr_${prop}.vhv`, `sp_${prop}.vhv`];
  return side === "ldr" ? paths.reverse() : paths;
}

/**
 * Reads the light of all instances. Each instance with a file of either side has room for its
 * vertices, so that columns have the same length on both sides. A broken file is skipped with a
 * warning, and the ambient cube lights its prop. If the budget is exceeded, all are skipped.
 * @param pak the map's pakfile; `null` if it has none
 */
export async function readBakedPropLight(
  target: BakedTarget,
  side: LightSideName | null,
  pak: ContentSource | null,
  { diagnostics, ledger, signal }: Pick<ContentAccess, "diagnostics" | "ledger" | "signal">,
): Promise<BakedPropLight> {
  const count = target.model.length;
  const bakedBase = new Uint32Array(count).fill(NO_BAKED_LIGHT);
  const none = { baked: new Uint32Array(0), bakedBase, isDirected: new Uint8Array(count) };
  if (pak === null) return none;
  const read = (prop: number) => readVhv(listPaths(prop, side), pak, diagnostics, signal);
  const found = await mapConcurrent(Array.from(target.prop), read, signal, READS_AT_ONCE);
  const vhvs = target.model.map((_, i) => found[i] ?? null);
  let total = 0;
  for (let i = 0; i < count; i++) if (vhvs[i]) total += target.model[i].mesh.vertices.count;
  if (!ledger.tryTake("bakedWords", total)) {
    diagnostics.warn(
      "over-budget",
      "game lump sprp",
      `The light stored for props is left out: ${total} colours, at most ${ledger.limit("bakedWords")}.`,
    );
    return none;
  }
  const baked = new Uint32Array(total);
  const directed: (Vhv | null)[] = new Array(count).fill(null);
  let first = 0;
  for (let i = 0; i < count; i++) {
    const model = target.model[i];
    const file = vhvs[i];
    if (file === null) continue;
    const { vhv } = file;
    // Baked light belongs to the model's own vertices, not to a placeholder.
    if (vhv !== null && !model.isStandIn) {
      const room = baked.subarray(first, first + model.mesh.vertices.count);
      const fits = vhv.checksum === model.mdl.checksum && writeBakedLight(room, vhv, model);
      // Unsigned modulo 2^32, because the shader adds it to a vertex's row.
      if (fits) {
        bakedBase[i] = first - target.firstVertex[i];
        if (vhv.directed !== null) directed[i] = vhv;
      } else
        diagnostics.warn(
          "lighting",
          model.name,
          `The light stored for props of ${model.name} was made for another version of it: ambient light is used.`,
        );
    }
    first += model.mesh.vertices.count;
  }
  const isDirected = Uint8Array.from(directed, (vhv) => Number(vhv !== null));
  const readTexels = (prop: number) => pak.read(texelLightPath(prop), signal);
  const maps = await mapConcurrent(Array.from(target.prop), readTexels, signal, READS_AT_ONCE);
  const texels = target.model.map((_, i) => maps[i] ?? null);
  if ([...texels, ...directed].every((file) => file === null)) {
    return { baked, bakedBase, isDirected };
  }
  const { addFineLight } = await import("./fine-light.ts");
  const fine = addFineLight(baked, target, { directed, texels }, { diagnostics, ledger });
  return { ...fine, bakedBase, isDirected };
}

/** Returns `null` if no file exists; a `vhv` of `null` means that the file is broken. */
async function readVhv(
  paths: readonly string[],
  pak: ContentSource,
  diagnostics: Diagnostics,
  signal?: AbortSignal,
): Promise<{ readonly vhv: Vhv | null } | null> {
  for (const path of paths) {
    try {
      const bytes = await pak.read(path, signal);
      if (bytes !== null) return { vhv: parseVhv(bytes) };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      diagnostics.warn("lighting", path, `${path} is broken: ${error.message}`);
      return { vhv: null };
    }
  }
  return null;
}
