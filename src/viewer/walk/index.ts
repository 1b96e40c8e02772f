/** Walks through a map like a player of the game. Loaded on first use. */

export { startWalk, type Walk } from "./start-walk.ts";
export { findWalkRules, WALK_RULES, type WalkRules, type WalkRulesName } from "./walk-rules.ts";
