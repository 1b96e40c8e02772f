import fc from "fast-check";
import { core } from "fast-vdf";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { decodeText } from "../../../src/formats/keyvalues/decode-text.ts";
import { parseKeyValues } from "../../../src/formats/keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../../../src/formats/keyvalues/types.ts";
import { parseVmt } from "../../../src/formats/vmt/parse-vmt.ts";
import { resolveVmt } from "../../../src/formats/vmt/resolve-vmt.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../support/corpus.ts";
import { mutations } from "../../support/mutate.ts";
import { corpusPakfiles } from "../zip/corpus-pakfiles.ts";

type Node = { key: string; value: string | Node[] };

/** Parses the tree with fast-vdf. */
function oracleTree(text: string): Node[] {
  const open: Node[][] = [[]];
  core.parse(text, {
    escapes: false,
    multilines: false,
    types: false,
    on_enter: (key) => {
      const children: Node[] = [];
      open[open.length - 1].push({ key, value: children });
      open.push(children);
    },
    on_exit: () => {
      if (open.length > 1) open.pop();
    },
    on_key: (key, value) => open[open.length - 1].push({ key, value: String(value) }),
  });
  return open[0];
}

/** Returns `null` if fast-vdf rejects the text. */
function oracleTreeOrNull(text: string): Node[] | null {
  try {
    return oracleTree(text);
  } catch {
    return null;
  }
}

function plain(nodes: readonly KeyValuesNode[]): Node[] {
  return nodes.map(({ key, value }) => ({
    key,
    value: typeof value === "string" ? value : plain(value),
  }));
}

describe.skipIf(!hasCorpus)("VMTs of the corpus", () => {
  it("match fast-vdf's tree and have a shader with parameters", () => {
    const names = listCorpusFiles(".vmt");
    expect(names.length).toBeGreaterThanOrEqual(528);
    const refused: string[] = [];
    for (const name of names) {
      const text = decodeText(readCorpus(name));
      const tree = oracleTreeOrNull(text);
      if (tree === null) refused.push(name);
      else expect(plain(parseKeyValues(text)), name).toEqual(tree);
      const vmt = parseVmt(text);
      expect(vmt.shader, name).toMatch(/^[a-z]+$/);
      expect(vmt.params.size, name).toBeGreaterThan(0);
    }
    // A key without a value, which the engine skips.
    expect(refused.length).toBeLessThanOrEqual(1);
  });

  it("parse or throw a FormatError when damaged", () => {
    const names = listCorpusFiles(".vmt").filter((_, i) => i % 50 === 0);
    const outcomes = { parsed: 0, refused: 0 };
    const seeds = fc.constantFrom(...names.map((name) => readCorpus(name)));
    fc.assert(
      fc.property(seeds.chain(mutations), (bytes) => {
        try {
          parseVmt(decodeText(bytes));
          outcomes.parsed++;
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          outcomes.refused++;
        }
      }),
      { numRuns: 1000, seed: 1 },
    );
    expect(outcomes.parsed).toBeGreaterThan(100);
    expect(outcomes.refused).toBeGreaterThan(10);
  });

  it("in pakfiles resolve, and patches name missing includes", async () => {
    const shaders: Record<string, number> = {};
    for (const { map, bytes } of corpusPakfiles()) {
      const zip = parseZip(bytes);
      const read = async (path: string) => {
        const entry = zip.find(path);
        return entry ? zip.read(entry) : null;
      };
      for (const entry of zip.entries) {
        if (!entry.path.endsWith(".vmt")) continue;
        const text = decodeText(zip.read(entry));
        expect(plain(parseKeyValues(text)), entry.path).toEqual(oracleTree(text));
        const vmt = await resolveVmt(entry.path, read);
        expect(vmt, `${map}: ${entry.path}`).not.toBeNull();
        shaders[vmt!.shader] = (shaders[vmt!.shader] ?? 0) + 1;
        expect(vmt!.missingInclude !== undefined, entry.path).toBe(vmt!.shader === "patch");
      }
    }
    expect(shaders.patch).toBeGreaterThanOrEqual(372);
    expect(shaders.worldvertextransition).toBe(2);
  });
});
