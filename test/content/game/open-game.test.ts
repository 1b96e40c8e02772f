import { describe, expect, it } from "vitest";
import { Content } from "../../../src/content/content.ts";
import { parseGameInfo } from "../../../src/content/game/find-games.ts";
import {
  type FileTree,
  filesTree,
  findGames,
  type Game,
  handleTree,
  joinTrees,
  openGame,
} from "../../../src/content/game/index.ts";
import { openSource } from "../../../src/content/open-source.ts";
import { CancelledError } from "../../../src/core/errors.ts";
import { writeGma } from "../../../src/formats/gma/index.ts";
import { writeSplitVpk, writeVpk } from "../../../src/formats/vpk/index.ts";
import { HELLO } from "../../formats/bz2/samples.ts";
import { directoryHandle, type MadeFiles, pickedFiles } from "./make-tree.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const packed = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, bytes(text)]));

/** Search paths in the style of the multiplayer games of 2013. */
const TF_GAMEINFO = `"GameInfo"
{
  game "Team Fortress 2"
  FileSystem
  {
    SteamAppId 440
    SearchPaths
    {
      game+mod          tf/custom/*
      game_lv           tf/tf2_lv.vpk
      game+mod          "tf/tf2_textures.vpk"
      game              |all_source_engine_paths|hl2/hl2_textures.vpk
      platform          |all_source_engine_paths|platform/platform_misc.vpk
      mod+mod_write+default_write_path |gameinfo_path|.
      game+game_write   tf
      gamebin           tf/bin
      game              |all_source_engine_paths|hl2
      game+download     tf/download
    }
  }
}`;

const textures = writeSplitVpk(
  packed({
    "materials/brick/wall.vmt": "tf vpk",
    "materials/only/vpk.vmt": "only vpk",
    "maps/cp_packed.bsp": "packed map",
    "maps/cp_both.bsp": "both, packed",
    "materials/a.vmt": "from the vpk",
  }),
  30,
);
const vpkFiles = (stem: string, { directory, parts } = textures): MadeFiles => ({
  [`${stem}_dir.vpk`]: directory,
  ...Object.fromEntries(parts.map((part, i) => [`${stem}_00${i}.vpk`, part])),
});

const TF: MadeFiles = {
  "Team Fortress 2/hl2.exe": "",
  "Team Fortress 2/tf/GameInfo.txt": TF_GAMEINFO,
  "Team Fortress 2/tf/materials/brick/Wall.vmt": "tf loose",
  "Team Fortress 2/tf/materials/loose.vmt": "loose",
  "Team Fortress 2/tf/maps/cp_loose.bsp": "loose map",
  "Team Fortress 2/tf/maps/CP_Both.bsp": "both, loose",
  "Team Fortress 2/tf/maps/cp_small.bsp.bz2": HELLO.packed,
  "Team Fortress 2/tf/maps/workshop/42/cp_shop.bsp": "shop",
  "Team Fortress 2/tf/maps/cp_loose.nav": "no map",
  "Team Fortress 2/tf/download/maps/zz_server.bsp": "downloaded",
  "Team Fortress 2/tf/custom/b_mod/materials/brick/wall.vmt": "custom b",
  "Team Fortress 2/tf/custom/b_mod/materials/b.vmt": "custom b",
  "Team Fortress 2/tf/custom/A.vpk": writeVpk(packed({ "materials/b.vmt": "custom a" })),
  "Team Fortress 2/tf/custom/readme.txt": "",
  "Team Fortress 2/tf/custom/.hidden/materials/b.vmt": "hidden",
  ...Object.fromEntries(
    Object.entries(vpkFiles("tf2_textures")).map(([name, content]) => [
      `Team Fortress 2/tf/${name}`,
      content,
    ]),
  ),
  "Team Fortress 2/hl2/hl2_textures_dir.vpk": writeVpk(
    packed({ "materials/hl2.vmt": "hl2 vpk", "materials/a.vmt": "hl2 vpk" }),
  ),
  "Team Fortress 2/hl2/materials/hl2_loose.vmt": "hl2 loose",
  "Team Fortress 2/platform/materials/platform.vmt": "no content",
};

/** Returns the files below a folder, as if that folder had been picked alone. */
function below(files: MadeFiles, folder: string): MadeFiles {
  const inner = Object.entries(files).filter(([path]) => path.startsWith(folder));
  return Object.fromEntries(inner.map(([path, content]) => [path.slice(folder.length), content]));
}

async function openOnly(tree: FileTree): Promise<Game> {
  const games = await findGames(tree);
  expect(games.length).toBe(1);
  return openGame(tree, games[0]);
}

function reader(game: Game): (path: string) => Promise<string | null> {
  const content = new Content(game.content.map(openSource));
  return async (path) => {
    const found = await content.read(path);
    return found && new TextDecoder().decode(found);
  };
}

const MOUNTS = [
  "team fortress 2/tf/custom/a.vpk",
  "team fortress 2/tf/custom/b_mod",
  "team fortress 2/tf/tf2_textures_dir.vpk",
  "team fortress 2/hl2/hl2_textures_dir.vpk",
  "team fortress 2/tf",
  "team fortress 2/hl2",
  "team fortress 2/tf/download",
];
const labels = (game: Game) =>
  game.content.map((spec) => (spec.kind === "url" ? spec.base : spec.label));

const trees: [string, () => FileTree][] = [
  ["picked files", () => filesTree(pickedFiles(TF))],
  ["a handle", () => handleTree(directoryHandle("Team Fortress 2", below(TF, "Team Fortress 2/")))],
  [
    "steamapps/common",
    () =>
      joinTrees([
        filesTree([]),
        handleTree(directoryHandle("Team Fortress 2", below(TF, "Team Fortress 2/"))),
      ]),
  ],
];

describe.each(trees)("a game from %s", (_, makeTree) => {
  it("is mounted in the order of its search paths", async () => {
    const game = await openOnly(makeTree());
    expect(game).toMatchObject({ title: "Team Fortress 2", path: "team fortress 2/tf" });
    expect(labels(game)).toEqual(MOUNTS);
    expect(game.problems).toEqual([]);
  });

  it("reads custom content first, then VPKs, then folders, like the engine", async () => {
    const read = reader(await openOnly(makeTree()));
    expect(await read("materials/b.vmt")).toBe("custom a");
    expect(await read("materials/brick/wall.vmt")).toBe("custom b");
    expect(await read("materials/only/vpk.vmt")).toBe("only vpk");
    expect(await read("materials/a.vmt")).toBe("from the vpk");
    expect(await read("materials/hl2.vmt")).toBe("hl2 vpk");
    expect(await read("MATERIALS\\LOOSE.vmt")).toBe("loose");
    expect(await read("materials/hl2_loose.vmt")).toBe("hl2 loose");
    for (const path of ["materials/platform.vmt", "../hl2.exe", "hl2.exe", "__proto__"]) {
      expect(await read(path), path).toBeNull();
    }
  });

  it("lists its maps once each, and finds their bytes", async () => {
    const { maps } = await openOnly(makeTree());
    expect(maps.map(({ name, mount }) => `${name} in ${mount}`)).toEqual([
      "cp_both in team fortress 2/tf/tf2_textures_dir.vpk",
      "cp_loose in team fortress 2/tf",
      "cp_packed in team fortress 2/tf/tf2_textures_dir.vpk",
      "cp_small in team fortress 2/tf",
      "workshop/42/cp_shop in team fortress 2/tf",
      "zz_server in team fortress 2/tf/download",
    ]);
    const texts = new Map<string, string>();
    for (const map of maps) {
      const location = await map.locate();
      if ("url" in location) throw new Error("no map is behind a URL");
      const data =
        "blob" in location ? new Uint8Array(await location.blob.arrayBuffer()) : location.bytes;
      expect(data.length).toBe(map.byteLength);
      texts.set(map.name, new TextDecoder().decode(data));
    }
    expect(texts.get("cp_both")).toBe("both, packed");
    expect(texts.get("cp_loose")).toBe("loose map");
    expect(texts.get("workshop/42/cp_shop")).toBe("shop");
  });
});

describe("parseGameInfo", () => {
  const infoOf = (lines: readonly string[]) =>
    `GameInfo { game x FileSystem { SearchPaths {\n${lines.join("\n")}\n} } }`;

  it("accepts at most 256 search paths, and ignores paths that are too long", () => {
    const lines = Array.from({ length: 256 }, (_, i) => `game dir${i}`);
    expect(parseGameInfo(infoOf(lines)).searchPaths.length).toBe(256);
    expect(() => parseGameInfo(infoOf([...lines, "game more"]))).toThrow(/SearchPaths .*too-large/);
    const long = parseGameInfo(infoOf([`game ${"*a".repeat(300)}`, "game hl2"]));
    expect(long.searchPaths.map(({ location }) => location)).toEqual(["hl2"]);
  });
});

describe("openGame", () => {
  it.each(trees)(
    "opens the same game of %s again, also after it was cancelled",
    async (_, makeTree) => {
      const tree = makeTree();
      const [found] = await findGames(tree);
      const faulty = { ...found, fault: "a line of gameinfo.txt is broken" };
      const first = await openGame(tree, faulty);
      const paths = ["materials/b.vmt", "materials/only/vpk.vmt", "materials/hl2_loose.vmt"];
      const textsOf = (game: Game) => Promise.all(paths.map(reader(game)));
      const texts = await textsOf(first);
      expect(texts).toEqual(["custom a", "only vpk", "hl2 loose"]);
      const cancelled = AbortSignal.abort();
      await expect(openGame(tree, faulty, cancelled)).rejects.toBeInstanceOf(CancelledError);
      const second = await openGame(tree, faulty);
      expect(second.problems).toEqual([faulty.fault]);
      expect(labels(second)).toEqual(MOUNTS);
      const nameOf = ({ name, mount, byteLength }: Game["maps"][number]) => [
        name,
        mount,
        byteLength,
      ];
      expect(second.maps.map(nameOf)).toEqual(first.maps.map(nameOf));
      expect(second.maps).toHaveLength(6);
      // A map of the first game is found in its archive after the second was opened, repeatedly.
      const packedMap = first.maps.find(({ name }) => name === "cp_packed")!;
      for (const _ of [1, 2]) {
        const location = await packedMap.locate();
        expect(new TextDecoder().decode((location as { bytes: Uint8Array }).bytes)).toBe(
          "packed map",
        );
      }
      expect(await textsOf(second)).toEqual(texts);
      expect(await textsOf(first)).toEqual(texts);
    },
  );

  it("mounts a mod's folder picked by itself, and reports the missing base game", async () => {
    const game = await openOnly(filesTree(pickedFiles(below(TF, "Team Fortress 2/"))));
    expect(game.path).toBe("tf");
    const alone = Object.fromEntries(
      Object.entries(below(TF, "Team Fortress 2/")).filter(([path]) => path.startsWith("tf/")),
    );
    const mod = await openOnly(filesTree(pickedFiles(alone)));
    expect(labels(mod)).toEqual([
      "tf/custom/a.vpk",
      "tf/custom/b_mod",
      "tf/tf2_textures_dir.vpk",
      "tf",
      "tf/download",
    ]);
    expect(mod.problems).toEqual([
      "|all_source_engine_paths|hl2/hl2_textures.vpk is not in the picked folder: its content is missing",
      "|all_source_engine_paths|hl2 is not in the picked folder: its content is missing",
    ]);
  });

  it("finds a mod's base game among the other picked folders", async () => {
    const gameinfo = `GameInfo { game Mine FileSystem { SearchPaths {
      Game |gameinfo_path|.
      Game |all_source_engine_paths|hl2/hl2_textures.vpk
      Game |appid_440|tf
    } } }`;
    const mod = filesTree(pickedFiles({ "mine/gameinfo.txt": gameinfo }));
    const tree = joinTrees([mod, filesTree(pickedFiles(TF))]);
    const games = await findGames(tree);
    expect(games.map(({ title }) => title)).toEqual(["Mine", "Team Fortress 2"]);
    const game = await openGame(tree, games[0]);
    expect(labels(game)).toEqual([
      "mine",
      "team fortress 2/hl2/hl2_textures_dir.vpk",
      "team fortress 2/tf",
    ]);
    expect(game.problems).toEqual([]);
  });

  it("mounts pak01 and later archives before their folder without a search path", async () => {
    const pak = (text: string) =>
      writeVpk(packed({ "materials/a.vmt": text, [`materials/${text}.vmt`]: text }));
    const tree = filesTree(
      pickedFiles({
        "left4dead2/gameinfo.txt":
          'GameInfo { game "Left 4 Dead 2" FileSystem { SearchPaths { Game left4dead2_dlc1 Game |gameinfo_path|. Mod left4dead2_dlc1 } } }',
        "left4dead2/materials/a.vmt": "loose",
        "left4dead2/pak01_dir.vpk": pak("pak01"),
        "left4dead2/pak02_dir.vpk": pak("pak02"),
        "left4dead2/pak1_dir.vpk": pak("no pak"),
      }),
    );
    const game = await openOnly(tree);
    expect(labels(game)).toEqual([
      "left4dead2/pak01_dir.vpk",
      "left4dead2/pak02_dir.vpk",
      "left4dead2",
    ]);
    // A search path that is missing is reported once, however often the game names it.
    expect(game.problems).toHaveLength(1);
    expect(game.problems[0]).toMatch(/^left4dead2_dlc1 is not in the picked folder/);
    const read = reader(game);
    expect(await read("materials/a.vmt")).toBe("pak01");
    expect(await read("materials/pak02.vmt")).toBe("pak02");
  });

  it("mounts addons first: GMA, VPK and folders", async () => {
    const tree = filesTree(
      pickedFiles({
        "garrysmod/gameinfo.txt":
          "GameInfo { FileSystem { SearchPaths { game+mod |gameinfo_path|. } } }",
        "garrysmod/materials/a.vmt": "base",
        "garrysmod/addons/map_123.gma": writeGma(
          packed({ "materials/a.vmt": "addon", "maps/gm_addon.bsp": "map" }),
        ),
        "garrysmod/addons/folder/maps/gm_folder.bsp": "map",
      }),
    );
    const game = await openOnly(tree);
    expect(game.title).toBe("garrysmod");
    expect(game.maps.map(({ name }) => name)).toEqual(["gm_addon", "gm_folder"]);
    expect(await reader(game)("materials/a.vmt")).toBe("addon");
  });

  it("leaves out a broken archive, with one sentence", async () => {
    const broken = {
      ...TF,
      "Team Fortress 2/tf/custom/A.vpk": new Uint8Array(50),
      "Team Fortress 2/tf/custom/lone_000.vpk": new Uint8Array(50),
    };
    const game = await openOnly(filesTree(pickedFiles(broken)));
    expect(game.problems.length).toBe(2);
    expect(game.problems[0]).toMatch(
      /^team fortress 2\/tf\/custom\/a\.vpk is left out: VPK header/,
    );
    expect(labels(game)).toEqual(MOUNTS.slice(1));
    expect(await reader(game)("materials/b.vmt")).toBe("custom b");
  });

  it("names the missing part of a VPK", async () => {
    const { "Team Fortress 2/tf/tf2_textures_001.vpk": _, ...rest } = TF;
    const read = reader(await openOnly(filesTree(pickedFiles(rest))));
    await expect(
      Promise.all(["materials/only/vpk.vmt", "materials/a.vmt", "maps/cp_packed.bsp"].map(read)),
    ).rejects.toThrow(/^tf2_textures_001\.vpk is missing/);
  });

  it("never leaves the picked folder, and handles any pattern", async () => {
    const stars = "*a".repeat(200);
    const tree = filesTree(
      pickedFiles({
        "mod/gameinfo.txt": `GameInfo { FileSystem { SearchPaths {
          game |gameinfo_path|../../../etc
          game "C:\\\\Windows"
          game |gameinfo_path|custom/${stars}
          game ../..
          game |unknown_token|x
          game |gameinfo_path|..
          game /mod
        } } }`,
        [`mod/custom/${"a".repeat(250)}/materials/a.vmt`]: "stars",
        "mod/custom/*/materials/b.vmt": "a folder called *",
        "other/materials/a.vmt": "other",
      }),
    );
    const started = performance.now();
    const game = await openOnly(tree);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(labels(game)).toEqual([`mod/custom/${"a".repeat(250)}`, "mod"]);
    expect(game.problems.length).toBe(5);
  });

  it("continues with an empty gameinfo.txt, and reports a broken one", async () => {
    const deep = "a {".repeat(100);
    const tree = filesTree(
      pickedFiles({
        "one/gameinfo.txt": deep,
        "one/maps/m.bsp": "map",
        "two/GAMEINFO.TXT": "",
        "two/maps/n.bsp": "map",
      }),
    );
    const [one, two] = await findGames(tree);
    const game = await openGame(tree, one);
    expect(game.problems).toEqual([
      expect.stringMatching(/^one\/gameinfo\.txt is not read: KeyValues/),
    ]);
    expect(game.maps.map(({ name }) => name)).toEqual(["m"]);
    expect(await openGame(tree, two)).toMatchObject({ title: "two", problems: [] });
  });

  it("finds no game in a tree without one, or more than two levels down", async () => {
    expect(await findGames(filesTree([]))).toEqual([]);
    expect(await findGames(filesTree(pickedFiles({ "gameinfo.txt": "" })))).toEqual([]);
    const levels = (depth: number) =>
      findGames(filesTree(pickedFiles({ [`${"a/".repeat(depth)}gameinfo.txt`]: "" })));
    expect((await Promise.all([1, 2, 3, 4].map(levels))).map(({ length }) => length)).toEqual([
      1, 1, 1, 0,
    ]);
  });

  it("stops when it is cancelled", async () => {
    const tree = filesTree(pickedFiles(TF));
    const [game] = await findGames(tree);
    await expect(openGame(tree, game, AbortSignal.abort())).rejects.toThrow(CancelledError);
  });
});

describe("handleTree", () => {
  it("lists each folder once, when it is requested", async () => {
    const listed: string[] = [];
    const tree = handleTree(
      directoryHandle("Team Fortress 2", below(TF, "Team Fortress 2/"), listed),
    );
    await tree.list("team fortress 2/tf");
    await tree.list("team fortress 2/tf/custom");
    await tree.list("team fortress 2/tf");
    expect(listed).toEqual(["Team Fortress 2", "tf", "custom"]);
    expect(await tree.list("team fortress 2/tf/gameinfo.txt")).toBeNull();
    expect(await tree.list("elsewhere")).toBeNull();
    expect(await tree.mount("elsewhere", "x")).toBeNull();
  });

  it("rejects with one sentence if the folder is gone", async () => {
    const handle = directoryHandle("gone", {});
    Object.assign(handle, {
      // biome-ignore lint/correctness/useYield: what a folder does that was taken away
      async *values() {
        throw new DOMException("not found", "NotFoundError");
      },
    });
    await expect(handleTree(handle).list("gone")).rejects.toThrow(
      /^the folder gone can no longer be read \(not found\); pick it again$/,
    );
  });
});
