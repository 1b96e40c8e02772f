import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { transferables } from "../../../src/scene/open/events.ts";
import { MapQueries } from "../../../src/viewer/load/map-queries.ts";
import { packEntities, unpackEntities } from "../../../src/viewer/load/posted-entities.ts";

describe("posted entities", () => {
  it("are unpacked as they were packed", () => {
    for (const entities of [
      [],
      [[]],
      [[["classname", "worldspawn"]]],
      [
        [["", ""]],
        [],
        [
          ["\ufeffclassname", "Größe 地図 🗺"],
          ["same", "1"],
          ["same", "2"],
        ],
        [],
      ],
    ] as [string, string][][][]) {
      expect(unpackEntities(packEntities(entities))).toEqual(entities);
    }
  });

  it("are three transferable buffers, for any number of entities", () => {
    const block = '{"classname" "light" "origin" "1 2 3" "targetname" "a"}';
    const entities = parseEntities(block.repeat(10_000)).map(({ pairs }) => pairs);
    const packed = packEntities(entities);
    const transfer = transferables(packed);
    expect(transfer.length).toBe(3);
    const posted = structuredClone(packed, { transfer });
    expect(packed.text.length).toBe(0);
    expect(unpackEntities(posted)).toEqual(entities);
  });

  it("are unpacked once, on first use", () => {
    const queries = new MapQueries();
    const scene = { tree: null, pvs: null } as unknown as MapScene;
    const posted = packEntities([[["classname", "worldspawn"]]]);
    let looked = 0;
    const watched = {
      ...posted,
      get text() {
        looked++;
        return posted.text;
      },
    };
    queries.setScene(scene, watched);
    expect(looked).toBe(0);
    const { entities } = queries;
    expect(entities).toEqual([[["classname", "worldspawn"]]]);
    expect(queries.entities).toBe(entities);
    expect(looked).toBe(1);
    queries.clear();
    expect(queries.entities).toEqual([]);
  });
});
