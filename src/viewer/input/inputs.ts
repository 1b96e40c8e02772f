/** What the API takes in several forms, as the one form that the rest works with. */

import type { ContentSpec } from "../../content/types.ts";
import { type Flight, parseFlight } from "../camera/flight.ts";
import { type MapSource, mapNameFrom } from "../load/map-source.ts";
import type { ContentInput, MapInput, PathInput } from "../viewer-types.ts";

/** Some 100 bytes a pose, and more poses than a flight may have. */
const MAX_PATH_BYTES = 2 ** 27;

const ARCHIVE = /\.(vpk|zip|gma)$/i;

/** @param baseUrl what relative addresses are relative to */
export function toContentSpec(input: ContentInput, baseUrl: string): ContentSpec {
  if (input instanceof Blob) {
    const label = input instanceof File ? input.name : "archive";
    return { kind: "archive", label, file: input };
  }
  if (typeof input !== "string" && !(input instanceof URL)) return input;
  const url = new URL(input, baseUrl);
  if (ARCHIVE.test(url.pathname)) {
    const label = url.pathname.split("/").at(-1) ?? url.href;
    return { kind: "archive", label, file: { url: url.href } };
  }
  // A folder's address ends in a slash, with or without which it was given.
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return { kind: "url", base: url.href };
}

export function toMapSource(input: MapInput, name?: string): MapSource {
  if (typeof input === "string" || input instanceof URL) {
    const url = String(input);
    return { name: name ?? mapNameFrom(url), url };
  }
  if (input instanceof Blob) {
    return { name: name ?? (input instanceof File ? mapNameFrom(input.name) : "map"), blob: input };
  }
  if (input instanceof ArrayBuffer || input instanceof Uint8Array) {
    return { name: name ?? "map", bytes: input };
  }
  return name === undefined ? input : { ...input, name };
}

/** Rejects with FormatError, with a sentence where the path cannot be had, or as `signal` says. */
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
