/** What rounds come down to: by frame of the path, by part of the frame, and each round by itself. */

import type { RoundTimes } from "../measure/measure-rounds.ts";
import type { BenchRound, FrameJs, FrameSamples, PassTimes } from "./report.ts";
import { medianOf, summarizeSamples } from "./statistics.ts";

/** Values of one pass, or of one frame of the path, out of all. */
function pick(values: Float64Array, first: number, step: number): Float64Array {
  const count = Math.ceil((values.length - first) / step);
  return Float64Array.from({ length: count }, (_, i) => values[first + i * step]);
}

const medianOfMeasured = (values: Float64Array): number | null => {
  const measured = values.filter((value) => value >= 0);
  return measured.length === 0 ? null : medianOf(measured);
};

/**
 * Medians over all frames, by pass.
 * @param timed rounds with the GPU's clock on; null: there are none
 */
export function summarizePasses(
  { passJs }: Pick<RoundTimes, "passJs">,
  timed: Pick<RoundTimes, "passGpu"> | null,
  names: readonly string[],
): Record<string, PassTimes> {
  return Object.fromEntries(
    names.map((name, pass) => [
      name,
      {
        js: medianOf(pick(passJs, pass, names.length)),
        gpu: timed && medianOfMeasured(pick(timed.passGpu, pass, names.length)),
      },
    ]),
  );
}

/** Medians over all frames, by step. */
export function summarizeSteps(
  { stepJs }: Pick<RoundTimes, "stepJs">,
  names: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    names.map((name, step) => [name, medianOf(pick(stepJs, step, names.length))]),
  );
}

/** Frames' JavaScript, and what of it is the browser's. */
export function summarizeJs({ js, submit, floor }: Pick<RoundTimes, JsColumn>): FrameJs {
  return {
    js: summarizeSamples(js),
    encode: summarizeSamples(js.map((ms, frame) => ms - submit[frame])),
    submit: summarizeSamples(submit),
    floor: summarizeSamples(floor),
  };
}

type JsColumn = "js" | "submit" | "floor";

/** Each round by itself, without the start before it. */
export function summarizeRounds(
  { js, submit, floor, reference }: Pick<RoundTimes, JsColumn | "reference">,
  timed: Pick<RoundTimes, "gpu"> | null,
  frames: number,
): Omit<BenchRound, "start">[] {
  const roundCount = js.length / frames;
  const floorCount = floor.length / roundCount;
  return Array.from({ length: roundCount }, (_, round) => {
    const [first, end] = [round * frames, (round + 1) * frames];
    const gpu = timed?.gpu.subarray(first, end) ?? null;
    return {
      ...summarizeJs({
        js: js.subarray(first, end),
        submit: submit.subarray(first, end),
        floor: floor.subarray(round * floorCount, (round + 1) * floorCount),
      }),
      gpu: gpu?.every((ms) => ms >= 0) ? summarizeSamples(gpu) : null,
      referenceMs: medianOf(reference.subarray(first, end)),
    };
  });
}

/** Medians over the rounds, by frame of the path. */
export function summarizeFrames(
  { js }: Pick<RoundTimes, "js">,
  timed: Pick<RoundTimes, "gpu"> | null,
  frames: number,
): Pick<FrameSamples, "js" | "gpu"> {
  const rows = Array.from({ length: frames }, (_, frame) => frame);
  return {
    js: rows.map((frame) => medianOf(pick(js, frame, frames))),
    gpu: rows.map((frame) => timed && medianOfMeasured(pick(timed.gpu, frame, frames))),
  };
}
