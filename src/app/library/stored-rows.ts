/**
 * Checks the rows that a page stores. Another version of the page, another page of the same origin,
 * or the user's tools may have written them. Each row is validated before use; invalid rows are
 * dropped.
 */

import type { Camera } from "../../viewer/index.ts";

// Stored locations of models that were opened.

export type StoredModelPlace =
  | { readonly kind: "model-url"; readonly url: string; readonly content: readonly string[] }
  /** A model or its source files, with the files given along with it. */
  | { readonly kind: "model-files"; readonly handles: readonly FileSystemFileHandle[] }
  /** A content path, looked up in the games and folders of that visit. */
  | { readonly kind: "model-path"; readonly path: string };

/** Most stored handles; larger sets are folders, which are stored as one. */
export const MAX_MODEL_FILES = 64;

export function isModelPlace(place: { readonly kind: string }): place is StoredModelPlace {
  return place.kind.startsWith("model-");
}

export interface StoredFolder {
  readonly name: string;
  readonly handle: FileSystemDirectoryHandle;
}

export type Recent = {
  readonly name: string;
  /** Time of opening, in milliseconds since 1970. */
  readonly atMs: number;
} & (RecentPlace | StoredModelPlace);

export type RecentPlace =
  | {
      readonly kind: "url";
      readonly url: string;
      /** Name of the map in an archive of several. */
      readonly entry?: string;
      readonly content: readonly string[];
    }
  | { readonly kind: "file"; readonly handle: FileSystemFileHandle }
  /** A map of a collection, which also supplies its content. */
  | {
      readonly kind: "listed";
      readonly collection: string;
      readonly title: string;
      readonly map: string;
    };

/** Most characters of a name or an address; signed addresses are long. */
const MAX_NAME = 1024;
const MAX_ADDRESS = 1 << 14;
const MAX_CONTENT = 100;
/** Largest time of a JavaScript date. */
const MAX_TIME_MS = 8.64e15;
/** Largest coordinate in inches, as in links to a view; somewhat more than the largest map. */
const MAX_COORDINATE = 131_072;

/** Returns up to `limit` valid rows, and the number of dropped ones. */
export function readRows<T>(
  stored: unknown,
  isRow: (row: unknown) => row is T,
  limit: number,
): { readonly rows: readonly T[]; readonly dropped: number } {
  // The key has never been stored.
  if (stored === undefined) return { rows: [], dropped: 0 };
  if (!Array.isArray(stored)) return { rows: [], dropped: 1 };
  const rows = stored.slice(0, limit).filter(isRow);
  return { rows, dropped: stored.length - rows.length };
}

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null;

export const isText = (value: unknown, max = MAX_NAME): value is string =>
  typeof value === "string" && value !== "" && value.length <= max;

const isWithin = (value: unknown, limit: number): boolean =>
  typeof value === "number" && Math.abs(value) <= limit;

const isAddresses = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length <= MAX_CONTENT &&
  value.every((address) => isText(address, MAX_ADDRESS));

/**
 * True if the value looks like a handle. Checks the kind and method, because the class is not
 * available in every browser.
 */
const isHandle = (value: unknown, kind: string, method: string): boolean =>
  isFields(value) &&
  value.kind === kind &&
  isText(value.name) &&
  typeof value[method] === "function";

export function isStoredFolder(row: unknown): row is StoredFolder {
  if (!isFields(row) || !isText(row.name) || /[\\/]/.test(row.name)) return false;
  return isHandle(row.handle, "directory", "values");
}

export function isStoredRecent(row: unknown): row is Recent {
  if (!isFields(row) || !isText(row.name)) return false;
  if (!isWithin(row.atMs, MAX_TIME_MS)) return false;
  switch (row.kind) {
    case "url":
      return (
        isText(row.url, MAX_ADDRESS) &&
        (row.entry === undefined || isText(row.entry)) &&
        isAddresses(row.content)
      );
    case "file":
      return isHandle(row.handle, "file", "getFile");
    case "model-url":
      return isText(row.url, MAX_ADDRESS) && isAddresses(row.content);
    case "model-files":
      return (
        Array.isArray(row.handles) &&
        row.handles.length > 0 &&
        row.handles.length <= MAX_MODEL_FILES &&
        row.handles.every((handle) => isHandle(handle, "file", "getFile"))
      );
    case "model-path":
      return isText(row.path);
    case "listed":
      return isText(row.collection) && isText(row.map) && typeof row.title === "string";
    default:
      return false;
  }
}

export function isStoredCamera(value: unknown): value is Camera {
  if (!isFields(value)) return false;
  const { x, y, z, pitch, yaw, fov } = value;
  return (
    [x, y, z].every((at) => isWithin(at, MAX_COORDINATE)) &&
    [pitch, yaw, fov].every(Number.isFinite)
  );
}

/** True if the row is a line typed into the console. */
export const isStoredLine = (row: unknown): row is string => isText(row, 4096);

export const isStoredHint = (row: unknown): row is string => isText(row);
