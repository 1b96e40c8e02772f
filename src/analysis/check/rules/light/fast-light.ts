import type { Rule } from "../../rule.ts";

/** `LVLFLAGS_BAKED_STATIC_PROP_LIGHTING_*` of `bspfile.h`. */
const BAKED_PROPS = 3;

/**
 * vrad notes that it was asked to light props, and then leaves them out where it was also asked to be fast
 * (`vrad.cpp`): what it noted is not there.
 */
export const fastLight: Rule = {
  name: "fast-light",
  why: "Fast light is for a first look: its shadows are coarse, and props are lit as a whole.",
  check(facts) {
    const { levelFlags } = facts;
    const props = facts.staticProps;
    if (levelFlags === null || (levelFlags & BAKED_PROPS) === 0 || (props?.count ?? 0) === 0)
      return [];
    return facts.packed.then(({ entries }) => {
      const isBaked = [...entries.keys()].some((path) =>
        /^(sp_|texelslighting_).*\.(vhv|ppl)$/.test(path),
      );
      if (isBaked) return [];
      const message =
        "Props were to be lit one by one, and the light is not there: the map was lit with -fast.";
      return [{ severity: "warning", message }];
    });
  },
};
