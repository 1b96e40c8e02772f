/** Converts the input of a particle viewer to a file and the content beside it. */

import type { ContentSpec } from "../../content/types.ts";
import type { ParticleInput } from "./particle-types.ts";

export interface ParticleSource {
  /** Display name: the file's name. */
  readonly name: string;
  /** The file, or its content path. */
  readonly file: Blob | string;
  /** Content that comes with the file, searched first. */
  readonly content: readonly ContentSpec[];
}

/**
 * The parent of a folder `particles` in an address is content, as games have it.
 * @param baseUrl base of relative addresses
 */
export async function openParticleSource(
  input: ParticleInput,
  baseUrl: string,
  signal: AbortSignal,
): Promise<ParticleSource> {
  if (input instanceof Blob) {
    return { name: input instanceof File ? input.name : "particles", file: input, content: [] };
  }
  if (typeof input === "object" && "path" in input) {
    return { name: fileName(input.path), file: input.path, content: [] };
  }
  const url = new URL(input, baseUrl);
  const response = await fetch(url, { signal });
  const name = fileName(url.pathname);
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  const parts = url.pathname.split("/");
  const at = parts.map((part) => part.toLowerCase()).lastIndexOf("particles");
  const isBelow = at > 0 && at < parts.length - 1;
  const base = new URL(`${parts.slice(0, at).join("/")}/`, url).href;
  return {
    name,
    file: await response.blob(),
    content: isBelow ? [{ kind: "url", base }] : [],
  };
}

function fileName(path: string): string {
  const name = path.split("/").at(-1) as string;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
