/** Keys of the page itself; those that fly are the viewer's. */

export interface Shortcuts {
  /** By `KeyboardEvent.key`, lower case. */
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
    const act = shortcuts[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
