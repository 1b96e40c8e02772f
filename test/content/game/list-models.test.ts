import { describe, expect, it } from "vitest";
import { listModels } from "../../../src/content/game/list-models.ts";
import { writeVpk } from "../../../src/formats/vpk/index.ts";

const blob = new Blob(["x"]);
const bytes = new Uint8Array(1);

/** A folder as browsers hand it over. */
function folderOf(name: string, entries: Record<string, unknown>): FileSystemDirectoryHandle {
  const children = Object.entries(entries).map(([child, inside]) =>
    inside === null ? { kind: "file", name: child } : folderOf(child, inside as never),
  );
  return { kind: "directory", name, values: () => children.values() } as never;
}

describe("the models of content", () => {
  it("are listed of an archive", async () => {
    const paths = ["models/props/b.mdl", "models/props/b.vvd", "maps/models/c.mdl", "models/a.mdl"];
    const vpk = writeVpk(new Map(paths.map((path) => [path, bytes])));
    const file = new Blob([vpk as Uint8Array<ArrayBuffer>]);
    const found = await listModels({ kind: "archive", label: "a.vpk", file });
    expect(found.sort()).toEqual(["models/a.mdl", "models/props/b.mdl"]);
  });

  it("are listed of a folder, however they are written, below its models", async () => {
    const handle = folderOf("hl2", {
      Models: { "A.MDL": null, "a.vvd": null, Props: { "B.mdl": null } },
      materials: { models: { "c.mdl": null } },
    });
    const paths = await listModels({ kind: "directory", label: "hl2", handle });
    expect(paths.sort()).toEqual(["models/a.mdl", "models/props/b.mdl"]);
  });

  it("are listed of files, wherever their models lie, and of no server", async () => {
    const files = ["hl2\\Models\\A.mdl", "b.mdl", "models/c.mdl"].map((path) => ({ path, blob }));
    expect(await listModels({ kind: "files", label: "", files })).toEqual([
      "models/a.mdl",
      "models/c.mdl",
    ]);
    expect(await listModels({ kind: "url", base: "http://a/" })).toEqual([]);
  });
});
