import { lazySource } from "./lazy-source.ts";
import type { ContentSource, ContentSpec } from "./types.ts";

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
