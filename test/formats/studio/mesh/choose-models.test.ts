import { describe, expect, it } from "vitest";
import { chooseModels } from "../../../../src/formats/studio/mesh/build-studio-mesh.ts";
import type { MdlBodyPart, MdlModel } from "../../../../src/formats/studio/types.ts";

const MODEL: MdlModel = { name: "", vertexCount: 0, firstMesh: 0, meshCount: 0 };

const partsOf = (...parts: [base: number, count: number][]) => ({
  bodyParts: parts.map(
    ([base, count]): MdlBodyPart => ({ name: "", base, models: new Array(count).fill(MODEL) }),
  ),
});

describe("chooseModels", () => {
  it("decodes the body number by each part's base", () => {
    // The compiler's numbering of 3 heads, 2 hats and 4 packs.
    const parts = partsOf([1, 3], [3, 2], [6, 4]);
    for (let head = 0; head < 3; head++) {
      for (let hat = 0; hat < 2; hat++) {
        for (let pack = 0; pack < 4; pack++) {
          const body = head + hat * 3 + pack * 6;
          expect([...chooseModels(parts, body)], `${body}`).toEqual([head, hat, pack]);
        }
      }
    }
  });

  it("returns valid models for every number", () => {
    const parts = partsOf([1, 3], [3, 2]);
    expect([...chooseModels(parts, 6)]).toEqual([0, 0]);
    expect([...chooseModels(parts, 2 ** 31 - 1)]).toEqual([1, 0]);
    expect([...chooseModels(parts, -4)]).toEqual([0, 0]);
    expect([...chooseModels(parts, Number.NaN)]).toEqual([0, 0]);
    expect([...chooseModels(partsOf([0, 2], [-5, 2], [1, 0]), 3)]).toEqual([1, 1, 0]);
  });
});
