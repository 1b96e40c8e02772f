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
