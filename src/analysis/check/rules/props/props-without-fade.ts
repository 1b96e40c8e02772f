import { STATIC_PROP_FLAG_FADES } from "../../../../formats/bsp/layouts/static-prop-flags.ts";
import { countOf, firstOf } from "../../facts/words.ts";
import type { Rule } from "../../rule.ts";

/** Smallest number of props reported. Fewer cost little. */
const LEAST = 50;

/**
 * Fifty or more static props never fade. (note)
 * Mend: Set a fade distance for small props.
 */
export const propsWithoutFade: Rule = {
  name: "props-without-fade",
  why: "A prop without a fade distance is drawn at any size on the screen.",
  check(facts) {
    const props = facts.staticProps;
    if (props === null || props.count === 0) return [];
    const counts = new Map<string, number>();
    let count = 0;
    for (let row = 0; row < props.count; row++) {
      const fades = (props.flags[row] & STATIC_PROP_FLAG_FADES) !== 0 && props.fadeMaxDist[row] > 0;
      if (fades) continue;
      const name = props.modelName[props.model[row]] ?? "no model";
      counts.set(name, (counts.get(name) ?? 0) + 1);
      count++;
    }
    if (count < LEAST) return [];
    const most = [...counts].sort((a, b) => b[1] - a[1]).map(([name, of]) => `${of} of ${name}`);
    const message = `${countOf(count, "static prop")} of ${props.count} never fade: ${firstOf(most)}.`;
    return [{ severity: "note", message }];
  },
};
