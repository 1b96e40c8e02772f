/** An SMD and a VTA belong together by name, or else by what they say of the same vertices. */

import { FormatError } from "../../../core/errors.ts";
import { decodeText } from "../../../formats/keyvalues/decode-text.ts";
import { parseSmd } from "../../../formats/smd/parse-smd.ts";
import type { Smd } from "../../../formats/smd/types.ts";
import type { ModelFiles } from "../../../model/files/model-files.ts";

/** Most files of a folder that are looked into, and most bytes of them together. */
const MAX_FILES = 64;
const MAX_BYTES = 1 << 26;
/** Inches: what texts round places to. */
const NEAR = 0.01;

/**
 * The reference of a VTA, or the VTA of a reference, under another name: of what lies beside it the first that has
 * the same vertices in the same places, else the first of as many. What cannot be read is none.
 * @param path of the file itself; @param own what it says
 */
export async function findCounterpart(
  path: string,
  own: Smd,
  files: ModelFiles,
): Promise<{ readonly path: string; readonly smd: Smd } | null> {
  const isReference = own.vertexAnimation === null;
  const wanted = isReference ? ".vta" : ".smd";
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const listed = (await files.list?.(folder)) ?? [];
  const candidates = listed.filter((file) => file.toLowerCase().endsWith(wanted)).sort();
  let left = MAX_BYTES;
  let ofSameCount: { readonly path: string; readonly smd: Smd } | null = null;
  for (const candidate of candidates.slice(0, MAX_FILES)) {
    const bytes = await files.read(candidate);
    if (bytes === null) continue;
    left -= bytes.length;
    if (left < 0) break;
    const smd = readWith(isReference ? "vertexanimation" : "triangles", bytes);
    if (smd === null) continue;
    const [reference, shapes] = isReference ? [own, smd] : [smd, own];
    const fit = compareVertices(reference, shapes);
    if (fit === "same") return { path: candidate, smd };
    if (fit === "as-many") ofSameCount ??= { path: candidate, smd };
  }
  return ofSameCount;
}

/** null of a file without such a block, or with a fault: it is opened by itself to be told of that. */
function readWith(block: string, bytes: Uint8Array): Smd | null {
  const text = decodeText(bytes);
  if (!text.includes(block)) return null;
  try {
    return parseSmd(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return null;
  }
}

/** Whether the first shape of a VTA is a reference's corners. */
export function compareVertices(
  { triangles }: Smd,
  { vertexAnimation }: Smd,
): "same" | "as-many" | null {
  if (vertexAnimation === null || vertexAnimation.frameCount === 0) return null;
  const corners = triangles.count * 3;
  const { id, position, firstVertex } = vertexAnimation;
  const count = firstVertex[1];
  if (corners === 0 || count === 0) return null;
  for (let row = 0; row < count; row++) if (id[row] >= corners) return null;
  for (let row = 0; row < count; row++) {
    for (let axis = 0; axis < 3; axis++) {
      const apart = position[row * 3 + axis] - triangles.position[id[row] * 3 + axis];
      if (Math.abs(apart) > NEAR) return count === corners ? "as-many" : null;
    }
  }
  return "same";
}
