/** How long a map takes to load, stage by stage. */

import type { MapScene } from "../map/types.ts";
import type { LoadEvent, LoadStage } from "../scene/events.ts";

type StageMs = Readonly<Record<LoadStage, number>>;

export interface LoadReport {
  /** The first load in a fresh process, and the fastest of all, stage by stage. */
  readonly firstMs: StageMs;
  readonly bestMs: StageMs;
  /** File bytes over the time to parse them and build the world, in millions a second; the best. */
  readonly parseAndWorldMBps: number;
}

/** A load that nothing is done with. */
async function runLoad(load: AsyncGenerator<LoadEvent>): Promise<StageMs> {
  for await (const event of load) if (event.type === "done") return event.stageMs;
  throw new Error("a load that ended before it was done");
}

/** Loads a map `runs` times; `open` starts a load from the file's bytes. */
export async function measureLoad(
  open: () => AsyncGenerator<LoadEvent>,
  byteLength: number,
  runs: number,
): Promise<LoadReport> {
  const firstMs = await runLoad(open());
  const bestMs = { ...firstMs };
  for (let run = 1; run < runs; run++) {
    const stageMs = await runLoad(open());
    for (const stage of Object.keys(bestMs) as LoadStage[]) {
      bestMs[stage] = Math.min(bestMs[stage], stageMs[stage]);
    }
  }
  const seconds = (bestMs.parse + bestMs.world) / 1000;
  return { firstMs, bestMs, parseAndWorldMBps: byteLength / 1e6 / seconds };
}

export interface LightmapReport {
  readonly side: string;
  readonly pages: number;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** What faces use, at four bytes a luxel. */
  readonly neededBytes: number;
  /** Share of the pages that faces use. */
  readonly fill: number;
}

/** null: the map is unlit. */
export function measureLightmaps({ lightmap }: MapScene): LightmapReport | null {
  if (lightmap === null) return null;
  const { side, pageCount, width, height, texels, usedLuxels } = lightmap;
  return {
    side,
    pages: pageCount,
    width,
    height,
    bytes: texels.byteLength,
    neededBytes: usedLuxels * texels.BYTES_PER_ELEMENT,
    fill: usedLuxels / texels.length,
  };
}
