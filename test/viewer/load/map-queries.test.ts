import { describe, expect, it, vi } from "vitest";
import { type MapMoment, momentAtStart } from "../../../src/map/motion/brush-models.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { MapQueries } from "../../../src/viewer/load/map-queries.ts";
import { packEntities } from "../../../src/viewer/load/posted-entities.ts";
import { NO_TREE, openModel } from "../../visibility/make-model.ts";

describe("MapQueries", () => {
  it("casts rays at brush models where the shown moment has them", async () => {
    const { collision, brushes } = openModel();
    let moment: (MapMoment & { version: number }) | null = null;
    const queries = new MapQueries(() => moment);
    queries.setScene(
      { tree: NO_TREE, pvs: null, brushes } as unknown as MapScene,
      packEntities([]),
    );
    await queries.setCollision(collision);
    const cast = () => queries.raycast([-200, 0, 0], [1, 0, 0]);
    expect(cast()).toMatchObject({ distance: 190, entity: 5 });
    moment = { ...momentAtStart(brushes), version: 1 };
    moment.worldFromModel[3] = 50;
    // The first ray at a moment fetches the code.
    cast();
    await vi.waitFor(() => expect(cast()?.distance).toBe(240));
    moment.worldFromModel[3] = 60;
    moment.version++;
    expect(cast()?.distance).toBe(250);
    moment = null;
    expect(cast()?.distance).toBe(190);
  });
});
