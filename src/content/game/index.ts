export { type FileTree, joinTrees, type TreeEntry } from "./file-tree.ts";
export { filesTree } from "./files-tree.ts";
export { type FoundGame, findGames } from "./find-games.ts";
export { handleTree } from "./handle-tree.ts";
export type { GameMap, GameMapLocation } from "./list-maps.ts";
export { type Game, openGame } from "./open-game.ts";
