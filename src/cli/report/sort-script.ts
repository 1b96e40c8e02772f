/**
 * Script of the page: a click on a column head sorts its table by the cells' `data-v`, numbers
 * largest first.
 */
export const SORT_SCRIPT = `
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    button?.addEventListener("click", () => {
      const body = table.tBodies[0];
      const valueOf = (row) => row.cells[column].dataset.v;
      const isNumber = head.classList.contains("n");
      const was = head.getAttribute("aria-sort");
      const isDown = was === null ? isNumber : was === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      const compare = isNumber
        ? (a, b) => valueOf(a) - valueOf(b)
        : (a, b) => (valueOf(a) < valueOf(b) ? -1 : valueOf(a) > valueOf(b) ? 1 : 0);
      const rows = [...body.rows].sort((a, b) => (isDown ? compare(b, a) : compare(a, b)));
      body.append(...rows);
    });
  });
}
`;
