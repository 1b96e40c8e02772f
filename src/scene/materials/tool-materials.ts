/** Materials that only tools see: never drawn, whether their VMT is at hand or not. */

/** Names under `tools/`, less a leading `tools`, that the engine shows nothing for. */
const INVISIBLE_TOOLS =
  /^(nodraw|skybox|skyfog|trigger|clip|playerclip|npcclip|controlclip|grenadeclip|droneclip|climb|hint|skip|invisible|areaportal|occluder|fog|origin|block|bullet|ladder|conduit|soundscape)/;

/** Keys by which a material tells vbsp that its faces make no surface. */
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

/** Whether a material of this name (lower case, no `materials/`) is a tool's and is not drawn. */
export function isInvisibleTool(name: string): boolean {
  if (!name.startsWith("tools/")) return false;
  const rest = name.slice("tools/".length);
  return INVISIBLE_TOOLS.test(rest.startsWith("tools") ? rest.slice("tools".length) : rest);
}

/** Whether a material of this name stands for the sky: what lies behind it is not seen. */
export function isSkyTool(name: string): boolean {
  return name.startsWith("tools/toolsskybox") || name.startsWith("tools/toolsskyfog");
}

/** Whether a material's parameter hides its faces, if it is set. */
export function isInvisibleKey(key: string): boolean {
  return INVISIBLE_KEYS.has(key);
}
