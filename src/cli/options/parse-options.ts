/** Wraps `node:util`'s parseArgs to throw `UsageError`, and parses the values of options. */

import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "../errors.ts";
import { findNearest } from "../nearest.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Joins an option with a value that starts with a minus sign, such as `--camera -960,16,…`, since
 * parseArgs requires `=` for it.
 */
function joinNegativeValues(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (last !== undefined && /^--[a-z-]+$/.test(last) && /^-\.?\d/.test(arg)) {
      joined[joined.length - 1] = `${last}=${arg}`;
    } else {
      joined.push(arg);
    }
  }
  return joined;
}

export function parseOptions<const T extends Options>(verb: string, args: string[], options: T) {
  try {
    return parseArgs({
      args: joinNegativeValues(args),
      options,
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const [message] = (error as Error).message.split(". ");
    const unknown = /^Unknown option '--([^']+)'$/.exec(message)?.[1];
    const hint = unknown === undefined ? null : findNearest(unknown, Object.keys(options));
    throw new UsageError(hint === null ? message : `${message}; did you mean --${hint}?`, verb);
  }
}

/** Parses comma-separated finite numbers, between `min` and `max` of them. */
export function parseNumbers(
  verb: string,
  option: string,
  text: string,
  min: number,
  max: number,
): number[] {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (numbers.length < min || numbers.length > max || !numbers.every(Number.isFinite)) {
    const count = min === max ? `${min}` : `${min} to ${max}`;
    throw new UsageError(`${option} wants ${count} numbers with commas, not "${text}"`, verb);
  }
  return numbers;
}

/** Latest time of a map's simulation, in seconds: a day. */
export const MOST_MAP_SECONDS = 86_400;

/** Parses a time of a map's simulation, in seconds. */
export function parseMapTime(verb: string, option: string, text: string): number {
  const [seconds] = parseNumbers(verb, option, text, 1, 1);
  if (seconds >= 0 && seconds <= MOST_MAP_SECONDS) return seconds;
  throw new UsageError(`${option} is 0 to ${MOST_MAP_SECONDS}, not "${text}"`, verb);
}

/** Parses `WIDTHxHEIGHT`, 1 to `max` each. */
export function parseSize(
  verb: string,
  option: string,
  text: string,
  max = 8192,
): [number, number] {
  const match = /^(\d{1,5})x(\d{1,5})$/i.exec(text);
  const size = match ? [Number(match[1]), Number(match[2])] : [];
  if (size.length !== 2 || size.some((edge) => edge < 1 || edge > max)) {
    throw new UsageError(`${option} wants WIDTHxHEIGHT, 1 to ${max} each, not "${text}"`, verb);
  }
  return size as [number, number];
}

/** Returns the only positional argument. */
export function onlyPositional(verb: string, positionals: readonly string[], what: string): string {
  if (positionals.length !== 1) {
    throw new UsageError(`wants one ${what}, got ${positionals.length}`, verb);
  }
  return positionals[0];
}
