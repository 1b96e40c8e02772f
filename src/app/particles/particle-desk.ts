/** Opens particle files: from files, from a link, or from the list of all particle files. */

import type { ContentInput, Viewer } from "../../viewer/index.ts";
import type { ParticleInput } from "../../viewer/particles/index.ts";
import type { Messages } from "../messages.ts";
import type { ParticleView } from "./particle-link.ts";
import type { ParticlePage } from "./particle-page.ts";

export interface ParticleDesk {
  /** Opens a file over the map, which stays open. */
  open(file: File): Promise<void>;
  /**
   * Opens the file of a link, with the view that the page's address has.
   * @param content content that the address names
   */
  openLink(url: string, content: readonly string[]): Promise<void>;
  /** Lists all particle files of the current content. */
  list(): Promise<void>;
}

export interface ParticleDeskOptions {
  readonly present: "canvas" | "readback";
  readonly messages: Messages;
  /** Returns all added content in search order. */
  contentOf(): readonly ContentInput[];
  onFault(error: unknown): void;
}

export function createParticleDesk(viewer: Viewer, options: ParticleDeskOptions): ParticleDesk {
  const { messages, present, onFault } = options;
  let page: Promise<ParticlePage> | null = null;

  const openPage = (): Promise<ParticlePage> => {
    if (page !== null) return page;
    const { mode } = viewer.controls;
    viewer.pause();
    viewer.controls.mode = "none";
    const onClose = (): void => {
      page = null;
      viewer.controls.mode = mode;
      viewer.resume();
    };
    const opening = import("./particle-page.ts").then(({ createParticlePage }) =>
      createParticlePage({
        ...{ messages, present, onClose },
        onList: () => void desk.list().catch(onFault),
      }),
    );
    page = opening;
    opening.catch(onClose);
    return opening;
  };
  const show = async (
    input: ParticleInput,
    name: string,
    content: readonly ContentInput[],
    view: ParticleView | null = null,
    address: string | null = null,
  ): Promise<void> => void (await (await openPage()).open(input, name, content, view, address));
  const desk: ParticleDesk = {
    open: (file) => show(file, file.name, options.contentOf()),
    async openLink(url, content) {
      const { parseParticleView } = await import("./particle-link.ts");
      const name = url.split("/").at(-1) as string;
      await show(url, name, content, parseParticleView(location.search), url);
    },
    async list() {
      const { openParticleList } = await import("./particle-list.ts");
      const content = options.contentOf();
      openParticleList(content, (path) => show({ path }, path, content).catch(onFault), onFault);
    },
  };
  return desk;
}
