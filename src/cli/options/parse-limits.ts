/** Parses `--limit name=number`, which overrides `LIMITS`. */

import { LIMITS, type LimitName, type Limits } from "../../core/limits.ts";
import { UsageError } from "../errors.ts";

const isLimitName = (name: string): name is LimitName => Object.hasOwn(LIMITS, name);

/** Throws `UsageError` for an unknown name or an invalid number. */
export function parseLimits(verb: string, assignments: readonly string[]): Limits {
  const limits: Partial<Record<LimitName, number>> = {};
  for (const assignment of assignments) {
    const [name, value = ""] = assignment.split("=", 2);
    if (!isLimitName(name)) {
      const names = Object.keys(LIMITS).join(", ");
      throw new UsageError(`there is no limit "${name}"; there are ${names}`, verb);
    }
    const limit = value === "none" ? Number.POSITIVE_INFINITY : Number(value || Number.NaN);
    if (!(limit >= 0)) throw new UsageError(`${name} is a number or none, not "${value}"`, verb);
    limits[name] = limit;
  }
  return limits;
}
