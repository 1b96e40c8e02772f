/** The last recorded path in the browser's storage, for the benchmark page. */

import { type Flight, parseFlight } from "../../viewer/index.ts";

const KEY = "visleaf-path";

export interface SavedPath {
  /** Map that the path was recorded on. */
  readonly name: string;
  readonly flight: Flight;
}

/** Saves a path. Throws a plain sentence if the browser stores nothing or has no room. */
export function savePath(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    throw new Error("this browser cannot store the path: save it to a file, and open it there");
  }
}

/** Returns the saved path, or `null` without one or if the storage is unreadable. */
export function loadSavedPath(): SavedPath | null {
  const text = readText();
  if (text === null) return null;
  try {
    const flight = parseFlight(text, "the recorded path");
    return { name: flight.map ?? "recorded path", flight };
  } catch (error) {
    // A path from another version of the page may be unreadable.
    console.warn(error);
    return null;
  }
}

function readText(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
