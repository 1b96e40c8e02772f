import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { decodeText } from "../../../src/formats/keyvalues/decode-text.ts";
import { evaluateCondition } from "../../../src/formats/keyvalues/evaluate-condition.ts";
import { MAX_DEPTH, parseKeyValues } from "../../../src/formats/keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../../../src/formats/keyvalues/types.ts";
import { processorMs } from "../../support/processor-time.ts";

type Pair = [string, string | Pair[], string?];

/** Converts nodes to short tuples: [key, value or pairs, condition]. */
function pairs(nodes: readonly KeyValuesNode[]): Pair[] {
  return nodes.map(({ key, value, condition }) => {
    const short = typeof value === "string" ? value : pairs(value);
    return condition === undefined ? [key, short] : [key, short, condition];
  });
}

const parsed = (text: string) => pairs(parseKeyValues(text));

describe("parseKeyValues", () => {
  it("keeps order, case and duplicates", () => {
    expect(parsed('"B" { "x" "1" "X" "2" "x" "3" } A { } B { y 4 }')).toEqual([
      [
        "B",
        [
          ["x", "1"],
          ["X", "2"],
          ["x", "3"],
        ],
      ],
      ["A", []],
      ["B", [["y", "4"]]],
    ]);
  });

  it.each<[string, string, Pair[]]>([
    [
      "quotes on neither, either and both",
      'a b "c" d e "f" "g" "h i"',
      [
        ["a", "b"],
        ["c", "d"],
        ["e", "f"],
        ["g", "h i"],
      ],
    ],
    [
      "braces against words",
      "a{b c}d{}",
      [
        ["a", [["b", "c"]]],
        ["d", []],
      ],
    ],
    [
      "quotes against words",
      '"a"b c"d"',
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "comments",
      '// x\na b // "c" {\n//}\n"d" "e//f"',
      [
        ["a", "b"],
        ["d", "e//f"],
      ],
    ],
    ["a slash in a bare word", "$basetexture a/b//c", [["$basetexture", "a/b//c"]]],
    [
      "no escapes",
      '"a" "c:\\new\\" b c',
      [
        ["a", "c:\\new\\"],
        ["b", "c"],
      ],
    ],
    [
      "empty strings",
      '"a" "" "" "b"',
      [
        ["a", ""],
        ["", "b"],
      ],
    ],
    ["too few closing braces", "a { b { c d", [["a", [["b", [["c", "d"]]]]]]],
    [
      "too many closing braces",
      "a { b c } } } d e",
      [
        ["a", [["b", "c"]]],
        ["d", "e"],
      ],
    ],
    ["a block without a key", "{ a b }", [["", [["a", "b"]]]]],
    [
      "a key without a value",
      'a { b } "c"',
      [
        ["a", [["b", ""]]],
        ["c", ""],
      ],
    ],
    [
      "a quote that is not closed on its line",
      '"a" "b\n"c" "d"',
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "includes",
      '#base "x.res"\n#include "y.res"',
      [
        ["#base", "x.res"],
        ["#include", "y.res"],
      ],
    ],
    [
      "a condition behind a value",
      '"a" "b" [$X360] c d',
      [
        ["a", "b", "$X360"],
        ["c", "d"],
      ],
    ],
    ["a condition before a block", "a [!$X360] { b c }", [["a", [["b", "c"]], "!$X360"]]],
    [
      "a condition behind a block",
      "a { b c } [$WIN32] d e",
      [
        ["a", [["b", "c"]], "$WIN32"],
        ["d", "e"],
      ],
    ],
    [
      "a vector without quotes",
      "$color [1 .5 0] b c",
      [
        ["$color", "[1 .5 0]"],
        ["b", "c"],
      ],
    ],
    ["a vector with quotes", '$color "{255 0 0}"', [["$color", "{255 0 0}"]]],
    [
      "a lone bracket",
      "a [ b c",
      [
        ["a", "["],
        ["b", "c"],
      ],
    ],
    ["zeros behind the text", "a b\0\0", [["a", "b"]]],
    ["nothing", " \r\n\t// x", []],
  ])("reads %s", (_, text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });

  it("limits the nesting depth", () => {
    const nested = (depth: number) => "a {".repeat(depth);
    expect(parseKeyValues(nested(MAX_DEPTH))).toHaveLength(1);
    expect(() => parseKeyValues(nested(MAX_DEPTH + 1))).toThrow(FormatError);
    expect(() => parseKeyValues(nested(500_000))).toThrow(FormatError);
  });

  it("parses repeated brackets, quotes and comments in linear time", () => {
    for (const unit of ["[ ", "[", '" ', "/ ", "a{}", "} ", "a [$X] ", "\0", "// "]) {
      const start = processorMs();
      parseKeyValues(unit.repeat(200_000));
      expect(processorMs() - start, unit).toBeLessThan(3000);
    }
  });

  it("parses generated text back to the same tree", () => {
    const word = fc.stringMatching(/^[a-z$?%/0-9 .]{0,8}$/);
    const { tree } = fc.letrec<{ tree: Pair[] }>((tie) => ({
      tree: fc.array(
        fc.tuple(word, fc.oneof({ depthSize: "small" }, word, tie("tree"))) as fc.Arbitrary<Pair>,
        { maxLength: 4 },
      ),
    }));
    const write = (list: Pair[]): string =>
      list
        .map(([key, value]) =>
          typeof value === "string" ? `"${key}" "${value}"\n` : `"${key}"\n{\n${write(value)}}\n`,
        )
        .join("");
    fc.assert(
      fc.property(tree, (list) => {
        expect(parsed(write(list))).toEqual(list);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it("parses any text without throwing", () => {
    const piece = fc.constantFrom(
      '"',
      "{",
      "}",
      "[",
      "]",
      "$a",
      "//",
      "\n",
      " ",
      "\\",
      "!",
      "\0",
      "b",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(Array.isArray(parseKeyValues(pieces.join("")))).toBe(true);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });
});

describe("evaluateCondition", () => {
  it.each([
    ["$WIN32", true],
    ["$WINDOWS", true],
    ...["X360", "PS3", "GAMECONSOLE", "OSX", "LINUX", "POSIX", "DECK", "DEMO", "LOWVIOLENCE"].map(
      (name): [string, boolean] => [`$${name}`, false],
    ),
    ["$WhatNobodyKnows", false],
    ["$", false],
    ["$win32", true],
    ["!$X360", true],
    ["! $WINDOWS", false],
    ["!!$X360", true],
    ["$X360 || $WIN32", true],
    ["$OSX||$X360", false],
    ["$WIN32 && !$PS3", true],
    ["$WIN32&&$LINUX", false],
    ["$WIN32 && $PS3 || $OSX", false],
    ["$WIN32 || $OSX && $PS3", false],
    ["$WIN32 || ($OSX && $PS3)", true],
    ["!($X360 || $PS3)", true],
    ["!($X360||!($PS3))&&$WIN32", false],
    ["(( $WIN32 ))", true],
    ["1", true],
    ["10", true],
    ["0", false],
    ["$0", false],
    ["1 1", true],
    ["0 0 1", false],
    ["WIN32", false],
    ["$WIN32 ||", false],
    ["$WIN32 | $X360", false],
    ["", false],
    ["($WIN32", false],
    ["$WIN32 && !", false],
    ["($WIN32)($X360)", true],
    ["()", false],
    ["!(!$WIN32 && $X360) || $OSX", true],
  ])("%s is %s", (condition, holds) => {
    expect(evaluateCondition(condition)).toBe(holds);
  });

  it("agrees with JavaScript on random expressions with explicit parentheses", () => {
    const term = fc.constantFrom("$WIN32", "$X360", "1", "0", "!$PS3", "! $WINDOWS");
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 6 },
        term,
        fc
          .tuple(tie("expression"), fc.constantFrom("&&", " || "), tie("expression"))
          .map(([left, operator, right]) => `(${left}${operator}${right})`),
        tie("expression").map((inner) => `!(${inner})`),
      ),
    }));
    const value = (text: string): boolean =>
      new Function(
        `return Boolean(${text.replace(/\$WIN32|\$WINDOWS/g, "1").replace(/\$\w+/g, "0")})`,
      )();
    fc.assert(
      fc.property(expression, (text) => {
        expect(evaluateCondition(text)).toBe(value(text));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it("accepts 32 levels of nesting and reads long texts in one pass", () => {
    const nested = (depth: number) => `${"(".repeat(depth)}1${")".repeat(depth)}`;
    expect(evaluateCondition(nested(32))).toBe(true);
    expect(evaluateCondition(nested(33))).toBe(false);
    const before = processorMs();
    expect(evaluateCondition("(".repeat(1_000_000))).toBe(false);
    expect(evaluateCondition("!(1)&&".repeat(200_000))).toBe(false);
    expect(evaluateCondition("!".repeat(1_000_000))).toBe(false);
    expect(evaluateCondition("1 ".repeat(500_000))).toBe(true);
    expect(processorMs() - before).toBeLessThan(2000);
  });
});

describe("decodeText", () => {
  it("chooses the encoding by the byte order mark", () => {
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x62, 0))).toBe("ab");
    expect(decodeText(Uint8Array.of(0xfe, 0xff, 0, 0x61))).toBe("a");
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe("a");
    expect(decodeText(new TextEncoder().encode("é"))).toBe("é");
    expect(decodeText(new Uint8Array(0))).toBe("");
  });
});
