/** Geometry of the generated map. Corners run clockwise seen from the front, inside the room. */

export type Point = readonly [x: number, y: number, z: number];

export interface RoomFace {
  readonly plane: number;
  readonly side: 0 | 1;
  readonly corners: readonly [Point, Point, Point, Point];
  readonly texinfo: number;
  readonly dispInfo: number;
  readonly styles: readonly number[];
  readonly bumped: boolean;
  readonly primitiveCount: number;
  readonly lightmapMins: readonly [number, number];
  readonly lightmapSize: readonly [number, number];
}

export const ROOM_MATERIALS = ["dev/dev_measurewall01a", "brick/brickwall001a"] as const;

/** The inside is in front of even planes and behind odd ones. The last plane splits the room. */
const NODE_PLANES: readonly { readonly normal: Point; readonly dist: number }[] = [
  { normal: [1, 0, 0], dist: 0 },
  { normal: [1, 0, 0], dist: 256 },
  { normal: [0, 1, 0], dist: 0 },
  { normal: [0, 1, 0], dist: 128 },
  { normal: [0, 0, 1], dist: 0 },
  { normal: [0, 0, 1], dist: 128 },
  { normal: [1, 0, 0], dist: 128 },
];

/** The nodes' planes, then each flipped. A face refers to the one with its own direction. */
export const ROOM_PLANES: typeof NODE_PLANES = [
  ...NODE_PLANES,
  ...NODE_PLANES.map(({ normal: [x, y, z], dist }) => ({
    normal: [0 - x, 0 - y, 0 - z] as const,
    dist: 0 - dist,
  })),
];

const flipped = (plane: number) => plane + NODE_PLANES.length;

const LIT = { dispInfo: -1, styles: [0], bumped: false, primitiveCount: 0 } as const;

/**
 * Builds the floor, ceiling and two walls of the half that starts at `x`, then its end wall on
 * `endPlane`.
 */
function makeHalf(x: number, endPlane: 0 | 1): RoomFace[] {
  const far = x + 128;
  const flat = { texinfo: 0, lightmapMins: [x / 16, 0], lightmapSize: [8, 8] } as const;
  const long = { texinfo: 1, lightmapMins: [x / 16, 0], lightmapSize: [8, 8] } as const;
  const end = { texinfo: 3, lightmapMins: [0, 0], lightmapSize: [8, 8] } as const;
  const endX = endPlane === 0 ? 0 : 256;
  const endCorners: [Point, Point, Point, Point] = [
    [endX, 0, 0],
    [endX, 0, 128],
    [endX, 128, 128],
    [endX, 128, 0],
  ];
  if (endPlane === 1) endCorners.reverse();
  return [
    {
      ...LIT,
      ...flat,
      plane: 4,
      side: 0,
      dispInfo: endPlane === 1 ? 0 : -1,
      corners: [
        [x, 0, 0],
        [x, 128, 0],
        [far, 128, 0],
        [far, 0, 0],
      ],
    },
    {
      ...LIT,
      ...flat,
      plane: flipped(5),
      side: 1,
      primitiveCount: endPlane === 0 ? 1 : 0,
      corners: [
        [x, 0, 128],
        [far, 0, 128],
        [far, 128, 128],
        [x, 128, 128],
      ],
    },
    {
      ...LIT,
      ...long,
      plane: 2,
      side: 0,
      styles: [0, 32],
      corners: [
        [x, 0, 0],
        [far, 0, 0],
        [far, 0, 128],
        [x, 0, 128],
      ],
    },
    {
      ...LIT,
      ...long,
      plane: flipped(3),
      side: 1,
      corners: [
        [x, 128, 0],
        [x, 128, 128],
        [far, 128, 128],
        [far, 128, 0],
      ],
    },
    {
      ...LIT,
      ...end,
      plane: endPlane === 0 ? 0 : flipped(1),
      side: endPlane,
      bumped: true,
      corners: endCorners,
    },
  ];
}

/** Five faces of each half, then an unlit pane of the brush model with a tool texture. */
export const ROOM_FACES: readonly RoomFace[] = [
  ...makeHalf(0, 0),
  ...makeHalf(128, 1),
  {
    ...LIT,
    plane: 6,
    side: 0,
    texinfo: 4,
    styles: [],
    lightmapMins: [0, 0],
    lightmapSize: [0, 0],
    corners: [
      [128, 0, 0],
      [128, 0, 128],
      [128, 128, 128],
      [128, 128, 0],
    ],
  },
];
