/** Opens the places dialog and files of places. The code is loaded on first use. */

import type { Camera, Viewer } from "../../viewer/index.ts";
import type { PlaceList } from "./place-list.ts";

export interface PlacesDeskOptions {
  readonly list: PlaceList;
  readonly go: (camera: Camera) => void;
  readonly linkTo: (camera: Camera) => string;
  readonly isLoading: () => boolean;
  readonly onFault: (error: unknown) => void;
}

export interface PlacesDesk {
  open(): void;
  /**
   * Opens a file of places. Resolves with a message, or `null` if it is not a file of places.
   * Rejects with a sentence.
   */
  openFile(file: File): Promise<string | null>;
}

export function createPlacesDesk(viewer: Viewer, options: PlacesDeskOptions): PlacesDesk {
  const { list } = options;
  const readFile = async (file: File): Promise<string> => {
    const { readPlacesFile } = await import("./places-file.ts");
    return readPlacesFile(file, list, viewer.map?.name ?? null);
  };
  const show = async (): Promise<void> => {
    const [{ openPlacesDialog }, { createPlacePictures, openPictureStore }] = await Promise.all([
      import("./places-dialog.ts"),
      import("./place-pictures.ts"),
    ]);
    if (viewer.map === null || document.querySelector("dialog[open]") !== null) return;
    const store = openPictureStore();
    void store.trim();
    openPlacesDialog(viewer, {
      ...{ list, go: options.go, linkTo: options.linkTo, openFile: readFile },
      makePictures: (onFault) =>
        createPlacePictures(viewer, { store, isLoading: options.isLoading, onFault }),
    });
  };
  return {
    open() {
      if (viewer.map === null || document.querySelector("dialog[open]") !== null) return;
      show().catch(options.onFault);
    },
    async openFile(file) {
      const { isPlacesFile } = await import("./places-file.ts");
      return (await isPlacesFile(file)) ? readFile(file) : null;
    },
  };
}
