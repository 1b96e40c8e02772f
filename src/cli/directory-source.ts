/** A folder on disk as a content source: a game folder, or one with `materials` and `models`. */

import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ContentPath, ContentSource } from "../content/types.ts";
import { CliError } from "./errors.ts";

/** Names in one folder by their lower-case form. */
type Listing = ReadonlyMap<string, Dirent>;

/**
 * Content paths are lower case and the disk's names are not, so each folder on the way is listed
 * once and looked up without case. Where two names differ in case only, the first in order counts.
 */
class DirectorySource implements ContentSource {
  readonly label: string;
  readonly #listings = new Map<string, Promise<Listing>>();

  constructor(folder: string) {
    this.label = folder;
  }

  async read(path: ContentPath, signal?: AbortSignal): Promise<Uint8Array | null> {
    const names = path.split("/");
    const fileName = names.pop();
    let folder = this.label;
    for (const name of names) {
      const entry = (await this.#list(folder)).get(name);
      if (!entry || entry.isFile()) return null;
      folder = join(folder, entry.name);
    }
    const entry = fileName === undefined ? undefined : (await this.#list(folder)).get(fileName);
    if (!entry || entry.isDirectory()) return null;
    return new Uint8Array(await readFile(join(folder, entry.name), { signal }));
  }

  #list(folder: string): Promise<Listing> {
    let listing = this.#listings.get(folder);
    if (!listing) {
      listing = listFolder(folder);
      this.#listings.set(folder, listing);
    }
    return listing;
  }
}

async function listFolder(folder: string): Promise<Listing> {
  const entries = await readdir(folder, { withFileTypes: true });
  const listing = new Map<string, Dirent>();
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = entry.name.toLowerCase();
    if (!listing.has(name)) listing.set(name, entry);
  }
  return listing;
}

/** Opens a folder; throws `CliError` if it is none. */
export async function openDirectory(folder: string): Promise<ContentSource> {
  const path = resolve(folder);
  const stats = await stat(path).catch(() => null);
  if (!stats?.isDirectory()) throw new CliError(`${folder} is no folder`);
  return new DirectorySource(path);
}
