import { describe, expect, it } from "vitest";
import { listModels } from "../../../src/content/game/list-models.ts";
import { writeVpk } from "../../../src/formats/vpk/index.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";

const blob = new Blob(["x"]);
const SCRIPT = `$modelname a.mdl // not "loose"
$body body "Body" { flexfile "face.vta" { } }
$pushd "Anims"
$sequence idle "IDLE.smd"
$include "more.qci"`;
/** Sources of a model, and sources that no script references. */
const SOURCES = {
  "Src/a.qc": SCRIPT,
  "Src/more.qci": '$sequence walk "moves\\walk"',
  "Src/Body.SMD": "",
  "Src/face.vta": "",
  "Src/Anims/Idle.smd": "",
  "Src/moves/walk.smd": "",
  "Src/loose.smd": "",
  "Src/loose.vta": "",
  "Src/other.vta": "",
  "body.smd": "",
};
const ALONE = ["body.smd", "src/a.qc", "src/loose.smd", "src/other.vta"];
const bytes = new Uint8Array(1);

/** Makes a folder handle as browsers provide it. */
function folderOf(name: string, entries: Record<string, unknown>): FileSystemDirectoryHandle {
  const children = Object.entries(entries).map(([child, inside]) =>
    inside === null || typeof inside === "string"
      ? { kind: "file", name: child, getFile: async () => new File([inside ?? ""], child) }
      : folderOf(child, inside as never),
  );
  return { kind: "directory", name, values: () => children.values() } as never;
}

describe("listModels", () => {
  it("lists the models of an archive", async () => {
    const paths = ["models/props/b.mdl", "models/props/b.vvd", "maps/models/c.mdl", "models/a.mdl"];
    const vpk = writeVpk(new Map(paths.map((path) => [path, bytes])));
    const file = new Blob([vpk as Uint8Array<ArrayBuffer>]);
    const found = await listModels({ kind: "archive", label: "a.vpk", file });
    expect(found.sort()).toEqual(["models/a.mdl", "models/props/b.mdl"]);
  });

  it("lists the models of a folder below models, in any case", async () => {
    const handle = folderOf("hl2", {
      Models: { "A.MDL": null, "a.vvd": null, Props: { "B.mdl": null } },
      materials: { models: { "c.mdl": null } },
    });
    const paths = await listModels({ kind: "directory", label: "hl2", handle });
    expect(paths.sort()).toEqual(["models/a.mdl", "models/props/b.mdl"]);
  });

  it("lists sources that no script references, wherever they are", async () => {
    const encoder = new TextEncoder();
    const packed = Object.entries(SOURCES).map(
      ([path, text]) => [path.toLowerCase(), encoder.encode(text)] as const,
    );
    const zip = writeZip(new Map([...packed, ["models/b.mdl", bytes]]));
    const file = new Blob([zip as Uint8Array<ArrayBuffer>]);
    const inZip = await listModels({ kind: "archive", label: "a.zip", file });
    expect(inZip.sort()).toEqual([ALONE[0], "models/b.mdl", ...ALONE.slice(1)]);
    const files = Object.entries(SOURCES).map(([path, text]) => ({ path, blob: new Blob([text]) }));
    const inFiles = await listModels({ kind: "files", label: "", files });
    expect(inFiles.sort()).toEqual(ALONE);
    const { "body.smd": _, ...inner } = SOURCES;
    const tree: Record<string, Record<string, string> | string> = { Anims: {}, moves: {} };
    for (const [path, text] of Object.entries(inner)) {
      const [first, second] = path.slice("Src/".length).split("/");
      if (second === undefined) tree[first] = text;
      else (tree[first] as Record<string, string>)[second] = text;
    }
    const spec = (handle: FileSystemDirectoryHandle) =>
      ({ kind: "directory", label: "", handle }) as const;
    expect((await listModels(spec(folderOf("src", tree)))).sort()).toEqual([
      ...["a.qc", "loose.smd", "other.vta"],
    ]);
    // In a game, sources are searched where its tools keep them.
    const game = { modelsrc: tree, scripts: { "b.smd": null }, Models: { "c.qc": "" } };
    expect((await listModels(spec(folderOf("hl2", game)))).sort()).toEqual([
      ...["models/c.qc", "modelsrc/a.qc", "modelsrc/loose.smd", "modelsrc/other.vta"],
    ]);
  });

  it("lists the models of files, and none of a server", async () => {
    const files = ["hl2\\Models\\A.mdl", "b.mdl", "models/c.mdl"].map((path) => ({ path, blob }));
    expect(await listModels({ kind: "files", label: "", files })).toEqual([
      "models/a.mdl",
      "models/c.mdl",
    ]);
    expect(await listModels({ kind: "url", base: "http://a/" })).toEqual([]);
  });
});
