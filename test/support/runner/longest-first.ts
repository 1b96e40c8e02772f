/**
 * Starts the longest test files first: a 30-second file started last keeps one core busy while the
 * others wait. Long files are ordered by their measured time, the rest by size.
 */

import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { TestSequencer, TestSpecification, Vitest } from "vitest/node";
import { readLongTests } from "./long-tests.ts";

const root = resolve(import.meta.dirname, "../../..");

/** Weight of a second, above any file's size. */
const BYTES_PER_SECOND = 2 ** 30;

export class LongestFirst implements TestSequencer {
  readonly #vitest: Vitest;

  constructor(vitest: Vitest) {
    this.#vitest = vitest;
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = readLongTests();
    const weigh = ({ moduleId }: TestSpecification): number => {
      const seconds = long.get(relative(root, moduleId).replaceAll("\\", "/")) ?? 0;
      return seconds * BYTES_PER_SECOND + statSync(moduleId).size;
    };
    const weights = new Map(files.map((file) => [file, weigh(file)]));
    return [...files].sort((a, b) => weights.get(b)! - weights.get(a)!);
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.#vitest.config.shard ?? { index: 1, count: 1 };
    return (await this.sort(files)).filter((_, i) => i % count === index - 1);
  }
}
