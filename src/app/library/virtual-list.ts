/** A long list of rows of one height, of which only those in view are elements. */

/** Rows beyond the edges, so that a turn of the wheel shows no gap. */
const OVERSCAN = 6;

export interface VirtualList {
  /** The rows are others now. */
  setCount(count: number): void;
  /** Draws what is in view again. */
  update(): void;
  scrollToRow(row: number): void;
  /** Rows that fit. */
  readonly pageRows: number;
}

/** From the first row to draw to the one after the last. */
export function visibleRange(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
): [first: number, end: number] {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN);
  return [Math.min(first, end), end];
}

/** `make` makes the element of a row; rows are made anew when they come into view. */
export function createVirtualList(
  viewport: HTMLElement,
  content: HTMLElement,
  make: (row: number) => HTMLElement,
): VirtualList {
  let count = 0;
  let drawnHeight = 0;
  /** What is drawn now, by row. */
  const drawn = new Map<number, HTMLElement>();

  const rowHeight = (): number =>
    Number.parseFloat(getComputedStyle(content).getPropertyValue("--row-height")) || 40;

  const draw = (isAll: boolean): void => {
    const height = rowHeight();
    drawnHeight = height;
    content.style.height = `${count * height}px`;
    const [first, end] = visibleRange(viewport.scrollTop, viewport.clientHeight, height, count);
    for (const [row, element] of drawn) {
      if (!isAll && row >= first && row < end) continue;
      element.remove();
      drawn.delete(row);
    }
    for (let row = first; row < end; row++) {
      if (drawn.has(row)) continue;
      const element = make(row);
      element.style.top = `${row * height}px`;
      drawn.set(row, element);
      content.append(element);
    }
  };
  viewport.addEventListener("scroll", () => draw(false), { passive: true });
  // On a narrow screen rows are higher; those that stay as they are stay under the pointer.
  new ResizeObserver(() => draw(rowHeight() !== drawnHeight)).observe(viewport);

  return {
    setCount(next) {
      count = next;
      viewport.scrollTop = 0;
      draw(true);
    },
    update: () => draw(true),
    scrollToRow(row) {
      const height = rowHeight();
      const top = row * height;
      const { scrollTop, clientHeight } = viewport;
      if (top < scrollTop) viewport.scrollTop = top - height;
      else if (top + height > scrollTop + clientHeight) {
        viewport.scrollTop = top + height - clientHeight;
      }
      draw(false);
    },
    get pageRows() {
      return Math.max(1, Math.floor(viewport.clientHeight / rowHeight()) - 1);
    },
  };
}
