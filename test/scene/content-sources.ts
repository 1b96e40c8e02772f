/** Content for tests: generated files, corpus folders, and a map's pakfile. */

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { unzipSync } from "fflate";
import type { ContentSource } from "../../src/content/types.ts";
import { Diagnostics } from "../../src/core/diagnostics.ts";
import { Ledger } from "../../src/core/ledger.ts";
import type { ContentAccess } from "../../src/scene/open/read-content.ts";
import { corpusContent, corpusPath, listCorpusFiles } from "../support/corpus.ts";

/** Returns files by path; text is encoded. `reads` lists the requested paths. */
export function madeContent(files: Readonly<Record<string, string | Uint8Array>>) {
  const reads: string[] = [];
  return {
    label: "made",
    reads,
    async read(path: string): Promise<Uint8Array | null> {
      reads.push(path);
      const file = files[path];
      if (file === undefined) return null;
      return typeof file === "string" ? new TextEncoder().encode(file) : file;
    },
  };
}

/** Returns a map's content: its pakfile, then the `content` folder next to it. */
export function mapContent(map: string, pakfile: Uint8Array): ContentSource {
  const packed = new Map<string, Uint8Array>();
  // Independent of the project's zip reader, which is tested elsewhere.
  const entries = pakfile.length > 0 ? unzipSync(pakfile) : {};
  for (const [path, bytes] of Object.entries(entries)) packed.set(path.toLowerCase(), bytes);
  const loose = new Map<string, string>();
  for (const folder of corpusContent(map)) {
    const root = relative(corpusPath(), folder);
    for (const file of listCorpusFiles("", root)) {
      loose.set(relative(root, file).replaceAll("\\", "/").toLowerCase(), corpusPath(file));
    }
  }
  return {
    label: map,
    async read(path) {
      const file = loose.get(path);
      return packed.get(path) ?? (file === undefined ? null : new Uint8Array(readFileSync(file)));
    },
  };
}

export function accessTo(
  content: Pick<ContentSource, "read">,
  signal?: AbortSignal,
): ContentAccess {
  const access = { content, diagnostics: new Diagnostics(), ledger: new Ledger() };
  return signal ? { ...access, signal } : access;
}
