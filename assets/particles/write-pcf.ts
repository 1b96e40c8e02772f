/** Writes particle systems as binary DMX of encoding 2, which games since 2007 read. */

import { concatBytes, encodeInt32 } from "../../src/formats/binary/encode-bytes.ts";
import { PCF_FUNCTION_LISTS, type PcfFunctionList } from "../../src/formats/pcf/types.ts";

/** Types of attributes, by their numbers in the file. */
const ELEMENT = 1;
const INT = 2;
const FLOAT = 3;
const BOOL = 4;
const STRING = 5;
const COLOR = 8;
const VECTOR3 = 10;
const ELEMENT_ARRAY = 15;

interface Attribute {
  readonly type: number;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();
const cString = (text: string): Uint8Array => encoder.encode(`${text}\0`);
const floats = (values: readonly number[]): Uint8Array =>
  new Uint8Array(Float32Array.from(values).buffer);

/** Makes an integer attribute; plain numbers become floats. */
export const int = (value: number): Attribute => ({ type: INT, bytes: encodeInt32(value) });
/** Makes a colour of bytes. */
export const color = (...rgba: readonly number[]): Attribute => ({
  type: COLOR,
  bytes: Uint8Array.from(rgba),
});
const string = (text: string): Attribute => ({ type: STRING, bytes: cString(text) });
const element = (row: number): Attribute => ({ type: ELEMENT, bytes: encodeInt32(row) });
const elements = (rows: readonly number[]): Attribute => ({
  type: ELEMENT_ARRAY,
  bytes: encodeInt32(rows.length, ...rows),
});

type Value = number | boolean | readonly [number, number, number] | Attribute;
export type Values = Readonly<Record<string, Value>>;

/** A particle system: functions of each list by their names, with their parameters. */
export interface SystemPlan
  extends Partial<Record<PcfFunctionList, Readonly<Record<string, Values>>>> {
  readonly name: string;
  /** Path of the material, without folder and extension. */
  readonly material: string;
  readonly params: Values;
  /** Names of systems of the same file that run with it. */
  readonly children?: readonly string[];
}

interface Element {
  readonly type: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
}

function encodeValue(value: Value): Attribute {
  if (typeof value === "number") return { type: FLOAT, bytes: floats([value]) };
  if (typeof value === "boolean") return { type: BOOL, bytes: Uint8Array.of(value ? 1 : 0) };
  return "type" in value ? value : { type: VECTOR3, bytes: floats(value) };
}

const encodeValues = (values: Values): Record<string, Attribute> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeValue(value)]));

/** Returns the bytes of a `.pcf`. */
export function writePcf(systems: readonly SystemPlan[]): Uint8Array {
  const rowOf = new Map(systems.map(({ name }, i) => [name, i + 1]));
  const below: Element[] = [];
  const add = (one: Element): number => systems.length + below.push(one);
  const definitions = systems.map((system): Element => {
    const lists = PCF_FUNCTION_LISTS.map((list) => {
      const rows = Object.entries(system[list] ?? {}).map(([name, values]) =>
        add({
          type: "DmeParticleOperator",
          name,
          attributes: { functionName: string(name), ...encodeValues(values) },
        }),
      );
      return [list, elements(rows)];
    });
    const children = (system.children ?? []).map((name) => {
      const row = rowOf.get(name);
      if (row === undefined) throw new Error(`${system.name} has no child ${name}`);
      const attributes = { child: element(row), delay: encodeValue(0) };
      return add({ type: "DmeParticleChild", name, attributes });
    });
    const attributes = {
      material: string(`${system.material.replaceAll("/", "\\")}.vmt`),
      ...encodeValues(system.params),
      ...Object.fromEntries(lists),
      children: elements(children),
    };
    return { type: "DmeParticleSystemDefinition", name: system.name, attributes };
  });
  const root: Element = {
    type: "DmElement",
    name: "untitled",
    attributes: { particleSystemDefinitions: elements([...rowOf.values()]) },
  };
  return encodeDmx([root, ...definitions, ...below]);
}

/** Names of types and attributes are rows of a table; values are texts in place. */
function encodeDmx(all: readonly Element[]): Uint8Array {
  const strings: string[] = [];
  const index = (text: string): Uint8Array => {
    if (!strings.includes(text)) strings.push(text);
    return encodeInt32(strings.indexOf(text)).subarray(0, 2);
  };
  const heads = all.map(({ type, name }, i) => {
    const id = new Uint8Array(16);
    id.set(encodeInt32(i + 1));
    return concatBytes([index(type), cString(name), id]);
  });
  const bodies = all.map(({ attributes }) => {
    const rows = Object.entries(attributes).map(([name, { type, bytes }]) =>
      concatBytes([index(name), Uint8Array.of(type), bytes]),
    );
    return concatBytes([encodeInt32(rows.length), ...rows]);
  });
  return concatBytes([
    cString("<!-- dmx encoding binary 2 format pcf 1 -->\n"),
    encodeInt32(strings.length).subarray(0, 2),
    ...strings.map(cString),
    encodeInt32(all.length),
    ...heads,
    ...bodies,
  ]);
}
