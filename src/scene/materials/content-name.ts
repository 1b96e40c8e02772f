import { normalizePath } from "../../formats/normalize-path.ts";

/**
 * Returns a material's or texture's name: lower case, forward slashes, without `materials/` and
 * extension.
 */
export function contentName(name: string, extension: ".vmt" | ".vtf"): string {
  const path = normalizePath(name).replace(/^materials\//, "");
  return path.endsWith(extension) ? path.slice(0, -extension.length) : path;
}
