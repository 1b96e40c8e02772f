/** Tests the HTTP costs of a map: bytes to its first picture, bytes in total, round trips. */

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { blobBytes } from "../../../src/content/bytes/blob-bytes.ts";
import type { ByteSource } from "../../../src/content/bytes/byte-source.ts";
import { HEAD_BYTES, type HttpBytes, openHttpBytes } from "../../../src/content/http/http-bytes.ts";
import { MAX_GAP_BYTES } from "../../../src/content/http/range-queue.ts";
import { CancelledError } from "../../../src/core/errors.ts";
import { LUMP, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { MAX_BSP_HEADER_BYTES } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { MAX_TAIL_BYTES } from "../../../src/formats/zip/tail-bytes.ts";
import type { MapScene } from "../../../src/map/types.ts";
import type { LoadEvent } from "../../../src/scene/open/events.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { corpusPath, hasCorpus } from "../../support/corpus.ts";
import { type RangeServer, type SentRequest, serveRanges } from "../../support/range-server.ts";

const DEMO = resolve(import.meta.dirname, "../../../assets/visleaf_demo.bsp");
const MAPS = [
  ...(existsSync(DEMO) ? [["demo", DEMO]] : []),
  ...(hasCorpus
    ? [
        ["aim_ag_texture2", corpusPath("lanofdoom_csgo/aim_ag_texture2.bsp")],
        ["gunman_city2", corpusPath("gunman_city2/gunman_city2.bsp")],
        ["triggertests_v1287", corpusPath("momentum_game/triggertests_v1287.bsp")],
      ]
    : []),
] as const;

/**
 * Geometry, visibility and entity lumps, listed independently so that an additional read is
 * noticed.
 */
const WORLD: LumpName[] = [
  ...(["LUMP_ENTITIES", "LUMP_PLANES", "LUMP_TEXDATA", "LUMP_VERTEXES"] as const),
  ...(["LUMP_VISIBILITY", "LUMP_NODES", "LUMP_TEXINFO", "LUMP_LEAFS", "LUMP_EDGES"] as const),
  ...(["LUMP_SURFEDGES", "LUMP_MODELS", "LUMP_LEAFFACES", "LUMP_DISPINFO"] as const),
  ...(["LUMP_DISP_VERTS", "LUMP_PRIMITIVES", "LUMP_PRIMVERTS", "LUMP_PRIMINDICES"] as const),
  ...(["LUMP_TEXDATA_STRING_DATA", "LUMP_TEXDATA_STRING_TABLE"] as const),
];

const options = {
  name: "map",
  side: "hdr",
  textureCompressionBc: true,
  maxTextureDimension: 8192,
} as const;

/** Returns the bytes of the lumps that a first picture needs. */
function neededBytes(file: Uint8Array, scene: MapScene): number {
  const { lumps } = parseBsp(file);
  const length = (name: LumpName) => lumps[LUMP[name]].length;
  const isHdr = scene.side === "hdr";
  const faces = isHdr && length("LUMP_FACES_HDR") > 0 ? "LUMP_FACES_HDR" : "LUMP_FACES";
  const lighting = isHdr ? "LUMP_LIGHTING_HDR" : "LUMP_LIGHTING";
  const needed: LumpName[] = [...WORLD, faces, lighting];
  return needed.reduce((sum, name) => sum + length(name), 0);
}

/** @param last type of the event that ends the load early */
async function load(
  source: ByteSource,
  onEvent: (event: LoadEvent) => void,
  last?: LoadEvent["type"],
): Promise<void> {
  for await (const event of openMap(source, [], options).load()) {
    onEvent(event);
    if (event.type === last) break;
  }
}

let server: RangeServer;
beforeAll(async () => {
  server = await serveRanges();
});
afterAll(() => server.close());
beforeEach(() => {
  server.ranges = true;
  server.latencyMs = 0;
  server.reset();
});

describe.each(MAPS)("%s over HTTP", (name, path) => {
  const file = new Uint8Array(readFileSync(path));
  const serve = (): string => {
    server.files.set(`/${name}.bsp`, { bytes: file, etag: '"1"' });
    return `${server.origin}/${name}.bsp`;
  };

  it("shows its first picture from the header and the lumps for geometry, light and visibility", async () => {
    const source = await openHttpBytes(serve());
    let first: { sent: number; requests: number; needed: number } | null = null;
    let warnings = 0;
    await load(source, (event) => {
      if (event.type === "scene") {
        const { sent, requests } = server;
        first = { sent, requests: requests.length, needed: neededBytes(file, event.scene) };
      }
      if (event.type === "done") warnings = event.warnings.length;
    });
    const { sent, requests, needed } = first!;
    // More than needed: the first request's bytes, and gaps that cost less than a request.
    expect(sent).toBeGreaterThanOrEqual(Math.min(file.length, needed));
    expect(sent - needed).toBeLessThanOrEqual(HEAD_BYTES + (WORLD.length + 1) * MAX_GAP_BYTES);
    expect(source.received).toBe(server.sent);
    expect(server.sent).toBeLessThan(file.length);
    expect(warnings).toBe(await countWarnings());
    console.log(
      [
        `${name}: file ${file.length}, needed ${needed}, first picture ${sent} in ${requests} requests,`,
        `complete ${server.sent} in ${server.requests.length}`,
      ].join(" "),
    );
  });

  it("needs two round trips for its first picture, which waits for no byte of the pakfile", async () => {
    const { lumps } = parseBsp(file);
    const { offset } = lumps[LUMP.LUMP_PAKFILE];
    // Materials need the surfaces of water; they are read while the lightmaps arrive.
    const water = lumps[LUMP.LUMP_LEAFWATERDATA].offset;
    const isForMaterials = ({ range }: SentRequest) => {
      const start = Number(/=(\d+)/.exec(range ?? "")?.[1] ?? 0);
      return start >= offset || start === water;
    };
    // Much longer than the time between one round's requests, even on a busy machine.
    server.latencyMs = 150;
    const started = performance.now();
    const source = await openHttpBytes(serve());
    let rounds = 0;
    let firstMs = 0;
    const take = (event: LoadEvent): void => {
      if (event.type === "progress" && event.stage === "read" && event.done === event.total) {
        rounds = server.countRounds((request) => !isForMaterials(request));
        // Later requests get no answer.
        server.gate = new Promise((resolve) => {
          answer = resolve;
        });
      }
      if (event.type === "scene") firstMs = performance.now() - started;
    };
    let answer: (value?: unknown) => void = () => undefined;
    await load(source, take, "scene");
    answer();
    server.gate = null;
    console.log(`${name}: first picture after ${Math.round(firstMs)} ms and ${rounds} round trips`);
    expect(rounds).toBe(2);
  });

  it("requests its pakfile's directory before the world is parsed and built", async () => {
    const starts: number[] = [];
    const counted: typeof fetch = (input, init) => {
      const range = new Headers(init?.headers).get("range") ?? "";
      starts.push(Number(/=(\d+)/.exec(range)?.[1] ?? 0));
      return fetch(input, init);
    };
    const { offset, length } = parseBsp(file).lumps[LUMP.LUMP_PAKFILE];
    const before: number[] = [];
    const take = (event: LoadEvent): void => {
      if (event.type === "progress" && event.stage === "parse") before.push(...starts);
    };
    await load(await openHttpBytes(serve(), { fetch: counted }), take, "scene");
    const tail = offset + Math.max(0, length - (1 << 16) - 100);
    expect(before.filter((start) => start >= tail)).not.toEqual([]);
  });

  it("downloads the whole file once from a server without range support", async () => {
    server.ranges = false;
    // Apart from requests of the tests before, whose loads ended early.
    const path = `/${name}-whole.bsp`;
    server.files.set(path, { bytes: file, etag: '"1"' });
    const source = (await openHttpBytes(`${server.origin}${path}`)) as HttpBytes;
    let scenes = 0;
    await load(source, (event) => {
      if (event.type === "scene") scenes++;
    });
    const requests = server.requests.filter((request) => request.path === path);
    expect([source.mode, scenes]).toEqual(["whole", 1]);
    expect(requests.map(({ sent }) => sent)).toEqual([file.length]);
  });

  it("is read in slices from a file", async () => {
    let read = 0;
    const bytes = blobBytes(new Blob([file]), name);
    const counting: ByteSource = {
      ...bytes,
      read(offset, byteLength, signal) {
        read += byteLength;
        return bytes.read(offset, byteLength, signal);
      },
    };
    let world = 0;
    let needed = 0;
    const take = (event: LoadEvent): void => {
      const isRead = event.type === "progress" && event.stage === "read";
      // Other lumps are read while the world is built.
      if (isRead && event.done === event.total) world = read;
      if (event.type === "scene") needed = neededBytes(file, event.scene);
    };
    await load(counting, take, "scene");
    const { lumps } = parseBsp(file);
    // The world's materials are read while its lightmaps arrive.
    const end = Math.min(MAX_TAIL_BYTES, lumps[LUMP.LUMP_PAKFILE].length);
    const water = lumps[LUMP.LUMP_LEAFWATERDATA].length;
    expect([end, end + water]).toContain(world - needed - MAX_BSP_HEADER_BYTES);
  });

  async function countWarnings(): Promise<number> {
    let warnings = -1;
    for await (const event of openMap(file, [], options).load()) {
      if (event.type === "done") warnings = event.warnings.length;
    }
    return warnings;
  }
});

/** A map with every kind of geometry. */
const ENDED = MAPS.filter(([name]) => name === "demo");

describe.each(ENDED)("%s with a cancelled load", (name, path) => {
  it("stops at once in any stage and sends no more requests", async () => {
    const file = new Uint8Array(readFileSync(path));
    server.files.set(`/${name}.bsp`, { bytes: file });
    server.latencyMs = 20;
    const events: string[] = [];
    const tagOf = (event: LoadEvent) =>
      event.type === "progress" ? `${event.type} ${event.stage}` : event.type;
    const whole = await openHttpBytes(`${server.origin}/${name}.bsp`);
    await load(whole, (event) => events.push(tagOf(event)));
    const stages = [...new Set(events)].filter((stage) => stage !== "done");
    expect(stages.length).toBeGreaterThan(8);
    for (const stage of stages) {
      const abort = new AbortController();
      const { signal } = abort;
      const source = await openHttpBytes(`${server.origin}/${name}.bsp`, { signal });
      let heardAfter = 0;
      const run = async () => {
        for await (const event of openMap(source, [], { ...options, signal }).load()) {
          if (signal.aborted) heardAfter++;
          // In the middle of later work, not between two events.
          if (tagOf(event) === stage && !signal.aborted) setTimeout(() => abort.abort(), 1);
          // Yields, like the worker, so that the abort is processed.
          await new Promise((resolve) => setTimeout(resolve, 0));
        }
      };
      const error = await run().catch((cause: unknown) => cause);
      // A map without available textures is done shortly after its props.
      const isLast = /props|texture/.test(stage) && error === undefined;
      if (!isLast) expect(error, stage).toBeInstanceOf(CancelledError);
      // Independent of the clock: at most one event may be in progress.
      if (!isLast) expect(heardAfter, stage).toBeLessThanOrEqual(1);
      const asked = server.requests.length;
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(server.requests.length - asked, stage).toBeLessThanOrEqual(6);
    }
  });
});
