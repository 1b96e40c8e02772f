import type { MakeLines } from "../../../render/lines/lines.ts";

/** Several kinds of lines as one, drawn in this order. */
export function joinLines(makes: readonly MakeLines[]): MakeLines {
  return (context) => {
    const all = makes.map((make) => make(context));
    return {
      get isShown() {
        for (let i = 0; i < all.length; i++) if (all[i].isShown) return true;
        return false;
      },
      prepare() {
        for (const each of all) if (each.isShown) each.prepare();
      },
      draw(pass, camera) {
        for (let i = 0; i < all.length; i++) if (all[i].isShown) all[i].draw(pass, camera);
      },
      destroy() {
        for (const each of all) each.destroy();
      },
    };
  };
}
