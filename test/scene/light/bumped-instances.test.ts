/**
 * Tests which lamps props with baked light get if the engine lights some of their materials per
 * fragment.
 */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { NO_BAKED_LIGHT } from "../../../src/map/props.ts";
import {
  LIGHTS_PER_PROP,
  NO_WORLD_LIGHT,
  PROP_BUMPS_UNBAKED,
} from "../../../src/map/world-lights.ts";
import { buildPropLight } from "../../../src/scene/light/build-prop-light.ts";
import { findBumped } from "../../../src/scene/light/prop-material-light.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import type { PropModel } from "../../../src/scene/props/prop-model.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { makeVhv } from "../../formats/studio/make-vhv.ts";
import { accessTo, madeContent } from "../content-sources.ts";
import { IMAGE_FORMAT_DXT1, makeVtf } from "../make-vtf.ts";
import { compileRoom, OPEN } from "./lit-room.ts";

const MODEL = {
  name: "models/x.mdl",
  mdl: { checksum: 0xdeadbeef | 0 },
  mesh: { vertices: { count: 3 } },
  stripGroups: [
    { model: 0, vertices: Uint32Array.of(0, 2) },
    { model: 0, vertices: Uint32Array.of(1) },
  ],
  isStandIn: false,
} as unknown as PropModel;

/** Builds a VHV with three colours per vertex. */
function directedVhv(): Uint8Array {
  const bytes = makeVhv();
  const view = new DataView(bytes.buffer);
  view.setUint32(12, 12, true);
  view.setUint32(40 + 28 + 8, 512 + 2 * 12, true);
  return bytes;
}

describe("a prop with baked light", () => {
  it("gets all lamps if its bump map cannot use the baked light", async () => {
    const bsp = parseBsp(await compileRoom());
    const tree = buildLeafTree(bsp);
    const pak = madeContent({
      "sp_0.vhv": makeVhv(),
      "sp_1.vhv": makeVhv(),
      "sp_2.vhv": directedVhv(),
    });
    const rows = [0, 1, 2, 3];
    const lighting = {
      lightingPoint: Float32Array.from(rows.flatMap(() => [OPEN[0] + 1, OPEN[1] + 2, OPEN[2] + 3])),
      instanceLeaf: new Uint32Array(4),
      flags: new Uint32Array(4),
      isBumped: Uint8Array.of(1, 0, 1, 1),
      own: null,
      baked: {
        prop: Uint32Array.from(rows),
        model: rows.map(() => MODEL),
        firstVertex: new Uint32Array(4),
      },
      sources: { pak, pvs: null, brushes: null, terrain: null },
      blockers: null,
    };
    const access = { diagnostics: new Diagnostics(), ledger: new Ledger() };
    const light = await buildPropLight(bsp, tree, "ldr", lighting, access);
    expect(access.diagnostics.warnings).toEqual([]);
    expect([...light.bakedBase].map((base) => base !== NO_BAKED_LIGHT)).toEqual([
      ...[true, true, true, false],
    ]);
    expect([...light.flags]).toEqual([PROP_BUMPS_UNBAKED, 0, 0, 0]);
    const lampsOf = (row: number) =>
      [...light.lights.subarray(row * LIGHTS_PER_PROP, (row + 1) * LIGHTS_PER_PROP)].filter(
        (lamp) => lamp !== NO_WORLD_LIGHT,
      );
    expect(lampsOf(3).length).toBeGreaterThanOrEqual(2);
    expect(lampsOf(0)).toEqual(lampsOf(3));
    // Only the blinking lamps.
    expect(lampsOf(1).length).toBeLessThan(lampsOf(3).length);
    expect(lampsOf(2)).toEqual(lampsOf(1));
    expect(lighting.flags).toEqual(new Uint32Array(4));
  });

  it("is lit per fragment with a normal map, a light warp or a highlight", async () => {
    const texture = makeVtf({ width: 4, height: 4, format: IMAGE_FORMAT_DXT1 });
    const flowing =
      "$emissiveblendenabled 1 $emissiveblendstrength 1 $emissiveblendbasetexture t " +
      "$emissiveblendflowtexture t $emissiveblendtexture t";
    const written = [
      "$basetexture t",
      "$basetexture t $bumpmap t",
      "$basetexture t $lightwarptexture t",
      "$basetexture t $phong 1 $basemapalphaphongmask 1",
      "$basetexture t $selfillum 1 $selfillummask t",
      "$basetexture t $ambientonly 1",
      `$basetexture t ${flowing}`,
      `$basetexture t $bumpmap t ${flowing}`,
      `$basetexture t $ambientonly 1 ${flowing}`,
    ];
    const infected = "Infected { $basetexture t $gradienttexture t }";
    const access = accessTo(
      madeContent({
        "materials/t.vtf": texture,
        ...Object.fromEntries(
          written.map((vmt, i) => [`materials/${i}.vmt`, `VertexLitGeneric { ${vmt} }`]),
        ),
        [`materials/${written.length}.vmt`]: infected,
      }),
    );
    const options = { textureCompressionBc: true, maxTextureDimension: 64 };
    const names = [...written.keys(), written.length].map(String);
    const { materials } = await resolveMaterials(names, null, access, options);
    // One variant per material; the last has the first and the second.
    const draws = {
      variantFirstDraw: Uint32Array.from([...names.keys(), 0]),
      variantDrawCount: Uint32Array.from([...names.map(() => 1), 2]),
      drawMaterial: Uint16Array.from(names, Number),
    };
    const instances = Uint32Array.from([names.length, ...names.keys()]);
    expect([...findBumped(draws, instances, materials)]).toEqual([
      ...[1, 0, 1, 1, 1, 0, 0],
      ...[0, 1, 0, 1],
    ]);
  });
});
