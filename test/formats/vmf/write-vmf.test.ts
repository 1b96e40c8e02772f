import { parse as parseFastVdf } from "fast-vdf";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { parseKeyValues } from "../../../src/formats/keyvalues/parse-keyvalues.ts";
import { createVmfEntity, parseVmf, type Vmf, writeVmf } from "../../../src/formats/vmf/index.ts";
import { parseBlocks, type VmfBlock } from "../../../src/formats/vmf/parse-blocks.ts";
import {
  ALL_MAPS,
  hasCorpus,
  listCorpusFiles,
  listSecondCorpus,
  readCorpus,
} from "../../support/corpus.ts";
import { cubeText, dispText, mapText } from "./make-vmf.ts";

/** Returns a map without lines and functions, which writing changes. */
function withoutLines(vmf: Vmf): unknown {
  return JSON.parse(
    JSON.stringify(vmf, (key, value) =>
      key === "line" ? undefined : ArrayBuffer.isView(value) ? [...(value as Float32Array)] : value,
    ),
  );
}

const entity = (pairs: [string, string][]) =>
  createVmfEntity({ id: 5, line: 1, pairs, connections: [], solids: [] });

const mapOf = (pairs: [string, string][]): Vmf => ({
  revision: 2,
  world: entity(pairs),
  entities: [],
});

describe("writeVmf", () => {
  it("writes blocks in Hammer's format", () => {
    expect(writeVmf(mapOf([["classname", "worldspawn"]]))).toBe(
      'versioninfo\n{\n\t"mapversion" "2"\n}\n' +
        'world\n{\n\t"id" "5"\n\t"classname" "worldspawn"\n}\n',
    );
  });

  it("writes text that reads back equal and is written again the same", () => {
    const vmf = parseVmf(mapText({ entity: cubeText(4, { more: dispText(3) }) }));
    const text = writeVmf(vmf);
    const again = parseVmf(text);
    expect(withoutLines(again)).toEqual(withoutLines(vmf));
    expect(writeVmf(again)).toBe(text);
  });

  it("keeps coordinates and single-precision numbers exactly", () => {
    const plane = "(0.1 0.30000000000000004 1e-7) (-16384.123456789 1 2) (3 4 5.5)";
    const vmf = parseVmf(mapText({ world: cubeText(2, { plane, more: dispText(2) }) }));
    const side = vmf.world.solids[0].sides[0];
    side.dispInfo!.distances.set([0.1, 1 / 3, 1e-30, 123456.789, -0.7654321]);
    const again = parseVmf(writeVmf(vmf)).world.solids[0].sides[0];
    expect(again.points).toEqual(side.points);
    expect(again.dispInfo!.distances).toEqual(side.dispInfo!.distances);
  });

  it.each(['a \\"b\\" c', "C:\\game\\", "", "{ } // [x]", 'a \\"b\\'])(
    "keeps the value %s",
    (value) => {
      const pairs: [string, string][] = [["key", value]];
      expect(parseVmf(writeVmf(mapOf(pairs))).world.get("key")).toBe(value);
    },
  );

  it.each([
    ["a quote", "key", 'a "b"'],
    ["a line's end", "key", "a\nb"],
    ["a quote in its key", 'a"', "b"],
    ["a backslash at its key's end", "a\\", "b"],
  ])("refuses %s", (_, key, value) => {
    const write = () => writeVmf(mapOf([[key, value]]));
    expect(write).toThrow(FormatError);
    expect(write).toThrow("VMF text at line 8: expected a pair without quotes and line ends");
  });
});

type Tree = [key: string, value: string | Tree][];

/**
 * Returns blocks as sorted pairs, because readers order pairs and blocks of one parent differently.
 */
function treeOf(block: VmfBlock): Tree {
  const pairs = block.pairs.map(({ key, value }): Tree[number] => [key, value]);
  const blocks = block.blocks.map((child): Tree[number] => [child.name, treeOf(child)]);
  return [...pairs, ...blocks];
}

const FILES = [...listCorpusFiles(".vmf"), ...listSecondCorpus(".vmf")];

describe.skipIf(!hasCorpus)("real sources", () => {
  const read = (file: string) => new TextDecoder().decode(readCorpus(file));

  it.each(FILES)("%s reads back equal after writing", (file) => {
    const vmf = parseVmf(read(file));
    const text = writeVmf(vmf);
    const again = parseVmf(text);
    expect(withoutLines(again)).toEqual(withoutLines(vmf));
    expect(writeVmf(again)).toBe(text);
  });

  it.each(FILES)("%s has as many solids and sides as its text", (file) => {
    const text = read(file);
    const vmf = parseVmf(text);
    const solids = [vmf.world, ...vmf.entities].flatMap((owner) => owner.solids);
    const sides = solids.flatMap((solid) => solid.sides);
    const visible = dropHidden(text);
    expect(solids.length).toBe(visible.match(/^\s*solid\s*$/gm)?.length ?? 0);
    expect(sides.length).toBe(visible.match(/^\s*side\s*$/gm)?.length ?? 0);
    expect(sides.filter((side) => side.dispInfo).length).toBe(
      visible.match(/^\s*dispinfo\s*$/gm)?.length ?? 0,
    );
    // Every block's line is the line of its name.
    const lines = text.split("\n");
    for (const side of sides) expect(lines[side.line - 1].trim()).toBe("side");
  });

  it.each(FILES)("%s has the same pairs as in fast-vdf and the KeyValues reader", (file) => {
    const text = read(file);
    const ours = treeOf(parseBlocks(text));
    // Neither reader knows the nested quotes in one line of one file.
    if (text.includes('\\"')) return;
    const plain = JSON.stringify(sortTree(ours));
    expect(JSON.stringify(sortTree(keyValuesTree(text)))).toBe(plain);
    expect(JSON.stringify(sortTree(fastVdfTree(parseFastVdf(text))))).toBe(plain);
  });

  it("include all files of both corpora", () =>
    expect(FILES).toHaveLength(20 + (ALL_MAPS ? 28 : 4)));
});

/** Removes the blocks named `hidden` by counting braces on separate lines. */
function dropHidden(text: string): string {
  let depth = 0;
  let hiddenDepth = -1;
  let pending = false;
  const kept: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const word = line.trim();
    if (hiddenDepth < 0 && word === "hidden") pending = true;
    if (word === "{") {
      depth++;
      if (pending && hiddenDepth < 0) hiddenDepth = depth;
      pending = false;
    }
    if (hiddenDepth < 0) kept.push(line);
    if (word === "}") {
      if (depth === hiddenDepth) hiddenDepth = -1;
      depth--;
    }
  }
  return kept.join("\n");
}

function keyValuesTree(text: string): Tree {
  const convert = (nodes: ReturnType<typeof parseKeyValues>): Tree =>
    nodes.map(({ key, value }) => [
      typeof value === "string" ? key : key.toLowerCase(),
      typeof value === "string" ? value : convert([...value]),
    ]);
  return convert(parseKeyValues(text));
}

function fastVdfTree(parent: ReturnType<typeof parseFastVdf>): Tree {
  return [
    ...parent.pairs().map((pair): Tree[number] => [pair.key, String(pair.value)]),
    ...parent.dirs().map((dir): Tree[number] => [dir.key.toLowerCase(), fastVdfTree(dir)]),
  ];
}

/** Sorts pairs before blocks, each in their order. */
function sortTree(tree: Tree): Tree {
  const pairs = tree.filter(([, value]) => typeof value === "string");
  const blocks = tree.filter(([, value]) => typeof value !== "string");
  return [...pairs, ...blocks.map(([key, value]): Tree[number] => [key, sortTree(value as Tree)])];
}
