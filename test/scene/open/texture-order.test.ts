/** Tests when the textures of a whole map are sent, and that they are complete in the end. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ByteSource } from "../../../src/content/bytes/byte-source.ts";
import { openHttpBytes } from "../../../src/content/http/http-bytes.ts";
import type { GpuImage } from "../../../src/core/image.ts";
import { type LoadEvent, transferables } from "../../../src/scene/open/events.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { texturesByteLength } from "../../../src/scene/textures/texture-budget.ts";
import type { TextureBytes } from "../../../src/scene/textures/texture-bytes.ts";
import { type RangeServer, serveRanges } from "../../support/range-server.ts";

const DEMO = new Uint8Array(
  readFileSync(join(import.meta.dirname, "../../../assets/visleaf_demo.bsp")),
);
const OPTIONS = {
  ...({ name: "visleaf_demo", side: "hdr", textureCompressionBc: true } as const),
  ...{ maxTextureDimension: 8192, textureBudgetBytes: 2 ** 28 },
} as const;

interface Loaded {
  /** Names of the events; textures by owner, with "small" before those that are not complete. */
  readonly order: readonly string[];
  /** Hash of the last image of each texture, by owner and row. */
  readonly images: ReadonlyMap<string, string>;
  /** Hash of the last image of each side. */
  readonly skySides: readonly (string | null)[];
  readonly arrayBytes: number;
  /** Textures by format, as the last event says. */
  readonly textures: readonly TextureBytes[];
  /** Bytes of the last images. */
  readonly imageBytes: number;
}

async function load(map: ByteSource | Uint8Array): Promise<Loaded> {
  const order: string[] = [];
  const images = new Map<string, string>();
  const sizes = new Map<string, number>();
  const widths = new Map<string, number[]>();
  let skySides: (string | null)[] = [];
  let arrayBytes = 0;
  let textures: readonly TextureBytes[] = [];
  const hash = ({ data }: GpuImage) => createHash("sha1").update(data).digest("hex");
  const take = (owner: string, { texture, image }: LoadEvent & { type: "texture" }) => {
    if (owner === "sky") {
      skySides[texture] = hash(image);
      order.push("sky side");
      return;
    }
    const isWhole = image.width === widths.get(owner)![texture];
    images.set(`${owner} ${texture}`, hash(image));
    sizes.set(`${owner} ${texture}`, image.data.length);
    order.push(`${isWhole ? "" : "small "}${owner}`);
  };
  for await (const sent of openMap(map, [], OPTIONS).load()) {
    // As between threads: the session keeps none of the buffers.
    const event = structuredClone(sent, { transfer: transferables(sent) });
    const set = setOf(event);
    if (set !== null) {
      const { textures } = set.materials;
      widths.set(
        set.owner,
        Array.from(textures.array, (at) => textures.arrays[at].width),
      );
      arrayBytes += texturesByteLength(textures.arrays);
    }
    if (event.type !== "progress" && event.type !== "texture") order.push(event.type);
    if (event.type === "texture") take(event.owner, event);
    if (event.type === "sky") skySides = event.sky.sides.map((side) => side && hash(side));
    if (event.type === "done") textures = event.textures;
    if (event.type !== "materials") continue;
    for (const each of event.textures) take("world", { type: "texture", owner: "world", ...each });
  }
  const imageBytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { order, images, skySides, arrayBytes, imageBytes, textures };
}

function setOf(event: LoadEvent) {
  switch (event.type) {
    case "materials":
      return { owner: "world", materials: event.materials };
    case "props":
      return { owner: "props", materials: event.props.materials };
    case "detailprops":
      return { owner: "details", materials: event.details.materials };
    case "decals":
    case "shadows": {
      const decals = event.type === "decals" ? event.decals : event.shadows;
      return { owner: event.type, materials: decals.materials };
    }
    case "ropes":
      return { owner: "ropes", materials: event.ropes.materials };
    case "sprites":
      return { owner: "sprites", materials: event.sprites.materials };
    case "beams":
      return { owner: "beams", materials: event.beams.materials };
    case "emitters":
      return { owner: "emitters", materials: event.emitters.materials };
    case "particles":
      return { owner: "particles", materials: event.particles.materials };
    default:
      return null;
  }
}

let server: RangeServer;
let memory: Loaded;
beforeAll(async () => {
  server = await serveRanges({ "/demo.bsp": { bytes: DEMO, etag: '"1"' } });
  memory = await load(DEMO);
});
afterAll(() => server.close());
beforeEach(() => {
  server.ranges = true;
  server.reset();
});

describe("textures of a loading map", () => {
  it("have small mips with the materials, and all their mips in the end", () => {
    const { order, imageBytes, arrayBytes } = memory;
    const materials = order.indexOf("materials");
    expect(order.slice(materials + 1, materials + 20)).toEqual(
      new Array(19).fill(0).map(() => expect.stringMatching(/^(small )?world$/)),
    );
    expect(order.filter((each) => each === "small world").length).toBeGreaterThan(15);
    expect(imageBytes).toBe(arrayBytes);
    expect(order.at(-1)).toBe("done");
  });

  it("are counted by format, with their bytes", () => {
    const { textures, arrayBytes, images } = memory;
    const sum = (of: (row: TextureBytes) => number) => textures.reduce((n, row) => n + of(row), 0);
    expect(sum(({ gpuBytes }) => gpuBytes)).toBe(arrayBytes);
    expect(sum(({ count }) => count)).toBe(images.size);
    const dxt1 = textures.find(({ format }) => format === "DXT1")!;
    expect(dxt1.gpuFormat).toBe("bc1-rgba-unorm");
    // Headers and thumbnails are in the files only.
    expect(dxt1.fileBytes / dxt1.gpuBytes).toBeGreaterThan(1);
    expect(dxt1.fileBytes / dxt1.gpuBytes).toBeLessThan(1.02);
  });

  it("do not wait for props", () => {
    const { order } = memory;
    expect(order.lastIndexOf("world")).toBeLessThan(order.indexOf("props"));
    expect(order.indexOf("small props")).toBe(order.indexOf("props") + 1);
  });

  it("are the same over a network, with ranges or without", async () => {
    for (const ranges of [true, false]) {
      server.ranges = ranges;
      const source = await openHttpBytes(`${server.origin}/demo.bsp`, { cache: null });
      const loaded = await load(source);
      expect(loaded.images).toEqual(memory.images);
      expect(loaded.skySides).toEqual(memory.skySides);
      expect(loaded.arrayBytes).toBe(memory.arrayBytes);
    }
  });

  it("complete the sky side by side, after its small mips", () => {
    const { order } = memory;
    const sides = order.flatMap((name, i) => (name === "sky side" ? [i] : []));
    // One is no larger than its small mips.
    expect(sides).toHaveLength(5);
    expect(sides[0]).toBeGreaterThan(order.indexOf("sky"));
  });

  it("are read in few more bytes than the map's files have", async () => {
    const source = await openHttpBytes(`${server.origin}/demo.bsp`, { cache: null });
    await load(source);
    expect(server.sent).toBeLessThan(DEMO.length * 0.92);
    expect(server.requests.length).toBeLessThan(120);
  });
});
