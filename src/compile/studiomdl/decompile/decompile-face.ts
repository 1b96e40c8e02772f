/** What a model's face is told, and what that makes of its movements, as a script has it. */

import type { MdlFlexes } from "../../../formats/studio/rig/flex-types.ts";
import { formatFlexExpression, isFlexName, parseFlexExpression } from "../flex/flex-expression.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type { Qc } from "../qc/qc-types.ts";

/** Controllers, movements without shapes, and rules; reports rules that a script cannot say. */
export function decompileFace(
  { controllers, rules, ops, descriptors, flexes }: MdlFlexes,
  report: QcReport,
): Pick<Qc, "flexControllers" | "flexVariables" | "flexRules"> {
  const shaped = new Set([...flexes.descriptor, ...flexes.pair]);
  const flexRules: Qc["flexRules"][number][] = [];
  for (let i = 0; i < rules.count; i++) {
    const descriptor = descriptors[rules.descriptor[i]];
    const [first, count] = [rules.firstOp[i], rules.opCount[i]];
    const text = formatFlexExpression(ops, first, count, controllers.name, descriptors);
    if (text === null || !isFlexName(descriptor)) {
      report.warn(`the rule of "${descriptor}" is left out: a script has no words for it`);
      continue;
    }
    flexRules.push({ descriptor, operations: parseFlexExpression(text, 1), line: 1 });
  }
  return {
    flexControllers: controllers.name.map((name, i) => ({
      type: controllers.type[i],
      name,
      min: controllers.min[i],
      max: controllers.max[i],
      line: 1,
    })),
    flexVariables: descriptors.filter((name, row) => !shaped.has(row) && isFlexName(name)),
    flexRules,
  };
}
