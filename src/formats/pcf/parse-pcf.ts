/** Reads a PCF: the particle systems in a binary DMX. */

import { dmxError } from "./dmx-reader.ts";
import { type Dmx, type DmxElement, type DmxValue, NO_ELEMENT } from "./dmx-value.ts";
import { parseDmx } from "./parse-dmx.ts";
import {
  PCF_FUNCTION_LISTS,
  type Pcf,
  type PcfChild,
  type PcfFunction,
  type PcfSystem,
} from "./types.ts";

const SYSTEM_TYPE = "DmeParticleSystemDefinition";
const LAST_FORMAT = 2;

/**
 * Parses a `.pcf`: binary DMX, encodings 1 to 5, of the format `pcf`, versions 1 and 2. Both
 * versions have the same elements. Names of functions and of their parameters are not checked.
 *
 * @throws FormatError (PCF)
 */
export function parsePcf(bytes: Uint8Array): Pcf {
  const dmx = parseDmx(bytes);
  if (dmx.format !== "pcf") throw dmxError("unsupported", "header", 0, "format pcf", dmx.format);
  if (dmx.formatVersion < 1 || dmx.formatVersion > LAST_FORMAT) {
    const expected = `format pcf 1 to ${LAST_FORMAT}`;
    throw dmxError("bad-version", "header", 0, expected, dmx.formatVersion);
  }
  const rows = listSystems(dmx);
  const systemOf = new Map(rows.map((row, i) => [row, i]));
  // An element that several lists share is read once.
  const functions = new Map<number, PcfFunction>();
  const readFunction = (row: number): PcfFunction => {
    const known = functions.get(row);
    if (known) return known;
    const { name, attributes } = dmx.elements[row];
    const read = {
      functionName: textOf(attributes.get("functionName")) || name,
      params: attributes,
    };
    functions.set(row, read);
    return read;
  };
  const systems = rows.map((row): PcfSystem => {
    const { name, id, attributes } = dmx.elements[row];
    const [renderers, emitters, initializers, operators, forces, constraints] =
      PCF_FUNCTION_LISTS.map((list) => rowsOf(attributes.get(list)).map(readFunction));
    return {
      ...{ name, id, material: textOf(attributes.get("material")), params: attributes },
      ...{ renderers, emitters, initializers, operators, forces, constraints },
      children: rowsOf(attributes.get("children")).map((child) =>
        readChild(dmx, dmx.elements[child], systemOf),
      ),
    };
  });
  return {
    encodingVersion: dmx.encodingVersion,
    formatVersion: dmx.formatVersion,
    elementCount: dmx.elements.length,
    attributeCount: dmx.attributeCount,
    systems,
  };
}

function listSystems({ elements }: Dmx): number[] {
  const isSystem = (row: number) => elements[row].type === SYSTEM_TYPE;
  const listed = rowsOf(elements[0].attributes.get("particleSystemDefinitions")).filter(isSystem);
  return [...new Set([...listed, ...Array.from(elements.keys()).filter(isSystem)])];
}

function readChild(
  { elements }: Dmx,
  { name, attributes }: DmxElement,
  systemOf: ReadonlyMap<number, number>,
): PcfChild {
  const [row = NO_ELEMENT] = rowsOf(attributes.get("child"));
  const system = systemOf.get(row) ?? -1;
  const delay = attributes.get("delay");
  return {
    system,
    name: row === NO_ELEMENT ? name : elements[row].name,
    delay: delay && "numbers" in delay ? (delay.numbers[0] ?? 0) : 0,
  };
}

/** Returns the elements that an attribute refers to, without null references. */
function rowsOf(value: DmxValue | undefined): number[] {
  return value?.type === "element" ? [...value.rows].filter((row) => row !== NO_ELEMENT) : [];
}

function textOf(value: DmxValue | undefined): string {
  return value?.type === "string" ? (value.texts[0] ?? "") : "";
}
