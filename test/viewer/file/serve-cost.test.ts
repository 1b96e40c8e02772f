/** Tests the worker's answers for the page's Cost panel. */

import { describe, expect, it } from "vitest";
import { serveCost } from "../../../src/viewer/file/serve-cost.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { stackMiddles } from "../../support/hostile/leafs.ts";

const countMade = (bytes: Uint8Array) =>
  serveCost({ map: { name: "made", bytes }, content: [] }, () => undefined);

describe("the place costs of a map", () => {
  it("are marked as incomplete if the floor search exceeds its budget", async () => {
    expect((await countMade(makeBsp())).isWhole).toBe(true);
    // 12,000 clusters already exceed the budget of the floor search.
    expect((await countMade(stackMiddles(12_000))).isWhole).toBe(false);
  });
});
