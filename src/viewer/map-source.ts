/** A map's bytes, from a file or an address. */

/** Where a map comes from. Both kinds can be read again: after a lost device, the map is. */
export type MapSource =
  | { readonly name: string; readonly blob: Blob }
  | { readonly name: string; readonly url: string };

/** The map's name from a path or an address: no folder, query, or extension. */
export function mapNameFrom(path: string): string {
  const file = path.split(/[?#]/)[0].split(/[\\/]/).at(-1) ?? "";
  return decodeName(file).replace(/\.bsp$/i, "") || "map";
}

/**
 * Reads a source whole. `onProgress` gets the bytes that are there and the bytes expected, 0 where
 * that is not known. Rejects with one plain sentence when the map cannot be had.
 */
export async function readMapSource(
  source: MapSource,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  if ("blob" in source) return readBlob(source.blob);
  const response = await fetchMap(source.url, signal);
  const total = Number(response.headers.get("content-length") ?? 0) || 0;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let done = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { value, done: ended } = await reader.read();
    if (ended) break;
    parts.push(value);
    done += value.byteLength;
    // A compressed transfer is shorter than what it unpacks to.
    onProgress(done, Math.max(total, done));
  }
  return await new Blob(parts).arrayBuffer();
}

async function readBlob(blob: Blob): Promise<ArrayBuffer> {
  try {
    return await blob.arrayBuffer();
  } catch {
    throw new Error("the file can no longer be read: it was moved or changed, or is too large");
  }
}

async function fetchMap(url: string, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error(`${url} cannot be reached, or its server does not allow this page to read it`);
  }
  if (!response.ok) throw new Error(`${url} was answered with status ${response.status}`);
  // Servers of single-page applications answer whatever is missing with their page.
  if ((response.headers.get("content-type") ?? "").startsWith("text/html")) {
    throw new Error(`${url} was answered with a web page: there is no such map`);
  }
  return response;
}

function decodeName(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}
