/** Tests texel and directional light: where it is stored, and when it is dropped. */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { NO_BAKED_LIGHT } from "../../../src/map/props.ts";
import { readBakedPropLight } from "../../../src/scene/light/build-prop-light.ts";
import type { PropModel } from "../../../src/scene/props/prop-model.ts";
import { makePpl } from "../../formats/studio/make-ppl.ts";
import { makeVhv } from "../../formats/studio/make-vhv.ts";
import { madeContent } from "../content-sources.ts";

const CHECKSUM = 0xdeadbeef;
const MODEL = {
  name: "models/x.mdl",
  mdl: { checksum: CHECKSUM | 0 },
  mesh: { vertices: { count: 3 } },
  stripGroups: [
    { model: 0, vertices: Uint32Array.of(0, 2) },
    { model: 0, vertices: Uint32Array.of(1) },
  ],
  isStandIn: false,
} as unknown as PropModel;

const map = (more: Partial<Parameters<typeof makePpl>[0]> = {}) =>
  makePpl({
    ...{ checksum: CHECKSUM, width: 2, height: 1, meshes: 2 },
    texel: (x, _, level) => [level * 16 + x, 7, 9],
    ...more,
  });

/** Builds two meshes with three colours per vertex. */
function directedVhv(): Uint8Array {
  const bytes = makeVhv();
  const view = new DataView(bytes.buffer);
  view.setUint32(12, 12, true);
  view.setUint32(40 + 28 + 8, 512 + 2 * 12, true);
  // Red encodes vertex and direction.
  for (let i = 0; i < 9; i++) bytes.set([0, 0, Math.floor(i / 3) * 16 + (i % 3), 0], 512 + i * 4);
  return bytes;
}

async function read(files: Record<string, Uint8Array>, ledger = new Ledger()) {
  const diagnostics = new Diagnostics();
  const target = {
    prop: Uint32Array.of(3, 4),
    model: [MODEL, MODEL],
    firstVertex: Uint32Array.of(0, 100),
  };
  const access = { diagnostics, ledger };
  const light = await readBakedPropLight(target, "ldr", madeContent(files), access);
  return { ...light, warnings: diagnostics.warnings, ledger };
}

describe("texel and directional prop light", () => {
  it("is stored after the vertex colours", async () => {
    const { baked, bakedBase, fineBase, isDirected, warnings, ledger } = await read({
      "sp_3.vhv": makeVhv(),
      "sp_4.vhv": directedVhv(),
      "texelslighting_4.ppl": map(),
    });
    expect(warnings).toEqual([]);
    expect([...isDirected]).toEqual([0, 1]);
    expect([...bakedBase]).toEqual([0, 3 - 100 + 2 ** 32]);
    // One colour per vertex each; three for each of the second's; a map of 2 x 1 and 1 x 1 texels.
    expect(baked.length).toBe(3 + 3 + 9 + 2 + 3);
    expect([...fineBase!]).toEqual([NO_BAKED_LIGHT, NO_BAKED_LIGHT, 6 - 300 + 2 ** 32, 15]);
    // The first mesh has the vertices 0 and 2.
    expect([...baked.subarray(6, 15)]).toEqual([0, 1, 2, 32, 33, 34, 16, 17, 18]);
    expect([...baked.subarray(15)]).toEqual([0x10002, 2, 0x90700, 0x90701, 0x90710]);
    expect(ledger.used("bakedWords")).toBe(baked.length);
  });

  it("is absent if no file has any", async () => {
    expect(await read({ "sp_3.vhv": makeVhv() })).not.toHaveProperty("fineBase");
  });

  it("falls back to vertex light if the file is broken or of another model", async () => {
    const broken: [RegExp, Uint8Array][] = [
      [/is broken/, new Uint8Array(9)],
      [/another version of models\/x.mdl/, map({ checksum: 5 })],
      [/another version/, map({ meshes: 1 })],
      [/several body parts/, map({ texel: (x, y, level, mesh) => [x, y, level + mesh] })],
    ];
    for (const [message, file] of broken) {
      const light = await read({ "sp_3.vhv": makeVhv(), "texelslighting_3.ppl": file });
      expect(light.warnings).toMatchObject([
        {
          code: "lighting",
          subject: "texelslighting_3.ppl",
          message: expect.stringMatching(message),
        },
      ]);
      expect(light.bakedBase[0]).toBe(0);
      expect(light.fineBase![1]).toBe(NO_BAKED_LIGHT);
      expect(light.baked.length).toBe(3);
    }
  });

  it("above the budget is dropped with a warning", async () => {
    const files = { "sp_3.vhv": makeVhv(), "texelslighting_3.ppl": map() };
    const whole = await read(files);
    const least = whole.ledger.used("bakedWords");
    const { baked, fineBase, warnings } = await read(files, new Ledger({ bakedWords: least - 1 }));
    expect([baked.length, fineBase]).toEqual([3, undefined]);
    expect(warnings.map(({ code }) => code)).toEqual(["over-budget"]);
  });
});
