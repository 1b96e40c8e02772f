/** A file on disk as the `File` that a browser would hand over: read in slices, when it is asked. */

import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { CliError } from "../errors.ts";
import { noteInput } from "./inputs.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Of the file as it was when it was opened: one that has become shorter gives an error when read. */
export class DiskFile extends File {
  readonly #path: string;
  readonly #span: Span;

  /** @param lastModified milliseconds since 1970 */
  constructor(path: string, span: Span, lastModified: number) {
    super([], basename(path), { lastModified });
    this.#path = path;
    this.#span = span;
    // The base class has a getter for the bytes that it was made of, which are none.
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
      // A read may return less than was asked for without being at the end.
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

/** As `Blob.slice` counts: negative numbers from the end. */
function clamp(offset: number, size: number): number {
  return Math.min(Math.max(offset < 0 ? size + offset : offset, 0), size);
}

/** Rejects as the disk does, and with CliError for what is no file. */
export async function openDiskFile(path: string): Promise<File> {
  const stats = await stat(path);
  // A pipe would be waited for, for ever.
  if (!stats.isFile()) throw new CliError(`${path} is no file`);
  noteInput(path);
  return new DiskFile(path, { start: 0, end: stats.size }, stats.mtimeMs);
}
