/** Keyboard shortcuts of the page. The viewer handles the flying keys. */

export interface Shortcuts {
  /**
   * Actions by `KeyboardEvent.key` in lower case. Digits and `backquote`, the key left of 1, use
   * `KeyboardEvent.code`, because their characters differ by layout. The prefix `shift+` requires
   * Shift.
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
    // Home moves a focused slider to its start.
    if (target instanceof HTMLInputElement && key === "home") return;
    const code = event.code.toLowerCase();
    const name = code.startsWith("digit") || code === "backquote" ? code : key;
    const act = (event.shiftKey && shortcuts[`shift+${name}`]) || shortcuts[name];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
