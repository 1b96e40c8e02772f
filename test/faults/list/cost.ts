import type { Fault } from "../fault.ts";

export const COST: readonly Fault[] = [
  {
    name: "a portal of a rebuilt tree goes to the wrong child of its node",
    edits: [
      [
        "front: isFront ? child : piece.front,\n      back: isFront ? piece.back : child,",
        "front: isFront ? piece.front : child,\n      back: isFront ? child : piece.back,",
      ],
    ],
    caughtBy: [["rebuild-portals.test.ts", "those that the compiler gave to vvis"]],
  },
  {
    name: "rebuilt portals keep what reaches over the node that they are made at",
    edits: [["const sign = front === node ? 1 : -1;", "const sign = front === node ? 1 : 1;"]],
    caughtBy: [["rebuild-portals.test.ts", "those that the compiler gave to vvis"]],
  },
  {
    name: "sight passes water that nothing is seen through",
    edits: [
      [
        "if ((a | b) & CONTENTS_SOLID) return false;\n  return visibleContents(a ^ b) === 0;",
        "return true;",
      ],
    ],
    caughtBy: [["rebuild-portals.test.ts", "where its contents say so"]],
  },
  {
    name: "of clusters that a portal joins only one is asked whether it sees the other",
    edits: [["if (!hasBit(row, high) || !hasBit(back, low))", "if (!hasBit(row, high))"]],
    caughtBy: [["rebuild-portals.test.ts", "tell those that do not"]],
  },
];
