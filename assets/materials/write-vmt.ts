/** Formats VMT files. */

export type VmtParams = Readonly<Record<string, string | number>>;

/** Returns a VMT's text. `blocks` are inserted verbatim, for proxies. */
export function writeVmt(shader: string, params: VmtParams, ...blocks: string[]): string {
  const lines = Object.entries(params).map(([key, value]) => `\t"${key}" "${value}"`);
  return [`"${shader}"`, "{", ...lines, ...blocks, "}", ""].join("\n");
}
