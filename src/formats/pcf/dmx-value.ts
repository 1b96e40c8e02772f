/** Elements and attributes of a binary DMX file. Names of types: Valve's public `dmattributetypes.h`. */

/** Names of attribute types, without their numbers. */
export type DmxType =
  | "element"
  | "int"
  | "float"
  | "bool"
  | "string"
  | "binary"
  | "time"
  | "uuid"
  | "color"
  | "vector2"
  | "vector3"
  | "vector4"
  | "qangle"
  | "quaternion"
  | "matrix";

/** Value of an attribute. Arrays have the same form, with `isArray`. */
export type DmxValue =
  /** Rows of `elements`; `NO_ELEMENT` for null and for elements of other files. */
  | { readonly type: "element"; readonly isArray: boolean; readonly rows: Int32Array }
  | { readonly type: "string"; readonly isArray: boolean; readonly texts: readonly string[] }
  /** Bytes as views, one for each item: blobs, or 16 bytes of a UUID. */
  | {
      readonly type: "binary" | "uuid";
      readonly isArray: boolean;
      readonly blobs: readonly Uint8Array[];
    }
  /**
   * Numbers, `DMX_ARITY` for each item: bools as 0 and 1, colours as 0 to 255, times in seconds,
   * angles in degrees.
   */
  | {
      readonly type: Exclude<DmxType, "element" | "string" | "binary" | "uuid">;
      readonly isArray: boolean;
      readonly numbers: Float64Array;
    };

export const NO_ELEMENT = -1;

export interface DmxElement {
  /** Class of the element, such as `DmeParticleSystemDefinition`. */
  readonly type: string;
  readonly name: string;
  /** UUID, 32 hexadecimal digits in the order of its bytes. */
  readonly id: string;
  /** Attributes by name, as written. If a name is repeated, the last counts. */
  readonly attributes: ReadonlyMap<string, DmxValue>;
}

/** A binary DMX file. Element 0 is the root. */
export interface Dmx {
  /** Version of the binary encoding, 1 to 5. */
  readonly encodingVersion: number;
  /** Format of the contents, such as `pcf`. */
  readonly format: string;
  readonly formatVersion: number;
  /** Number of strings in the dictionary; 0 if the encoding has none. */
  readonly stringCount: number;
  readonly attributeCount: number;
  /** Bytes behind the last attribute; 0 in known files. */
  readonly trailingBytes: number;
  readonly elements: readonly DmxElement[];
}
