/** Summarises a VMT for `visleaf inspect`. */

import type { Vmt } from "./types.ts";

export function summarizeVmt(vmt: Vmt) {
  return {
    format: "VMT" as const,
    shader: vmt.shader,
    params: Object.fromEntries(vmt.params),
    proxies: vmt.proxies.map(({ name }) => name),
    ...(vmt.missingInclude === undefined ? {} : { missingInclude: vmt.missingInclude }),
  };
}
