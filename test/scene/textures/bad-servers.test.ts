/** Tests that textures come from slow, broken and lying servers, or keep their small mips. */

import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { urlSource } from "../../../src/content/http/url-source.ts";
import { MapContent } from "../../../src/content/maps/map-content.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { copyPlaces } from "../../../src/scene/textures/texture-places.ts";
import { TextureStream } from "../../../src/scene/textures/texture-stream.ts";
import { listSmallMips } from "../../../src/scene/textures/textures.ts";
import { IMAGE_FORMAT_DXT1, makeVtf } from "../make-vtf.ts";

const HEAD = 8192;
const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096, headBytes: HEAD };
const VTF = makeVtf({ width: 256, height: 256, format: IMAGE_FORMAT_DXT1, mipCount: 9 }).map(
  (byte, at) => (at < 80 ? byte : (at * 7) & 255),
);
const VIEW = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };

interface Asked {
  /** First byte that is asked for; 0 for a whole file. */
  readonly start: number;
  readonly end: number;
  readonly isRange: boolean;
}

let server: Server;
let origin: string;
/** Answers requests for the texture. */
let answer: (response: ServerResponse, asked: Asked) => void;
beforeEach(async () => {
  server = createServer(({ url, headers }, response) => {
    if (!url?.endsWith("t.vtf")) {
      response.end("unlitgeneric { $basetexture t }");
      return;
    }
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "");
    const [start, end] = range ? [Number(range[1]), Number(range[2]) + 1] : [0, VTF.length];
    answer(response, { start, end, isRange: range !== null });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Begins an honest answer, and returns its body. */
function begin(response: ServerResponse, { start, end, isRange }: Asked, file = VTF): Uint8Array {
  const body = file.subarray(start, Math.min(end, file.length));
  response.writeHead(isRange ? 206 : 200, {
    "content-length": body.length,
    ...(isRange && {
      "content-range": `bytes ${start}-${start + body.length - 1}/${file.length}`,
    }),
  });
  return body;
}

/** Loads the texture as a map's load does: its head, then the stream. */
async function loadTexture() {
  const diagnostics = new Diagnostics();
  const ledger = new Ledger();
  const source = urlSource(origin, { silenceMs: 150 });
  const access = { content: new MapContent([source], diagnostics, ledger), diagnostics, ledger };
  const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
  const [small] = listSmallMips(textures, access, OPTIONS);
  const box = Float32Array.of(100, -32, -32, 101, 32, 32);
  const stream = new TextureStream(access, OPTIONS, VIEW);
  const places = copyPlaces(materials, { box, material: [0] });
  stream.add({ owner: "world", files: textures, places });
  stream.close();
  const streamed = await stream.next();
  return { small, image: streamed?.image, warnings: diagnostics.warnings };
}

/** Texels of the largest mip of the file. */
const LARGEST = VTF.subarray(VTF.length - (256 * 256) / 2);

describe("a texture of a server", () => {
  it.each<[string, typeof answer]>([
    ["is honest", (response, asked) => response.end(begin(response, asked))],
    [
      "is slow",
      (response, asked) => {
        const body = begin(response, asked);
        let at = 0;
        const timer = setInterval(() => {
          response.write(body.subarray(at, at + 2000));
          at += 2000;
          if (at < body.length) return;
          clearInterval(timer);
          response.end();
        }, 10);
      },
    ],
    [
      "sends the whole file instead of the rest",
      (response, asked) => {
        const isHead = asked.start === 0;
        response.end(begin(response, isHead ? asked : { ...asked, start: 0, isRange: false }));
      },
    ],
    [
      "breaks off the rest, but not the whole file",
      (response, asked) => {
        const body = begin(response, asked);
        if (asked.start === 0) response.end(body);
        else response.write(body.subarray(0, 500), () => response.destroy());
      },
    ],
  ])("that %s has all its mips, without a warning", async (_, answers) => {
    answer = answers;
    const { image, warnings } = await loadTexture();
    expect(warnings).toEqual([]);
    expect(image).toMatchObject({ width: 256, mipCount: 9 });
    expect(image!.data.subarray(0, LARGEST.length)).toEqual(LARGEST);
  });

  it.each<[string, typeof answer]>([
    [
      "breaks off all but the head",
      (response, asked) => {
        const body = begin(response, asked);
        if (asked.end === HEAD) response.end(body);
        else response.write(body.subarray(0, 500), () => response.destroy());
      },
    ],
    [
      "never ends the rest",
      (response, asked) => {
        const body = begin(response, asked);
        if (asked.end === HEAD) response.end(body);
        else response.write(body.subarray(0, 500));
      },
    ],
    [
      "has lost the file after the head",
      (response, asked) => {
        if (asked.end === HEAD) response.end(begin(response, asked));
        else response.writeHead(404).end();
      },
    ],
  ])("that %s keeps its small mips, with one warning", async (_, answers) => {
    answer = answers;
    const { small, image, warnings } = await loadTexture();
    expect(warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ["unreadable-texture", "materials/t.vtf"],
    ]);
    expect(warnings[0].message).toContain("small mips are shown");
    expect(small.image.width).toBe(64);
    expect(image).toMatchObject({ width: 256, mipCount: 9 });
    const kept = image!.data.subarray(image!.mipOffset[2]);
    expect(kept).toEqual(small.image.data);
  });

  it("shows the mips that are there of a file that is cut short, with one warning", async () => {
    const cut = VTF.subarray(0, 20_000);
    answer = (response, asked) => response.end(begin(response, asked, cut));
    const { image, warnings } = await loadTexture();
    expect(image?.width).toBe(128);
    expect(warnings.map(({ message }) => message)).toEqual([
      "materials/t.vtf is cut short: its mips from 128x128 texels down are shown.",
    ]);
  });
});
