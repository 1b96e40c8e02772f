/** Which part of a file a request is for, if it needs one at all (RFC 9110, sections 13 and 14). */

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { ServedFile } from "./serve-source.ts";

export type Wanted =
  | { readonly kind: "whole" }
  /** Bytes [start, end). */
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  | { readonly kind: "not-modified" }
  | { readonly kind: "not-satisfiable" };

const WHOLE: Wanted = { kind: "whole" };

export function chooseRange(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  file: Pick<ServedFile, "etag" | "lastModified">,
  byteLength: number,
): Wanted {
  if (isKnown(headers, file)) return { kind: "not-modified" };
  const { range } = headers;
  // Ranges are defined for GET only.
  if (range === undefined || method !== "GET" || !isSameState(headers["if-range"], file))
    return WHOLE;
  return parseRange(range, byteLength);
}

/** Several ranges, other units and what is no range at all are answered with the whole file. */
function parseRange(text: string, byteLength: number): Wanted {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(text) ?? [];
  if (first === undefined || (first === "" && last === "")) return WHOLE;
  if (first === "") {
    const start = Math.max(byteLength - Number(last), 0);
    return start < byteLength
      ? { kind: "part", start, end: byteLength }
      : { kind: "not-satisfiable" };
  }
  const start = Number(first);
  const end = last === "" ? byteLength : Math.min(Number(last) + 1, byteLength);
  if (last !== "" && Number(last) < start) return WHOLE;
  return start < byteLength ? { kind: "part", start, end } : { kind: "not-satisfiable" };
}

/** Whether the browser has it in this state. The tag counts where there is one. */
function isKnown(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Pick<ServedFile, "etag" | "lastModified">,
): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) {
    return tags.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim()));
  }
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return wholeSeconds(lastModified) <= since;
}

function isSameState(
  condition: string | string[] | undefined,
  { etag, lastModified }: Pick<ServedFile, "etag" | "lastModified">,
): boolean {
  if (condition === undefined || condition === etag) return true;
  return Date.parse(String(condition)) === wholeSeconds(lastModified);
}

/** As dates in headers count. */
function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}
