/** Walking in a map as a player of the game does. Fetched when somebody first does. */

export { startWalk, type Walk } from "./start-walk.ts";
export { findWalkRules, WALK_RULES, type WalkRules, type WalkRulesName } from "./walk-rules.ts";
