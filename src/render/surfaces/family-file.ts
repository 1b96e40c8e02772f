/** Returns the module of a family among those of a glob over `shaders/families` and its folders. */
export function familyFile<Module>(
  modules: Readonly<Record<string, Module>>,
  family: string,
): Module | undefined {
  const end = `/${family}.wgsl`;
  return Object.entries(modules).find(([path]) => path.endsWith(end))?.[1];
}
