/** Decal shaders of each family and of all families combined, each loaded on first use. */

import { assert } from "../../core/errors.ts";
import { familyFile } from "./family-file.ts";

type FetchCode = () => Promise<string>;

/** Shaders by level. */
const CODES = [
  import.meta.glob<string>("../../../shaders/families/**/*.wgsl", {
    query: "?surface=decals",
    import: "default",
  }),
  import.meta.glob<string>("../../../shaders/families/**/*.wgsl", {
    query: "?surface=decals&framed",
    import: "default",
  }),
  import.meta.glob<string>("../../../shaders/families/**/*.wgsl", {
    query: "?surface=decals&bumped",
    import: "default",
  }),
] as const;

/**
 * Shaders of all families combined, by level. They have no source file, so the globs above do not
 * find them.
 */
const ANY: readonly FetchCode[] = [
  async () => (await import("../../../shaders/families/any.wgsl?surface=decals")).default,
  async () => (await import("../../../shaders/families/any.wgsl?surface=decals&framed")).default,
  async () => (await import("../../../shaders/families/any.wgsl?surface=decals&bumped")).default,
];

/** @param level `LEVEL_*` */
export async function decalShader(family: string, level: number): Promise<string> {
  if (family === "any") return ANY[level]();
  const fetchCode = familyFile(CODES[level], family);
  assert(fetchCode !== undefined, `no decal shaders for family ${family}`);
  return fetchCode();
}
