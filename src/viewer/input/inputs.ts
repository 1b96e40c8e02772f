/** What the API takes in several forms, as the one form that the rest works with. */

import type { ContentSpec } from "../../content/types.ts";
import type { ContentInput } from "../base-viewer.ts";
import { type MapSource, mapNameFrom } from "../load/map-source.ts";
import type { MapInput } from "../viewer-types.ts";

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
