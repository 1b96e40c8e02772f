/**
 * Presents a folder on disk as the handle that a browser's folder picker gives, so that the command
 * reads games with the page's code.
 */

import type { Dirent } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { CliError } from "../errors.ts";
import { isInside, mayList } from "./confine-inputs.ts";
import { refuseNonFile } from "./describe-file-error.ts";
import { noteInput } from "./inputs.ts";

// File on disk as a browser's `File`, read in slices on demand.

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A file as it was when opened; reads fail if it has become shorter since. */
class DiskFile extends File {
  readonly #path: string;
  readonly #span: Span;

  /** @param lastModified milliseconds since 1970 */
  constructor(path: string, span: Span, lastModified: number) {
    super([], basename(path), { lastModified });
    this.#path = path;
    this.#span = span;
    // The base class has a getter for the size of its own bytes, which is 0.
    Object.defineProperty(this, "size", { value: span.end - span.start });
  }

  override slice(start = 0, end = this.size): Blob {
    const from = clamp(start, this.size);
    const to = Math.max(from, clamp(end, this.size));
    const span = { start: this.#span.start + from, end: this.#span.start + to };
    return new DiskFile(this.#path, span, this.lastModified);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.size);
    const file = await open(this.#path);
    try {
      // A read may return fewer bytes than requested before the end of the file.
      for (let done = 0; done < bytes.length; ) {
        const left = bytes.length - done;
        const { bytesRead } = await file.read(bytes, done, left, this.#span.start + done);
        if (bytesRead === 0) throw new Error("it became shorter");
        done += bytesRead;
      }
    } finally {
      await file.close();
    }
    return bytes.buffer;
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream({
      start: async (controller) => {
        controller.enqueue(new Uint8Array(await this.arrayBuffer()));
        controller.close();
      },
    });
  }
}

/** Clamps an offset as `Blob.slice` does: negative numbers count from the end. */
function clamp(offset: number, size: number): number {
  return Math.min(Math.max(offset < 0 ? size + offset : offset, 0), size);
}

/** Opens a file. Rejects as the disk does, or with CliError if it is not a regular file. */
export async function openDiskFile(path: string): Promise<File> {
  const stats = await stat(path);
  refuseNonFile(path, stats);
  noteInput(path);
  return new DiskFile(path, { start: 0, end: stats.size }, stats.mtimeMs);
}

/** Errors for which a folder counts as empty, so that other folders are still read. */
const UNREADABLE = new Set(["EACCES", "EPERM", "ENOENT"]);

class DiskFolder {
  readonly kind = "directory";
  readonly name: string;
  readonly #path: string;
  readonly #root: string | null;

  constructor(path: string, root: string | null) {
    // The root of a disk has no name, but trees need one.
    this.name = basename(path) || "root";
    this.#path = path;
    this.#root = root;
  }

  async *values() {
    for (const entry of await listFolder(this.#path, this.#root)) {
      const path = join(this.#path, entry.name);
      if (!mayList(path)) continue;
      const target = entry.isSymbolicLink() ? await this.#follow(path) : entry;
      if (target?.isDirectory()) yield new DiskFolder(path, this.#root);
      else if (target?.isFile()) yield new DiskFileHandle(path, this.#root);
    }
  }

  /** Returns the target of a link; null if it does not exist or lies outside the root. */
  async #follow(path: string) {
    try {
      const target = await realpath(path);
      if (this.#root !== null && !isInside(this.#root, target)) return null;
      // A link to an enclosing folder would be walked forever.
      if (isInside(target, await realpath(this.#path))) return null;
      return await stat(target);
    } catch {
      // A dangling or circular link counts as missing.
      return null;
    }
  }
}

class DiskFileHandle {
  readonly kind = "file";
  readonly name: string;
  readonly #path: string;
  readonly #root: string | null;

  constructor(path: string, root: string | null) {
    this.name = basename(path);
    this.#path = path;
    this.#root = root;
  }

  /** Opens the file in its current state. */
  async getFile(): Promise<File> {
    const path = await realpath(this.#path);
    // A folder on the way may have been replaced by a link since it was listed.
    if (this.#root !== null && !isInside(this.#root, path)) throw new Error("it has been moved");
    return openDiskFile(path);
  }
}

async function listFolder(path: string, root: string | null): Promise<Dirent[]> {
  try {
    // The folder may have been replaced by a link since its parent was listed.
    if (root !== null && !isInside(root, await realpath(path))) return [];
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (UNREADABLE.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

/**
 * Opens a folder. If `confined`, no file outside it is ever listed or read: links that lead out are
 * ignored.
 * @throws CliError if it is not a folder
 */
export async function openDiskFolder(
  folder: string,
  confined: boolean,
): Promise<FileSystemDirectoryHandle> {
  const path = await realpath(resolve(folder)).catch(() => null);
  const stats = path === null ? null : await stat(path);
  if (path === null || !stats?.isDirectory()) throw new CliError(`${folder} is no folder`);
  // Has only those of the handle's methods that content is read through.
  return new DiskFolder(path, confined ? path : null) as unknown as FileSystemDirectoryHandle;
}
