import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../src/core/errors.ts";
import { parseVvd, parseVvdExtra, summarizeVvd } from "../../../../src/formats/studio/vvd.ts";
import { PROP_VERTEX } from "../../../../src/map/props.ts";
import { buildPropGeometry } from "../../../../src/scene/props/prop-geometry.ts";
import { standModels } from "../../../../src/scene/props/stand-models.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../../support/corpus.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { makeStudioFiles, makeStudioModel, writeVvd } from "../make-studio.ts";

interface Attribute {
  readonly type: number;
  readonly bytesPerVertex: number;
  /** Writes the attribute of a vertex from its texture coordinates. */
  write(view: DataView, at: number, u: number, v: number): void;
}

/** Texture coordinates three times the vertex's own, and a colour per vertex. */
const ATTRIBUTES: readonly Attribute[] = [
  {
    type: 1,
    bytesPerVertex: 8,
    write(view, at, u, v) {
      view.setFloat32(at, u * 3, true);
      view.setFloat32(at + 4, v * 3, true);
    },
  },
  {
    type: 9,
    bytesPerVertex: 4,
    write: (view, at, u, v) => view.setUint32(at, u * 16 + v * 4096, true),
  },
];

const bare = writeVvd(makeStudioModel());
const COUNT = 16;

/** Builds the VVD with attributes after its tangents, in stored vertex order. */
function withExtra(attributes: readonly Attribute[] = ATTRIBUTES): Uint8Array {
  const from = new DataView(bare.buffer, bare.byteOffset, bare.byteLength);
  const vertices = from.getInt32(56, true);
  const table = 8 + attributes.length * 12;
  const total = table + attributes.reduce((sum, each) => sum + each.bytesPerVertex * COUNT, 0);
  const bytes = new Uint8Array(bare.length + total);
  bytes.set(bare);
  const view = new DataView(bytes.buffer, bare.length);
  view.setInt32(0, attributes.length, true);
  view.setInt32(4, total, true);
  let offset = table;
  attributes.forEach(({ type, bytesPerVertex, write }, row) => {
    [type, offset, bytesPerVertex].forEach((word, i) => {
      view.setInt32(8 + row * 12 + i * 4, word, true);
    });
    for (let i = 0; i < COUNT; i++) {
      const at = vertices + i * 48;
      const [u, v] = [from.getFloat32(at + 40, true), from.getFloat32(at + 44, true)];
      write(view, offset + i * bytesPerVertex, u, v);
    }
    offset += bytesPerVertex * COUNT;
  });
  return bytes;
}

function changed(at: number, value: number): Uint8Array {
  const bytes = withExtra();
  new DataView(bytes.buffer).setInt32(bare.length + at, value, true);
  return bytes;
}

describe("parseVvdExtra", () => {
  it("reports vertex offsets outside a file without vertices", () => {
    const empty = new Uint8Array(64);
    const view = new DataView(empty.buffer);
    [0x56534449, 4, 0, 1].forEach((word, i) => {
      view.setInt32(i * 4, word, true);
    });
    view.setInt32(56, 64, true);
    expect(parseVvdExtra(empty)).toEqual([]);
    for (const [at, place] of [
      [56, -1_376_256],
      [60, -16],
      [56, 8],
    ] as const) {
      const broken = empty.slice();
      new DataView(broken.buffer).setInt32(at, place, true);
      const error = catchFormatError(() => parseVvdExtra(broken));
      expect(error).toMatchObject({ format: "VVD", code: "bad-offset", offset: at });
    }
  });

  it("reads attributes in the order that the fixups make", () => {
    const bytes = withExtra();
    const { texCoord } = parseVvd(bytes).vertices;
    const [coords, colours, ...more] = parseVvdExtra(bytes);
    expect(more).toEqual([]);
    expect(coords).toMatchObject({ type: 1, name: "TEXCOORD1", bytesPerVertex: 8 });
    expect([...coords.texCoord!]).toEqual(Array.from(texCoord, (value) => value * 3));
    expect(colours).toMatchObject({ type: 9, name: null, bytesPerVertex: 4, texCoord: null });
    const words = new Uint32Array(colours.bytes.buffer);
    for (let i = 0; i < COUNT; i++) {
      expect(words[i]).toBe(texCoord[i * 2] * 16 + texCoord[i * 2 + 1] * 4096);
    }
  });

  it("returns nothing if the file ends after its tangents, or only has padding", () => {
    expect(parseVvdExtra(bare)).toEqual([]);
    expect(parseVvdExtra(withExtra([]))).toEqual([]);
    const filled = new Uint8Array(bare.length + 32);
    filled.set(bare);
    expect(parseVvdExtra(filled)).toEqual([]);
  });

  it("finds attributes behind the vertices if there are no tangents", () => {
    const plain = writeVvd({ ...makeStudioModel(), hasTangents: false });
    const bytes = new Uint8Array([...plain, ...withExtra().subarray(bare.length)]);
    expect(parseVvdExtra(bytes).map(({ name }) => name)).toEqual(["TEXCOORD1", null]);
  });

  it("gives props second texture coordinates, or warns if they are damaged", () => {
    const files = makeStudioFiles();
    const stand = (vvd: Uint8Array) => {
      const access = accessTo(madeContent({}));
      const [model] = standModels("m.mdl", { ...files, vvd }, [{ sequence: null }], null, access);
      const { vertices } = buildPropGeometry([model]);
      const view = new DataView(vertices.buffer);
      const coords = Array.from({ length: COUNT }, (_, row) => {
        const at = row * PROP_VERTEX.strideBytes;
        const low = view.getUint8(at + PROP_VERTEX.normal + 3);
        const down = view.getUint8(at + PROP_VERTEX.boneIndex + 3) * 128 + low;
        const across = view.getUint16(at + PROP_VERTEX.boneWeight + 6, true);
        return [(across / 65536) * 4 - 2, (down / 32768) * 4 - 2];
      });
      return { coords, warnings: access.diagnostics.warnings.map(({ code }) => code) };
    };
    const { texCoord } = parseVvd(files.vvd).vertices;
    const found = stand(withExtra());
    expect(found.warnings).toEqual([]);
    for (const [row, [s, t]] of found.coords.entries()) {
      // Values beyond two repeats are clamped.
      const cut = (value: number) => Math.min(Math.max(value * 3, -2), 2);
      expect(Math.abs(s - cut(texCoord[row * 2]))).toBeLessThan(1 / 8192);
      expect(Math.abs(t - cut(texCoord[row * 2 + 1]))).toBeLessThan(1 / 4096);
    }
    const none = { coords: found.coords.map(() => [-2, -2]), warnings: [] };
    expect(stand(files.vvd)).toEqual(none);
    const broken = withExtra();
    new DataView(broken.buffer).setInt32(files.vvd.length, 99, true);
    expect(stand(broken)).toEqual({ ...none, warnings: ["unreadable-model"] });
  });

  it("appears in the summary, or its fault does", () => {
    const bytes = withExtra();
    expect(summarizeVvd(parseVvd(bytes), parseVvdExtra(bytes)).extra).toEqual([
      { name: "TEXCOORD1", type: 1, bytesPerVertex: 8 },
      { name: "attribute 9", type: 9, bytesPerVertex: 4 },
    ]);
    expect(summarizeVvd(parseVvd(bytes))).not.toHaveProperty("extra");
    const fault = catchFormatError(() => parseVvdExtra(changed(0, 99)));
    expect(summarizeVvd(parseVvd(bytes), fault).extraFault).toContain("at most 32 attributes");
  });

  it.each([
    ["bad-count", "a hundred attributes", changed(0, 100)],
    ["bad-count", "fewer than none", changed(0, -1)],
    ["bad-count", "more bytes than there are", changed(4, 100_000)],
    ["bad-count", "fewer bytes than its table", changed(4, 31)],
    ["bad-offset", "values in the table", changed(12, 31)],
    ["bad-offset", "values past the end", changed(24, 161)],
    ["bad-value", "no bytes a vertex", changed(16, 0)],
    ["bad-value", "far too many", changed(16, 65)],
    ["truncated", "half a header", withExtra().subarray(0, bare.length + 7)],
  ])("ends in %s for %s", (code, _, bytes) => {
    expect(catchFormatError(() => parseVvdExtra(bytes)).code).toBe(code);
  });

  it("throws a FormatError or returns attributes for any trailing bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (tail) => {
        try {
          const extra = parseVvdExtra(new Uint8Array([...bare, ...tail]));
          expect(extra.length).toBeLessThanOrEqual(32);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it.skipIf(!hasCorpus)(
    "finds no attributes in real models, which all end with their tangents",
    () => {
      const names = listCorpusFiles(".vvd");
      expect(names.length).toBeGreaterThan(400);
      for (const name of names) expect(parseVvdExtra(readCorpus(name)), name).toEqual([]);
    },
  );
});
