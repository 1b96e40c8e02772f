/** Describes the shown tree of a particle file. */

import type { Warning } from "../../core/diagnostics.ts";
import { PCF_FUNCTION_LISTS, type Pcf, type PcfSystem } from "../../formats/pcf/types.ts";
import { MAX_CONTROL_POINTS } from "../../particles/systems/control-points.ts";
import { findIn, planSystem, type SystemPlan } from "../../particles/systems/system-plan.ts";
import { contentName } from "../../scene/materials/content-name.ts";
import type { ParticleFileInfo, ParticleInfo, SystemInfo } from "./particle-types.ts";

/** Parameters with the number of a control point, not a count or an offset. */
const NAMES_POINT = /control[ _]point/i;
const NAMES_OTHER = /offset|location|scale|#|count|tolerance|rendering|broadcast|proxy|collision/i;

export function describeParticles(
  name: string,
  pcf: Pcf,
  system: string,
  box: Float32Array,
  warnings: readonly Warning[],
): ParticleInfo {
  const missing = new Set(
    warnings.flatMap(({ code, subject }) => (code === "missing-material" ? [subject] : [])),
  );
  const find = findIn(pcf);
  const tree: SystemInfo[] = [];
  const points = new Set([0]);
  const visit = (plan: SystemPlan, depth: number): void => {
    const material = contentName(plan.material, ".vmt");
    const found = find(plan.name)?.system;
    tree.push({
      ...{ name: plan.name, depth, material: plan.material, capacity: plan.capacity },
      isMissing: plan.material !== "" && missing.has(`materials/${material}.vmt`),
      renderers: found?.renderers.map(({ functionName }) => functionName) ?? [],
    });
    if (found !== undefined) for (const point of listPoints(found)) points.add(point);
    for (const child of plan.children) visit(child, depth + 1);
  };
  const plan = planSystem(system, find);
  if (plan !== null) visit(plan, 0);
  return {
    ...{ file: describeFile(name, pcf), system, tree, box, warnings },
    points: [...points].sort((a, b) => a - b),
  };
}

function describeFile(name: string, pcf: Pcf): ParticleFileInfo {
  const inner = new Set(pcf.systems.flatMap(({ children }) => children.map((one) => one.system)));
  return {
    ...{ name, version: pcf.formatVersion, encoding: pcf.encodingVersion },
    systems: pcf.systems.map((system, row) => ({ name: system.name, isChild: inner.has(row) })),
  };
}

/** Lists the control points that parameters of a system's functions name. */
function listPoints(system: PcfSystem): number[] {
  return PCF_FUNCTION_LISTS.flatMap((list) =>
    system[list].flatMap(({ params }) =>
      [...params].flatMap(([name, value]) => {
        if (!NAMES_POINT.test(name) || NAMES_OTHER.test(name)) return [];
        if (value.type !== "int" || !("numbers" in value)) return [];
        const [point = -1] = value.numbers;
        return point >= 0 && point < MAX_CONTROL_POINTS ? [point] : [];
      }),
    ),
  );
}
