/** Reads a recorded path in any form that the API accepts. Loaded with the first flight. */

import { mapNameFrom } from "../load/map-source.ts";
import type { PathInput } from "../viewer-types.ts";
import { type Flight, parseFlight } from "./flight.ts";

/** Size limit: some 100 bytes a pose, for more poses than a flight may have. */
const MAX_PATH_BYTES = 2 ** 27;

/**
 * Rejects with FormatError, with one sentence if the path cannot be read, or when `signal` aborts.
 */
export async function readPath(
  input: PathInput,
  baseUrl: string,
  signal?: AbortSignal,
): Promise<Flight> {
  if (input instanceof Blob) {
    const name = input instanceof File ? input.name : "path";
    if (input.size > MAX_PATH_BYTES) throw new Error(`${name} is too large for a path`);
    return parseFlight(await input.text(), name);
  }
  if (typeof input !== "string" && !(input instanceof URL)) return input;
  const url = new URL(input, baseUrl).href;
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} was answered with status ${response.status}`);
  const length = Number(response.headers.get("content-length") ?? 0);
  if (length > MAX_PATH_BYTES) throw new Error(`${url} is too large for a path`);
  return parseFlight(await response.text(), mapNameFrom(url));
}
