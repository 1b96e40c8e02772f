import { describe, expect, it } from "vitest";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import { ToldFiles } from "../../../src/model/files/told-files.ts";
import { makeStudioFiles } from "../../formats/studio/make-studio.ts";

const BYTES = Uint8Array.of(1, 2);

describe("ToldFiles", () => {
  it("resolves all pending reads of a file when it is added", async () => {
    const files = new ToldFiles();
    const asked = [files.read("a.mdl"), files.read("a.mdl"), files.read("a.phy")];
    files.add({ path: "a.mdl", bytes: BYTES });
    files.add({ path: "a.phy", bytes: null });
    expect(await Promise.all(asked)).toEqual([BYTES, BYTES, null]);
    expect(await files.read("a.mdl")).toBe(BYTES);
  });

  it("resolves reads of files that were never added to null at the end", async () => {
    const files = new ToldFiles();
    const asked = files.read("a.vvd");
    files.end();
    expect([await asked, await files.read("a.ani")]).toEqual([null, null]);
  });

  it("gives the same model as the original files", async () => {
    const made = makeStudioFiles();
    const all = new Map([
      ["a.mdl", made.mdl],
      ["a.vvd", made.vvd],
      ["a.dx90.vtx", made.vtx],
    ]);
    const told = new ToldFiles();
    const again = readStudioModel("a.mdl", told);
    const read = async (path: string) => {
      const bytes = all.get(path) ?? null;
      told.add({ path, bytes });
      return bytes;
    };
    const model = await readStudioModel("a.mdl", { read });
    // Without `end()`: the first reader requested every file that does not exist.
    expect({ ...(await again), motions: null }).toEqual({ ...model, motions: null });
  });
});
