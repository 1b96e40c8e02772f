;; Traces a ray through a BVH of four-wide nodes. The same steps and the same roundings as
;; trace-reference.ts: boxes in 32 bits, four at once, and triangles in 64 bits, two at once.
;; trace-wasm.ts holds the assembled bytes: `npx vitest run test/compile/vrad/rays --update`.
(module
  (import "rays" "memory" (memory 1 65536 shared))

  ;; Byte offsets in the thread's scratch memory: result, then four lanes of a leaf or node, then
  ;; the stack of (f32 distance, i32 child).
  ;;   0 distance   8 u   16 v   24 determinant
  ;;   32 distances   48 u   64 v   80 determinants   96 stack

  ;; 1 / direction. A direction of nearly 0 counts as a tiny positive number.
  (func $inverse (param $d f64) (result f64)
    (select
      (f64.const 1e30)
      (f64.div (f64.const 1) (local.get $d))
      (f64.lt (f64.abs (local.get $d)) (f64.const 1e-30))))

  ;; Returns the row of the nearest triangle, or with $any that of the first one found; -1 if none
  ;; is nearer than $best.
  (func (export "trace")
    (param $boxes i32) (param $children i32) (param $triangles i32) (param $ids i32)
    (param $scratch i32) (param $any i32) (param $preferBelow i32)
    (param $ox f64) (param $oy f64) (param $oz f64)
    (param $dx f64) (param $dy f64) (param $dz f64)
    (param $best f64)
    (result i32)
    (local $row i32) (local $top i32) (local $base i32) (local $at i32) (local $node i32)
    (local $nearX i32) (local $nearY i32) (local $nearZ i32)
    (local $mask i32) (local $lane i32) (local $count i32) (local $run i32)
    (local $limit f32) (local $n f32) (local $d f64)
    (local $fox v128) (local $foy v128) (local $foz v128)
    (local $fix v128) (local $fiy v128) (local $fiz v128)
    (local $near v128) (local $far v128)
    (local $vox v128) (local $voy v128) (local $voz v128)
    (local $vdx v128) (local $vdy v128) (local $vdz v128)
    (local $e1x v128) (local $e1y v128) (local $e1z v128)
    (local $e2x v128) (local $e2y v128) (local $e2z v128)
    (local $px v128) (local $py v128) (local $pz v128)
    (local $sx v128) (local $sy v128) (local $sz v128)
    (local $qx v128) (local $qy v128) (local $qz v128)
    (local $det v128) (local $inv v128) (local $u v128) (local $v v128) (local $t v128)

    (local.set $row (i32.const -1))
    (local.set $fox (f32x4.splat (f32.demote_f64 (local.get $ox))))
    (local.set $foy (f32x4.splat (f32.demote_f64 (local.get $oy))))
    (local.set $foz (f32x4.splat (f32.demote_f64 (local.get $oz))))
    (local.set $fix (f32x4.splat (f32.demote_f64 (call $inverse (local.get $dx)))))
    (local.set $fiy (f32x4.splat (f32.demote_f64 (call $inverse (local.get $dy)))))
    (local.set $fiz (f32x4.splat (f32.demote_f64 (call $inverse (local.get $dz)))))
    ;; Byte offsets of the rows of box sides that the ray meets first.
    (local.set $nearX (select (i32.const 48) (i32.const 0)
      (f32.lt (f32x4.extract_lane 0 (local.get $fix)) (f32.const 0))))
    (local.set $nearY (select (i32.const 48) (i32.const 0)
      (f32.lt (f32x4.extract_lane 0 (local.get $fiy)) (f32.const 0))))
    (local.set $nearZ (select (i32.const 48) (i32.const 0)
      (f32.lt (f32x4.extract_lane 0 (local.get $fiz)) (f32.const 0))))
    (local.set $vox (f64x2.splat (local.get $ox)))
    (local.set $voy (f64x2.splat (local.get $oy)))
    (local.set $voz (f64x2.splat (local.get $oz)))
    (local.set $vdx (f64x2.splat (local.get $dx)))
    (local.set $vdy (f64x2.splat (local.get $dy)))
    (local.set $vdz (f64x2.splat (local.get $dz)))
    (local.set $limit (f32.demote_f64 (f64.add
      (f64.mul (f64.add (local.get $best) (f64.const 0.0625)) (f64.const 1.000001))
      (f64.const 0.01))))

    (local.set $base (i32.add (local.get $scratch) (i32.const 96)))
    (f32.store (local.get $base) (f32.const 0))
    (i32.store offset=4 (local.get $base) (i32.const 0))
    (local.set $top (i32.add (local.get $base) (i32.const 8)))

    (block $done
      (loop $next
        (br_if $done (i32.eq (local.get $top) (local.get $base)))
        (local.set $top (i32.sub (local.get $top) (i32.const 8)))
        (br_if $next (f32.gt (f32.load (local.get $top)) (local.get $limit)))
        (local.set $node (i32.load offset=4 (local.get $top)))

        (if (i32.ge_s (local.get $node) (i32.const 0))
          (then
            (local.set $at (i32.add (local.get $boxes) (i32.mul (local.get $node) (i32.const 96))))
            (local.set $near (f32x4.mul (local.get $fix) (f32x4.sub
              (v128.load (i32.add (local.get $at) (local.get $nearX))) (local.get $fox))))
            (local.set $near (f32x4.pmax (local.get $near)
              (f32x4.mul (local.get $fiy) (f32x4.sub
                (v128.load offset=16 (i32.add (local.get $at) (local.get $nearY)))
                (local.get $foy)))))
            (local.set $near (f32x4.pmax (local.get $near)
              (f32x4.mul (local.get $fiz) (f32x4.sub
                (v128.load offset=32 (i32.add (local.get $at) (local.get $nearZ)))
                (local.get $foz)))))
            (local.set $far (f32x4.mul (local.get $fix) (f32x4.sub
              (v128.load offset=48 (i32.sub (local.get $at) (local.get $nearX)))
              (local.get $fox))))
            (local.set $far (f32x4.pmin (local.get $far)
              (f32x4.mul (local.get $fiy) (f32x4.sub
                (v128.load offset=64 (i32.sub (local.get $at) (local.get $nearY)))
                (local.get $foy)))))
            (local.set $far (f32x4.pmin (local.get $far)
              (f32x4.mul (local.get $fiz) (f32x4.sub
                (v128.load offset=80 (i32.sub (local.get $at) (local.get $nearZ)))
                (local.get $foz)))))
            (local.set $mask (i32x4.bitmask (v128.and
              (v128.and
                (f32x4.le (local.get $near) (local.get $far))
                (f32x4.ge (local.get $far) (f32x4.splat (f32.const 0))))
              (f32x4.le (local.get $near) (f32x4.splat (local.get $limit))))))
            (br_if $next (i32.eqz (local.get $mask)))
            (v128.store offset=32 (local.get $scratch) (local.get $near))
            ;; Inserts the children so that the nearest is popped first.
            (local.set $node
              (i32.add (local.get $children) (i32.shl (local.get $node) (i32.const 4))))
            (local.set $run (local.get $top))
            (loop $child
              (local.set $lane (i32.shl (i32.ctz (local.get $mask)) (i32.const 2)))
              (local.set $mask
                (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
              (local.set $n
                (f32.load offset=32 (i32.add (local.get $scratch) (local.get $lane))))
              (local.set $at (local.get $top))
              (block $placed
                (loop $shift
                  (br_if $placed (i32.eq (local.get $at) (local.get $run)))
                  (br_if $placed (i32.eqz (f32.lt
                    (f32.load (i32.sub (local.get $at) (i32.const 8))) (local.get $n))))
                  (i64.store (local.get $at) (i64.load (i32.sub (local.get $at) (i32.const 8))))
                  (local.set $at (i32.sub (local.get $at) (i32.const 8)))
                  (br $shift)))
              (f32.store (local.get $at) (local.get $n))
              (i32.store offset=4 (local.get $at)
                (i32.load (i32.add (local.get $node) (local.get $lane))))
              (local.set $top (i32.add (local.get $top) (i32.const 8)))
              (br_if $child (local.get $mask)))
            (br $next)))

        ;; A leaf: -1 - (group * 4 + count - 1). Two triangles at a time.
        (local.set $run (i32.sub (i32.const -1) (local.get $node)))
        (local.set $count (i32.and (local.get $run) (i32.const 3)))
        (local.set $run (i32.and (local.get $run) (i32.const -4)))
        (loop $pair
          (local.set $at (i32.add (local.get $triangles)
            (i32.add
              (i32.mul (i32.shr_u (local.get $run) (i32.const 2)) (i32.const 144))
              (i32.shl (i32.and (local.get $run) (i32.const 3)) (i32.const 2)))))
          (local.set $e1x (f64x2.promote_low_f32x4 (v128.load64_zero offset=48 (local.get $at))))
          (local.set $e1y (f64x2.promote_low_f32x4 (v128.load64_zero offset=64 (local.get $at))))
          (local.set $e1z (f64x2.promote_low_f32x4 (v128.load64_zero offset=80 (local.get $at))))
          (local.set $e2x (f64x2.promote_low_f32x4 (v128.load64_zero offset=96 (local.get $at))))
          (local.set $e2y (f64x2.promote_low_f32x4 (v128.load64_zero offset=112 (local.get $at))))
          (local.set $e2z (f64x2.promote_low_f32x4 (v128.load64_zero offset=128 (local.get $at))))
          (local.set $px (f64x2.sub
            (f64x2.mul (local.get $vdy) (local.get $e2z))
            (f64x2.mul (local.get $vdz) (local.get $e2y))))
          (local.set $py (f64x2.sub
            (f64x2.mul (local.get $vdz) (local.get $e2x))
            (f64x2.mul (local.get $vdx) (local.get $e2z))))
          (local.set $pz (f64x2.sub
            (f64x2.mul (local.get $vdx) (local.get $e2y))
            (f64x2.mul (local.get $vdy) (local.get $e2x))))
          (local.set $det (f64x2.add
            (f64x2.add
              (f64x2.mul (local.get $e1x) (local.get $px))
              (f64x2.mul (local.get $e1y) (local.get $py)))
            (f64x2.mul (local.get $e1z) (local.get $pz))))
          (local.set $inv (f64x2.div (f64x2.splat (f64.const 1)) (local.get $det)))
          (local.set $sx (f64x2.sub (local.get $vox)
            (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $at)))))
          (local.set $sy (f64x2.sub (local.get $voy)
            (f64x2.promote_low_f32x4 (v128.load64_zero offset=16 (local.get $at)))))
          (local.set $sz (f64x2.sub (local.get $voz)
            (f64x2.promote_low_f32x4 (v128.load64_zero offset=32 (local.get $at)))))
          (local.set $u (f64x2.mul (local.get $inv) (f64x2.add
            (f64x2.add
              (f64x2.mul (local.get $sx) (local.get $px))
              (f64x2.mul (local.get $sy) (local.get $py)))
            (f64x2.mul (local.get $sz) (local.get $pz)))))
          (local.set $qx (f64x2.sub
            (f64x2.mul (local.get $sy) (local.get $e1z))
            (f64x2.mul (local.get $sz) (local.get $e1y))))
          (local.set $qy (f64x2.sub
            (f64x2.mul (local.get $sz) (local.get $e1x))
            (f64x2.mul (local.get $sx) (local.get $e1z))))
          (local.set $qz (f64x2.sub
            (f64x2.mul (local.get $sx) (local.get $e1y))
            (f64x2.mul (local.get $sy) (local.get $e1x))))
          (local.set $v (f64x2.mul (local.get $inv) (f64x2.add
            (f64x2.add
              (f64x2.mul (local.get $vdx) (local.get $qx))
              (f64x2.mul (local.get $vdy) (local.get $qy)))
            (f64x2.mul (local.get $vdz) (local.get $qz)))))
          (local.set $t (f64x2.mul (local.get $inv) (f64x2.add
            (f64x2.add
              (f64x2.mul (local.get $e2x) (local.get $qx))
              (f64x2.mul (local.get $e2y) (local.get $qy)))
            (f64x2.mul (local.get $e2z) (local.get $qz)))))
          ;; Bits of the lanes that are met. A NaN counts as met, as in the reference. The last lane
          ;; of a group with one or three triangles is empty.
          (local.set $mask (i32.and (i32.shr_u (i32.const 3) (i32.eqz (local.get $count)))
            (i32.xor (i32.const 3) (i64x2.bitmask (v128.or
            (v128.or
              (v128.or
                (f64x2.lt (f64x2.abs (local.get $det)) (f64x2.splat (f64.const 1e-12)))
                (f64x2.le (local.get $t) (f64x2.splat (f64.const 0))))
              (v128.or
                (f64x2.lt (local.get $u) (f64x2.splat (f64.const -1e-5)))
                (f64x2.lt (local.get $v) (f64x2.splat (f64.const -1e-5)))))
            (v128.or
              (f64x2.gt (local.get $u) (f64x2.splat (f64.const 1.00001)))
              (f64x2.gt (f64x2.add (local.get $u) (local.get $v))
                (f64x2.splat (f64.const 1.00001)))))))))
          (if (local.get $mask)
            (then
              (v128.store offset=32 (local.get $scratch) (local.get $t))
              (v128.store offset=48 (local.get $scratch) (local.get $u))
              (v128.store offset=64 (local.get $scratch) (local.get $v))
              (v128.store offset=80 (local.get $scratch) (local.get $det))
              (loop $met
                (local.set $lane (i32.ctz (local.get $mask)))
                (local.set $mask
                  (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
                (local.set $at (i32.add (local.get $scratch)
                  (i32.shl (local.get $lane) (i32.const 3))))
                (local.set $lane (i32.add (local.get $run) (local.get $lane)))
                (local.set $d (f64.load offset=32 (local.get $at)))
                (if (i32.lt_u
                      (i32.load (i32.add (local.get $ids)
                        (i32.shl (local.get $lane) (i32.const 2))))
                      (local.get $preferBelow))
                  (then (local.set $d (f64.sub (local.get $d) (f64.const 0.0625)))))
                (if (i32.eqz (f64.ge (local.get $d) (local.get $best)))
                  (then
                    (local.set $best (local.get $d))
                    (local.set $row (local.get $lane))
                    (f64.store (local.get $scratch) (local.get $d))
                    (f64.store offset=8 (local.get $scratch) (f64.load offset=48 (local.get $at)))
                    (f64.store offset=16 (local.get $scratch) (f64.load offset=64 (local.get $at)))
                    (f64.store offset=24 (local.get $scratch) (f64.load offset=80 (local.get $at)))
                    (br_if $done (local.get $any))))
                (br_if $met (local.get $mask)))
              (local.set $limit (f32.demote_f64 (f64.add
                (f64.mul (f64.add (local.get $best) (f64.const 0.0625)) (f64.const 1.000001))
                (f64.const 0.01))))))
          (local.set $run (i32.add (local.get $run) (i32.const 2)))
          (local.set $count (i32.sub (local.get $count) (i32.const 2)))
          (br_if $pair (i32.ge_s (local.get $count) (i32.const 0))))
        (br $next)))
    (local.get $row))
)
