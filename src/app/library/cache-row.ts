/** How much of what was read from the web is kept for the next visit, and the button to clear it. */

import { sharedByteCache } from "../../content/bytes/byte-cache.ts";
import { byId, formatMegabytes, setText } from "../dom.ts";

export interface CacheRow {
  update(): void;
}

export function createCacheRow(onFault: (error: unknown) => void): CacheRow {
  const text = byId("cache-text");
  const clear = byId<HTMLButtonElement>("cache-clear");
  const cache = sharedByteCache();
  const show = async (): Promise<void> => {
    if (cache === null) {
      setText(text, "This browser keeps nothing from the web.");
      clear.hidden = true;
      return;
    }
    const { byteLength, limitBytes, files } = await cache.usage();
    const many = files.length === 1 ? "1 file" : `${files.length} files`;
    const sizes = `${formatMegabytes(byteLength)} of ${formatMegabytes(limitBytes)}`;
    setText(text, `Kept from the web: ${many}, ${sizes}.`);
    clear.disabled = files.length === 0;
  };
  const update = (): void => void show().catch(onFault);
  clear.addEventListener("click", () => {
    cache?.clear().then(update, onFault);
  });
  return { update };
}
