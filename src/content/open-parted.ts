import type { ByteSource } from "./bytes/byte-source.ts";
import { normalizeContentPath } from "./normalize-content-path.ts";
import type { ContentSource } from "./types.ts";

/**
 * The file that `Content` would read, to be read in parts; null if no source has it, or if the first that may have it
 * is read whole.
 */
export async function openParted(
  sources: readonly ContentSource[],
  path: string,
  signal?: AbortSignal,
): Promise<ByteSource | null> {
  const normalized = normalizeContentPath(path);
  for (const source of sources) {
    const file = await source.open?.(normalized, signal);
    if (file !== null) return file ?? null;
  }
  return null;
}
