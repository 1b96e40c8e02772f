export { type FileTree, joinTrees, renameTree, type TreeEntry } from "./file-tree.ts";
export { filesTree } from "./files-tree.ts";
export { type FoundGame, findGames } from "./find-games.ts";
export { handleTree } from "./handle-tree.ts";
export { type GameMap, type GameMapLocation, listArchiveMaps } from "./list-maps.ts";
export { type Game, listParts, openGame } from "./open-game.ts";
export { openLooseFolder } from "./open-loose-folder.ts";
export { walkLooseFolder } from "./walk-loose-folder.ts";
