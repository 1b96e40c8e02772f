import { describe, expect, it } from "vitest";
import { openArchiveFile } from "../../../src/app/library/open-archive-file.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";

async function problemsOf(...names: string[]): Promise<readonly string[]> {
  const zip = writeZip(new Map(names.map((name) => [name, new Uint8Array(3)])));
  const file = new File([zip as Uint8Array<ArrayBuffer>], "given.zip");
  return (await openArchiveFile(file, new Map())).problems;
}

describe("an archive opened by itself", () => {
  it("is rejected without maps and content", async () => {
    const nothing = ["given.zip has no maps and no game content in it"];
    expect(await problemsOf()).toEqual(nothing);
    expect(await problemsOf("readme.txt", "docs/materials.txt")).toEqual(nothing);
  });

  it("names a map's source or an archive in it, which can become something", async () => {
    const lack = "given.zip has no maps and no game content in it, but";
    expect(await problemsOf("a.rar", "src/lift.vmf")).toEqual([
      `${lack} a map's source: src/lift.vmf`,
    ]);
    expect(await problemsOf("readme.txt", "maps.7z")).toEqual([`${lack} another archive: maps.7z`]);
  });

  it("is accepted with a map, or with content at any depth", async () => {
    expect(await problemsOf("readme.txt", "de_x.bsp")).toEqual([]);
    expect(await problemsOf("Mod/Materials/wall.vmt")).toEqual([]);
    expect(await problemsOf("readme.txt", "src/Barrel.qc")).toEqual([]);
  });
});
