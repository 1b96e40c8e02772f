import { describe, expect, it } from "vitest";
import { MAX_RECENTS, putFirst } from "../../../src/app/library/page-store.ts";
import { listRecents } from "../../../src/app/library/recent-group.ts";
import type { Recent } from "../../../src/app/library/stored-rows.ts";

describe("recent maps", () => {
  const visit = (name: string, atMs = 0): Recent => {
    return { name, atMs, kind: "url", url: `https://a.example/${name}.bsp`, content: [] };
  };

  it("are kept once each, newest first, up to a limit", () => {
    const names = (recents: readonly Recent[]) => recents.map(({ name }) => name);
    const twice = putFirst(putFirst([visit("a"), visit("b")], visit("c")), visit("b"));
    expect(names(twice)).toEqual(["b", "c", "a"]);
    let many: readonly Recent[] = [];
    for (let i = 0; i < 50; i++) many = putFirst(many, visit(String(i)));
    expect(many).toHaveLength(MAX_RECENTS);
    expect(many[0].name).toBe("49");
  });

  it("include models, each kind separately", () => {
    const handle = { kind: "file", name: "a.mdl" } as FileSystemFileHandle;
    const path: Recent = { name: "a.mdl", atMs: 0, kind: "model-path", path: "models/a.mdl" };
    const rows: readonly Recent[] = [
      { name: "a.mdl", atMs: 0, kind: "model-url", url: "https://a.example/a.mdl", content: [] },
      { name: "a.mdl", atMs: 0, kind: "model-files", handles: [handle] },
      { name: "b.qc", atMs: 0, kind: "model-files", handles: [handle, handle] },
      path,
    ];
    expect(putFirst(rows, path).map(({ kind }) => kind)).toEqual([
      ...["model-path", "model-url", "model-files", "model-files"],
    ]);
    expect(putFirst(rows, visit("a.mdl"))).toHaveLength(5);
    expect(listRecents(rows, 5000).map(({ mount }) => mount.split(", just")[0])).toEqual([
      ...["a model, a.example", "a model, a file", "a model, files"],
      "a model of your games and folders",
    ]);
  });

  it("have labels for their origin and time", () => {
    const now = 10 * 86_400_000;
    const rows = listRecents(
      [
        visit("a", now - 5000),
        visit("b", now - 3 * 3_600_000),
        { name: "c", atMs: 0, kind: "listed", collection: "hl2", title: "Half-Life 2", map: "c" },
      ],
      now,
    );
    expect(rows.map(({ mount }) => mount)).toEqual([
      "a.example, just now",
      "a.example, 3 hours ago",
      "Half-Life 2, 10 days ago",
    ]);
  });
});
