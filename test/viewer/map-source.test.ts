import { afterEach, describe, expect, it, vi } from "vitest";
import { readMapSource } from "../../src/viewer/map-source.ts";

afterEach(() => vi.unstubAllGlobals());

describe("a map on the web", () => {
  const read = (answer: () => Promise<Response>) => {
    vi.stubGlobal("fetch", answer);
    const source = { name: "none", url: "https://maps.example/none.bsp" };
    return readMapSource(source, () => undefined, new AbortController().signal);
  };

  it("is read whole", async () => {
    const bytes = await read(async () => new Response(Uint8Array.of(1, 2, 3)));
    expect([...new Uint8Array(bytes)]).toEqual([1, 2, 3]);
  });

  it("that is not there says how the server answered", async () => {
    await expect(read(async () => new Response("", { status: 404 }))).rejects.toThrow(
      "none.bsp was answered with status 404",
    );
  });

  it("that is a web page instead says so", async () => {
    const headers = { "content-type": "text/html; charset=utf-8" };
    await expect(read(async () => new Response("<!doctype html>", { headers }))).rejects.toThrow(
      "none.bsp was answered with a web page",
    );
  });

  it("that cannot be reached says what may be wrong", async () => {
    await expect(read(() => Promise.reject(new TypeError("failed")))).rejects.toThrow(
      "cannot be reached, or its server does not allow this page to read it",
    );
  });
});
