/** Keys of the page itself; those that fly are the viewer's. */

export interface Shortcuts {
  /**
   * By `KeyboardEvent.key`, lower case: what is written on the key. Digits by `KeyboardEvent.code`, as
   * layouts differ in what Shift makes of them; so is the key left of 1, `backquote`. With `shift+` only where Shift is held.
   */
  readonly [key: string]: () => void;
}

export function bindShortcuts(shortcuts: Shortcuts): void {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target;
    if (target instanceof HTMLInputElement && !["checkbox", "radio", "range"].includes(target.type))
      return;
    if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return;
    const inDialog = target instanceof Element && target.closest("dialog[open]") !== null;
    const key = event.key.toLowerCase();
    if (inDialog && key !== "?") return;
    // A slider goes to its end by this one.
    if (target instanceof HTMLInputElement && key === "home") return;
    const code = event.code.toLowerCase();
    const name = code.startsWith("digit") || code === "backquote" ? code : key;
    const act = (event.shiftKey && shortcuts[`shift+${name}`]) || shortcuts[name];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
