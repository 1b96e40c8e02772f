/**
 * Merges several starts of the benchmark into one report. A start includes everything: a new
 * browser or device, the load, the first visit, and one measured round. So differences between
 * starts, such as the compiler's decisions and the memory layout, appear in the scatter of the
 * rounds.
 */

import type {
  BenchReport,
  BenchRound,
  BenchRun,
  Distribution,
  FrameJs,
  PassTimes,
} from "./report.ts";
import { medianOf, summarizeSamples } from "./statistics.ts";

const isNumber = (value: number | null | undefined): value is number => typeof value === "number";

function medianOfKnown(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter(isNumber);
  return known.length === 0 ? null : medianOf(known);
}

const medianOfAll = (values: readonly number[]): number => medianOf(values);

/** Returns medians of each field over the starts that have it. */
function mergeFields(records: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  return Object.fromEntries(
    Object.keys(records[0]).map((name) => [
      name,
      medianOfKnown(records.map((record) => record[name])) ?? 0,
    ]),
  );
}

function mergePasses(runs: readonly BenchRun[]): Record<string, PassTimes> {
  return Object.fromEntries(
    Object.keys(runs[0].passes).map((name) => {
      const times = runs.map(({ passes }) => passes[name]);
      const js = medianOfKnown(times.map((one) => one?.js)) ?? 0;
      return [name, { js, gpu: medianOfKnown(times.map((one) => one?.gpu)) }];
    }),
  );
}

const mergeDistributions = (all: readonly Distribution[]): Distribution =>
  mergeFields(all.map((one) => ({ ...one }))) as unknown as Distribution;

/** Returns medians over the starts for each frame of the path. */
function mergeFrames(rows: readonly (readonly (number | null)[])[]): (number | null)[] {
  return rows[0].map((_, frame) => medianOfKnown(rows.map((row) => row[frame])));
}

/** Concatenates the samples of all starts; each start has one round. */
const allFrames = (runs: readonly BenchRun[], kind: "js" | "gpu") =>
  runs.flatMap(({ samples }) => samples[kind]);

function mergeGpu(runs: readonly BenchRun[]): Distribution | null {
  if (runs.some(({ gpu }) => gpu === null)) return null;
  return summarizeSamples(allFrames(runs, "gpu").filter(isNumber));
}

/** Merges the JavaScript parts that every start has, by medians. */
function mergeJsParts(runs: readonly BenchRun[]): Omit<FrameJs, "js"> {
  const merge = (part: "encode" | "submit" | "floor") => {
    const all = runs.map((run) => run[part]).filter((one) => one !== undefined);
    return all.length === runs.length ? { [part]: mergeDistributions(all) } : {};
  };
  return { ...merge("encode"), ...merge("submit"), ...merge("floor") };
}

/** Returns the round of a start. The reference time is 0 for older builds without it. */
function roundOfStart(run: BenchRun): BenchRound {
  const { js, encode, submit, floor, gpu, firstVisit, load, allocatedBytesPerFrame } = run;
  const { firstFrameMs, completeMs, megabytesPerSecond } = load;
  const referenceMs = run.rounds.length > 0 ? run.rounds[0].referenceMs : 0;
  const loaded = { firstFrameMs, completeMs, megabytesPerSecond };
  const parts = { js, encode, submit, floor, gpu, referenceMs };
  return { ...parts, start: { firstVisit, load: loaded, allocatedBytesPerFrame } };
}

/** Merges starts of the same run, one round each. Counts are taken from the first. */
function mergeRuns(runs: readonly BenchRun[]): BenchRun {
  const [first] = runs;
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  return {
    ...first,
    js: summarizeSamples(allFrames(runs, "js").filter(isNumber)),
    ...mergeJsParts(runs),
    gpu: mergeGpu(runs),
    firstVisit: mergeDistributions(runs.map(({ firstVisit }) => firstVisit)),
    hitches: {
      firstVisit: medianOfAll(runs.map(({ hitches }) => hitches.firstVisit)),
      measured: sum(runs.map(({ hitches }) => hitches.measured)),
    },
    passes: mergePasses(runs),
    steps: mergeFields(runs.map(({ steps }) => steps)),
    allocatedBytesPerFrame: medianOfKnown(runs.map((run) => run.allocatedBytesPerFrame)),
    garbageCollections: medianOfKnown(runs.map((run) => run.garbageCollections)),
    load: {
      firstFrameMs: medianOfAll(runs.map(({ load }) => load.firstFrameMs)),
      completeMs: medianOfAll(runs.map(({ load }) => load.completeMs)),
      megabytesPerSecond: medianOfAll(runs.map(({ load }) => load.megabytesPerSecond)),
      stageMs: mergeFields(runs.map(({ load }) => load.stageMs)),
    },
    samples: {
      js: mergeFrames(runs.map(({ samples }) => samples.js)) as number[],
      gpu: mergeFrames(runs.map(({ samples }) => samples.gpu)),
      triangles: first.samples.triangles,
    },
    rounds: runs.map(roundOfStart),
  };
}

const keyOf = ({ map, sha256, without }: BenchRun) => JSON.stringify([map, sha256, without]);

/**
 * @param starts at least one, of one round each; later ones may lack runs
 * @param series id shared with reports that were measured in turns with this one
 */
export function mergeStarts(starts: readonly BenchReport[], series: string | null): BenchReport {
  const [first] = starts;
  const jitters = starts.map(({ environment }) => environment.timerJitterMs).filter(isNumber);
  return {
    ...first,
    environment: {
      ...first.environment,
      // The load average is the first start's; before later starts it includes the benchmark's own
      // work.
      timerJitterMs: jitters.length === 0 ? null : Math.max(...jitters),
    },
    settings: { ...first.settings, repeat: starts.length },
    runs: first.runs.map((run) =>
      mergeRuns(starts.flatMap(({ runs }) => runs.filter((other) => keyOf(other) === keyOf(run)))),
    ),
    partial: starts.find(({ partial }) => partial !== null)?.partial ?? null,
    series,
  };
}
