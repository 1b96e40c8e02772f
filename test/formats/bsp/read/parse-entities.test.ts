import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../../src/formats/bsp/index.ts";
import { hasCorpus, readCorpus } from "../../../support/corpus.ts";

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

  it("finds the first value of a key in any case", () => {
    const [entity] = parseEntities('{"Key" "1" "key" "2"}');
    expect(entity.get("KEY")).toBe("1");
    expect(entity.get("other")).toBeUndefined();
  });

  it("keeps braces, line ends and backslashes in values", () => {
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

  it("resynchronizes after a quote inside a value", () => {
    const text = '{\n"a" "say \\"it\\" twice"\n"classname" "x"\n"b" "1"\n}';
    const [entity] = parseEntities(text);
    expect(entity.get("a")).toBe("say \\");
    expect(entity.get("classname")).toBe("x");
    expect(entity.get("b")).toBe("1");
  });

  it("reads a value on the line after its key", () => {
    expect(pairsOf('{\n"a"\n"1"\n"b"\n"2"\n}')).toEqual([
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ]);
  });

  it("tolerates missing quotes and braces", () => {
    expect(pairsOf('{"a" "1"')).toEqual([[["a", "1"]]]);
    expect(pairsOf('{"a" "1" {"b" "2"}')).toEqual([[["a", "1"]], [["b", "2"]]]);
    expect(pairsOf('{"a" "1')).toEqual([[["a", "1"]]]);
    expect(pairsOf("{classname worldspawn}")).toEqual([[["classname", "worldspawn"]]]);
    expect(pairsOf('{"a" "1" "lost"}')).toEqual([[["a", "1"]]]);
    expect(pairsOf('"out" "side" } {"a" "1"}')).toEqual([[["a", "1"]]]);
    expect(pairsOf("")).toEqual([]);
  });
});

describe.skipIf(!hasCorpus)("parseEntities on a lump written by srctools", () => {
  it("keeps its escaped quotes from breaking the pairs", () => {
    const lump = readCorpus("srctools_vtf/tests/test_bsp_entities/ent_lump.lmp");
    const entities = parseEntities(new TextDecoder().decode(lump.subarray(0, lump.indexOf(0))));
    expect(entities.map((entity) => entity.get("classname"))).toEqual([
      "worldspawn",
      "logic_relay",
      "info_target",
    ]);
    expect(entities[1].get("ontrigger")).toBe("the_target,Skin,2,0.5,-1");
    expect(entities[1].get("onspawn")?.split("\u001b")).toHaveLength(5);
    expect(entities[2].get("multiline_key")).toMatch(/happens\nto have/);
    expect(entities[2].get("hammerid")).toBe("67826");
  });
});
