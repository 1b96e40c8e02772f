/** The map to run over: the demo, one from an address, or a file. */

import type { BenchMap } from "../../bench/types.ts";
import { openSource } from "../../content/open-source.ts";
import type { ContentSpec } from "../../content/types.ts";
import { type MapSource, mapNameFrom, readMapSource } from "../../viewer/load/map-source.ts";
import { byId, formatCount, setText } from "../dom.ts";
import { fromPickedFolder, listMaps, type PickedFiles } from "../files/dropped-files.ts";
import { DEMO } from "../opening/demo.ts";

export interface MapChoice {
  /** Its bytes are read once, however often they are asked for. */
  open(signal: AbortSignal): BenchMap;
  /** Takes the map and the content of what was dropped or picked. */
  take(picked: PickedFiles): void;
}

export function createMapChoice(
  address: string | null,
  content: readonly ContentSpec[],
): MapChoice {
  let source: MapSource = address ? { name: mapNameFrom(address), url: address } : DEMO;
  let specs = [...content];
  const mapFile = byId<HTMLInputElement>("map-file");
  const folderFiles = byId<HTMLInputElement>("folder-files");

  const show = (): void => {
    setText(byId("bench-map"), source.name);
    const folders = specs.length === 1 ? "1 source" : `${formatCount(specs.length)} sources`;
    setText(byId("bench-content"), specs.length === 0 ? "" : `with ${folders} of game content`);
    byId("bench-use-demo").hidden = source === DEMO && specs.length === 0;
  };
  const take = ({ maps, content: added }: PickedFiles): void => {
    specs = [...added, ...specs];
    const found = maps[0] ?? listMaps(added)[0];
    if (found) source = { name: mapNameFrom(found.name), blob: found };
    show();
  };

  byId("bench-pick-map").addEventListener("click", () => mapFile.click());
  byId("bench-pick-folder").addEventListener("click", () => folderFiles.click());
  byId("bench-use-demo").addEventListener("click", () => {
    source = DEMO;
    specs = [];
    show();
  });
  mapFile.addEventListener("change", () => {
    take({ maps: [...(mapFile.files ?? [])], content: [] });
    mapFile.value = "";
  });
  folderFiles.addEventListener("change", () => {
    const spec = fromPickedFolder([...(folderFiles.files ?? [])]);
    if (spec) take({ maps: [], content: [spec] });
    folderFiles.value = "";
  });
  show();

  return {
    take,
    open(signal) {
      const chosen = source;
      let bytes: Promise<Uint8Array> | null = null;
      return {
        name: chosen.name,
        sources: specs.map(openSource),
        async read() {
          bytes ??= readMapSource(chosen, document.baseURI, { signal });
          return bytes;
        },
      };
    },
  };
}
