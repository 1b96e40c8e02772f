/** Rules about the models of props. */

import { FormatError } from "../../../../core/errors.ts";
import type { StaticProps } from "../../../../formats/bsp/types.ts";
import { normalizePath } from "../../../../formats/normalize-path.ts";
import { parseVtx } from "../../../../formats/studio/read/parse-vtx.ts";
import { VTX_EXTENSIONS } from "../../../../model/files/model-files.ts";
import { nameOf } from "../../facts/entity-facts.ts";
import type { MapFacts } from "../../facts/map-facts.ts";
import { countOf } from "../../facts/words.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * A static prop's model was not compiled with `$staticprop`, or has `prop_data` without
 * `allowstatic`; a `prop_physics` model has no `prop_data`; a `prop_dynamic` model has one. Only
 * available models are checked. (warning)
 * Mend: Use the entity that the model needs, or the `_override` class.
 *
 * Facts: vbsp's `IsStaticProp` refuses a model in a new compile, the game's `CBaseProp::Spawn`
 * removes the entity at map start.
 */
export const propKinds: Rule = {
  name: "prop-kinds",
  why: "The model decides whether it may be static or physical: games remove the wrong kind of entity at map start.",
  async check(facts) {
    const faults: Fault[] = [];
    const props = facts.staticProps;
    const uses = countUses(props);
    for (const [row, { count: of, first: prop }] of uses) {
      const name = props!.modelName[row] ?? "";
      const model = await facts.propModel(name);
      if (model === null) continue;
      const needs = !model.isStatic
        ? "was not compiled with $staticprop"
        : model.hasPropData && !model.allowsStatic
          ? "has prop_data, as things with physics have"
          : null;
      if (needs === null) continue;
      const count = countOf(of, "static prop");
      const message = `${name} ${needs}, and the map has ${count} of it: another compile leaves them out.`;
      const origin = [...props!.origin.subarray(prop * 3, prop * 3 + 3)] as unknown as Vec3;
      faults.push({ severity: "warning", message, origin, radius: model.size / 2, prop });
    }
    for (const one of facts.entities) {
      const isPhysics = one.classname === "prop_physics";
      if (!isPhysics && one.classname !== "prop_dynamic") continue;
      const name = one.get("model") ?? "";
      const model = /\.mdl$/i.test(name) ? await facts.propModel(name) : null;
      if (model === null || model.allowsStatic || model.hasPropData === isPhysics) continue;
      const has = isPhysics ? "has no prop_data" : "has prop_data";
      const kind = isPhysics
        ? "prop_physics_override or prop_dynamic"
        : "prop_dynamic_override or prop_physics";
      const message = `${nameOf(one)} is of ${name}, which ${has}: the game removes it, and wants ${kind}.`;
      const at = one.origin === null ? {} : { origin: one.origin, radius: model.size / 2 };
      faults.push({ severity: "warning", message, entity: one.row, ...at });
    }
    return faults;
  },
};

/** Counts the props of each model, and keeps the first of them. */
function countUses(props: StaticProps | null): Map<number, { count: number; first: number }> {
  const uses = new Map<number, { count: number; first: number }>();
  for (let prop = 0; prop < (props?.count ?? 0); prop++) {
    const use = uses.get(props!.model[prop]);
    if (use === undefined) uses.set(props!.model[prop], { count: 1, first: prop });
    else use.count++;
  }
  return uses;
}

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
    const faults: Fault[] = [];
    for (const [row, { count, first }] of countUses(props)) {
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
