/** Runs one particle function on a system with given particles. */

import {
  findIn,
  type PlanProblem,
  planSystem,
  type SystemPlan,
} from "../../../src/particles/systems/system-plan.ts";
import { SystemPlayer } from "../../../src/particles/systems/system-player.ts";
import { type MadeSystem, readMade } from "../../formats/pcf/make-pcf.ts";

export type Functions = Omit<MadeSystem, "name">;

/** Returns the plan of a system; throws if a function does not run. */
export function planMade(made: Functions, ...children: MadeSystem[]): SystemPlan {
  const problems: PlanProblem[] = [];
  const pcf = readMade({ name: "made", ...made }, ...children);
  const plan = planSystem("made", findIn(pcf), problems);
  if (plan === null || problems.length > 0) throw new Error(problems[0]?.message);
  return plan;
}

/** Plays a system from time 0. */
export const playMade = (made: Functions, ...children: MadeSystem[]): SystemPlayer =>
  new SystemPlayer(planMade(made, ...children), 7);

/** One particle at once, which lives for 2 seconds, at the origin. */
export const ONE: Functions = {
  emitters: {
    emit_instantaneously: { num_to_emit: { number: 2, bytes: new Uint8Array([1, 0, 0, 0]) } },
  },
  initializers: { "Lifetime Random": { lifetime_min: 2, lifetime_max: 2 } },
};
