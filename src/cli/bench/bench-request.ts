/** What `visleaf bench` was asked to run. */

import type { Ablation } from "../../bench/report/report.ts";
import type { ContentSource } from "../../content/types.ts";
import type { LightSideName } from "../../map/types.ts";

export interface BenchRequest {
  /** Paths of maps. */
  readonly maps: readonly string[];
  /** In search order. */
  readonly content: readonly ContentSource[];
  readonly size: readonly [width: number, height: number];
  readonly side: LightSideName;
  readonly frames: number;
  /** Starts of one measured round each. */
  readonly repeat: number;
  /** Over which is watched what they allocate, of all starts together. */
  readonly allocationFrames: number;
  /** A path file, read; null: each map's own tour. */
  readonly path: { readonly name: string; readonly text: string } | null;
  readonly ablations: readonly Ablation[];
}
