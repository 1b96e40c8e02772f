/**
 * Tests which reads the first pictures wait for, on the demo's file: each test answers some reads
 * only after what must not wait for them, and would otherwise not end.
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { ByteSource } from "../../../src/content/bytes/byte-source.ts";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import { LUMP, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { MAX_TAIL_BYTES } from "../../../src/formats/zip/tail-bytes.ts";
import type { LoadEvent } from "../../../src/scene/open/events.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { texturesByteLength } from "../../../src/scene/textures/texture-budget.ts";

const DEMO = resolve(import.meta.dirname, "../../../assets/visleaf_demo.bsp");

const options = {
  name: "map",
  side: "hdr",
  textureCompressionBc: true,
  maxTextureDimension: 8192,
} as const;

describe("the first reads of a map", () => {
  const file = new Uint8Array(readFileSync(DEMO));
  const header = parseBspHeader(file);
  const rangeOf = (name: LumpName) => {
    const start = header.offset[LUMP[name]];
    return { start, end: start + header.length[LUMP[name]] };
  };

  /** Calls `onRead` before each read, which waits for what that returns. */
  function watched(
    onRead: (start: number, end: number) => Promise<unknown> | undefined,
  ): ByteSource {
    const bytes = memoryBytes("map", file);
    return {
      ...bytes,
      async read(offset, byteLength, signal) {
        await onRead(offset, offset + byteLength);
        return bytes.read(offset, byteLength, signal);
      },
    };
  }

  /** Loads up to the materials; `bytes` are those of the world's textures on the GPU. */
  async function loadMaterials(source: ByteSource | Uint8Array, textureBudgetBytes?: number) {
    const types: string[] = [];
    let bytes = 0;
    let isLit = false;
    let hasWater = false;
    for await (const event of openMap(source, [], { ...options, textureBudgetBytes }).load()) {
      types.push(tagOf(event));
      // Black lightmaps are left out.
      if (event.type === "scene") isLit = event.scene.lightmap !== null;
      if (event.type !== "materials") continue;
      hasWater = event.waters !== null;
      bytes = texturesByteLength(event.materials.textures.arrays);
      break;
    }
    return { types, bytes, isLit, hasWater };
  }

  const tagOf = (event: LoadEvent) =>
    event.type === "progress" ? `${event.stage} ${event.done === event.total}` : event.type;

  it("parse the world and read materials while lightmaps arrive", async () => {
    const pakfile = rangeOf("LUMP_PAKFILE");
    const lighting = rangeOf("LUMP_LIGHTING_HDR");
    let answer: (value?: unknown) => void = () => undefined;
    const readMaterial = new Promise((done) => {
      answer = done;
    });
    const { types, isLit } = await loadMaterials(
      watched((start, end) => {
        if (start >= pakfile.start && end < pakfile.end - MAX_TAIL_BYTES) answer();
        return start === lighting.start ? readMaterial : undefined;
      }),
    );
    expect(types).toEqual([
      ...["read false", "read true", "parse true", "world true"],
      ...["scene", "materials true", "materials"],
    ]);
    expect(isLit).toBe(true);
  });

  it("need neither props nor ambient light for the materials", async () => {
    const later = (["LUMP_GAME_LUMP", "LUMP_LEAF_AMBIENT_LIGHTING_HDR"] as const).map(rangeOf);
    const requested = new Set<number>();
    const { types, hasWater } = await loadMaterials(
      watched((start, end) => {
        const at = later.findIndex((range) => start < range.end && end > range.start);
        if (at < 0) return undefined;
        requested.add(at);
        return new Promise(() => undefined);
      }),
    );
    expect(types.at(-1)).toBe("materials");
    expect(requested.size).toBe(2);
    // Its lump is read by itself.
    expect(hasWater).toBe(true);
  });

  it("leave the world more of a texture budget if the map has no props", async () => {
    const bare = file.slice();
    new DataView(bare.buffer).setInt32(8 + LUMP.LUMP_GAME_LUMP * 16 + 4, 0, true);
    const whole = (await loadMaterials(bare)).bytes;
    // Three quarters of it are enough for the world: between its shares with and without props.
    const budget = Math.ceil((whole * 4) / 3);
    expect((await loadMaterials(bare, budget)).bytes).toBe(whole);
    expect((await loadMaterials(file, budget)).bytes).toBeLessThan((budget * 5) / 8);
  });

  it("end the load with the error of lightmaps that cannot be read", async () => {
    const lighting = rangeOf("LUMP_LIGHTING_HDR");
    const failing = watched((start) =>
      start === lighting.start ? Promise.reject(new Error("the line is dead")) : undefined,
    );
    await expect(loadMaterials(failing)).rejects.toThrow("the line is dead");
  });
});
