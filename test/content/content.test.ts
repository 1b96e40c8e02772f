import { describe, expect, it } from "vitest";
import { pakfileSource } from "../../src/content/archives/pakfile-source.ts";
import { Content } from "../../src/content/content.ts";
import { indexByRoots } from "../../src/content/content-roots.ts";
import { normalizeContentPath } from "../../src/content/normalize-content-path.ts";
import { openParted } from "../../src/content/open-parted.ts";
import { openSource } from "../../src/content/open-source.ts";
import { directoryHandleSource, filesSource, folderSource } from "../../src/content/open-spec.ts";
import type { ContentSource } from "../../src/content/types.ts";
import { CancelledError, FormatError } from "../../src/core/errors.ts";
import { Ledger } from "../../src/core/ledger.ts";
import { parseZip } from "../../src/formats/zip/parse-zip.ts";
import { makeZip } from "../formats/zip/make-zip.ts";
import { directoryHandle } from "./game/make-tree.ts";

const bytes = (content: string) => new TextEncoder().encode(content);
const file = (path: string, content = path) => ({ path, blob: new Blob([content]) });

async function readText(source: ContentSource, path: string): Promise<string | null> {
  const found = await source.read(path);
  return found && new TextDecoder().decode(found);
}

function aborted(): AbortSignal {
  return AbortSignal.abort();
}

describe("normalizeContentPath", () => {
  it("follows the contract of ContentPath", () => {
    expect(normalizeContentPath("\\Materials//./Brick/x/..\\A.VTF")).toBe("materials/brick/a.vtf");
    expect(normalizeContentPath("../../a")).toBe("a");
  });
});

describe("pakfileSource", () => {
  const zip = parseZip(makeZip([{ name: "Materials/A.vmt", data: bytes("a") }]));

  it("reads files of the archive", async () => {
    const source = pakfileSource(zip, new Ledger());
    expect(source.label).toBe("pakfile");
    expect(await readText(source, "materials/a.vmt")).toBe("a");
    expect(await source.read("materials/b.vmt")).toBeNull();
    await expect(source.read("materials/a.vmt", aborted())).rejects.toThrow(CancelledError);
  });

  it("counts an entry's bytes before it is unpacked, once, up to the limit", async () => {
    const three = ["a", "b", "c"].map((name) => ({ name, data: bytes("1234") }));
    const lie = { name: "lie", data: bytes("1"), byteLength: 5, method: 8 };
    const ledger = new Ledger({ pakfileBytes: 8 });
    const source = pakfileSource(parseZip(makeZip([...three, lie])), ledger);
    await source.read("a");
    await source.read("A");
    expect(ledger.used("pakfileBytes")).toBe(4);
    await expect(source.read("lie")).rejects.toMatchObject({ code: "too-large", where: "lie" });
    await source.read("b");
    expect(ledger.used("pakfileBytes")).toBe(8);
    await expect(source.read("c")).rejects.toMatchObject({ code: "too-large", where: "c" });
    expect(await source.read("b")).toEqual(bytes("1234"));
    expect(ledger.used("pakfileBytes")).toBe(8);
  });

  it("rejects for a broken entry", async () => {
    const broken = parseZip(makeZip([{ name: "a", data: bytes("a"), byteLength: 2 }]));
    await expect(pakfileSource(broken, new Ledger()).read("a")).rejects.toThrow(FormatError);
  });
});

describe("openParted", () => {
  const folder = {
    kind: "folder",
    label: "f",
    files: [file("Models/A.ani", "0123456789")],
  } as const;

  it.each([
    ["dropped files", filesSource("f", [file("mod/models/a.ani", "0123456789")])],
    ["a folder", openSource(folder)],
    [
      "a folder behind a handle",
      directoryHandleSource("f", directoryHandle("f", { "Models/a.ani": "0123456789" })),
    ],
  ])("reads only the requested range from %s", async (_, source) => {
    await source.read("models/a.ani");
    const opened = await openParted([source], "Models\\A.ani");
    expect(opened?.byteLength).toBe(10);
    expect(await opened?.read(3, 4)).toEqual(bytes("3456"));
    expect(await source.open?.("models/b.ani")).toBeNull();
    await expect(opened?.read(8, 4)).rejects.toThrow("2 of 4 bytes at 8");
  });

  it("opens the file of the first source that has it, and returns null if an earlier source may have it", async () => {
    const none: ContentSource = { label: "none", read: async () => null, open: async () => null };
    const unsure: ContentSource = { label: "unsure", read: async () => null };
    const known = folderSource("f", folder.files);
    expect((await openParted([none, known], "models/a.ani"))?.byteLength).toBe(10);
    expect(await openParted([unsure, known], "models/a.ani")).toBeNull();
    // The source has not been read yet.
    expect(await openParted([openSource(folder), known], "models/a.ani")).toBeNull();
    expect(await openParted([none], "models/a.ani")).toBeNull();
  });
});

describe("filesSource", () => {
  it("finds content of a game's folder, of its parent and of a subfolder", async () => {
    for (const prefix of ["", "hl2/", "Games/HL2/custom/mine/", "/"]) {
      const source = filesSource("f", [
        file(`${prefix}Materials/Brick/A.vtf`, "vtf"),
        file(`${prefix}models\\b.mdl`, "mdl"),
        file(`${prefix}scripts/c.txt`, "txt"),
      ]);
      expect(await readText(source, "materials/brick/a.vtf")).toBe("vtf");
      expect(await readText(source, "models/b.mdl")).toBe("mdl");
      expect(await readText(source, "scripts/c.txt")).toBe("txt");
      expect(await source.read("brick/a.vtf")).toBeNull();
    }
  });

  it("finds a file by its whole path", async () => {
    const source = filesSource("f", [file("Mod/GameInfo.txt"), file("detail.vbsp")]);
    expect(await readText(source, "mod/gameinfo.txt")).toBe("Mod/GameInfo.txt");
    expect(await readText(source, "detail.vbsp")).toBe("detail.vbsp");
  });

  it("prefers the first of several files, and an outer root to an inner one", async () => {
    const first = filesSource("f", [
      file("a/materials/x.vmt", "1"),
      file("b/materials/x.vmt", "2"),
    ]);
    expect(await readText(first, "materials/x.vmt")).toBe("1");
    const roots = filesSource("f", [
      file("materials/models/x.vmt", "1"),
      file("models/x.vmt", "2"),
    ]);
    expect(await readText(roots, "models/x.vmt")).toBe("2");
    expect(await readText(roots, "materials/models/x.vmt")).toBe("1");
    const onlyInner = filesSource("f", [file("maps/packed/materials/x.vmt", "1")]);
    expect(await readText(onlyInner, "materials/x.vmt")).toBe("1");
  });

  it("indexes a path of repeated roots only at a few of them", async () => {
    const long = `${"materials/".repeat(5000)}x.vmt`;
    const index = indexByRoots([[long, 1] as const, ["a/maps/b/materials/c/models/d", 2] as const]);
    const lengths = [...index.keys()].filter((path) => path.endsWith("x.vmt"));
    expect(lengths.length).toBe(9);
    for (const path of ["maps/b/materials/c/models/d", "materials/c/models/d", "models/d"]) {
      expect(index.get(path)).toBe(2);
    }
  });

  it("stops when it is cancelled", async () => {
    const source = openSource({ kind: "files", label: "f", files: [file("materials/x.vmt")] });
    await expect(source.read("materials/x.vmt", aborted())).rejects.toThrow(CancelledError);
    const controller = new AbortController();
    const reading = source.read("materials/x.vmt", controller.signal);
    controller.abort();
    await expect(reading).rejects.toThrow(CancelledError);
  });

  it("rejects if a file can no longer be read", async () => {
    const gone = new Blob(["x"]);
    gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
    const source = filesSource("f", [{ path: "materials/x.vmt", blob: gone }]);
    await expect(source.read("materials/x.vmt")).rejects.toThrow("gone");
  });
});

describe("sources of folders", () => {
  it("report a file's size before they read it", async () => {
    const handle = directoryHandle("game", { "materials/a.vmt": "12345" });
    const one = [file("materials/a.vmt", "12345")];
    for (const source of [
      openSource({ kind: "directory", label: "d", handle }),
      openSource({ kind: "folder", label: "f", files: one }),
      openSource({ kind: "files", label: "f", files: one }),
    ]) {
      const drawn: number[] = [];
      await source.read("materials/a.vmt", undefined, (byteLength) => drawn.push(byteLength));
      expect(drawn).toEqual([5]);
    }
  });
});

describe("Content", () => {
  it("asks sources in order, returns the first answer and counts its source", async () => {
    const pak = pakfileSource(
      parseZip(makeZip([{ name: "materials/a.vmt", data: bytes("packed") }])),
      new Ledger(),
    );
    const files = filesSource("folder", [
      file("materials/a.vmt", "loose"),
      file("materials/b.vmt", "loose"),
    ]);
    const content = new Content([pak, files]);
    expect(await readText(content, "Materials\\A.VMT")).toBe("packed");
    expect(await readText(content, "materials/b.vmt")).toBe("loose");
    expect(await readText(content, "materials//B.vmt")).toBe("loose");
    expect(await content.read("materials/c.vmt")).toBeNull();
    expect(content.hits).toEqual([
      { label: "pakfile", count: 1 },
      { label: "folder", count: 2 },
    ]);
  });

  it("passes on the signal, and a source's rejection", async () => {
    const broken: ContentSource = { label: "b", read: () => Promise.reject(new Error("disk")) };
    await expect(new Content([broken]).read("x")).rejects.toThrow("disk");
    const files = filesSource("f", []);
    await expect(new Content([files]).read("x", aborted())).rejects.toThrow(CancelledError);
  });
});
