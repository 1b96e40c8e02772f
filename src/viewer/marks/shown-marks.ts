/** The marks that are shown of one map: which, and how. Groups are asked for when the first of them is shown. */

import { MARKS, type MarkChoice, NO_MARKS } from "../../map/marks/mark-kinds.ts";
import type { MarkAnswer, MarkGroup } from "../../map/marks/mark-set.ts";
import type { MakeLines } from "../../render/lines/lines.ts";
import { createMarkLayers } from "../../render/marks/mark-layers.ts";
import { fillMarks, filterOf, type MarkFilter } from "./fill-marks.ts";

/** Rejects with FormatError, or with one plain sentence, where the map cannot be read. */
export type LoadMarks = (group: MarkGroup) => Promise<MarkAnswer>;

export class ShownMarks {
  /** For `Renderer.setLines`. */
  readonly make: MakeLines;
  readonly #load: LoadMarks;
  readonly #layers;
  readonly #groups = new Map<MarkGroup, Promise<MarkAnswer>>();
  /** Those of `#groups` that are there, in the order in which they came. */
  readonly #answers: MarkAnswer[] = [];
  #choice = NO_MARKS;
  #filter = filterOf(NO_MARKS);

  constructor(load: LoadMarks) {
    this.#load = load;
    this.#layers = createMarkLayers((view, rows) => {
      for (let i = 0; i < this.#answers.length; i++) {
        fillMarks(this.#answers[i], this.#filter, view, rows);
      }
    });
    this.make = this.#layers.make;
  }

  /** What is there by now, of the groups that were asked for. */
  get answers(): readonly MarkAnswer[] {
    return this.#answers;
  }

  /** Of the last picture: what its clusters have, and what of that was drawn. */
  get counts() {
    return this.#layers.counts;
  }

  get choice(): MarkChoice {
    return this.#choice;
  }

  get filter(): MarkFilter {
    return this.#filter;
  }

  /** Resolves when all of these are shown, with what was left out of them. Rejects as `LoadMarks` does. */
  async show(choice: MarkChoice): Promise<string[]> {
    this.#choice = choice;
    this.#filter = filterOf(choice);
    this.#layers.isShown = choice.names.length > 0;
    this.#layers.isOver = choice.isOver;
    this.#layers.change();
    const shown = MARKS.filter(({ name }) => choice.names.includes(name));
    const groups = [...new Set(shown.map(({ group }) => group))];
    const answers = await Promise.all(groups.map((group) => this.group(group)));
    return answers.flatMap(({ warnings }) => warnings);
  }

  /** A group's shapes, whether any of them is shown or not. */
  group(group: MarkGroup): Promise<MarkAnswer> {
    let asked = this.#groups.get(group);
    if (asked === undefined) {
      asked = this.#load(group);
      this.#groups.set(group, asked);
      asked.then(
        (answer) => {
          this.#answers.push(answer);
          this.#layers.change();
        },
        // Who asked hears of it; who asks again tries again.
        () => this.#groups.delete(group),
      );
    }
    return asked;
  }
}
