/** Parses options of a map's simulation. */

import { UsageError } from "../errors.ts";
import { parseNumbers } from "./parse-options.ts";

/** An input that is sent to a running map. */
export interface Fire {
  readonly seconds: number;
  readonly target: string;
  readonly input: string;
  readonly parameter: string;
}

/**
 * Parses each `TIME,TARGET,INPUT[,PARAMETER]`, and sorts by time. The parameter may contain commas.
 */
export function parseFires(verb: string, texts: readonly string[]): Fire[] {
  return texts
    .map((text) => {
      const [time, target, input, ...rest] = text.split(",");
      const seconds = Number(time);
      if (time === "" || !(seconds >= 0) || !target || !input) {
        throw new UsageError(`--fire is TIME,TARGET,INPUT[,PARAMETER], not "${text}"`, verb);
      }
      return { seconds, target, input, parameter: rest.join(",") };
    })
    .sort((a, b) => a.seconds - b.seconds);
}

export function parseSeed(verb: string, text: string): number {
  const [seed] = parseNumbers(verb, "--seed", text, 1, 1);
  if (Number.isInteger(seed)) return seed;
  throw new UsageError(`--seed is a whole number, not "${text}"`, verb);
}
