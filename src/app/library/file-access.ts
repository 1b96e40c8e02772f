/** File System Access if the browser has it: pickers whose handles can be stored. */

import { isTouchFirst } from "../controls/input-kind.ts";

interface PermissionHandle {
  queryPermission?(options: { mode: "read" }): Promise<PermissionState>;
  requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
}

interface Pickers {
  showDirectoryPicker?(options: { id: string; mode: "read" }): Promise<FileSystemDirectoryHandle>;
  showOpenFilePicker?(options: { id: string; multiple: boolean }): Promise<FileSystemFileHandle[]>;
}

const pickers = globalThis as Pickers;

export const hasDirectoryPicker = typeof pickers.showDirectoryPicker === "function";
export const hasFilePicker = typeof pickers.showOpenFilePicker === "function";

/**
 * True if the user can pick a folder. Phones have no picker of folders, or one that gives single
 * files.
 */
export const canPickFolder = (): boolean => hasDirectoryPicker || !isTouchFirst();

/**
 * Lets the user pick a folder; `null` if nothing was picked. Rejects with one sentence if the
 * browser refuses.
 */
export function pickDirectory(): Promise<FileSystemDirectoryHandle | null> {
  return unlessCancelled(() => pickers.showDirectoryPicker!({ id: "visleaf-game", mode: "read" }));
}

/** Lets the user pick files, like `pickDirectory`. */
export function pickFiles(): Promise<FileSystemFileHandle[] | null> {
  return unlessCancelled(() => pickers.showOpenFilePicker!({ id: "visleaf-map", multiple: true }));
}

async function unlessCancelled<T>(pick: () => Promise<T>): Promise<T | null> {
  try {
    return await pick();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    if (error instanceof DOMException && error.name === "SecurityError") {
      throw new Error("the browser shows no file dialog here: drop the file on the page instead");
    }
    throw error;
  }
}

/** Whether a stored handle may be read without asking. */
export async function mayRead(handle: FileSystemHandle): Promise<boolean> {
  const state = await (handle as PermissionHandle).queryPermission?.({ mode: "read" });
  return state === undefined || state === "granted";
}

/** Asks for permission to read; requires a click. Returns whether it was granted. */
export async function askToRead(handle: FileSystemHandle): Promise<boolean> {
  if (await mayRead(handle)) return true;
  const state = await (handle as PermissionHandle).requestPermission?.({ mode: "read" });
  return state === "granted";
}

/** Describes an error of a picked file or folder in one sentence. */
export function describeFileFault(error: unknown, name: string): string {
  if (error instanceof DOMException) {
    if (error.name === "NotFoundError") return `${name} is no longer there: moved, or deleted`;
    if (error.name === "NotAllowedError") return `the browser was not allowed to read ${name}`;
    if (error.name === "NotReadableError") return `${name} cannot be read: another program has it`;
  }
  return error instanceof Error ? error.message : String(error);
}
