/** Answers of the worker to the page's Cost panel. */

import { describe, expect, it } from "vitest";
import { serveCost } from "../../../src/viewer/file/serve-cost.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { stackMiddles } from "../../support/hostile/leafs.ts";

const countMade = (bytes: Uint8Array) =>
  serveCost({ map: { name: "made", bytes }, content: [] }, () => undefined);

describe("the costs of a map's places", () => {
  it("are whole, and are not where looking for floors met too much", async () => {
    expect((await countMade(makeBsp())).isWhole).toBe(true);
    // The search for floors meets too much in 12,000 clusters already.
    expect((await countMade(stackMiddles(12_000))).isWhole).toBe(false);
  });
});
