/** A VMT's text. */

export type VmtParams = Readonly<Record<string, string | number>>;

/** `blocks` are given as they stand in the file, for proxies. */
export function writeVmt(shader: string, params: VmtParams, ...blocks: string[]): string {
  const lines = Object.entries(params).map(([key, value]) => `\t"${key}" "${value}"`);
  return [`"${shader}"`, "{", ...lines, ...blocks, "}", ""].join("\n");
}
