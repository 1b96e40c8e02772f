/** Writes particle systems for tests. */

import { parsePcf } from "../../../src/formats/pcf/parse-pcf.ts";
import {
  PCF_FUNCTION_LISTS,
  type Pcf,
  type PcfFunctionList,
} from "../../../src/formats/pcf/types.ts";
import {
  bool,
  element,
  elements,
  float,
  type MadeElement,
  type MadeValue,
  makeDmx,
  string,
  vector,
} from "./make-dmx.ts";

/** Numbers become floats, triples vectors; `int` and `color` of `make-dmx.ts` make the others. */
type Value = number | boolean | string | readonly [number, number, number] | MadeValue;
type Params = Readonly<Record<string, Value>>;

export interface MadeSystem extends Partial<Record<PcfFunctionList, Record<string, Params>>> {
  readonly name: string;
  readonly material?: string;
  readonly params?: Params;
  /** Names of systems of the same file, with delays. */
  readonly children?: Readonly<Record<string, number>>;
}

function encodeValue(value: Value): MadeValue {
  if (typeof value === "number") return float(value);
  if (typeof value === "boolean") return bool(value);
  if (typeof value === "string") return string(value);
  return "number" in value ? value : vector(10, ...value);
}

const encodeParams = (params: Params) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encodeValue(value)]));

/** Keys of functions are their names; `name#2` is another function of that name. */
export function makePcf(systems: readonly MadeSystem[], encoding = 2, formatVersion = 1) {
  const made: MadeElement[] = [];
  const systemRow = new Map(systems.map(({ name }, i) => [name, i + 1]));
  const more: MadeElement[] = [];
  const add = (one: MadeElement) => systems.length + more.push(one);
  made.push({
    type: "DmElement",
    name: "untitled",
    attributes: { particleSystemDefinitions: elements(...systemRow.values()) },
  });
  for (const system of systems) {
    const lists = PCF_FUNCTION_LISTS.map((list) => {
      const rows = Object.entries(system[list] ?? {}).map(([key, params]) => {
        const name = key.split("#", 1)[0];
        const attributes = { functionName: string(name), ...encodeParams(params) };
        return add({ type: "DmeParticleOperator", name, attributes });
      });
      return [list, elements(...rows)];
    });
    const children = Object.entries(system.children ?? {}).map(([name, delay]) =>
      add({
        type: "DmeParticleChild",
        name,
        attributes: { child: element(systemRow.get(name) ?? -1), delay: float(delay) },
      }),
    );
    made.push({
      type: "DmeParticleSystemDefinition",
      name: system.name,
      attributes: {
        material: string(system.material ?? "particle\\made.vmt"),
        ...encodeParams(system.params ?? {}),
        ...Object.fromEntries(lists),
        children: elements(...children),
      },
    });
  }
  return makeDmx({ encoding, formatVersion, elements: [...made, ...more] });
}

export const readMade = (...systems: readonly MadeSystem[]): Pcf => parsePcf(makePcf(systems));
