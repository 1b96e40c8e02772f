import { CancelledError } from "../core/errors.ts";
import type { ContentSource, ContentSpec } from "./types.ts";

/**
 * A source that is opened by its first reader. If that fails, one reader is told why, and from then
 * on the source has no files: the fault of an archive is not the fault of each file looked for in it.
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
            // Another try is for the next reader, whose signal is another.
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
    // Before its first reader it cannot tell.
    open: async (path, signal) => (await opening)?.open?.(path, signal),
  };
}

/**
 * Makes the source that a spec describes, on whichever thread this is called. A map's first picture needs
 * none of them: their code is fetched when the first file is looked for.
 */
export function openSource(spec: ContentSpec): ContentSource {
  const label = spec.kind === "url" ? spec.base : spec.label;
  return lazySource(label, async (signal) =>
    (await import("./open-spec.ts")).openSpec(spec, signal),
  );
}
