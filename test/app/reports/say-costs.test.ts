import { describe, expect, it } from "vitest";
import { sayCosts } from "../../../src/app/reports/cost-panel.ts";

const COUNTED = { clusters: 1234, stoodIn: 12, missingProps: 0, isWhole: true };

describe("sayCosts", () => {
  it("lists the clusters, and props that were not counted", () => {
    expect(sayCosts(COUNTED)).toBe("1,234 clusters, 12 of them with floor to stand on.");
    expect(sayCosts({ ...COUNTED, clusters: 0 })).toMatch(/never run through vvis/);
    expect(sayCosts({ ...COUNTED, missingProps: 3 })).toMatch(/ 3 props are not counted: /);
  });

  it("says if the search for floors reached its limit", () => {
    expect(sayCosts(COUNTED)).not.toMatch(/reached its limit/);
    expect(sayCosts({ ...COUNTED, isWhole: false })).toMatch(
      /to stand on\. The search for floors reached its limit: /,
    );
  });
});
