/** What a run is to be compared with: a switch that is off, or another build. */

import { ABLATIONS, type Ablation } from "../../bench/report/report.ts";
import { UsageError } from "../errors.ts";

export type CompareTarget =
  | { readonly kind: "switch"; readonly without: Ablation }
  | { readonly kind: "build"; readonly folder: string };

/** `occlusion=off`, or a folder. */
export function parseCompareTarget(text: string): CompareTarget {
  const [, name, value] = /^([A-Za-z]+)=(.*)$/.exec(text) ?? [];
  if (name === undefined) return { kind: "build", folder: text };
  const without = ABLATIONS.find((one) => one.toLowerCase() === name.toLowerCase());
  if (without && value === "off") return { kind: "switch", without };
  throw new UsageError(
    `--compare ${text}: what can be switched is ${ABLATIONS.map((one) => `${one}=off`).join(", ")}`,
    "bench",
  );
}
