import { firstOf } from "../../facts/words.ts";
import type { Rule } from "../../rule.ts";

const CUBEMAP = /^materials\/maps\/(.+)\/(c-?\d+_-?\d+_-?\d+|cubemapdefault)(\.hdr)?\.vtf$/;

/**
 * The pakfile has cubemaps in the folder of another map name. (warning)
 * Mend: Rename the map before `buildcubemaps`, or build them again.
 */
export const cubemapsOfOtherMap: Rule = {
  name: "cubemaps-of-other-map",
  why: "Games look for cubemaps by the map's name: after a rename, models do not find them.",
  async check(facts) {
    const { entries } = await facts.packed;
    const names = new Set<string>();
    for (const path of entries.keys()) {
      const found = CUBEMAP.exec(path);
      if (found !== null) names.add(found[1]);
    }
    const own = facts.name.toLowerCase();
    // A map without cubemaps may have only the unused default picture with the old name.
    if (facts.bsp.cubemaps.count === 0 || names.size === 0 || names.has(own)) return [];
    const message = `The map is called ${own}, and its cubemaps are those of ${firstOf([...names])}.`;
    return [{ severity: "warning", message }];
  },
};
