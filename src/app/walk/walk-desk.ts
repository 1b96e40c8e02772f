/** Switches between walking and flying. The code is loaded on first use. */

import type { MapHulls } from "../../map/hulls.ts";
import type { MapSource, Viewer } from "../../viewer/index.ts";
import type { Walk, WalkRules, WalkRulesName } from "../../viewer/walk/index.ts";
import { byId } from "../dom.ts";
import type { Messages } from "../messages.ts";
import type { WalkReadout } from "./walk-readout.ts";

export interface WalkDesk {
  readonly isWalking: boolean;
  /** Whether Ctrl is held while walking; Ctrl+W would close the page. */
  readonly slow: boolean;
  /** Returns the entity that a walker's use key uses; −1 for none, `null` if unknown. */
  findUsed(): number | null;
  /** Starts or ends walking. */
  toggle(): Promise<void>;
  /** Ends walking if it is on. */
  stop(): void;
  /** Writable rules of walking, or `null` before the first walk on this map. */
  readonly rules: WalkRules | null;
  setRules(name: WalkRulesName): Promise<void>;
}

export interface WalkDeskOptions {
  /** Source of the open map, or `null` if none is open. */
  readonly sourceOf: () => MapSource | null;
  readonly messages: Messages;
  readonly stopFlights: () => void;
  /** Called when walking starts and ends. */
  readonly onWalking: (isWalking: boolean) => void;
  readonly onFault: (error: unknown) => void;
}

export function createWalkDesk(viewer: Viewer, options: WalkDeskOptions): WalkDesk {
  const { messages, onFault } = options;
  let hulls: { source: MapSource; loading: Promise<MapHulls> } | null = null;
  let walk: Walk | null = null;
  let readout: WalkReadout | null = null;
  let rules: WalkRules | null = null;
  let isStarting = false;
  const button = byId<HTMLButtonElement>("toggle-walk");

  const readHulls = (source: MapSource): Promise<MapHulls> => {
    if (hulls?.source === source) return hulls.loading;
    const read = async (): Promise<MapHulls> => {
      const { createFileReader, placeOf } = await import("../../viewer/file/index.ts");
      const reader = createFileReader();
      try {
        return await reader.ask("hulls", { ...placeOf(source), content: viewer.content });
      } finally {
        reader.close();
      }
    };
    const loading = read();
    const own = { source, loading };
    hulls = own;
    // A failed read is retried at the next walk.
    loading.catch(() => {
      if (hulls === own) hulls = null;
    });
    return loading;
  };
  const findRules = async (): Promise<WalkRules> => {
    const { findWalkRules, WALK_RULES } = await import("../../viewer/walk/index.ts");
    if (rules !== null) return rules;
    const names = viewer.entities.map(
      (entity) => entity.find(([key]) => key.toLowerCase() === "classname")?.[1] ?? "",
    );
    rules = { ...WALK_RULES[findWalkRules(names)] };
    return rules;
  };
  const stop = (): void => {
    if (walk !== null) options.onWalking(false);
    walk?.stop();
    readout?.remove();
    walk = readout = null;
    button.setAttribute("aria-pressed", "false");
  };
  const start = async (source: MapSource): Promise<void> => {
    messages.note("Reading solids …");
    const [{ startWalk }, { createWalkReadout }, solid, own] = await Promise.all([
      import("../../viewer/walk/index.ts"),
      import("./walk-readout.ts"),
      readHulls(source),
      findRules(),
    ]);
    // Another map was opened, or walking has started, in the meantime.
    if (options.sourceOf() !== source || walk !== null) return;
    options.stopFlights();
    walk = startWalk(viewer, solid, own);
    if (walk === null) {
      messages.note("There is no room for a player here.");
      return;
    }
    options.onWalking(true);
    readout = createWalkReadout(viewer, walk, solid.counts);
    button.setAttribute("aria-pressed", "true");
    messages.note("Walking: Space jumps, C or Ctrl ducks, Shift runs. 0 flies again.");
    viewer.canvas.focus({ preventScroll: true });
  };
  const toggle = async (): Promise<void> => {
    const source = options.sourceOf();
    if (walk !== null) {
      stop();
      messages.note("Flying");
    } else if (source !== null && !isStarting) {
      isStarting = true;
      await start(source).finally(() => {
        isStarting = false;
      });
    }
  };
  viewer.on("loadstart", () => {
    stop();
    rules = null;
  });
  viewer.on("unload", stop);
  button.addEventListener("click", () => void toggle().catch(onFault));
  return {
    get isWalking() {
      return walk !== null;
    },
    get slow() {
      return walk?.slow ?? false;
    },
    findUsed: () => walk?.findUsed() ?? null,
    toggle,
    stop,
    get rules() {
      return rules;
    },
    async setRules(name) {
      const { WALK_RULES } = await import("../../viewer/walk/index.ts");
      Object.assign(await findRules(), WALK_RULES[name]);
    },
  };
}
