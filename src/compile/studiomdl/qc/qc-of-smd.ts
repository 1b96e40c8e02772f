import type { Smd } from "../../../formats/smd/types.ts";
import { parseQc } from "./parse-qc.ts";
import type { Qc } from "./qc-types.ts";

/**
 * The script that a lone SMD would have: its triangles as the model; without any, its frames as a sequence of
 * the skeleton.
 * @param name of the file, without its extension
 */
export function qcOfSmd(name: string, smd: Smd): Qc {
  const body = smd.triangles.count > 0 ? `$body "${name}" "${name}"\n` : "";
  const script = `$modelname "${name}.mdl"\n${body}$sequence "${name}" "${name}"`;
  return parseQc(script, { warn: () => {} });
}
