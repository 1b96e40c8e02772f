import type { Rule } from "../../rule.ts";

/** `LVLFLAGS_BAKED_STATIC_PROP_LIGHTING_*` of `bspfile.h`. */
const BAKED_PROPS = 3;

/**
 * The map was compiled with `-StaticPropLighting`, and no prop light is packed: vrad leaves it out
 * with `-fast`. (warning)
 * Mend: Run vrad without `-fast` for a release.
 *
 * `vrad.cpp` stores the flag for prop lighting and then skips it with `-fast`.
 */
export const fastLight: Rule = {
  name: "fast-light",
  why: "Fast light is for a first look: shadows are coarse, and props have one light each.",
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
        "Light for static props was requested, but is missing: the map was lit with -fast.";
      return [{ severity: "warning", message }];
    });
  },
};
