import { describe, expect, it } from "vitest";
import { concatBytes, encodeInt32 } from "../../../src/formats/binary/encode-bytes.ts";
import { DMX_ARITY, parseDmx } from "../../../src/formats/pcf/parse-dmx.ts";
import { catchFormatError } from "../studio/catch-format-error.ts";
import {
  blob,
  bool,
  color,
  element,
  elements,
  float,
  floatArray,
  int,
  makeDmx,
  seven,
  string,
  stringArray,
  vector,
} from "./make-dmx.ts";

const ENCODINGS = [1, 2, 3, 4, 5];

/** A file with an attribute of each kind. */
const makeAll = (encoding: number) =>
  makeDmx({
    encoding,
    elements: [
      {
        type: "DmElement",
        name: "root",
        attributes: {
          next: element(1),
          nothing: element(-1),
          both: elements(1, 0, -1),
          count: int(-7),
          size: float(1.5),
          on: bool(true),
          material: string("a\\b.vmt"),
          bytes: blob(Uint8Array.of(1, 2, 3)),
          // 2.5 seconds, or the start of a UUID.
          when: seven(
            encoding < 3
              ? Uint8Array.from({ length: 16 }, (_, i) => i)
              : new Uint8Array(Int32Array.of(25_000).buffer),
          ),
          tint: color(255, 128, 0, 64),
          flat: vector(9, 1, 2),
          place: vector(10, 1, 2, 3),
          four: vector(11, 1, 2, 3, 4),
          angles: vector(12, 10, 20, 30),
          turn: vector(13, 0, 0, 0, 1),
          matrix: vector(14, ...Array.from({ length: 16 }, (_, i) => i)),
          floats: floatArray(0.5, -0.5),
          texts: stringArray("one", "two"),
        },
      },
      { type: "Other", name: "second", attributes: { last: int(9) } },
    ],
  });

describe.each(ENCODINGS)("a binary DMX of encoding %i", (encoding) => {
  const dmx = parseDmx(makeAll(encoding));
  const numbersOf = (name: string, row = 0) => {
    const value = dmx.elements[row].attributes.get(name);
    return value && "numbers" in value ? [...value.numbers] : null;
  };

  it("has its header, elements and counts", () => {
    expect(dmx).toMatchObject({ encodingVersion: encoding, format: "pcf", formatVersion: 1 });
    expect(dmx.elements.map(({ type, name }) => [type, name])).toEqual([
      ["DmElement", "root"],
      ["Other", "second"],
    ]);
    expect(dmx.elements[1].id).toBe(`02${"0".repeat(30)}`);
    expect(dmx.attributeCount).toBe(19);
    expect(dmx.stringCount > 0).toBe(encoding > 1);
  });

  it("has numbers of every type", () => {
    expect(numbersOf("count")).toEqual([-7]);
    expect(numbersOf("size")).toEqual([1.5]);
    expect(numbersOf("on")).toEqual([1]);
    expect(numbersOf("tint")).toEqual([255, 128, 0, 64]);
    expect(numbersOf("flat")).toEqual([1, 2]);
    expect(numbersOf("place")).toEqual([1, 2, 3]);
    expect(numbersOf("four")).toEqual([1, 2, 3, 4]);
    expect(numbersOf("angles")).toEqual([10, 20, 30]);
    expect(numbersOf("turn")).toEqual([0, 0, 0, 1]);
    expect(numbersOf("matrix")).toHaveLength(DMX_ARITY.matrix);
    expect(numbersOf("floats")).toEqual([0.5, -0.5]);
    expect(numbersOf("last", 1)).toEqual([9]);
  });

  it("has references, strings and bytes", () => {
    const { attributes } = dmx.elements[0];
    expect(attributes.get("next")).toMatchObject({ rows: Int32Array.of(1), isArray: false });
    expect(attributes.get("nothing")).toMatchObject({ rows: Int32Array.of(-1) });
    expect(attributes.get("both")).toMatchObject({ rows: Int32Array.of(1, 0, -1), isArray: true });
    expect(attributes.get("material")).toMatchObject({ texts: ["a\\b.vmt"], isArray: false });
    expect(attributes.get("texts")).toMatchObject({ texts: ["one", "two"], isArray: true });
    expect(attributes.get("bytes")).toMatchObject({ blobs: [Uint8Array.of(1, 2, 3)] });
  });

  it("passes over the UUID of an element of another file", () => {
    const uuid = new TextEncoder().encode("0e0e0e0e-1\0");
    const bytes = concatBytes([encodeInt32(-2), uuid]);
    const attributes = { far: { number: 1, bytes }, after: int(5) };
    const { elements: read } = parseDmx(
      makeDmx({ encoding, elements: [{ type: "T", name: "n", attributes }] }),
    );
    expect(read[0].attributes.get("far")).toMatchObject({ rows: Int32Array.of(-1) });
    expect(read[0].attributes.get("after")).toMatchObject({ numbers: Float64Array.of(5) });
  });

  it("has a time in type 7 from encoding 3 on, and a UUID before", () => {
    const value = dmx.elements[0].attributes.get("when");
    if (encoding >= 3) expect(value).toMatchObject({ type: "time", numbers: Float64Array.of(2.5) });
    else expect(value).toMatchObject({ type: "uuid", isArray: false });
  });

  it("ends in one FormatError wherever it is cut", () => {
    const whole = makeAll(encoding);
    for (let length = 0; length < whole.length; length += 7) {
      const error = catchFormatError(() => parseDmx(whole.subarray(0, length)));
      expect(error.format).toBe("PCF");
    }
  });
});

describe("a damaged DMX", () => {
  const one = (attributes: Parameters<typeof makeDmx>[0]["elements"][0]["attributes"]) =>
    makeDmx({ encoding: 2, elements: [{ type: "T", name: "n", attributes }] });
  const codeOf = (bytes: Uint8Array) => catchFormatError(() => parseDmx(bytes)).code;

  it("names other headers and encodings", () => {
    expect(codeOf(new TextEncoder().encode("<html>\0"))).toBe("bad-magic");
    expect(codeOf(makeDmx({ encoding: 6, elements: [] }))).toBe("bad-version");
    const text = "<!-- dmx encoding keyvalues2 1 format pcf 1 -->\n\0";
    expect(codeOf(new TextEncoder().encode(text))).toBe("unsupported");
  });

  it("names references and indices that lead nowhere", () => {
    expect(codeOf(one({ child: element(1) }))).toBe("bad-index");
    expect(codeOf(one({ child: element(-3) }))).toBe("bad-index");
    const bytes = one({ a: int(1) });
    // The name of the only attribute is the last index before its type and value.
    bytes[bytes.length - 7] = 99;
    const error = catchFormatError(() => parseDmx(bytes));
    expect([error.code, error.where, error.offset]).toEqual([
      "bad-index",
      "element 0 (n)",
      bytes.length - 7,
    ]);
  });

  it("names unknown types, and counts that exceed the file", () => {
    expect(codeOf(one({ a: { number: 29, bytes: new Uint8Array(4) } }))).toBe("bad-value");
    expect(codeOf(one({ a: { number: 17, bytes: Uint8Array.of(255, 255, 255, 127) } }))).toBe(
      "bad-count",
    );
    expect(codeOf(makeDmx({ encoding: 2, elements: [] }))).toBe("bad-count");
    expect(codeOf(one({ a: string("x".repeat(2000)) }))).toBe("bad-value");
  });
});
