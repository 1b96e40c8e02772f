/** What the page's panel of costs is told of a map. */

import { describe, expect, it } from "vitest";
import { serveCost } from "../../../src/viewer/file/serve-cost.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { HOSTILE_MAPS } from "../../support/hostile/maps.ts";

const countMade = (bytes: Uint8Array) =>
  serveCost({ map: { name: "made", location: { bytes } }, content: [] }, () => undefined);

describe("the costs of a map's places", () => {
  it("are whole, and are not where looking for floors met too much", async () => {
    expect((await countMade(makeBsp())).isWhole).toBe(true);
    const made = HOSTILE_MAPS["30,000 clusters around one plane"]();
    expect((await countMade(made)).isWhole).toBe(false);
  });
});
