/**
 * Starts the longest test files first: a 30-second file started last keeps one core busy while the
 * others wait. The rest is ordered by size, the only measure in a fresh checkout.
 */

import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { TestSequencer, TestSpecification, Vitest } from "vitest/node";

/** Files that take longer than their size suggests. */
const LONG: readonly string[] = [
  "test/analysis/check/check-map.test.ts",
  "test/assets/demo-bsp.test.ts",
  "test/compile/generate/rooms.test.ts",
  "test/formats/bsp/fuzz.test.ts",
  "test/compile/vrad/corpus.test.ts",
  "test/compile/vvis/corpus.test.ts",
  "test/scene/open/load-over-http.test.ts",
  "test/corpus/gpu-culling.test.ts",
  "test/render/converted-maps.test.ts",
  "test/hostile/maps.test.ts",
  "test/fuzz/session/fuzz-targets.test.ts",
].map((name) => resolve(import.meta.dirname, "../../..", name));

export class LongestFirst implements TestSequencer {
  readonly #vitest: Vitest;

  constructor(vitest: Vitest) {
    // Throws if a listed file no longer exists.
    for (const path of LONG) statSync(path);
    this.#vitest = vitest;
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weigh = ({ moduleId }: TestSpecification): number => {
      const rank = LONG.indexOf(moduleId);
      return rank < 0 ? statSync(moduleId).size : Number.MAX_SAFE_INTEGER - rank;
    };
    const weights = new Map(files.map((file) => [file, weigh(file)]));
    return [...files].sort((a, b) => weights.get(b)! - weights.get(a)!);
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.#vitest.config.shard ?? { index: 1, count: 1 };
    return (await this.sort(files)).filter((_, i) => i % count === index - 1);
  }
}
