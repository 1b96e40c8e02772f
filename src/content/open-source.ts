import { CancelledError } from "../core/errors.ts";
import { readHeadOf } from "./file-head.ts";
import { hostOf, URL_LIMITS } from "./http/url-host.ts";
import type { ContentSource, ContentSpec } from "./types.ts";

/**
 * Returns a source that is opened by its first read. If that fails, this read rejects, and from
 * then on the source has no files: a broken archive is reported once, not for each file.
 */
function lazySource(
  { label, host }: Pick<ContentSource, "label" | "host">,
  open: (signal?: AbortSignal) => Promise<ContentSource>,
): ContentSource {
  let opening: Promise<ContentSource | null> | null = null;

  /** Returns the opened source; null if it could not be opened before. */
  const opened = async (signal?: AbortSignal): Promise<ContentSource | null> => {
    for (;;) {
      if (signal?.aborted) throw new CancelledError();
      if (opening === null) {
        const mine = open(signal);
        opening = mine.catch((error) => {
          // Cancelled: the next read, with its own signal, tries again.
          if (error instanceof CancelledError) opening = null;
          return null;
        });
        return mine;
      }
      const waitedFor: Promise<ContentSource | null> = opening;
      const source = await waitedFor;
      if (source !== null || opening === waitedFor) return source;
    }
  };

  return {
    label,
    host,
    read: async (path, signal, draw) => (await opened(signal))?.read(path, signal, draw) ?? null,
    async readHead(path, byteLength, signal, draw) {
      const source = await opened(signal);
      return source && readHeadOf(source, path, byteLength, signal, draw);
    },
    // undefined (unknown) until the source is opened by its first read.
    open: async (path, signal) => (await opening)?.open?.(path, signal),
  };
}

/**
 * Makes the source that a spec describes, on any thread. The code of its source is loaded with the
 * first read, since a map's first picture needs none of it.
 */
export function openSource(spec: ContentSpec): ContentSource {
  const named = spec.kind === "url" ? describeUrl(spec) : { label: spec.label };
  const fetchCode = () => import("./open-spec.ts");
  // A server's files are slow to come: their code is fetched while the map is read.
  if (spec.kind === "url") fetchCode().catch(() => undefined);
  return lazySource(named, async (signal) => (await fetchCode()).openSpec(spec, signal));
}

function describeUrl({ base, limits }: Extract<ContentSpec, { kind: "url" }>) {
  return { label: base, host: { name: hostOf(base), atOnce: limits?.atOnce ?? URL_LIMITS.atOnce } };
}
