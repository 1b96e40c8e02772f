/** The last part of a path, without extension. */
export function plainName(name: string): string {
  return name
    .replace(/^.*[\\/]/, "")
    .replace(/\.[^.]*$/, "")
    .replace(/["\s]/g, "_");
}
