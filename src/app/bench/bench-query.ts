/** Reads the address of the benchmark page. */

import type { LightSideName } from "../../map/types.ts";
import { toUrl } from "../query.ts";

export interface BenchQuery {
  /** Address of the map, or `null` for the demo. */
  readonly map: string | null;
  readonly side: LightSideName;
  /** Initial text of the form's fields; the form validates it. */
  readonly size: string | null;
  readonly frames: string | null;
  readonly repeat: string | null;
}

/**
 * Parses `?bench` or `?bench=URL`, with `&size=1920x1080&frames=240&repeat=3&side=ldr&content=URL`.
 * `null` if the address has no `bench`.
 */
export function parseBenchQuery(search: string, base: string): BenchQuery | null {
  const query = new URLSearchParams(search);
  const map = query.get("bench");
  if (map === null) return null;
  return {
    map: map === "" ? null : toUrl(map, base),
    side: query.get("side") === "ldr" ? "ldr" : "hdr",
    size: query.get("size"),
    frames: query.get("frames"),
    repeat: query.get("repeat"),
  };
}
