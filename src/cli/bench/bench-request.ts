/** Options of a `visleaf bench` run. */

import type { Ablation } from "../../bench/report/report.ts";
import type { ContentSource } from "../../content/types.ts";
import type { LightSideName } from "../../map/types.ts";

export interface BenchRequest {
  /** Paths of maps. */
  readonly maps: readonly string[];
  /** Content in search order. */
  readonly content: readonly ContentSource[];
  readonly size: readonly [width: number, height: number];
  readonly side: LightSideName;
  readonly frames: number;
  /** Number of starts, each with one measured round. */
  readonly repeat: number;
  /** Frames over which allocations are measured, summed over all starts. */
  readonly allocationFrames: number;
  /** Contents of a path file; null to use each map's own tour. */
  readonly path: { readonly name: string; readonly text: string } | null;
  readonly ablations: readonly Ablation[];
}
