/** Tests the order in which textures are streamed, and that it follows the camera. */

import { describe, expect, it } from "vitest";
import { CancelledError } from "../../../src/core/errors.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import type { ContentAccess } from "../../../src/scene/open/read-content.ts";
import { copyPlaces, measureSeen } from "../../../src/scene/textures/texture-places.ts";
import { TextureStream } from "../../../src/scene/textures/texture-stream.ts";
import { listSmallMips } from "../../../src/scene/textures/textures.ts";
import { accessTo } from "../content-sources.ts";
import { IMAGE_FORMAT_DXT1, makeVtf } from "../make-vtf.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096, headBytes: 8192 };
const vtf = makeVtf({ width: 256, height: 256, format: IMAGE_FORMAT_DXT1, mipCount: 9 });
const VIEW = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
const BEHIND = { ...VIEW, yaw: 180 };

const toBytes = (text: string) => new TextEncoder().encode(text);

/**
 * Content whose rests arrive when they are released.
 * @param lengthOf stated length of each file
 */
function heldContent(count: number, lengthOf: (texture: number) => number = () => 600_000) {
  const files = new Map<string, Uint8Array>();
  for (let i = 0; i < count; i++) {
    files.set(`materials/m${i}.vmt`, toBytes(`lightmappedgeneric { $basetexture t${i} }`));
    files.set(`materials/t${i}.vtf`, vtf.slice());
  }
  const waiting = new Map<string, () => void>();
  const started: string[] = [];
  const cancelled: string[] = [];
  const content: ContentAccess["content"] = {
    read: async (path) => files.get(path) ?? null,
    readHead: async (path, byteLength) => {
      const bytes = files.get(path);
      if (bytes === undefined) return null;
      const name = path.slice("materials/".length, -".vtf".length);
      return {
        bytes: bytes.slice(0, byteLength),
        byteLength: lengthOf(Number(name.slice(1))),
        readWhole: (signal) =>
          new Promise((resolve, reject) => {
            started.push(name);
            signal?.addEventListener("abort", () => {
              cancelled.push(name);
              reject(new CancelledError());
            });
            waiting.set(name, () => resolve(bytes));
          }),
      };
    },
  };
  return { files, content, waiting, started, cancelled };
}

/** Box of a wall of an edge length at a distance along x. */
const wallAt = (x: number, edge: number) => [x, -edge / 2, -edge / 2, x + 1, edge / 2, edge / 2];

async function openStream(
  boxes: readonly (readonly number[])[],
  lengthOf?: (texture: number) => number,
) {
  const held = heldContent(boxes.length, lengthOf);
  const access = accessTo(held.content);
  const names = boxes.map((_, i) => `m${i}`);
  const { materials, textures } = await resolveMaterials(names, null, access, OPTIONS);
  const material = Uint32Array.from(boxes.keys());
  const places = copyPlaces(materials, { box: Float32Array.from(boxes.flat()), material });
  const stream = new TextureStream(access, OPTIONS, VIEW);
  const add = () => stream.add({ owner: "world", files: textures, places });
  return { ...held, stream, add, textures, places, access };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("sizes of textures on the screen", () => {
  it("grow with size and nearness, and count less outside the view", async () => {
    const boxes = [wallAt(100, 64), wallAt(200, 64), wallAt(200, 256), wallAt(-100, 64)];
    const { places } = await openStream(boxes);
    const [near, far, large, behind] = measureSeen(places, VIEW);
    expect(near / far).toBeCloseTo(4, 1);
    expect(large / far).toBeCloseTo(16, 0);
    expect(near / behind).toBeCloseTo(64, -1);
    const turned = measureSeen(places, BEHIND);
    expect(turned[3]).toBeGreaterThan(turned[0] * 60);
  });

  it("include walls beside the eye and around it", async () => {
    const { places } = await openStream([
      [-500, 40, -500, 500, 41, 500],
      [-10, -10, -10, 10, 10, 10],
    ]);
    expect([...measureSeen(places, VIEW)]).toEqual([1, 1]);
  });
});

describe("TextureStream", () => {
  const WALLS = [
    wallAt(500, 64),
    wallAt(100, 64),
    wallAt(-400, 512),
    ...Array.from({ length: 7 }, (_, i) => wallAt(2000 + i, 64)),
    wallAt(50, 64),
  ];

  it("reads two large files at once, the largest on the screen first", async () => {
    const { stream, add, started, waiting } = await openStream(WALLS);
    add();
    const next = stream.next();
    expect(started).toEqual(["t10", "t1"]);
    waiting.get("t1")!();
    expect((await next)?.texture).toBe(1);
    expect(started.length).toBe(2);
    const after = stream.next();
    expect(started.slice(2)).toEqual(["t2"]);
    for (const release of waiting.values()) release();
    await after;
  });

  it("reads many small files at once, up to half a megabyte", async () => {
    const { stream, add, started } = await openStream(WALLS, () => 108_192);
    add();
    void stream.next();
    expect(started).toEqual(["t10", "t1", "t2", "t0", "t3", "t4"]);
  });

  it("reads a file before one that is seen larger but has many more bytes", async () => {
    const boxes = [wallAt(100, 64), wallAt(110, 64), wallAt(1000, 64)];
    const { stream, add, started } = await openStream(boxes, (i) => (i === 0 ? 600_000 : 60_000));
    add();
    void stream.next();
    // The third has few bytes, too, but is seen a hundredth as large.
    expect(started).toEqual(["t1", "t0"]);
  });

  it("reads a file first of which nothing is shown", async () => {
    const boxes = [wallAt(100, 64), wallAt(300, 64), wallAt(110, 64)];
    const { stream, add, textures, access, started } = await openStream(boxes);
    listSmallMips(textures, access, OPTIONS);
    textures.files[1].isShown = false;
    add();
    void stream.next();
    expect(started).toEqual(["t1", "t0"]);
  });

  it("completes one array after the other, those first that are seen largest", async () => {
    const held = heldContent(0);
    const access = accessTo(held.content);
    // The even ones are in one array, the odd ones in another; the seventh is alone.
    const names = Array.from({ length: 7 }, (_, i) => `m${i}`);
    const edges = [256, 128, 256, 128, 256, 128, 512];
    for (const [i, name] of names.entries()) {
      held.files.set(`materials/${name}.vmt`, toBytes(`unlitgeneric { $basetexture t${i} }`));
      const [width, height] = [edges[i], edges[i]];
      const mipCount = Math.log2(width) + 1;
      const made = makeVtf({ width, height, format: IMAGE_FORMAT_DXT1, mipCount });
      held.files.set(`materials/t${i}.vtf`, made);
    }
    const { materials, textures } = await resolveMaterials(names, null, access, OPTIONS);
    const distance = [100, 60, 3000, 3000, 120, 3000, 100];
    const box = Float32Array.from(distance.flatMap((x) => wallAt(x, 64)));
    const places = copyPlaces(materials, { box, material: Uint32Array.from(names.keys()) });
    listSmallMips(textures, access, OPTIONS);
    const stream = new TextureStream(access, OPTIONS, VIEW);
    stream.add({ owner: "world", files: textures, places });
    stream.close();
    const streamed: number[] = [];
    for (let next = stream.next(); ; next = stream.next()) {
      await turn();
      // One after the other, so that the order of reads is the order of answers.
      for (const release of held.waiting.values()) release();
      const texture = await next;
      if (texture === null) break;
      streamed.push(texture.texture);
    }
    expect(held.started).toEqual(["t6", "t1", "t3", "t5", "t0", "t4", "t2"]);
    expect(streamed.length).toBe(7);
  });

  it("follows the camera, and cancels reads that became small", async () => {
    const { stream, add, started, cancelled, waiting } = await openStream(WALLS);
    add();
    const first = stream.next();
    stream.look(BEHIND);
    expect(cancelled).toEqual(["t10", "t1"]);
    await turn();
    expect(started.slice(2, 3)).toEqual(["t2"]);
    const textures: number[] = [];
    stream.close();
    for (let next = first; ; next = stream.next()) {
      await turn();
      for (const release of waiting.values()) release();
      const streamed = await next;
      if (streamed === null) break;
      expect(streamed.image?.width).toBe(256);
      textures.push(streamed.texture);
    }
    // Each once, the cancelled ones too.
    expect(textures.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("ends with an error when the load is cancelled", async () => {
    const abort = new AbortController();
    const { content } = heldContent(1);
    const access = { ...accessTo(content), signal: abort.signal };
    const stream = new TextureStream(access, OPTIONS, VIEW);
    const next = stream.next();
    abort.abort();
    stream.close();
    await expect(next).rejects.toBeInstanceOf(CancelledError);
  });
});
