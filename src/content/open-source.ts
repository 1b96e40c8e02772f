import { CancelledError } from "../core/errors.ts";
import type { ContentSource, ContentSpec } from "./types.ts";

/**
 * Returns a source that is opened by its first read. If that fails, this read rejects, and from
 * then on the source has no files: a broken archive is reported once, not for each file.
 */
function lazySource(
  label: string,
  open: (signal?: AbortSignal) => Promise<ContentSource>,
): ContentSource {
  let opening: Promise<ContentSource | null> | null = null;

  return {
    label,
    async read(path, signal, draw) {
      for (;;) {
        if (signal?.aborted) throw new CancelledError();
        if (opening === null) {
          const mine = open(signal);
          opening = mine.catch((error) => {
            // Cancelled: the next read, with its own signal, tries again.
            if (error instanceof CancelledError) opening = null;
            return null;
          });
          return (await mine).read(path, signal, draw);
        }
        const waitedFor: Promise<ContentSource | null> = opening;
        const source = await waitedFor;
        if (source !== null) return source.read(path, signal, draw);
        if (opening === waitedFor) return null;
      }
    },
    // undefined (unknown) until the source is opened by its first read.
    open: async (path, signal) => (await opening)?.open?.(path, signal),
  };
}

/**
 * Makes the source that a spec describes, on any thread. The code of the sources is loaded with the
 * first read, since a map's first picture needs none of it.
 */
export function openSource(spec: ContentSpec): ContentSource {
  const label = spec.kind === "url" ? spec.base : spec.label;
  return lazySource(label, async (signal) =>
    (await import("./open-spec.ts")).openSpec(spec, signal),
  );
}
