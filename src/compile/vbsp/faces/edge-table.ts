/** LUMP_EDGES and LUMP_SURFEDGES: two faces that share an edge walk it in opposite directions. */
export class EdgeTable {
  /** 2 an edge. Edge 0 is not used, for it could not be negated. */
  readonly edges: number[] = [0, 0];
  /** Negative: the edge is walked from its second vertex to its first. */
  readonly surfEdges: number[] = [];
  /** Edges that only one face walks so far, by their ends and the contents before them. */
  #free = new Map<string, number[]>();

  beginModel(): void {
    this.#free = new Map();
  }

  add(from: number, to: number, contents: number): void {
    const shared = this.#free.get(`${to} ${from} ${contents}`)?.pop();
    if (shared !== undefined) {
      this.surfEdges.push(-shared);
      return;
    }
    const edge = this.edges.length / 2;
    this.edges.push(from, to);
    this.surfEdges.push(edge);
    const key = `${from} ${to} ${contents}`;
    const list = this.#free.get(key);
    if (list) list.push(edge);
    else this.#free.set(key, [edge]);
  }
}
