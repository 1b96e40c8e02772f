/** Content for tests of textures whose heads are read first. */

import type { FileHead } from "../../../src/content/types.ts";
import type { ContentAccess } from "../../../src/scene/open/read-content.ts";

/**
 * Returns content that reads heads of files, which are named without `materials/` and extension.
 * `broken` files have no rest.
 */
export function headContent(
  files: Readonly<Record<string, Uint8Array>>,
  broken: readonly string[] = [],
) {
  const reads: string[] = [];
  const rest = { ...files };
  const nameOf = (path: string) => path.slice("materials/".length, -".vtf".length);
  const content: ContentAccess["content"] = {
    read: async (path) => {
      reads.push(`whole ${nameOf(path)}`);
      return rest[nameOf(path)] ?? null;
    },
    readHead: async (path, byteLength): Promise<FileHead | null> => {
      const bytes = files[nameOf(path)];
      if (bytes === undefined) return null;
      reads.push(`head ${nameOf(path)}`);
      if (bytes.length <= byteLength) {
        return { bytes, byteLength: bytes.length, readWhole: null };
      }
      return {
        bytes: bytes.slice(0, byteLength),
        byteLength: bytes.length,
        async readWhole() {
          reads.push(`rest ${nameOf(path)}`);
          if (broken.includes(nameOf(path))) throw new Error("the line is cut");
          return rest[nameOf(path)];
        },
      };
    },
  };
  return { content, reads, rest };
}
