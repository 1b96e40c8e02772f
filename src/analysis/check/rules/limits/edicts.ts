import { SERVER_ONLY_ENTITIES } from "../../facts/entity-classes.ts";
import { countOf, firstOf } from "../../facts/words.ts";
import { type Severity, UntoldError } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** `MAX_EDICTS` of the SDK's `const.h`. */
const MAX_EDICTS = 2048;
/**
 * Below the maximum, because players, their weapons and entities created during a round need
 * edicts, too.
 */
const OF_WARNING = 1800;
const OF_NOTE = 1500;
/** Newest map version that the SDK's games open. */
const LAST_VERSION = 20;

/** Entities removed at map start. Unnamed lamps exist only in the lightmaps. */
const GONE = /^(info_null|func_detail|info_lighting|info_no_dynamic_shadow|infodecal)$/;
const LAMP = /^light(_spot|_environment|_directional)?$/;

/**
 * Entities that take an edict at map start. Entities that are removed by then (unnamed lamps) and
 * server-only entities (logic) do not count. Branches with more edicts are not judged. (error above
 * 2,048, warning above 1,800, note above 1,500)
 * Mend: Use static props for props that never move, one brush entity for several with the same
 * function, overlays for decals.
 */
export const edicts: Rule = {
  name: "edicts",
  why: "A game that runs out of edicts stops with an error during a round.",
  check({ entities, bsp }) {
    if (bsp.version > LAST_VERSION) {
      throw new UntoldError(
        `no public source gives the edicts of a game with version ${bsp.version} maps`,
      );
    }
    const serverOnly = new Set(SERVER_ONLY_ENTITIES.trim().split(" "));
    const counts = new Map<string, number>();
    let count = 0;
    for (const { classname, name } of entities) {
      if (serverOnly.has(classname) || GONE.test(classname)) continue;
      if (LAMP.test(classname) && name === "") continue;
      counts.set(classname, (counts.get(classname) ?? 0) + 1);
      count++;
    }
    const severity = severityOf(count);
    if (severity === null) return [];
    const most = [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([name, of]) => `${of} ${name === "" ? "without a class" : name}`);
    const takes = `${countOf(count, "entity", "entities")} take one of ${countOf(MAX_EDICTS, "edict")} each`;
    return [{ severity, message: `At map start ${takes}: ${firstOf(most)}.` }];
  },
};

function severityOf(count: number): Severity | null {
  if (count > MAX_EDICTS) return "error";
  if (count > OF_WARNING) return "warning";
  return count > OF_NOTE ? "note" : null;
}
