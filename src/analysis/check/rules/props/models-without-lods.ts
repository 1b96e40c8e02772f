import { FormatError } from "../../../../core/errors.ts";
import { normalizePath } from "../../../../formats/normalize-path.ts";
import { parseVtx } from "../../../../formats/studio/read/parse-vtx.ts";
import { VTX_EXTENSIONS } from "../../../../model/files/model-files.ts";
import type { MapFacts } from "../../facts/map-facts.ts";
import { countOf } from "../../facts/words.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Smallest number of triangles in all props of a model. Fewer cost little. */
const LEAST_TRIANGLES = 50_000;
const LEAST_OF_ONE = 1000;

/**
 * A model with one LOD and a thousand or more triangles has static props of 50,000 triangles in
 * total. (note)
 * Mend: Add `$lod` to its script, or a fade distance to its props.
 */
export const modelsWithoutLods: Rule = {
  name: "models-without-lods",
  why: "A model without LODs costs as much far away as nearby.",
  async check(facts) {
    const props = facts.staticProps;
    const uses = new Map<number, { count: number; first: number }>();
    for (let prop = 0; prop < (props?.count ?? 0); prop++) {
      const use = uses.get(props!.model[prop]);
      if (use === undefined) uses.set(props!.model[prop], { count: 1, first: prop });
      else use.count++;
    }
    const faults: Fault[] = [];
    for (const [row, { count, first }] of uses) {
      const name = props!.modelName[row] ?? "";
      const triangles = await trianglesWithoutLods(facts, normalizePath(name));
      if (triangles < LEAST_OF_ONE || triangles * count < LEAST_TRIANGLES) continue;
      const origin = [...props!.origin.subarray(first * 3, first * 3 + 3)] as unknown as Vec3;
      const of = `${countOf(count, "static prop")} of ${countOf(triangles, "triangle")} each`;
      const message = `${name} has no levels of detail, and the map has ${of}.`;
      faults.push({ severity: "note", message, origin, prop: first, radius: 64 });
    }
    return faults;
  },
};

/**
 * Returns the triangles of a model with one LOD; 0 if it has LODs, is not available, or is broken,
 * which another rule reports.
 */
async function trianglesWithoutLods(facts: MapFacts, path: string): Promise<number> {
  const stem = path.replace(/\.mdl$/, "");
  for (const extension of VTX_EXTENSIONS) {
    const bytes = await facts.readFile(stem + extension);
    if (bytes === null) continue;
    try {
      const { lodCount, meshes } = parseVtx(bytes);
      if (lodCount > 1) return 0;
      return meshes.indexCount.reduce((sum, count) => sum + count / 3, 0);
    } catch (error) {
      if (error instanceof FormatError) return 0;
      throw error;
    }
  }
  return 0;
}
