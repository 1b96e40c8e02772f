/** Opens models from files, from a link, or from the list of all models. */

import type { ContentInput, MapSource, Viewer } from "../../viewer/index.ts";
import type { ModelInput } from "../../viewer/model/index.ts";
import type { StoredModelPlace } from "../library/stored-rows.ts";
import type { Messages } from "../messages.ts";
import type { ModelPage } from "./model-page.ts";
import type { OpenMapLight } from "./model-rows.ts";
import type { Thumbnails } from "./thumbnails.ts";

export interface ModelDesk {
  /**
   * Opens a model over the map, which stays open. `place`: location for the next visit, or `null`
   * if it cannot be stored.
   */
  open(
    model: ModelInput,
    name: string,
    content: readonly ContentInput[],
    place: StoredModelPlace | null,
  ): Promise<void>;
  /** Lists all models of the current content. */
  list(): Promise<void>;
  /** Lists the models of some content, if any; a single model is opened at once. */
  offer(content: readonly ContentInput[]): Promise<void>;
}

export interface ModelDeskOptions {
  readonly present: "canvas" | "readback";
  readonly messages: Messages;
  /** Returns all added content in search order. */
  contentOf(): readonly ContentInput[];
  /** Source of the open map, or `null` if none is open. */
  sourceOf(): MapSource | null;
  /** Called after showing a model that the next visit can open again. */
  onShown(name: string, place: StoredModelPlace): void;
  onFault(error: unknown): void;
}

export function createModelDesk(viewer: Viewer, options: ModelDeskOptions): ModelDesk {
  const { messages, present, onFault } = options;
  let page: Promise<ModelPage> | null = null;
  let thumbnails: Thumbnails | null = null;

  const mapLight = (): OpenMapLight | null => {
    const source = options.sourceOf();
    const { map, camera } = viewer;
    if (source === null || map === null || map.side === null) return null;
    const at = [camera.x, camera.y, camera.z] as const;
    return { name: map.name, map: source, at, side: map.side };
  };

  const openPage = (): Promise<ModelPage> => {
    if (page !== null) return page;
    const mode = viewer.controls.mode;
    viewer.pause();
    viewer.controls.mode = "none";
    const onClose = (): void => {
      page = null;
      viewer.controls.mode = mode;
      viewer.resume();
    };
    const opening = import("./model-page.ts").then(({ createModelPage }) =>
      createModelPage({
        messages,
        present,
        onClose,
        onList: () => void desk.list().catch(onFault),
        mapLight,
      }),
    );
    page = opening;
    opening.catch(onClose);
    return opening;
  };

  const openPath = (path: string): void => {
    const place = { kind: "model-path", path } as const;
    desk.open({ path }, path, options.contentOf(), place).catch(onFault);
  };
  const openList = async (content: readonly ContentInput[]): Promise<void> => {
    const [{ openModelList }, { createThumbnails }] = await Promise.all([
      import("./model-list.ts"),
      import("./thumbnails.ts"),
    ]);
    thumbnails ??= createThumbnails({ present, onFault });
    // Thumbnails use all available content, as an opened model does.
    openModelList(content, thumbnails.open(options.contentOf()), openPath, onFault);
  };
  const desk: ModelDesk = {
    async open(model, name, content, place) {
      const isShown = await (await openPage()).open(model, name, content);
      if (isShown && place !== null) options.onShown(name, place);
    },
    list: () => openList(options.contentOf()),
    async offer(content) {
      const { findModels } = await import("./model-list.ts");
      const paths = await findModels(content);
      if (paths.length === 1) openPath(paths[0]);
      else if (paths.length > 1) await openList(content);
    },
  };
  return desk;
}
