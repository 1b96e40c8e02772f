/** Filters of activators: filters.cpp of Source SDK 2013. */

import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  keySeries,
  layoutOf,
  value,
} from "../entity-class.ts";

/** Whether a filter of any class lets an entity pass. Its first field is `Negated`. */
export function passesFilter(world: EntityWorld, filter: number, tested: number): boolean {
  const result = world.classOf(filter).passes?.(world, filter, tested) ?? true;
  return world.get(filter, NEGATED) === 0 ? result : !result;
}

const negated = { negated: key("Negated", "boolean") };
const NEGATED = 0;

const makeFilter = (
  filter: Pick<EntityClass, "names" | "state" | "activate" | "passes">,
): EntityClass => ({
  ...filter,
  outputs: ["OnPass", "OnFail"],
  inputs: {
    TestActivator: input((world, self, { activator }) => {
      const isPassed = activator >= 0 && passesFilter(world, self, activator);
      world.fire(self, isPassed ? "OnPass" : "OnFail", activator);
    }, "any"),
  },
});

const byName = layoutOf({ ...negated, name: key("filtername", "text") });
const byClass = layoutOf({ ...negated, className: key("filterclass", "text") });

/** Whether a text matches a query that may end in a star. */
function matches(query: string, text: string): boolean {
  const star = query.indexOf("*");
  const [wanted, found] = [query.toLowerCase(), text.toLowerCase()];
  return star < 0 ? wanted === found : found.startsWith(wanted.slice(0, star));
}

const MOST_FILTERS = 5;
const multi = layoutOf({
  ...negated,
  /** 0: all must pass. 1: one must. */
  type: key("FilterType", "integer"),
  names: keySeries("Filter", MOST_FILTERS, "text"),
  filters: value(-1, MOST_FILTERS),
  /** Whether it is being asked, because filters may ask each other in a circle. */
  isAsked: value(),
});

export const FILTERS: readonly EntityClass[] = [
  makeFilter({
    names: ["filter_activator_name"],
    state: byName,
    passes(world, self, tested) {
      const name = world.text(self, byName.at.name);
      if (name.toLowerCase() === "!player") return tested === world.player.row;
      return matches(name, world.strings.text(world.entities.name[tested]));
    },
  }),
  makeFilter({
    names: ["filter_activator_class"],
    state: byClass,
    passes: (world, self, tested) =>
      matches(
        world.text(self, byClass.at.className),
        world.strings.text(world.entities.className[tested]),
      ),
  }),
  makeFilter({
    names: ["filter_multi"],
    state: multi,
    activate(world, self) {
      const { at } = multi;
      for (let i = 0; i < MOST_FILTERS; i++) {
        const name = world.text(self, at.names + i);
        const row = name === "" ? -1 : world.find(name, -1, self, -1, -1);
        if (row >= 0 && world.classOf(row).passes !== undefined)
          world.set(self, at.filters + i, row);
      }
    },
    passes(world, self, tested) {
      const { at } = multi;
      if (world.get(self, at.isAsked) !== 0) return false;
      world.set(self, at.isAsked, 1);
      const isAnd = world.get(self, at.type) === 0;
      let result = isAnd;
      for (let i = 0; i < MOST_FILTERS && result === isAnd; i++) {
        const filter = world.get(self, at.filters + i);
        if (world.isAlive(filter)) result = passesFilter(world, filter, tested);
      }
      world.set(self, at.isAsked, 0);
      return result;
    },
  }),
];
