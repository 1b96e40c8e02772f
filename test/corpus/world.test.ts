import { beforeAll, describe, expect, it } from "vitest";

import { Diagnostics } from "../../src/core/diagnostics.ts";
import { SURF_BUMPLIGHT } from "../../src/formats/bsp/layouts/surface-flags.ts";
import { CHUNK_FACE, WORLD_VERTEX } from "../../src/map/world.ts";
import { writeDirectedBlocks } from "../../src/scene/lightmaps/directed-blocks.ts";
import { buildLightmapAtlas, layOutLightmaps } from "../../src/scene/lightmaps/lightmap-atlas.ts";
import { decodeRgb9e5 } from "../../src/scene/lightmaps/rgb9e5.ts";
import { isFaceDrawn } from "../../src/scene/materials/material-names.ts";
import { writeFacePolygon } from "../../src/scene/world/displacement.ts";
import { buildMapScene, listLightSides, type SceneParts } from "../../src/scene/world/map-scene.ts";
import { balancedBlocks, ldrBlocks, type Triple } from "../oracle/materials/bump.ts";
import { hasCorpus } from "../support/corpus.ts";
import { openCorpusMaps } from "../support/open-corpus-maps.ts";

const STRIDE = WORLD_VERTEX.strideBytes / 4;

const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: number[], b: number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/**
 * Newell's formula: correct for polygons with vertices on their edges, independent of the
 * triangulation.
 */
function areaOfPolygon(p: Float32Array, count: number): number {
  let sum = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    const n = cross([...p.subarray(i * 3, i * 3 + 3)], [...p.subarray(j * 3, j * 3 + 3)]);
    sum = sum.map((value, axis) => value + n[axis]);
  }
  return Math.hypot(...sum) / 2;
}

/** Largest value of LDR light: four times full light. */
const MOST_LDR = 4 * 255;

/** Returns the sample at a byte of the lump. */
function lightAt(lighting: Uint8Array, at: number): Triple {
  const scale = 2 ** ((lighting[at + 3] << 24) >> 24);
  return [lighting[at] * scale, lighting[at + 1] * scale, lighting[at + 2] * scale];
}

describe.skipIf(!hasCorpus)("the world of real maps", () => {
  let maps: SceneParts[] = [];

  beforeAll(() => {
    maps = openCorpusMaps();
    expect(maps.length).toBeGreaterThanOrEqual(20);
  });

  it("keeps every luxel of every lightmap exactly, and scales directional ones", () => {
    let luxels = 0;
    let texels = 0;
    let tiny = 0;
    let cut = 0;
    const exponents = new Set<number>();
    for (const { name, bsp } of maps) {
      for (const sideName of listLightSides(bsp)) {
        const side = bsp[sideName]!;
        const { faces, lighting } = side;
        const drawn = Uint8Array.from({ length: faces.count }, (_, face) =>
          isFaceDrawn(bsp, faces, face) ? 1 : 0,
        );
        const layout = layOutLightmaps(side, bsp.texInfos, drawn);
        if (layout.face.length === 0) continue;
        const atlas = buildLightmapAtlas(sideName, side, layout, writeDirectedBlocks);
        const shown = sideName === "ldr" ? ldrBlocks : balancedBlocks;
        let wrong = 0;
        for (let face = 0; face < faces.count; face++) {
          const row = layout.rowOfFace[face];
          if (row < 0) continue;
          // The blocks as stored in the lump, read byte by byte.
          const width = faces.lightmapSize[face * 2] + 1;
          const height = faces.lightmapSize[face * 2 + 1] + 1;
          const bumped = (bsp.texInfos.flags[faces.texinfo[face]] & SURF_BUMPLIGHT) !== 0;
          let styles = 0;
          while (styles < 4 && faces.styles[face * 4 + styles] !== 255) styles++;
          let at = faces.lightOffset[face];
          for (let block = 0; block < styles * (bumped ? 4 : 1); block++) {
            for (let y = 0; y < height; y++) {
              for (let x = 0; x < width; x++, at += 4) {
                const exponent = (lighting[at + 3] << 24) >> 24;
                exponents.add(exponent);
                const column = layout.packing.x[row] + block * width + x;
                const line = layout.packing.page[row] * atlas.height + layout.packing.y[row] + y;
                const value = decodeRgb9e5(atlas.texels[line * atlas.width + column]);
                let light = lightAt(lighting, at);
                // Below 2^-24 a texel cannot hold the sample: the error is half its smallest step.
                let error = exponent < -24 ? 2 ** -25 : 0;
                if (bumped && block % 4 > 0) {
                  const [flat, ...stored] = [0, 1, 2, 3].map((k) =>
                    lightAt(lighting, at + (k - (block % 4)) * width * height * 4),
                  );
                  light = shown(flat, stored)[(block % 4) - 1];
                  // Nine bits of the brightest channel: the error is half a step, and rounding up
                  // to the next exponent.
                  error = Math.max(...light) / 500 + 2 ** -25 + 4e-7 * Math.max(...flat);
                } else if (sideName === "ldr" && Math.max(...light) > MOST_LDR) {
                  light = light.map((c) => Math.min(c, MOST_LDR)) as never as Triple;
                  cut++;
                }
                for (let c = 0; c < 3; c++) {
                  if (Math.abs(value[c] - light[c]) > error) wrong++;
                }
                if (exponent < -24) tiny++;
                luxels++;
              }
            }
          }
        }
        texels += atlas.texels.length;
        expect(wrong, `${name} ${sideName}`).toBe(0);
      }
    }
    const range = [...exponents].sort((a, b) => a - b);
    console.log(
      `luxels: ${luxels}, exponents ${range[0]}..${range.at(-1)}, too dark to be held: ${tiny}, cut at four: ${cut}, fill ${(luxels / texels).toFixed(3)}`,
    );
    expect(luxels).toBeGreaterThan(1_000_000);
    expect(luxels / texels).toBeGreaterThan(0.9);
  });

  it("covers each face's area with triangles that face like the face", () => {
    let faceCount = 0;
    let allArea = 0;
    let backwardsArea = 0;
    const polygon = new Float32Array(3 * 4096);
    for (const parts of maps) {
      const { bsp } = parts;
      const scene = buildMapScene(parts, "hdr", new Diagnostics());
      const { chunks, world } = scene;
      const floats = new Float32Array(world.vertices.buffer);
      const bytes = new Int8Array(world.vertices.buffer);
      let triangleArea = 0;
      for (let chunk = 0; chunk < chunks.count; chunk++) {
        const end = chunks.firstIndex[chunk] + chunks.indexCount[chunk];
        for (let i = chunks.firstIndex[chunk]; i < end; i += 3) {
          const [a, b, c] = [0, 1, 2].map((k) => world.indices[i + k] * STRIDE);
          const u = [0, 1, 2].map((k) => floats[b + k] - floats[a + k]);
          const v = [0, 1, 2].map((k) => floats[c + k] - floats[a + k]);
          const n = cross(u, v);
          const normal = [0, 1, 2].map((k) => bytes[a * 4 + WORLD_VERTEX.normal + k]);
          const area = Math.hypot(...n) / 2;
          allArea += area;
          if (dot(n, normal) < 0) backwardsArea += area;
          if (chunks.kind[chunk] === CHUNK_FACE) triangleArea += area;
        }
      }
      const faces = (scene.side && bsp[scene.side]?.faces) || bsp.faces;
      let polygonArea = 0;
      for (let face = 0; face < bsp.models.faceCount[0]; face++) {
        if (!isFaceDrawn(bsp, faces, face) || faces.dispInfo[face] >= 0) continue;
        polygonArea += areaOfPolygon(polygon, writeFacePolygon(bsp, faces, face, polygon));
        faceCount++;
      }
      expect(triangleArea / polygonArea || 1, parts.name).toBeCloseTo(1, 3);
    }
    console.log(
      `faces: ${faceCount}; of their triangles' area looks away: ${backwardsArea / allArea}`,
    );
    expect(faceCount).toBeGreaterThan(20_000);
    // vbsp leaves slivers at repaired T-junctions that its rounding has flipped.
    expect(backwardsArea / allArea).toBeLessThan(1e-5);
  });

  it("gives every chunk a box that contains it, and valid clusters", () => {
    for (const parts of maps) {
      const { chunks, world, pvs } = buildMapScene(parts, "hdr", new Diagnostics());
      const floats = new Float32Array(world.vertices.buffer);
      let indexTotal = 0;
      // Those of hidden models follow behind the others.
      for (let chunk = 0; chunk < chunks.firstIndex.length; chunk++) {
        indexTotal += chunks.indexCount[chunk];
        const end = chunks.firstIndex[chunk] + chunks.indexCount[chunk];
        for (let i = chunks.firstIndex[chunk]; i < end; i++) {
          for (let axis = 0; axis < 3; axis++) {
            const value = floats[world.indices[i] * STRIDE + axis];
            if (
              !(value >= chunks.box[chunk * 6 + axis] && value <= chunks.box[chunk * 6 + 3 + axis])
            )
              expect.unreachable(`${parts.name} chunk ${chunk}`);
          }
        }
        for (let k = 0; k < chunks.clusterCount[chunk]; k++) {
          const cluster = chunks.clusters[chunks.firstCluster[chunk] + k];
          if (pvs) expect(cluster).toBeLessThan(pvs.clusterCount);
        }
      }
      expect(indexTotal).toBe(world.indices.length);
    }
  });
});
