import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/index.ts";

const pairsOf = (text: string) => parseEntities(text).map((entity) => entity.pairs);

describe("parseEntities", () => {
  it("reads entities in order and keeps repeated keys", () => {
    const text = '{\n"classname" "x"\n"OnUser1" "a"\n"OnUser1" "b"\n}\n{\n"classname" "y"\n}\n';
    expect(pairsOf(text)).toEqual([
      [
        ["classname", "x"],
        ["OnUser1", "a"],
        ["OnUser1", "b"],
      ],
      [["classname", "y"]],
    ]);
  });

  it("finds a key's first value whatever its case", () => {
    const [entity] = parseEntities('{"Key" "1" "key" "2"}');
    expect(entity.get("KEY")).toBe("1");
    expect(entity.get("other")).toBeUndefined();
  });

  it("lets values hold braces, line ends and backslashes", () => {
    const value = "a{b}c\nd \\n //e [$X] \u001b";
    expect(pairsOf(`{"message" "${value}"}`)).toEqual([[["message", value]]]);
  });

  it("reads empty keys and values", () => {
    expect(pairsOf('{"" "" "k" ""}')).toEqual([
      [
        ["", ""],
        ["k", ""],
      ],
    ]);
  });

  it("mends what some maps leave out", () => {
    expect(pairsOf('{"a" "1"')).toEqual([[["a", "1"]]]);
    expect(pairsOf('{"a" "1" {"b" "2"}')).toEqual([[["a", "1"]], [["b", "2"]]]);
    expect(pairsOf('{"a" "1')).toEqual([[["a", "1"]]]);
    expect(pairsOf("{classname worldspawn}")).toEqual([[["classname", "worldspawn"]]]);
    expect(pairsOf('{"a" "1" "lost"}')).toEqual([[["a", "1"]]]);
    expect(pairsOf('"out" "side" } {"a" "1"}')).toEqual([[["a", "1"]]]);
    expect(pairsOf("")).toEqual([]);
  });
});
