import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventQueue, type QueuedEvent } from "../../src/simulation/event-queue.ts";

const makeEvent = (time: number, i: number, caller: number): QueuedEvent => ({
  ...{ time, target: i, entity: i + 1, input: i + 2, kind: 4, value: i / 3 },
  ...{ activator: i + 5, caller, action: i + 7 },
});

function drain(queue: EventQueue): QueuedEvent[] {
  const taken: QueuedEvent[] = [];
  while (queue.length > 0) {
    const event = makeEvent(0, 0, 0);
    const next = queue.nextTime;
    queue.take(event);
    expect(event.time).toBe(next);
    taken.push(event);
  }
  return taken;
}

/** What a queue must give: sorted by time, and those of one time as they came. */
const sorted = (events: readonly QueuedEvent[]): QueuedEvent[] =>
  [...events].sort((a, b) => a.time - b.time);

const times = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 3 })), {
  maxLength: 200,
});

describe("EventQueue", () => {
  it("gives events by time and order, with all that they hold", () => {
    fc.assert(
      fc.property(times, (list) => {
        const queue = new EventQueue();
        const events = list.map(([time, caller], i) => makeEvent(time, i, caller));
        for (const event of events) queue.add(event);
        expect(drain(queue)).toEqual(sorted(events));
        expect(queue.nextTime).toBe(Number.POSITIVE_INFINITY);
      }),
    );
  });

  it("takes back what one caller sent, and keeps the order of the rest", () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 4 }), (list, caller) => {
        const queue = new EventQueue();
        const events = list.map(([time, from], i) => makeEvent(time, i, from));
        for (const event of events) queue.add(event);
        queue.cancelFrom(caller);
        expect(drain(queue)).toEqual(sorted(events.filter((one) => one.caller !== caller)));
      }),
    );
  });

  it("goes back to a saved state", () => {
    fc.assert(
      fc.property(times, (list) => {
        const queue = new EventQueue();
        const events = list.map(([time, from], i) => makeEvent(time, i, from));
        for (const event of events) queue.add(event);
        const saved = queue.save();
        drain(queue);
        const empty = new EventQueue();
        for (const one of [queue, empty]) {
          one.restore(saved);
          // It comes after the others of its time.
          const late = makeEvent(5, 1000, 0);
          one.add(late);
          expect(drain(one)).toEqual(sorted([...events, late]));
        }
      }),
    );
  });
});
