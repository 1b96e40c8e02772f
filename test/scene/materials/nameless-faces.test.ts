import { describe, expect, it } from "vitest";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import { isFaceDrawn, listWorldMaterials } from "../../../src/scene/materials/material-names.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { listNamelessFaces } from "../../../src/scene/materials/nameless-faces.ts";
import { resolveWorldMaterials } from "../../../src/scene/materials/resolve-world.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };

/** Returns the generated room with this material name. */
function roomsOf(name: string): Bsp {
  const bsp = parseBsp(makeBsp());
  return { ...bsp, texDatas: { ...bsp.texDatas, name: bsp.texDatas.name.map(() => name) } };
}

async function resolve(bsp: Bsp) {
  const content = madeContent({});
  const access = accessTo(content);
  const { materials } = await resolveWorldMaterials(bsp, listWorldMaterials(bsp), access, OPTIONS);
  return { materials, warnings: access.diagnostics.warnings, reads: content.reads };
}

describe("faces without a material name", () => {
  it("are counted, and no file is read or reported", async () => {
    const bsp = roomsOf("");
    const rows = Array.from({ length: bsp.faces.count }, (_, face) => face);
    const drawn = rows.filter((face) => isFaceDrawn(bsp, bsp.faces, face));
    expect(drawn.length).toBeGreaterThan(6);
    const largest = Math.max(...drawn.map((face) => bsp.faces.area[face]));
    const found = listNamelessFaces(bsp);
    expect(found.count).toBe(drawn.length);
    expect(bsp.faces.area[found.largest]).toBe(largest);

    const { materials, warnings, reads } = await resolve(bsp);
    expect(materials.count).toBe(1);
    expect(reads).toEqual([]);
    expect(warnings).toMatchObject([
      {
        code: "damaged-section",
        message: `${drawn.length} faces have no material's name: their mean colour is shown.`,
      },
    ]);
  });

  it.each(["materials/.vmt", ".VMT"])(
    "include faces with %s, which is a path without a name",
    (name) => {
      expect(listNamelessFaces(roomsOf(name)).count).toBeGreaterThan(6);
    },
  );

  it("exclude faces with a missing named material", async () => {
    const bsp = roomsOf("brick/wall");
    expect(listNamelessFaces(bsp)).toEqual({ count: 0, largest: -1 });
    const { warnings } = await resolve(bsp);
    expect(warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ["missing-material", "materials/brick/wall.vmt"],
    ]);
  });

  it("are reported without a file name", async () => {
    const access = accessTo(madeContent({}));
    await resolveMaterials([""], null, access, OPTIONS);
    expect(access.diagnostics.subjects("missing-material")).toEqual([]);
    expect(access.diagnostics.warnings[0].message).toMatch(/no material's name/);
  });
});
