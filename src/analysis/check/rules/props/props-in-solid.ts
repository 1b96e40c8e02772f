/** Rules about static props in solid. */

import { STATIC_PROP_USE_LIGHTING_ORIGIN } from "../../../../formats/bsp/layouts/static-prop-flags.ts";
import { writeMatrix3x4 } from "../../../../math/angles.ts";
import type { MapFacts } from "../../facts/map-facts.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * A static prop touches no leaf, or only solid ones. (warning)
 * Mend: Move it into the map, or delete it.
 */
export const propsInVoid: Rule = {
  name: "props-in-void",
  why: "A prop that touches no open leaf is never drawn.",
  check(facts) {
    const props = facts.staticProps;
    const { leafs } = facts.bsp;
    const faults: Fault[] = [];
    for (let prop = 0; prop < (props?.count ?? 0); prop++) {
      facts.ledger.take("propLeafs", props!.leafCount[prop], "sprp");
      const first = props!.firstLeaf[prop];
      const touched = props!.leaf.subarray(first, first + props!.leafCount[prop]);
      if (touched.some((leaf) => leaf < leafs.count && !facts.space.isSolidLeaf(leaf))) continue;
      const origin = [...props!.origin.subarray(prop * 3, prop * 3 + 3)] as unknown as Vec3;
      const message = `A static prop of ${props!.modelName[props!.model[prop]]} touches no place inside the map.`;
      faults.push({ severity: "warning", message, origin, prop });
    }
    return faults;
  },
};

const MARGIN = 2;

/**
 * The lighting origin of a static prop without vertex light is in solid, with two inches around it.
 * (warning)
 * Mend: Set an `info_lighting` in the open as its lighting origin, or use `-StaticPropLighting`.
 */
export const propsLitInWall: Rule = {
  name: "props-lit-in-wall",
  why: "A prop takes its light from one point: inside a wall it is black.",
  async check(facts) {
    const props = facts.staticProps;
    const { entries } = await facts.packed;
    const faults: Fault[] = [];
    for (let prop = 0; prop < (props?.count ?? 0); prop++) {
      // Props with vertex light do not use the lighting origin.
      if (entries.has(`sp_${prop}.vhv`) || entries.has(`sp_hdr_${prop}.vhv`)) continue;
      const point = await lightingPointOf(facts, prop);
      if (point === null || !facts.space.isDeep(...point, MARGIN)) continue;
      const origin = [...props!.origin.subarray(prop * 3, prop * 3 + 3)] as unknown as Vec3;
      const message = `A static prop of ${props!.modelName[props!.model[prop]]} is lit from inside solid.`;
      faults.push({ severity: "warning", message, origin, prop });
    }
    return faults;
  },
};

/** Returns the lighting origin, or `null` if the model is not available. */
async function lightingPointOf(facts: MapFacts, prop: number): Promise<Vec3 | null> {
  const props = facts.staticProps!;
  const cut = (column: Float32Array) =>
    [...column.subarray(prop * 3, prop * 3 + 3)] as [number, number, number];
  if ((props.flags[prop] & STATIC_PROP_USE_LIGHTING_ORIGIN) !== 0) return cut(props.lightingOrigin);
  const model = await facts.propModel(props.modelName[props.model[prop]] ?? "");
  if (model === null) return null;
  const m = new Float32Array(12);
  writeMatrix3x4(m, 0, ...cut(props.angles), ...cut(props.origin), props.uniformScale[prop]);
  const [x, y, z] = model.illumPosition;
  const row = (at: number) => m[at] * x + m[at + 1] * y + m[at + 2] * z + m[at + 3];
  return [row(0), row(4), row(8)];
}
