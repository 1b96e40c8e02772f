import { describe, expect, it } from "vitest";
import { readServerMaps } from "../../../src/app/library/library.ts";
import { listMaps } from "../../../src/cli/serve/serve-collections.ts";

const PAGE = new URL("http://127.0.0.1:8080/?start=empty");

describe("readServerMaps", () => {
  it("reads the lists that visleaf serve writes, one collection per game", async () => {
    const open = async () => null;
    const map = (name: string, path = `${name}.bsp`) => ({ name, path, byteLength: 1e6, open });
    const served = listMaps([
      { title: "One", maps: [map("de a&b"), map("x/cs_b")], sources: [] },
      { title: "Two", maps: [map("c", "c.bsp.bz2")], sources: [] },
    ]);
    const collections = readServerMaps(JSON.parse(JSON.stringify(served)), PAGE);
    expect(collections.map(({ title, kind, content }) => [title, kind, content])).toEqual([
      ["One", "server", ["http://127.0.0.1:8080/content/"]],
      ["Two", "server", ["http://127.0.0.1:8080/2/content/"]],
    ]);
    expect(collections[0].maps.map(({ name }) => name)).toEqual(["de a&b", "x/cs_b"]);
    const place = await collections[0].maps[0].locate();
    expect(place).toEqual({ url: "http://127.0.0.1:8080/maps/de%20a%26b.bsp" });
  });

  it.each([null, {}, [1], [{ name: "a" }], [{ name: 1, game: "", size: 1, url: "", content: [] }]])(
    "rejects %j",
    (data) => expect(() => readServerMaps(data, PAGE)).toThrow(/is not a list of maps/),
  );
});
