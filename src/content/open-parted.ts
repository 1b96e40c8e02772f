import type { ByteSource } from "./bytes/byte-source.ts";
import { normalizeContentPath } from "./normalize-content-path.ts";
import type { ContentSource } from "./types.ts";

/**
 * Opens the file that `Content` would read, for reading in parts. Returns null if no source has it,
 * or if the first source that may have it can only read it whole.
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
