/**
 * Makes mutants of one target's files, in batches, and looks what ran for each batch: what none before
 * reached is searched for in halves of the batch, and the mutant that did it is made mutants of itself.
 */

import { createRandom, type Random } from "../../../src/compile/generate/random.ts";
import { isEnded } from "../../support/measure/measured-process.ts";
import type { BundleSources } from "../coverage/bundle-sources.ts";
import { ReachedCode } from "../coverage/reached-code.ts";
import { listWords } from "../mutate/dictionary.ts";
import { mutate } from "../mutate/mutate.ts";
import { Pool } from "../mutate/pool.ts";
import type { Target } from "../targets/target.ts";
import type { FuzzedProcess, TriedFile } from "./fuzzed-process.ts";
import { judge, type Measured } from "./judge.ts";
import { minimise } from "./minimise.ts";
import type { TryAnswer } from "./try-files.ts";

export interface FuzzOptions {
  readonly target: Target;
  /** Files to begin with besides the target's seeds: kept ones, or a person's own. */
  readonly more: readonly Uint8Array[];
  readonly seed: number;
  /** Most mutants; with no limit in time the same ones are made on every machine. */
  readonly runs: number;
  readonly seconds: number;
  readonly process: FuzzedProcess;
  readonly sources: BundleSources;
  /** Most attempts to shorten a file before it is kept. */
  readonly mostTries: number;
  /** Whether what reaches something new is made mutants of; else only the seeds are. */
  readonly isGuided: boolean;
}

export interface Finding {
  readonly target: string;
  readonly reason: string;
  readonly bytes: Uint8Array;
}

export interface FuzzResult {
  readonly runs: number;
  readonly seconds: number;
  /** Mutants that were read, and that were refused. */
  readonly ends: Readonly<Record<"read" | "refused", number>>;
  readonly seedBlocks: number;
  /** Characters of code that `more` reached, and no seed. */
  readonly reachedMore: number;
  readonly blocks: number;
  readonly slowestMs: number;
  readonly mostBytes: number;
  readonly findings: readonly Finding[];
  /** Mutants to keep. Each reaches code that no seed and no earlier one reaches. */
  readonly kept: readonly Uint8Array[];
}

const BATCH = 64;
const MOST_BATCH_BYTES = 2 ** 21;
/** No mutant becomes longer than this, or twice the longest seed. */
const LEAST_LIMIT = 8192;
/** Limits above which a file is measured again by itself. */
const SUSPECT_MS = 1000;
const SUSPECT_BYTES = 2 ** 28;
const MOST_FINDINGS = 8;

export async function fuzzTarget(options: FuzzOptions): Promise<FuzzResult> {
  return new TargetSession(options).run();
}

class TargetSession {
  readonly #options: FuzzOptions;
  readonly #name: string;
  readonly #random: Random;
  readonly #pool = new Pool();
  readonly #reached: ReachedCode;
  readonly #words: readonly Uint8Array[];
  readonly #findings: Finding[] = [];
  /** Findings of one cause are one. */
  readonly #causes = new Set<string>();
  readonly #ends = { read: 0, refused: 0 };
  #base: Measured | null = null;
  #mostBytesOfFile = LEAST_LIMIT;
  #slowestMs = 0;
  #mostBytes = 0;

  constructor(options: FuzzOptions) {
    const { target, sources, seed } = options;
    this.#options = options;
    this.#name = target.name;
    this.#random = createRandom(seed);
    this.#reached = new ReachedCode(sources, target.code);
    this.#words = listWords(sources.textOf(target.code), target.form === "text", target.words);
  }

  async run(): Promise<FuzzResult> {
    const { target, more, runs: mostRuns, seconds: mostSeconds } = this.#options;
    await this.#addSeeds(target.seeds());
    const afterSeeds = this.#reached.snapshot();
    const reachedMore = await this.#addSeeds(more);
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    let runs = 0;
    const isOver = () =>
      runs >= mostRuns || seconds() >= mostSeconds || this.#findings.length >= MOST_FINDINGS;
    while (!isOver()) {
      const { batch, costly } = this.#makeBatch(Math.min(BATCH, mostRuns - runs));
      if (batch.length > 0) await this.#runBatch(batch);
      // Mutants are not made of large files, so what these reach is not searched for.
      const isLarge = ({ length }: Uint8Array) => length > this.#mostBytesOfFile;
      const large = costly.filter(isLarge);
      const small = costly.filter((file) => !isLarge(file));
      if (small.length > 0) await this.#runBatch(small, true);
      if (large.length > 0) await this.#runBatch(large, true, false);
      runs += batch.length + costly.length;
    }
    const took = seconds();
    return {
      runs,
      seconds: took,
      ends: this.#ends,
      seedBlocks: this.#reached.countBlocks(afterSeeds),
      reachedMore,
      blocks: this.#reached.countBlocks(),
      slowestMs: this.#slowestMs,
      mostBytes: this.#mostBytes,
      findings: this.#findings,
      kept: await this.#chooseKept(afterSeeds),
    };
  }

  /** Reads files to begin with, and says how much none before them reached. */
  async #addSeeds(files: readonly Uint8Array[]): Promise<number> {
    let reached = 0;
    // Twice: what runs when code is first run is no file's.
    for (let i = 0; i < 2 && files.length > 0; i++) {
      const answer = await this.#options.process.tryAll(this.#name, files, true);
      if (isEnded(answer)) break;
      reached += this.#reached.add(answer.covered);
    }
    for (const bytes of files) {
      this.#mostBytesOfFile = Math.max(this.#mostBytesOfFile, bytes.length * 2);
      this.#pool.add(bytes, 0);
    }
    await this.#runBatch(files, true);
    return reached;
  }

  /** Measures the seeds and returns the costliest. */
  async #measureBase(): Promise<Measured> {
    const { target, process } = this.#options;
    for (const seed of this.#base === null ? target.seeds() : []) {
      // Twice: the first one warms the code up.
      await process.tryExactly(this.#name, seed);
      const { measured } = await process.tryExactly(this.#name, seed);
      if (this.#base === null || measured.outcome.ms > this.#base.outcome.ms) this.#base = measured;
    }
    return this.#base!;
  }

  #makeBatch(count: number): { batch: Uint8Array[]; costly: Uint8Array[] } {
    const random = this.#random;
    const batch: Uint8Array[] = [];
    const costly: Uint8Array[] = [];
    let byteLength = 0;
    while (batch.length + costly.length < count && byteLength < MOST_BATCH_BYTES) {
      const { bytes } = this.#pool.pick(random);
      const other = random.pick(this.#pool.entries).bytes;
      const source = { words: this.#words, other, mostBytes: this.#mostBytesOfFile };
      const mutant = mutate(this.#options.target.form, bytes, source, random);
      if (!mutant.isCostly) byteLength += mutant.bytes.length;
      (mutant.isCostly ? costly : batch).push(mutant.bytes);
    }
    return { batch, costly };
  }

  async #runBatch(batch: readonly Uint8Array[], isWhole = false, isLearned = true): Promise<void> {
    const answer = await this.#options.process.tryAll(this.#name, batch, isWhole);
    if (isEnded(answer)) {
      for (const file of batch) await this.#runAlone(file);
      return;
    }
    const isLarge = answer.bytesAtMost - answer.bytesBefore > SUSPECT_BYTES;
    for (const [i, { end, message, ms }] of answer.ends.entries()) {
      if (end === "crashed" && this.#causes.has(causeOf(`crashed: ${message}`))) continue;
      if (end === "crashed" || ms > SUSPECT_MS || isLarge) await this.#runAlone(batch[i]);
      else this.#ends[end]++;
    }
    if (isLearned) await this.#learn(batch, answer.covered, isWhole);
  }

  /** Reads one suspect file by itself, where its time and memory can be judged. */
  async #runAlone(file: Uint8Array): Promise<void> {
    const base = await this.#measureBase();
    const { measured, covered } = await this.#options.process.tryExactly(this.#name, file);
    const { outcome } = measured;
    this.#slowestMs = Math.max(this.#slowestMs, outcome.ms);
    if ("bytesAtMost" in outcome) this.#mostBytes = Math.max(this.#mostBytes, outcome.bytesAtMost);
    if (outcome.end === "read" || outcome.end === "refused") this.#ends[outcome.end]++;
    const reason = judge(measured, base, this.#options.target.times);
    if (reason !== null) await this.#report(file, reason);
    else if (file.length <= this.#mostBytesOfFile) await this.#learn([file], covered, true);
  }

  /** Finds the files of a batch that reached new code, by halving it, and admits them. */
  async #learn(
    files: readonly Uint8Array[],
    covered: TryAnswer["covered"],
    isWhole: boolean,
  ): Promise<void> {
    if (this.#reached.countNew(covered) === 0) return;
    if (!this.#options.isGuided) {
      // Only counted.
    } else if (files.length === 1) await this.#admit(files[0], covered, isWhole);
    else {
      const middle = files.length >> 1;
      for (const half of [files.slice(0, middle), files.slice(middle)]) {
        const answer = await this.#options.process.tryAll(this.#name, half, isWhole);
        if (!isEnded(answer)) await this.#learn(half, answer.covered, isWhole);
      }
    }
    // Code that no single file reaches again is initialization, for example of a cache.
    this.#reached.add(covered);
  }

  async #admit(file: Uint8Array, covered: TryAnswer["covered"], isWhole: boolean): Promise<void> {
    const { process, mostTries } = this.#options;
    const reached = this.#reached.countNew(covered);
    const reachesAsMuch = async (shorter: Uint8Array) => {
      const answer = await process.tryAll(this.#name, [shorter], true);
      if (isEnded(answer) || answer.ends[0].end === "crashed") return false;
      return this.#reached.countNew(answer.covered) >= reached;
    };
    const small = await minimise(file, reachesAsMuch, mostTries);
    this.#reached.add(covered);
    this.#pool.add(small, reached);
    if (isWhole) return;
    // Its target did a share of its work so far: the rest may fail.
    const answer = await process.tryAll(this.#name, [small], true);
    if (isEnded(answer) || answer.ends[0].end === "crashed") await this.#runAlone(small);
    else this.#reached.add(answer.covered);
  }

  async #report(file: Uint8Array, reason: string): Promise<void> {
    const cause = causeOf(reason);
    if (this.#causes.has(cause)) return;
    const { process, mostTries } = this.#options;
    // Earlier files may have caused it: the file is read again by a new process.
    process.close();
    const reasonOf = ({ measured }: TriedFile) =>
      judge(measured, this.#base, this.#options.target.times);
    if (reasonOf(await process.tryExactly(this.#name, file)) === null) return;
    this.#causes.add(cause);
    const isSame = async (shorter: Uint8Array) => {
      const again = reasonOf(await process.tryExactly(this.#name, shorter));
      return again !== null && causeOf(again) === cause;
    };
    // A hang takes the full time on each attempt.
    const tries = reason.startsWith("crashed") ? mostTries * 8 : mostTries / 2;
    this.#findings.push({ target: this.#name, reason, bytes: await minimise(file, isSame, tries) });
  }

  /** Returns the admitted files that reach code beyond the seeds and each other, best ratio of code to size first. */
  async #chooseKept(afterSeeds: Uint8Array): Promise<Uint8Array[]> {
    const found = this.#pool.entries.filter(({ reached }) => reached > 0);
    const worth = ({ reached, bytes }: (typeof found)[number]) => reached / (bytes.length + 64);
    found.sort((a, b) => worth(b) - worth(a));
    const all = this.#reached.snapshot();
    this.#reached.restore(afterSeeds);
    const kept: Uint8Array[] = [];
    for (const { bytes } of found) {
      const answer = await this.#options.process.tryAll(this.#name, [bytes], true);
      if (!isEnded(answer) && this.#reached.add(answer.covered) > 0) kept.push(bytes);
    }
    this.#reached.restore(all);
    return kept;
  }
}

/** Returns the message and the place of the throw, without numbers and paths. */
function causeOf(reason: string): string {
  const lines = reason.split("\n");
  const place = lines.find((line) => /^\s+at /.test(line)) ?? "";
  return `${lines[0]} ${place.replace(/\(.*\)/, "")}`.replaceAll(/\d+/g, "N");
}
