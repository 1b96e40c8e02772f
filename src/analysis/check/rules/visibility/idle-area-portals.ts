import { nameOf } from "../../facts/entity-facts.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

const CLASSES = ["func_areaportal", "func_areaportalwindow"];

/**
 * A `func_areaportal` or `func_areaportalwindow` has no portal between two areas in the map; or it
 * starts closed (`StartOpen 0`) without a name or a target door. (warning)
 * Mend: Fill the opening from wall to wall, so that no other way leads around; name its door, or
 * let it start open.
 *
 * In the SDK a `func_areaportal` is open unless `StartOpen` says otherwise; entities that open it
 * name it, or it is their door.
 */
export const idleAreaPortals: Rule = {
  name: "idle-area-portals",
  why: "An area portal that does not separate two areas hides nothing; one that never opens hides what is behind it for good.",
  check(facts) {
    facts.needs("LUMP_AREAS", "LUMP_AREAPORTALS");
    const keys = new Set(facts.bsp.areas.portalKey);
    const faults: Fault[] = [];
    for (const one of facts.entities) {
      if (!CLASSES.includes(one.classname)) continue;
      const number = Number.parseInt(one.get("portalnumber") ?? "0", 10);
      const at = one.origin === null ? {} : { origin: one.origin };
      const says =
        number === 0 || !keys.has(number)
          ? "does not lie between two areas: it closes nothing"
          : isShutForGood(one.classname, one.name, one.get)
            ? "begins closed, and nothing can open it"
            : null;
      if (says === null) continue;
      const message = `${nameOf(one)} ${says}.`;
      faults.push({ severity: "warning", message, entity: one.row, ...at });
    }
    return faults;
  },
};

/**
 * Whether a portal starts closed and stays closed: without a name no entity can open it, without a
 * target no door does.
 */
function isShutForGood(
  classname: string,
  name: string,
  get: (key: string) => string | undefined,
): boolean {
  const begins = get("startopen");
  if (classname !== CLASSES[0] || begins === undefined) return false;
  return Number.parseInt(begins, 10) === 0 && name === "" && (get("target") ?? "") === "";
}
