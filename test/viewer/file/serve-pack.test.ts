/** Tests the zip that the page makes of a map for a static host. */

import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { servePack } from "../../../src/viewer/file/serve-pack.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("a map packed for a static host", () => {
  const bytes = makeBsp();
  const material = 'LightmappedGeneric { "$color" "[1 0 0]" }';
  const give = (path: string) => ({ path, blob: new Blob([material]) });
  const content = [
    {
      kind: "files",
      label: "files",
      files: [give("materials/brick/brickwall001a.vmt"), give("materials/unused.vmt")],
    },
  ] as const;

  it("is a page, and a zip of the map and of the content that it uses", async () => {
    const map = { name: "room", bytes };
    const page = "<p>page</p>";
    const asked = { map, content, packed: "room.visleaf.zip", page };
    const files = unzipSync(await servePack(asked));
    expect(Object.keys(files)).toEqual(["index.html", "room.visleaf.zip"]);
    expect(textOf(files["index.html"])).toBe(page);
    const inner = unzipSync(files["room.visleaf.zip"]);
    expect(Object.keys(inner)).toEqual(["maps/room.bsp", "materials/brick/brickwall001a.vmt"]);
    expect(inner["maps/room.bsp"]).toEqual(new Uint8Array(bytes));
    expect(textOf(inner["materials/brick/brickwall001a.vmt"])).toBe(material);
  });

  it("rejects what is not a map", async () => {
    const map = { name: "room", bytes: new Uint8Array(2000) };
    const asked = { map, content: [], packed: "room.visleaf.zip", page: "" };
    await expect(servePack(asked)).rejects.toThrow(/BSP/);
  });
});
