/**
 * Search order of one map, with limits on the paths it may request and on the requests to each
 * host. A small map may name any number of files, and a link may name any host as the place of its
 * content.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import { HostRequests } from "../http/host-requests.ts";
import { normalizeContentPath } from "../normalize-content-path.ts";
import type { ContentPath, ContentSource, DrawBytes } from "../types.ts";

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
    const normalized = normalizeContentPath(path);
    if (this.#missing.has(normalized)) return null;
    if (!this.#asked.has(normalized) && !this.#drawPath()) return null;
    this.#asked.add(normalized);
    for (const source of this.#sources) {
      const bytes = await this.#ask(source, normalized, signal, draw);
      if (bytes !== null) return bytes;
    }
    const bytes = await this.#readOfConsole(normalized, signal, draw);
    if (bytes === null) this.#missing.add(normalized);
    return bytes;
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

  #ask(
    source: ContentSource,
    path: ContentPath,
    signal?: AbortSignal,
    draw?: DrawBytes,
  ): Promise<Uint8Array | null> {
    if (source.host === undefined) return source.read(path, signal, draw);
    let host = this.#hosts.get(source.host.name);
    if (host === undefined) {
      host = new HostRequests(source.host, this.#ledger, this.#diagnostics);
      this.#hosts.set(source.host.name, host);
    }
    return host.ask(() => source.read(path, signal, draw), signal);
  }

  #drawPath(): boolean {
    if (this.#ledger.tryTake("contentPaths", 1)) return true;
    const limit = this.#ledger.limit("contentPaths");
    const message = `More than ${limit} files are requested: the rest count as missing.`;
    this.#diagnostics.warn("over-budget", "content", message);
    return false;
  }
}
