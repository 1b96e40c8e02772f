/** A long list of rows of equal height. Only rows in view have elements. */

/** Rows drawn beyond the edges, so that scrolling shows no gap. */
const OVERSCAN = 6;

export interface VirtualList {
  /** Replaces all rows and scrolls to `scrollTop`, 0 if omitted. */
  setCount(count: number, scrollTop?: number): void;
  /** Redraws the rows in view. */
  update(): void;
  scrollToRow(row: number): void;
  /** Number of rows that fit the view. */
  readonly pageRows: number;
}

/** Returns the first row to draw, and the row after the last. */
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

/** `make` builds a row's element, again each time the row comes into view. */
export function createVirtualList(
  viewport: HTMLElement,
  content: HTMLElement,
  make: (row: number) => HTMLElement,
): VirtualList {
  let count = 0;
  let drawnHeight = 0;
  /** Drawn elements by row. */
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
  // Rows are higher on narrow screens. Rows of unchanged height keep their elements, and so their
  // hover state.
  new ResizeObserver(() => draw(rowHeight() !== drawnHeight)).observe(viewport);

  return {
    setCount(next, scrollTop = 0) {
      count = next;
      content.style.height = `${count * rowHeight()}px`;
      viewport.scrollTop = scrollTop;
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
