/** Normalizes inputs that the API accepts in several forms. */

import type { ContentSpec } from "../../content/types.ts";
import type { ContentInput } from "../base-viewer.ts";
import { type MapSource, mapNameFrom } from "../load/map-source.ts";
import type { MapInput } from "../viewer-types.ts";

const ARCHIVE = /\.(vpk|zip|gma)$/i;

/** @param baseUrl base of relative addresses */
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
  // Folder addresses end in a slash.
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
