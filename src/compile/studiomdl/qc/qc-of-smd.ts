import type { Smd } from "../../../formats/smd/types.ts";
import { parseQc } from "./parse-qc.ts";
import type { Qc } from "./qc-types.ts";

/**
 * The script that a lone SMD would have: its triangles as the model; without any, its frames as a sequence of
 * the skeleton. Shapes of a VTA beside it are movements, each with a controller of its own.
 * @param name of the files, without an extension
 */
export function qcOfSmd(name: string, smd: Smd, shapes: Smd | null = null): Qc {
  const lines = [`$modelname "${name}.mdl"`];
  if (smd.triangles.count > 0) {
    lines.push(`$model "${name}" "${name}" {`, ...listShapes(name, shapes), "}");
  }
  lines.push(`$sequence "${name}" "${name}"`);
  return parseQc(lines.join("\n"), { warn: () => {} });
}

/** The first shape is the model as it is. */
function listShapes(name: string, shapes: Smd | null): string[] {
  const times = Array.from(shapes?.vertexAnimation?.time ?? []).slice(1);
  if (times.length === 0) return [];
  return [
    `flexfile "${name}.vta" {`,
    ...times.map((time) => `flex "shape${time}" frame ${time}`),
    "}",
    ...times.map((time) => `flexcontroller shapes range 0 1 shape${time}`),
    ...times.map((time) => `%shape${time} = shape${time}`),
  ];
}
