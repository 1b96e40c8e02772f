import { nameOf } from "../../facts/entity-facts.ts";
import type { Fault } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

const CLASSES = ["func_areaportal", "func_areaportalwindow"];

/** Of `func_areaportal` in the SDK: it is open but for its key, and whoever opens it names it, or is its door. */
export const idleAreaPortals: Rule = {
  name: "idle-area-portals",
  why: "An area portal that does not divide two areas hides nothing; one that is never opened hides what is behind it for good.",
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

/** Without a name nobody can open it, and without a target no door does. */
function isShutForGood(
  classname: string,
  name: string,
  get: (key: string) => string | undefined,
): boolean {
  const begins = get("startopen");
  if (classname !== CLASSES[0] || begins === undefined) return false;
  return Number.parseInt(begins, 10) === 0 && name === "" && (get("target") ?? "") === "";
}
