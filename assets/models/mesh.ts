/** A triangle mesh with materials, and the shapes that the models are composed of. */

export type Vec3 = readonly [x: number, y: number, z: number];

export interface Vertex {
  readonly position: Vec3;
  readonly normal: Vec3;
  /** Texture coordinates; v runs up. */
  readonly uv: readonly [u: number, v: number];
}

export interface Triangle {
  readonly material: string;
  /** Counter-clockwise seen from the front. */
  readonly vertices: readonly [Vertex, Vertex, Vertex];
}

/** Moves and rotates the points of a shape. */
export type Transform = (point: Vec3) => Vec3;

export class Mesh {
  readonly triangles: Triangle[] = [];

  triangle(material: string, a: Vertex, b: Vertex, c: Vertex): void {
    this.triangles.push({ material, vertices: [a, b, c] });
  }

  /**
   * Adds a quad. Corners run counter-clockwise from the lower left as seen from the front. The
   * texture covers it `repeat` times in each direction.
   */
  quad(material: string, corners: readonly [Vec3, Vec3, Vec3, Vec3], repeat = 1): void {
    const [a, b, c, d] = corners;
    const normal = unit(cross(subtract(b, a), subtract(d, a)));
    const at = (position: Vec3, u: number, v: number): Vertex => ({ position, normal, uv: [u, v] });
    const [va, vb, vc, vd] = [
      at(a, 0, 0),
      at(b, repeat, 0),
      at(c, repeat, repeat),
      at(d, 0, repeat),
    ];
    this.triangle(material, va, vb, vc);
    this.triangle(material, va, vc, vd);
  }

  /**
   * Adds a flat card, such as leaves, for a material with `$nocull`. It is lit as if it faced
   * `normal`.
   */
  card(material: string, corners: readonly [Vec3, Vec3, Vec3, Vec3], normal: Vec3): void {
    const [a, b, c, d] = corners;
    const at = (position: Vec3, u: number, v: number): Vertex => ({ position, normal, uv: [u, v] });
    const [va, vb, vc, vd] = [at(a, 0, 0), at(b, 1, 0), at(c, 1, 1), at(d, 0, 1)];
    this.triangle(material, va, vb, vc);
    this.triangle(material, va, vc, vd);
  }

  box(material: string, low: Vec3, high: Vec3, place: Transform = keep): void {
    const [x0, y0, z0] = low;
    const [x1, y1, z1] = high;
    const side = (...corners: [Vec3, Vec3, Vec3, Vec3]): void => {
      const [a, b, c, d] = corners;
      this.quad(material, [place(a), place(b), place(c), place(d)]);
    };
    side([x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]);
    side([x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]);
    side([x1, y1, z0], [x0, y1, z0], [x0, y1, z1], [x1, y1, z1]);
    side([x0, y1, z0], [x0, y0, z0], [x0, y0, z1], [x0, y1, z1]);
    side([x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]);
    side([x0, y1, z0], [x1, y1, z0], [x1, y0, z0], [x0, y0, z0]);
  }

  /**
   * Adds a profile rotated about the z axis: [radius, height] from the bottom up. A third element
   * `true` makes the edge sharp.
   */
  lathe(
    material: string,
    profile: readonly (readonly [radius: number, z: number, isSharp?: boolean])[],
    segments: number,
    { repeat = 1, place = keep }: { readonly repeat?: number; readonly place?: Transform } = {},
  ): void {
    const zs = profile.map(([, z]) => z);
    const [bottom, top] = [Math.min(...zs), Math.max(...zs)];
    const slopes = profile.slice(1).map(([radius, z], i): readonly [number, number] => {
      const [dr, dz] = [radius - profile[i][0], z - profile[i][1]];
      const length = Math.hypot(dr, dz) || 1;
      // The outward normal of a rising line points to +r.
      return [dz / length, -dr / length];
    });
    const normalAt = (row: number, band: number): readonly [number, number] => {
      const before = slopes[row - 1];
      const after = slopes[row];
      if (profile[row][2] || !before || !after) return slopes[band];
      const sum = [before[0] + after[0], before[1] + after[1]];
      const length = Math.hypot(sum[0], sum[1]) || 1;
      return [sum[0] / length, sum[1] / length];
    };
    const vertex = (row: number, band: number, segment: number): Vertex => {
      const angle = (segment / segments) * 2 * Math.PI;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const [radius, z] = profile[row];
      const [nr, nz] = normalAt(row, band);
      const origin = place([0, 0, 0]);
      return {
        position: place([radius * cos, radius * sin, z]),
        normal: unit(subtract(place([nr * cos, nr * sin, nz]), origin)),
        uv: [(segment / segments) * repeat, (z - bottom) / (top - bottom || 1)],
      };
    };
    for (let band = 0; band + 1 < profile.length; band++) {
      for (let segment = 0; segment < segments; segment++) {
        const [a, b] = [vertex(band, band, segment), vertex(band, band, segment + 1)];
        const [d, c] = [vertex(band + 1, band, segment), vertex(band + 1, band, segment + 1)];
        // A band that ends in a point has one triangle a segment.
        if (profile[band][0] > 0) this.triangle(material, a, b, c);
        if (profile[band + 1][0] > 0) this.triangle(material, a, c, d);
      }
    }
  }

  /** Adds a round pipe along a line of points. */
  tube(material: string, path: readonly Vec3[], radius: number, segments: number): void {
    for (let i = 0; i + 1 < path.length; i++) {
      const [from, to] = [path[i], path[i + 1]];
      const along = unit(subtract(to, from));
      const aside = unit(cross(along, Math.abs(along[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1]));
      const third = cross(along, aside);
      const vertex = (center: Vec3, segment: number, v: number): Vertex => {
        const angle = (segment / segments) * 2 * Math.PI;
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const normal: Vec3 = [
          aside[0] * cos + third[0] * sin,
          aside[1] * cos + third[1] * sin,
          aside[2] * cos + third[2] * sin,
        ];
        return {
          position: [
            center[0] + normal[0] * radius,
            center[1] + normal[1] * radius,
            center[2] + normal[2] * radius,
          ],
          normal,
          uv: [segment / segments, v],
        };
      };
      for (let segment = 0; segment < segments; segment++) {
        const [a, b] = [vertex(from, segment, 0), vertex(from, segment + 1, 0)];
        const [d, c] = [vertex(to, segment, 1), vertex(to, segment + 1, 1)];
        this.triangle(material, a, b, c);
        this.triangle(material, a, c, d);
      }
    }
  }
}

const keep: Transform = (point) => point;

export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function unit(v: Vec3): Vec3 {
  const length = Math.hypot(v[0], v[1], v[2]) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** Returns a transform that rotates about z by degrees and then moves. */
export function placed(yaw: number, [x, y, z]: Vec3): Transform {
  const angle = (yaw * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ([px, py, pz]) => [x + px * cos - py * sin, y + px * sin + py * cos, z + pz];
}
