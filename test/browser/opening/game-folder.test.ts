/** A game's folder behind real file handles, read in a real worker. */

import type { Browser, Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser } from "../../support/browser.ts";
import { type BuiltScripts, buildScripts } from "../../support/build-scripts.ts";
import { type StaticServer, serveStatic } from "../../support/static-server.ts";

describe.skipIf(!hasBrowser)("a game's folder in a browser", () => {
  let scripts: BuiltScripts;
  let server: StaticServer;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    scripts = await buildScripts({
      vpk: "src/formats/vpk/index.ts",
      game: "src/content/game/index.ts",
      source: "src/content/open-source.ts",
    });
    server = await serveStatic({ folders: { "/": scripts.folder } });
    server.pages.set("/", "<!doctype html><body>");
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(server.origin);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    scripts?.dispose();
  });

  it("is mounted from handles and from files, and transferred to a worker", async () => {
    const result = await page.evaluate(async () => {
      // The test runner rewrites a literal `import` to a helper that the page lacks.
      const load = new Function("path", "return import(path)");
      const { writeSplitVpk } = await load("/vpk.js");
      const { findGames, filesTree, handleTree, openGame } = await load("/game.js");
      const text = (content: string) => new TextEncoder().encode(content);
      const { directory, parts } = writeSplitVpk(
        new Map([
          ["materials/packed.vmt", text("packed")],
          ["maps/packed.bsp", text("a map")],
        ]),
        1,
      );
      const gameinfo =
        "GameInfo { game Mine FileSystem { SearchPaths { game mine/pak.vpk game |gameinfo_path|. } } }";
      const files: [string, Uint8Array | string][] = [
        ["mine/GameInfo.txt", gameinfo],
        ["mine/Materials/Loose.vmt", "loose"],
        ["mine/maps/loose.bsp", "another map"],
        ["mine/pak_dir.vpk", directory],
        ...parts.map((part: Uint8Array, i: number) => [`mine/pak_00${i}.vpk`, part]),
      ];

      // The origin private file system has the same handles as a picked folder.
      const top = await navigator.storage.getDirectory();
      const picked: { path: string; blob: File }[] = [];
      for (const [path, content] of files) {
        const names = path.split("/");
        const name = names.pop()!;
        let folder = top;
        for (const inner of names)
          folder = await folder.getDirectoryHandle(inner, { create: true });
        const handle = await folder.getFileHandle(name, { create: true });
        const writable = await handle.createWritable();
        await writable.write(content as FileSystemWriteChunkType);
        await writable.close();
        picked.push({ path, blob: await handle.getFile() });
      }

      const source = `import { openSource } from "${location.origin}/source.js";
        onmessage = async ({ data: { content, paths } }) => {
          const sources = content.map(openSource);
          const answers = [];
          for (const path of paths) {
            let found = null;
            for (const one of sources) found ??= await one.read(path);
            answers.push(found && new TextDecoder().decode(found));
          }
          postMessage(answers);
        };`;
      const worker = new Worker(
        URL.createObjectURL(new Blob([source], { type: "text/javascript" })),
        {
          type: "module",
        },
      );
      const paths = ["materials/packed.vmt", "materials/loose.vmt", "materials/none.vmt"];
      const results = [];
      for (const tree of [handleTree(await top.getDirectoryHandle("mine")), filesTree(picked)]) {
        const [found] = await findGames(tree);
        const game = await openGame(tree, found);
        const answers = await new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = (event) => reject(new Error(event.message));
          worker.postMessage({ content: game.content, paths });
        });
        const { title, maps, problems, content } = game;
        const kinds = content.map(({ kind }: { kind: string }) => kind);
        results.push({
          title,
          maps: maps.map(({ name }: { name: string }) => name),
          problems,
          kinds,
          answers,
        });
      }
      worker.terminate();
      return results;
    });
    const expected = {
      title: "Mine",
      maps: ["loose", "packed"],
      problems: [],
      answers: ["packed", "loose", null],
    };
    expect(result).toEqual([
      { ...expected, kinds: ["archive", "directory"] },
      { ...expected, kinds: ["archive", "folder"] },
    ]);
  });
});
