import { describe, expect, it } from "vitest";
import { momentAtStart } from "../../src/map/motion/brush-models.ts";
import { writeMatrix3x4 } from "../../src/math/angles.ts";
import { openModel } from "./make-model.ts";

describe("createModelMover", () => {
  it("lets rays hit a model where it is, with its normal", () => {
    const { brushes, trace, mover, cast } = openModel();
    expect(cast()).toBeCloseTo(190, 3);
    const moment = momentAtStart(brushes);
    writeMatrix3x4(moment.worldFromModel, 0, 0, 90, 0, 100, 50, 0);
    mover.follow({ ...moment, version: 1 });
    expect(cast()).toBeNull();
    // Turned by 90 degrees, it is 40 inches along x.
    expect(cast(50)).toBeCloseTo(280, 3);
    expect(trace.hit.normalX).toBeCloseTo(-1, 5);
    expect(cast(59)).toBeCloseTo(280, 3);
    expect(cast(61)).toBeNull();
  });

  it("lets rays pass hidden models, and restores models at their start", () => {
    const { collision, brushes, mover, cast } = openModel();
    const built = structuredClone(collision);
    const moment = { ...momentAtStart(brushes), version: 1 };
    moment.isHidden[0] = 1;
    mover.follow(moment);
    expect(cast()).toBeNull();
    moment.isHidden[0] = 0;
    expect(cast()).toBeNull();
    writeMatrix3x4(moment.worldFromModel, 0, 10, 20, 30, 1, 2, 3);
    moment.version++;
    mover.follow(moment);
    expect(cast()).not.toBeNull();
    mover.follow(null);
    expect(collision).toEqual(built);
  });
});
