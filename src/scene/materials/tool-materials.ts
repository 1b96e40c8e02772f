/** Recognizes tool materials, which are never drawn, whether their VMT exists or not. */

/** Names under `tools/`, without a leading `tools`, that the engine does not draw. */
const INVISIBLE_TOOLS =
  /^(nodraw|skybox|skyfog|trigger|clip|playerclip|npcclip|controlclip|grenadeclip|droneclip|climb|hint|skip|invisible|areaportal|occluder|fog|origin|block|bullet|ladder|conduit|soundscape)/;

/** Keys that tell vbsp not to emit faces. */
const INVISIBLE_KEYS: ReadonlySet<string> = new Set([
  "%compilenodraw",
  "%compilesky",
  "%compile2dsky",
  "%compiletrigger",
  "%compileclip",
  "%compilenpcclip",
  "%compileplayerclip",
  "%compileplayercontrolclip",
  "%compilegrenadeclip",
  "%compiledroneclip",
  "%playerclip",
  "%compilehint",
  "%compileskip",
  "%compileorigin",
  "%compileinvisible",
  "%compileareaportal",
  "%compileoccluder",
  "%compilefog",
  "%compileblocklos",
  "%compileblocklight",
  "$no_draw",
]);

/** Whether a name (lower case, no `materials/`) is an invisible tool material. */
export function isInvisibleTool(name: string): boolean {
  if (!name.startsWith("tools/")) return false;
  const rest = name.slice("tools/".length);
  return INVISIBLE_TOOLS.test(rest.startsWith("tools") ? rest.slice("tools".length) : rest);
}

/** Whether a name is a sky material, which hides everything behind it. */
export function isSkyTool(name: string): boolean {
  return name.startsWith("tools/toolsskybox") || name.startsWith("tools/toolsskyfog");
}

/** Whether a parameter hides the material's faces if it is set. */
export function isInvisibleKey(key: string): boolean {
  return INVISIBLE_KEYS.has(key);
}
