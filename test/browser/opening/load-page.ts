/** Script of the page in which `map-over-http.test.ts` loads maps. */

import { type ByteCache, sharedByteCache } from "../../../src/content/bytes/byte-cache.ts";
import { MapLoader } from "../../../src/viewer/load/map-loader.ts";

declare global {
  interface Window {
    visleafTest: { MapLoader: typeof MapLoader; cache: ByteCache; file: Blob };
  }
}

window.visleafTest = { MapLoader, cache: sharedByteCache()!, file: new Blob() };
