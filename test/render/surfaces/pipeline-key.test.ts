import { describe, expect, it } from "vitest";
import {
  MATERIAL_NO_CULL,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../../src/map/material.ts";
import { surfaceKind } from "../../../src/render/materials/surface-kinds.ts";
import {
  FORM_PROPS,
  KEY_FIELDS,
  KIND_FADING,
  KIND_OPAQUE,
  keyPart,
  pipelineKey,
  propDrawKey,
  withKeyPart,
} from "../../../src/render/surfaces/pipeline-key.ts";

const names = Object.keys(KEY_FIELDS) as (keyof typeof KEY_FIELDS)[];
const most = (name: (typeof names)[number]) => 2 ** KEY_FIELDS[name].bits - 1;

describe("a pipeline key", () => {
  it("has separate bits for each part, 32 in total", () => {
    const full = names.map((name) => pipelineKey({ [name]: most(name) }));
    // Bits that do not overlap add up to their union.
    expect(full.reduce((sum, key) => sum + key, 0)).toBe(
      full.reduce((union, key) => (union | key) >>> 0, 0),
    );
    expect(full.every((key) => key > 0 && key < 2 ** 32)).toBe(true);
  });

  it("unpacks to the packed values, at minimum and maximum", () => {
    for (const name of names) {
      const others = Object.fromEntries(names.filter((n) => n !== name).map((n) => [n, most(n)]));
      for (const value of [0, 1, most(name)]) {
        const key = pipelineKey({ ...others, [name]: value });
        expect(keyPart(key, name)).toBe(value);
        expect(withKeyPart(withKeyPart(key, name, most(name)), name, value)).toBe(key);
        for (const other of Object.keys(others)) {
          expect(keyPart(key, other as typeof name)).toBe(most(other as typeof name));
        }
      }
      expect(() => pipelineKey({ [name]: most(name) + 1 })).toThrow(name);
    }
  });

  it("sorts opaque before alpha-tested for any family", () => {
    const cutout = pipelineKey({ kind: surfaceKind(PASS_ALPHA_TEST, 0) });
    expect(pipelineKey({ kind: KIND_OPAQUE, family: most("family"), slots: 12 })).toBeLessThan(
      cutout,
    );
  });

  it("fades only opaque props", () => {
    const keyOf = (pass: number) =>
      pipelineKey({ kind: surfaceKind(pass, 0), family: 3, slots: 4 });
    const fading = propDrawKey(keyOf(PASS_OPAQUE) + pipelineKey({ form: FORM_PROPS }), true);
    expect(keyPart(fading, "kind")).toBe(KIND_FADING);
    expect(keyPart(fading, "family")).toBe(3);
    expect(keyPart(fading, "form")).toBe(FORM_PROPS);
    expect(propDrawKey(keyOf(PASS_OPAQUE), false)).toBe(keyOf(PASS_OPAQUE));
    for (const pass of [PASS_ALPHA_TEST, PASS_TRANSLUCENT, PASS_ADDITIVE]) {
      expect(propDrawKey(keyOf(pass), true)).toBe(keyOf(pass));
    }
  });
});

describe("a surface's kind", () => {
  it("is the same for all translucent materials", () => {
    const kinds = [PASS_TRANSLUCENT, PASS_ADDITIVE].flatMap((pass) =>
      [0, MATERIAL_NO_CULL].map((flags) => surfaceKind(pass, flags)),
    );
    expect(new Set(kinds).size).toBe(1);
  });

  it("is shared by alpha-tested and two-sided materials, and different for opaque", () => {
    const cutout = surfaceKind(PASS_ALPHA_TEST, 0);
    expect(surfaceKind(PASS_ALPHA_TEST, MATERIAL_NO_CULL)).toBe(cutout);
    expect(surfaceKind(PASS_OPAQUE, MATERIAL_NO_CULL)).toBe(cutout);
    expect(surfaceKind(PASS_OPAQUE, 0)).not.toBe(cutout);
  });
});
