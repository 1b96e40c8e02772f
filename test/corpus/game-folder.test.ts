/** A real map's content in a made game folder resolves like its loose folder. */

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import { filesTree, findGames, openGame } from "../../src/content/game/index.ts";
import { openSource } from "../../src/content/open-source.ts";
import type { ContentFile, ContentSource } from "../../src/content/types.ts";
import { writeSplitVpk } from "../../src/formats/vpk/index.ts";
import type { LoadEvent } from "../../src/scene/open/events.ts";
import { openMap } from "../../src/scene/open/map-session.ts";
import { asFile } from "../content/counting-bytes.ts";
import {
  corpusContent,
  corpusPath,
  hasCorpus,
  listCorpusFiles,
  readCorpus,
} from "../support/corpus.ts";

const MAP = "gunman_city2/gunman_city2.bsp";

function readContent(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const folder of corpusContent(MAP)) {
    const root = relative(corpusPath(), folder);
    for (const file of listCorpusFiles("", root)) {
      const path = relative(root, file).replaceAll("\\", "/");
      if (/\.[a-z0-9]+$/i.test(path))
        files.set(path, new Uint8Array(readFileSync(corpusPath(file))));
    }
  }
  return files;
}

/** Loads the map; returns the missing files and the loaded parts, which depend on the sources. */
async function loadWith(sources: readonly ContentSource[]) {
  const session = openMap(readCorpus(MAP), sources, {
    name: "gunman_city2",
    side: "hdr",
    textureCompressionBc: true,
    maxTextureDimension: 8192,
  });
  const events = new Map<LoadEvent["type"], number>();
  /** Each once, and without the sky's: small mips come first where a file is read in parts. */
  const textures = new Set<string>();
  let done: unknown = null;
  for await (const event of session.load()) {
    if (event.type === "texture") {
      if (event.owner !== "sky") textures.add(`${event.owner} ${event.texture}`);
    } else events.set(event.type, (events.get(event.type) ?? 0) + 1);
    if (event.type === "done") done = event.warnings;
  }
  events.delete("progress");
  return { events: [...events], textures: [...textures].sort(), warnings: done };
}

describe.skipIf(!hasCorpus)("gunman_city2 from a game folder", () => {
  it("resolves from split VPKs like from loose files", async () => {
    const content = readContent();
    expect(content.size).toBeGreaterThan(100);
    const half = [...content].filter((_, i) => i % 2 === 0);
    const rest = [...content].filter((_, i) => i % 2 === 1);
    const first = writeSplitVpk(new Map(half), 1 << 20, { version: 1 });
    const second = writeSplitVpk(new Map(rest), 1 << 20, { version: 2, preloadByteLength: 1000 });
    expect(first.parts.length).toBeGreaterThan(1);
    const file = (path: string, bytes: Uint8Array): ContentFile => ({
      path: `Half-Life 2/${path}`,
      blob: asFile(bytes, path.split("/").at(-1)!),
    });
    const gameinfo = `GameInfo { game "Gunman" FileSystem { SearchPaths {
      game+mod gunman/custom/*
      game+mod gunman/gunman_pak.vpk
      game |gameinfo_path|.
    } } }`;
    const tree = filesTree([
      file("gunman/gameinfo.txt", new TextEncoder().encode(gameinfo)),
      file("gunman/maps/gunman_city2.bsp", readCorpus(MAP)),
      file("gunman/gunman_pak_dir.vpk", first.directory),
      ...first.parts.map((part, i) => file(`gunman/gunman_pak_00${i}.vpk`, part)),
      file("gunman/pak01_dir.vpk", second.directory),
      ...second.parts.map((part, i) => file(`gunman/pak01_00${i}.vpk`, part)),
    ]);
    const [found] = await findGames(tree);
    const game = await openGame(tree, found);
    expect(game).toMatchObject({ title: "Gunman", problems: [] });
    expect(game.maps.map(({ name }) => name)).toEqual(["gunman_city2"]);

    const loose = openSource({
      kind: "folder",
      label: "content",
      files: [...content].map(([path, bytes]) => ({ path, blob: asFile(bytes, path) })),
    });
    const fromFolder = await loadWith([loose]);
    const fromGame = await loadWith(game.content.map(openSource));
    expect(fromGame).toEqual(fromFolder);
    // The content matters: without it more is missing.
    expect(await loadWith([])).not.toEqual(fromFolder);
    expect(fromFolder.textures.length).toBeGreaterThan(20);
  });
});
