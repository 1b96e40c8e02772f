/** Results for one map of a site, in `maps/NAME/map.json`: the pages show them, and the next run skips maps that have not changed. */

import { readFile } from "node:fs/promises";
import type { Severity } from "../../analysis/check/findings.ts";
import type { CheckCounts } from "./gallery-page.ts";
import type { MapFacts } from "./map-facts.ts";

/** State from which a map's files were made. */
export interface SiteSource {
  readonly byteLength: number;
  readonly mtimeMs: number;
  /** Options that change the files. */
  readonly options: string;
  /** Version of visleaf. */
  readonly visleaf: string;
}

/** Findings of a map that its page lists. `visleaf check` lists all. */
export const MOST_FINDINGS = 20;

export interface SiteFinding {
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
}

export interface SiteMap {
  readonly source: SiteSource;
  /** Whether another run cannot give more: false after a job that failed for another reason. */
  readonly isFinal: boolean;
  readonly name: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly byteLength: number;
  /** null if the file is no map that can be read. */
  readonly facts: MapFacts | null;
  /** File names in the map's folder; null if they were not made. */
  readonly picture: string | null;
  readonly overview: string | null;
  /** Copy of the map, or of the map with its content. */
  readonly file: string | null;
  readonly check: {
    readonly counts: CheckCounts;
    /** The most severe ones, at most `MOST_FINDINGS`: a site keeps those of all maps in memory. */
    readonly findings: readonly SiteFinding[];
    /** Number of further findings. */
    readonly more: number;
  } | null;
  /** One sentence for each part that could not be made. */
  readonly faults: readonly string[];
}

const isSame = (a: SiteSource, b: SiteSource) =>
  a.byteLength === b.byteLength &&
  a.mtimeMs === b.mtimeMs &&
  a.options === b.options &&
  a.visleaf === b.visleaf;

/** Reads an earlier run's result; null if there is none, or the map has changed since. */
export async function readKept(path: string, source: SiteSource): Promise<SiteMap | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as SiteMap;
    return kept.isFinal && isSame(kept.source, source) ? kept : null;
  } catch {
    // An unreadable result is made again.
    return null;
  }
}
