import { existsSync } from "node:fs";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { Vtf as OracleVtf } from "vtf-js";
import { buildGpuImage } from "../../../src/formats/vtf/build-gpu-image.ts";
import { decodeVtfImage } from "../../../src/formats/vtf/decode-vtf-image.ts";
import { parseVtf } from "../../../src/formats/vtf/parse-vtf.ts";
import type { Vtf } from "../../../src/formats/vtf/types.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { corpusPath, hasCorpus, listCorpusFiles, readCorpus } from "../../support/corpus.ts";
import { corpusPakfiles } from "../zip/corpus-pakfiles.ts";

const SAMPLES = "srctools_vtf/tests/test_vtf";

/** Returns the bytes after the last texel: 0 if every size and count was understood. */
function bytesBehindImage(bytes: Uint8Array, vtf: Vtf): number {
  const last = vtf.image(0, vtf.frameCount - 1, vtf.faceCount - 1);
  return bytes.byteOffset + bytes.length - (last.byteOffset + last.length);
}

function arrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}

describe.skipIf(!hasCorpus)("VTFs of the corpus", () => {
  it("parse, fill their files exactly and agree with vtf-js", async () => {
    const names = listCorpusFiles(".vtf");
    expect(names.length).toBeGreaterThanOrEqual(562);
    for (const name of names) {
      const bytes = readCorpus(name);
      const vtf = parseVtf(bytes);
      expect(bytesBehindImage(bytes, vtf), name).toBe(0);
      const oracle = await OracleVtf.decode(arrayBuffer(bytes), { headerOnly: true });
      expect(
        {
          version: vtf.minorVersion,
          width: vtf.width,
          height: vtf.height,
          flags: vtf.flags,
          frames: vtf.frameCount,
          first_frame: vtf.firstFrame,
          reflectivity: [...vtf.reflectivity],
          bump_scale: vtf.bumpScale,
          format: vtf.format,
          mipmaps: vtf.mipCount,
          slices: vtf.depth,
        },
        name,
      ).toEqual({
        version: oracle.version,
        width: oracle.width,
        height: oracle.height,
        flags: oracle.flags >>> 0,
        frames: oracle.frames,
        first_frame: oracle.first_frame,
        reflectivity: [...oracle.reflectivity],
        bump_scale: oracle.bump_scale,
        format: oracle.format,
        mipmaps: oracle.mipmaps,
        slices: oracle.slices,
      });
    }
  });

  it("convert to GPU images, in blocks and decoded", () => {
    let decodedBytes = 0;
    for (const name of listCorpusFiles(".vtf")) {
      const vtf = parseVtf(readCorpus(name));
      const blocks = buildGpuImage(vtf, { bc: true, srgb: true, maxDimension: 4096 });
      const texels = buildGpuImage(vtf, { bc: false, srgb: true, maxDimension: 512 });
      expect([blocks.width, blocks.height, blocks.mipCount], name).toEqual([
        vtf.width,
        vtf.height,
        vtf.mipCount,
      ]);
      expect(blocks.format.startsWith("bc"), name).toBe(vtf.formatName.startsWith("DXT"));
      decodedBytes += texels.data.length;
    }
    expect(decodedBytes).toBeGreaterThan(80_000_000);
  });

  it("in pakfiles parse, with six or seven faces for cubemaps", () => {
    const faces: Record<string, number> = {};
    let total = 0;
    let overfull = 0;
    for (const { map, bytes } of corpusPakfiles()) {
      const zip = parseZip(bytes);
      for (const entry of zip.entries) {
        if (!entry.path.endsWith(".vtf")) continue;
        const file = zip.read(entry);
        const vtf = parseVtf(file);
        // A tool halved one file and left its largest mip after the image.
        if (bytesBehindImage(file, vtf) !== 0) overfull++;
        buildGpuImage(vtf, { bc: true, srgb: true, maxDimension: 4096 });
        const kind = `7.${vtf.minorVersion} with ${vtf.faceCount} faces`;
        faces[kind] = (faces[kind] ?? 0) + 1;
        total++;
        expect(vtf.faceCount === 1 || vtf.width === vtf.height, map).toBe(true);
      }
    }
    expect(overfull).toBe(1);
    expect(total).toBeGreaterThanOrEqual(304);
    expect(faces["7.2 with 7 faces"]).toBeGreaterThanOrEqual(154);
    expect(faces["7.4 with 7 faces"]).toBeGreaterThanOrEqual(86);
  });

  it("decode to exactly the reference pictures next to them", () => {
    let compared = 0;
    for (const name of listCorpusFiles(".vtf", SAMPLES)) {
      const format = /sample_(\w+)\.vtf$/.exec(name)?.[1];
      for (const decoder of ["python", "cython"]) {
        const picture = `${SAMPLES}/test_load_${decoder}_${format}.png`;
        if (format === undefined || !existsSync(corpusPath(picture))) continue;
        const png = PNG.sync.read(Buffer.from(readCorpus(picture)));
        const rgba = decodeVtfImage(parseVtf(readCorpus(name)), 0);
        expect(Buffer.compare(rgba, png.data), picture).toBe(0);
        compared++;
      }
    }
    expect(compared).toBe(48);
  });
});
