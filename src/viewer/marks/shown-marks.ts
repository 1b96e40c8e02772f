/**
 * Keeps the marks of one map that are shown, and their style. A group is loaded when its first mark
 * is shown.
 */

import { MARKS, type MarkChoice, NO_MARKS } from "../../map/mark-kinds.ts";
import type { MarkAnswer, MarkGroup } from "../../map/mark-set.ts";
import type { MakeLines } from "../../render/lines/lines.ts";
import { createMarkLayers } from "../../render/lines/mark-layers.ts";
import { fillMarks, filterOf, type MarkFilter } from "./fill-marks.ts";

/** Rejects with FormatError, or with one sentence if the map cannot be read. */
export type LoadMarks = (group: MarkGroup) => Promise<MarkAnswer>;

export class ShownMarks {
  /** Creates the lines for `Renderer.setLines`. */
  readonly make: MakeLines;
  readonly #load: LoadMarks;
  readonly #layers;
  readonly #groups = new Map<MarkGroup, Promise<MarkAnswer>>();
  /** Answers of `#groups` received so far, in order of arrival. */
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

  /** Groups received so far. */
  get answers(): readonly MarkAnswer[] {
    return this.#answers;
  }

  /** Number of marks in visible clusters, and of drawn marks, in the last frame. */
  get counts() {
    return this.#layers.counts;
  }

  get choice(): MarkChoice {
    return this.#choice;
  }

  get filter(): MarkFilter {
    return this.#filter;
  }

  /**
   * Resolves when all chosen marks are shown, with a sentence for each thing left out. Rejects as
   * `LoadMarks` does.
   */
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

  /** Returns a group's shapes, shown or not. */
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
        // The caller gets the error; a later call tries again.
        () => this.#groups.delete(group),
      );
    }
    return asked;
  }
}
