/**
 * Whether the ring around what has the focus is shown: from the first Tab until the next click. A browser
 * takes a focus that a script gives, as the map's when it comes, for one of the keyboard.
 */
export function bindFocusRing(): void {
  const { dataset } = document.documentElement;
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === "Tab") dataset.focus = "tab";
  };
  const onPointer = (): void => {
    delete dataset.focus;
  };
  addEventListener("keydown", onKey, { capture: true });
  addEventListener("pointerdown", onPointer, { capture: true });
}
