export {
  type FileTree,
  filesTree,
  type GameMap,
  type GameMapLocation,
  handleTree,
  joinTrees,
  listArchiveMaps,
  renameTree,
  type TreeEntry,
} from "./file-tree.ts";
export { type FoundGame, findGames } from "./find-games.ts";
export { type Game, listParts, openGame } from "./open-game.ts";
export { openLooseFolder, walkLooseFolder } from "./walk-loose-folder.ts";
