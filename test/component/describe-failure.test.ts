/**
 * Messages about failures: the advice fits the cause, and is the same in the element and on the
 * page.
 */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { describeError } from "../../src/app/messages.ts";
import { describeFailure } from "../../src/component/describe-failure.ts";
import { memoryBytes } from "../../src/content/bytes/memory-bytes.ts";
import {
  errorOfAnswer,
  findMixedContent,
  noAnswerError,
} from "../../src/content/http/http-request.ts";
import { openMapFile } from "../../src/content/maps/open-map-file.ts";
import { writeZip } from "../../src/formats/zip/write-zip.ts";
import { GpuError } from "../../src/gpu/errors.ts";
import { openMap } from "../../src/scene/open/map-session.ts";
import { openBsp } from "../../src/scene/open/read-map.ts";
import { LoadEndedError } from "../../src/viewer/load/load-watch.ts";
import { makeBsp } from "../formats/bsp/make-bsp.ts";

const text = (content: string) => new TextEncoder().encode(content);
const URL_OF_MAP = "https://maps.example/x.bsp";

/** Returns the error of opening bytes as a map. */
async function errorOf(bytes: Uint8Array): Promise<unknown> {
  try {
    const { bytes: map } = await openMapFile(memoryBytes("x.zip", bytes));
    await openBsp(map, "hdr");
  } catch (error) {
    return error;
  }
  throw new Error("it opened");
}

const LOAD_OPTIONS = {
  name: "x",
  side: "hdr",
  textureCompressionBc: true,
  maxTextureDimension: 4096,
} as const;

async function readAll(events: AsyncIterable<unknown>): Promise<void> {
  for await (const event of events) void event;
}

function mapOf(version: number): Uint8Array {
  const bytes = new Uint8Array(1036);
  bytes.set(text("VBSP"));
  new DataView(bytes.buffer).setInt32(4, version, true);
  return bytes;
}

const zip = writeZip(new Map([["de_x.bsp", new Uint8Array(3000)]]));

describe("advice for a file that is not a map, recognized as", () => {
  it.each<[string, Uint8Array, RegExp]>([
    ["text", text("hello"), /^This is text, not a compiled Source map/],
    ["a web page", text("<!doctype html><p>No such file"), /^This is a web page, not a compiled/],
    ["GoldSrc's map", Uint8Array.of(30, 0, 0, 0, 1), /^This is a map of Half-Life .*, not a comp/],
    [
      "a VPK",
      Uint8Array.of(0x34, 0x12, 0xaa, 0x55, 2),
      /^This is a VPK archive.* Use it as content/,
    ],
    ["a RAR", text("Rar!\u001a"), /^This is a RAR archive, which is not read. Unpack it/],
    ["unknown bytes", new Uint8Array(2000), /^This is not a compiled Source map/],
    ["nothing", new Uint8Array(0), /file is empty/],
    ["a cut header", mapOf(20).subarray(0, 100), /ends before its data/],
    [
      "version 29",
      mapOf(29),
      /Source map of version 29 \(Titanfall\), which is not read: maps of version 17 to 25 or 27/,
    ],
    [
      "an unknown version",
      mapOf(99),
      /Source map of version 99, which is not read: maps of version 17 to 25 or 27 are/,
    ],
    ["a cut zip", zip.subarray(0, 2000), /archive is damaged, or its download was cut short/],
    ["an empty zip", writeZip(new Map()), /content for a map/],
  ])("%s", async (_, bytes, advice) => {
    const error = await errorOf(bytes);
    const failure = await describeFailure(error, "x");
    expect(failure.advice).toEqual([expect.stringMatching(advice)]);
    expect((await describeError(error, "x")).advice).toMatch(advice);
  });
});

describe("a map that costs too much", () => {
  it("has other advice than a damaged map", async () => {
    const map = memoryBytes("x.bsp", makeBsp());
    const options = { ...LOAD_OPTIONS, limits: { vertices: 3 } };
    const error = await readAll(openMap(map, [], options).load()).catch((cause) => cause);
    const { code, advice, canRetry } = await describeFailure(error, "x");
    expect({ code, canRetry }).toEqual({ code: "too-large", canRetry: false });
    expect(advice).toEqual([expect.stringContaining("damaged or malicious")]);
  });

  it("may be tried again when its load was ended", async () => {
    const error = new LoadEndedError("stalled", "world", "30 s without a word");
    const { code, advice, canRetry } = await describeFailure(error, "x");
    expect({ code, canRetry }).toEqual({ code: "stalled", canRetry: true });
    expect(advice[0]).toContain("too large for this device");
  });
});

describe("advice for a file that cannot be fetched, in the element as on the page:", () => {
  beforeEach(() => vi.stubGlobal("location", { origin: "https://page.example" }));
  afterEach(() => vi.unstubAllGlobals());
  const status = (code: number) => errorOfAnswer(URL_OF_MAP, new Response("", { status: code }));
  const html = { headers: { "content-type": "text/html" } };
  const cause = new TypeError("Failed to fetch");

  it.each<[string, () => unknown, RegExp]>([
    ["404", () => status(404), /^There is no such file/],
    ["403", () => status(403), /needs a login/],
    ["503", () => status(503), /in trouble/],
    ["418", () => status(418), /refuses to send this file/],
    ["a web page", () => errorOfAnswer(URL_OF_MAP, new Response("", html)), /Copy the link/],
    ["CORS", () => noAnswerError(URL_OF_MAP, cause), /send this header/],
    ["no network", () => noAnswerError("https://page.example/x", cause), /your connection/],
    ["mixed", () => new Error(findMixedContent("http://maps.example/x")!), /https address/],
  ])("%s", async (_, makeError, advice) => {
    const error = makeError();
    const failure = await describeFailure(error, "x");
    expect(failure).toMatchObject({ code: "failed", canRetry: true });
    expect(failure.advice).toEqual([expect.stringMatching(advice)]);
    expect((await describeError(error, "x")).advice).toBe(failure.advice[0]);
  });
});

it("a picture beyond the GPU's limits is not blamed on the map", async () => {
  const limits = new Proxy({}, { get: () => 2 ** 31 });
  const adapter = { limits, features: new Set(), info: {} };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", { gpu: { requestAdapter: async () => adapter } });
  const of = async (message: string) =>
    (await describeFailure(new GpuError("limit", "", message), "x")).advice[0];
  expect(await of("this device draws up to 8192x8192, not 60000x10")).toMatch(/smaller size/);
  expect(await of("9e9 bytes, and the device allows 1e9")).toMatch(/map is larger/);
  vi.unstubAllGlobals();
});
