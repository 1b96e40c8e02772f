/** The last recorded path, kept in the browser so that the benchmark's page finds it. */

import { type Flight, parseFlight } from "../../viewer/index.ts";

const KEY = "visleaf-path";

export interface SavedPath {
  /** The map that it was recorded on. */
  readonly name: string;
  readonly flight: Flight;
}

/** Throws a plain sentence where the browser keeps nothing, or not as much. */
export function savePath(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    throw new Error("this browser does not keep the path: save it to a file, and open it there");
  }
}

/** null: there is none, or the browser does not hand out what it keeps. */
export function loadSavedPath(): SavedPath | null {
  const text = readText();
  if (text === null) return null;
  try {
    const flight = parseFlight(text, "the recorded path");
    return { name: flight.map ?? "recorded path", flight };
  } catch (error) {
    // What another version has left here is of no use to this one.
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
