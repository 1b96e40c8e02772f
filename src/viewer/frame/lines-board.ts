/**
 * Combines the lines of several independent callers over one viewer: `Renderer.setLines` accepts
 * only one.
 */

import type { RenderContext } from "../../render/context/render-context.ts";
import { changesOf, type Lines, type MakeLines } from "../../render/lines/lines.ts";
import type { CanvasViewer } from "./canvas-viewer.ts";

/** A viewer returned by `createViewer`. */
export interface LinesViewer {
  on(name: "restored", listener: () => void): () => void;
}

interface Board {
  /** In draw order. */
  readonly makers: MakeLines[];
  /** Lines of each maker on the current device. */
  lines: Lines[];
  context: RenderContext | null;
  /** Changes of lines that were removed, and the removals. */
  goneChanges: number;
}

const boards = new WeakMap<LinesViewer, Board>();

/** Draws lines, also on devices after a lost one. Returns a function that removes them. */
export function addLines(viewer: LinesViewer, make: MakeLines): () => void {
  if (!hasDevice(viewer)) throw new TypeError("the viewer was not made by createViewer");
  const board = boards.get(viewer) ?? openBoard(viewer);
  board.makers.push(make);
  if (board.context !== null) board.lines.push(make(board.context));
  return () => {
    const at = board.makers.indexOf(make);
    if (at < 0) return;
    board.makers.splice(at, 1);
    const [gone] = board.lines.splice(at, 1);
    board.goneChanges += 1 + (gone?.changes ?? 0);
    gone?.destroy();
  };
}

/** Tests for a member instead of the class, which would have to be exported from the core. */
const hasDevice = (viewer: LinesViewer): viewer is LinesViewer & CanvasViewer => "device" in viewer;

function openBoard(viewer: LinesViewer & CanvasViewer): Board {
  const board: Board = { makers: [], lines: [], context: null, goneChanges: 0 };
  boards.set(viewer, board);
  const show = (): void =>
    viewer.device.current.renderer.setLines((context) => join(board, context));
  viewer.on("restored", show);
  show();
  return board;
}

function join(board: Board, context: RenderContext): Lines {
  const lines = board.makers.map((make) => make(context));
  board.lines = lines;
  board.context = context;
  return {
    get isShown() {
      for (let i = 0; i < lines.length; i++) if (lines[i].isShown) return true;
      return false;
    },
    get changes() {
      return board.goneChanges + changesOf(lines);
    },
    prepare() {
      for (const each of lines) if (each.isShown) each.prepare();
    },
    draw(pass, camera) {
      for (let i = 0; i < lines.length; i++) if (lines[i].isShown) lines[i].draw(pass, camera);
    },
    destroy() {
      for (const each of lines) each.destroy();
      // Destroyed with the lost device; lines added before the next device are created there.
      if (board.lines === lines) board.context = null;
    },
  };
}
