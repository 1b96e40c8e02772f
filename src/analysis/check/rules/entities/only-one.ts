import type { EntityFacts } from "../../facts/entity-facts.ts";
import { countOf } from "../../facts/words.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/**
 * Classes of which only one entity counts, with the keys that matter. `ParseLightEnvironment` of
 * vrad uses the first.
 */
const SINGLE: Readonly<Record<string, readonly string[]>> = {
  light_environment: [
    "_light",
    "_lighthdr",
    "_ambient",
    "_ambienthdr",
    "angles",
    "pitch",
    "sunspreadangle",
  ],
  sky_camera: ["origin", "scale"],
  shadow_control: ["angles", "color", "distance", "disableallshadows"],
  water_lod_control: ["cheapwaterstartdistance", "cheapwaterenddistance"],
};

/**
 * Several `light_environment`, `sky_camera`, `shadow_control` or `water_lod_control` have different
 * values. (note)
 * Mend: Delete all but one.
 */
export const onlyOne: Rule = {
  name: "only-one",
  why: "Only one of them counts, and the editor does not show which.",
  check({ entities }) {
    const faults: Fault[] = [];
    for (const [classname, keys] of Object.entries(SINGLE)) {
      const found = entities.filter((one) => one.classname === classname);
      const values = new Set(found.map((one) => keys.map((key) => writtenIn(one, key)).join("\n")));
      if (values.size < 2) continue;
      const { row, origin } = found[0];
      const message = `The map has ${countOf(found.length, classname, `${classname}s`)} with different values.`;
      const at = origin === null ? {} : { origin };
      faults.push({ severity: "note", message, entity: row, ...at });
    }
    return faults;
  },
};

const writtenIn = (one: EntityFacts, key: string): string => (one.get(key) ?? "").trim();
