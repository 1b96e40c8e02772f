/** Summarises a PCF for `visleaf inspect`. */

import { MAX_NAMED, shorten } from "../../core/errors.ts";
import { PCF_FUNCTION_LISTS, type Pcf, type PcfFunction, type PcfSystem } from "./types.ts";

/** Summary of a file of particle systems: plain data for JSON. */
export interface PcfSummary {
  readonly format: "PCF";
  /** Version of the format, 1 or 2. */
  readonly version: number;
  /** Version of the binary DMX encoding. */
  readonly encoding: number;
  readonly elements: number;
  readonly attributes: number;
  readonly systems: readonly PcfSystemSummary[];
  /** Distinct paths of materials, as written. */
  readonly materials: readonly string[];
  /** Kinds of functions by frequency. */
  readonly functions: readonly {
    readonly list: string;
    readonly name: string;
    readonly count: number;
  }[];
}

export interface PcfSystemSummary {
  readonly name: string;
  readonly material: string;
  readonly maxParticles: number | null;
  readonly renderers: readonly string[];
  readonly emitters: readonly string[];
  readonly initializers: readonly string[];
  readonly operators: readonly string[];
  readonly forces: readonly string[];
  readonly constraints: readonly string[];
  readonly children: readonly string[];
}

export function summarizePcf(pcf: Pcf): PcfSummary {
  const counts = new Map<string, { list: string; name: string; count: number }>();
  for (const system of pcf.systems) {
    for (const list of PCF_FUNCTION_LISTS) {
      for (const name of namesOf(system[list])) {
        const key = `${list} ${name}`;
        const row = counts.get(key);
        if (row) row.count++;
        else counts.set(key, { list, name, count: 1 });
      }
    }
  }
  const materials = pcf.systems.map(({ material }) => short(material));
  return {
    format: "PCF",
    version: pcf.formatVersion,
    encoding: pcf.encodingVersion,
    elements: pcf.elementCount,
    attributes: pcf.attributeCount,
    systems: pcf.systems.map(summarizeSystem),
    materials: [...new Set(materials)].filter((material) => material !== "").sort(),
    functions: [...counts.values()].sort((a, b) => b.count - a.count),
  };
}

function summarizeSystem(system: PcfSystem): PcfSystemSummary {
  const most = system.params.get("max_particles");
  const { renderers, emitters, initializers, operators, forces, constraints, children } = system;
  return {
    name: short(system.name),
    material: short(system.material),
    maxParticles: most && "numbers" in most ? (most.numbers[0] ?? null) : null,
    renderers: namesOf(renderers),
    emitters: namesOf(emitters),
    initializers: namesOf(initializers),
    operators: namesOf(operators),
    forces: namesOf(forces),
    constraints: namesOf(constraints),
    children: children.map(({ name }) => short(name)),
  };
}

/** Cuts names, because many small references may name one long string. */
const short = (text: string): string => shorten(text, MAX_NAMED);

const namesOf = (functions: readonly PcfFunction[]): string[] =>
  functions.map(({ functionName }) => short(functionName));
