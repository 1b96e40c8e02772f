/** The values of `visleaf bench`'s options. */

import { basename } from "node:path";
import { parseFlight } from "../../viewer/camera/flight.ts";
import { UsageError } from "../errors.ts";
import { readInput } from "../files/inputs.ts";
import type { BenchRequest } from "./bench-request.ts";

export const MAX_FRAMES = 100_000;
export const MAX_REPEAT = 1000;
/** Larger than any device's textures: what a device can make it says itself. */
export const MAX_EDGE = 65_535;
export const BACKENDS = ["chromium", "dawn"] as const;
export type Backend = (typeof BACKENDS)[number];

export function parseCount(option: string, text: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= max) return count;
  throw new UsageError(`${option} is a whole number from 1 to ${max}, not "${text}"`, "bench");
}

export function parseBackend(text: string): Backend {
  const backend = BACKENDS.find((name) => name === text);
  if (backend) return backend;
  throw new UsageError(`--backend is ${BACKENDS.join(" or ")}, not "${text}"`, "bench");
}

/** Of `--fail-on-regression`; null: it was not given. */
export function parsePercent(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text)) return Number(text);
  throw new UsageError(`--fail-on-regression is in percent, not "${text}"`, "bench");
}

export async function readPath(file: string | undefined): Promise<BenchRequest["path"]> {
  if (file === undefined) return null;
  const path = { name: basename(file), text: new TextDecoder().decode(await readInput(file)) };
  parseFlight(path.text, file);
  return path;
}
