import type { Smd } from "../../../formats/smd/types.ts";
import { isFlexName } from "../flex/flex-expression.ts";
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
  const { time, name: given } = shapes?.vertexAnimation ?? { time: [], name: [] };
  const times = Array.from(time).slice(1);
  if (times.length === 0) return [];
  const names = nameShapes(times, given.slice(1));
  return [
    `flexfile "${name}.vta" {`,
    ...times.map((frame, i) => `flex "${names[i]}" frame ${frame}`),
    "}",
    ...names.map((shape) => `flexcontroller shapes range 0 1 "${shape}"`),
    ...names.map((shape) => `%${shape} = ${shape}`),
  ];
}

/** As the file has them, where rules can say that, each once; else by their times. */
function nameShapes(times: readonly number[], given: readonly string[]): string[] {
  const taken = new Set<string>();
  return times.map((time, i) => {
    const own = given[i].replace(/\W+/g, "_");
    let name = isFlexName(own) ? own : `shape${time}`;
    while (taken.has(name.toLowerCase())) name += `_${time}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
