/** Where models are opened from: files that were given, a link, the list of all. */

import type { ContentInput, MapSource, Viewer } from "../../viewer/index.ts";
import type { ModelInput } from "../../viewer/model/index.ts";
import type { StoredModelPlace } from "../library/stored-models.ts";
import type { Messages } from "../messages.ts";
import type { ModelPage } from "./model-page.ts";
import type { OpenMapLight } from "./model-rows.ts";
import type { Thumbnails } from "./thumbnails.ts";

export interface ModelDesk {
  /** Over the map, which stands meanwhile. `place`: how the next visit finds it; null: it cannot. */
  open(
    model: ModelInput,
    name: string,
    content: readonly ContentInput[],
    place: StoredModelPlace | null,
  ): Promise<void>;
  /** All models of the content that there is. */
  list(): Promise<void>;
  /** Those of some content, where it has any: one alone is opened. */
  offer(content: readonly ContentInput[]): Promise<void>;
}

export interface ModelDeskOptions {
  readonly present: "canvas" | "readback";
  readonly messages: Messages;
  /** In search order: all that was added. */
  contentOf(): readonly ContentInput[];
  /** Of the map that is open; null: none is. */
  sourceOf(): MapSource | null;
  /** One is shown that can be opened again. */
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
    // A model is drawn as it is opened: with all that there is.
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
