/**
 * Search order of one map, with limits on the paths it may request and on the requests to each
 * host. A small map may name any number of files, and a link may name any host as the place of its
 * content.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import { readHeadOf, wholeFile } from "../file-head.ts";
import { HostRequests } from "../http/host-requests.ts";
import { normalizeContentPath } from "../normalize-content-path.ts";
import type { ContentPath, ContentSource, DrawBytes, FileHead } from "../types.ts";

/**
 * Extensions of files that have a separate Xbox 360 form, which has `.360` before the extension.
 */
const CONSOLE_EXTENSION = /\.(vtf|mdl|vvd|vtx|phy|ani)$/;

/**
 * Returns the path of a file's Xbox 360 form, or null for other files and for such a path itself.
 */
function nameOfConsole(path: ContentPath): ContentPath | null {
  if (!CONSOLE_EXTENSION.test(path) || path.includes(".360.")) return null;
  return path.replace(CONSOLE_EXTENSION, ".360.$1");
}

export class MapContent implements ContentSource {
  readonly label = "content";
  readonly #sources: readonly ContentSource[];
  readonly #diagnostics: Diagnostics;
  readonly #ledger: Ledger;
  /** Hosts by name: several sources may lie at one host. */
  readonly #hosts = new Map<string, HostRequests>();
  /** Paths that were requested. Missing ones are not requested again. */
  readonly #asked = new Set<ContentPath>();
  readonly #missing = new Set<ContentPath>();

  constructor(sources: readonly ContentSource[], diagnostics: Diagnostics, ledger: Ledger) {
    this.#sources = sources;
    this.#diagnostics = diagnostics;
    this.#ledger = ledger;
  }

  /**
   * Returns the first source's file; null if no source has it, or if the limit of paths is reached.
   * Rejects if a source rejects before one has the file.
   */
  async read(path: string, signal?: AbortSignal, draw?: DrawBytes): Promise<Uint8Array | null> {
    return this.#find(
      path,
      (source, normalized) =>
        this.#ask(source, () => source.read(normalized, signal, draw), signal),
      (normalized) => this.#readOfConsole(normalized, signal, draw),
    );
  }

  /** Reads the head of the file that `read` would return. */
  async readHead(
    path: string,
    byteLength: number,
    signal?: AbortSignal,
    draw?: DrawBytes,
  ): Promise<FileHead | null> {
    return this.#find(
      path,
      (source, normalized) => this.#readHead(source, normalized, byteLength, signal, draw),
      async (normalized) => {
        const bytes = await this.#readOfConsole(normalized, signal, draw);
        return bytes && wholeFile(bytes);
      },
    );
  }

  async #find<T>(
    path: string,
    ask: (source: ContentSource, normalized: ContentPath) => Promise<T | null>,
    askConsole: (normalized: ContentPath) => Promise<T | null>,
  ): Promise<T | null> {
    const normalized = normalizeContentPath(path);
    if (this.#missing.has(normalized)) return null;
    if (!this.#asked.has(normalized) && !this.#drawPath()) return null;
    this.#asked.add(normalized);
    for (const source of this.#sources) {
      const found = await ask(source, normalized);
      if (found !== null) return found;
    }
    const found = await askConsole(normalized);
    if (found === null) this.#missing.add(normalized);
    return found;
  }

  async #readHead(
    source: ContentSource,
    path: ContentPath,
    byteLength: number,
    signal?: AbortSignal,
    draw?: DrawBytes,
  ): Promise<FileHead | null> {
    const read = () => readHeadOf(source, path, byteLength, signal, draw);
    const head = await this.#ask(source, read, signal);
    const readWhole = head?.readWhole ?? null;
    if (head === null || readWhole === null) return head;
    return {
      ...head,
      readWhole: async (signal, draw) => {
        const whole = await this.#ask(source, () => readWhole(signal, draw), signal);
        if (whole === null) throw new Error(`${source.label} gets no more requests`);
        return whole;
      },
    };
  }

  /**
   * Reads the Xbox 360 form of a missing file. Hosts are skipped: they have none, and would get a
   * second request.
   */
  async #readOfConsole(
    path: ContentPath,
    signal?: AbortSignal,
    draw?: DrawBytes,
  ): Promise<Uint8Array | null> {
    const name = nameOfConsole(path);
    if (name === null) return null;
    for (const source of this.#sources) {
      if (source.host !== undefined) continue;
      const bytes = await source.read(name, signal, draw);
      if (bytes !== null) return bytes;
    }
    return null;
  }

  #ask<T>(
    source: ContentSource,
    read: () => Promise<T | null>,
    signal?: AbortSignal,
  ): Promise<T | null> {
    if (source.host === undefined) return read();
    let host = this.#hosts.get(source.host.name);
    if (host === undefined) {
      host = new HostRequests(source.host, this.#ledger, this.#diagnostics);
      this.#hosts.set(source.host.name, host);
    }
    return host.ask(read, signal);
  }

  #drawPath(): boolean {
    if (this.#ledger.tryTake("contentPaths", 1)) return true;
    const limit = this.#ledger.limit("contentPaths");
    const message = `More than ${limit} files are requested: the rest count as missing.`;
    this.#diagnostics.warn("over-budget", "content", message);
    return false;
  }
}
