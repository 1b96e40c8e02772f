import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
// src/formats/vtf/encode-bc-color.ts
/**
* The colour half of a BC block: two 5:6:5 endpoints and two bits a texel. Range fit along the
* principal axis, then least squares for the indices found, then single steps of each endpoint channel.
* Errors are measured against what `decode-bc.ts` makes of the block.
*/
/** Rounds of least squares; most blocks settle in two. */
const FIT_ROUNDS = 4;
const STEP_ROUNDS = 4;
const AXIS_ROUNDS = 6;
/** Share of endpoint 0 in each index, by the count of colours. */
const SHARE4 = [
	1,
	0,
	2 / 3,
	1 / 3
];
const SHARE3 = [
	1,
	0,
	1 / 2,
	0
];
/** The block's texels that count, and how many there are. */
const red = /* @__PURE__ */ new Int32Array(16);
const green = /* @__PURE__ */ new Int32Array(16);
const blue = /* @__PURE__ */ new Int32Array(16);
const place = /* @__PURE__ */ new Uint8Array(16);
let used = 0;
const palette = /* @__PURE__ */ new Int32Array(12);
const candidate$1 = /* @__PURE__ */ new Uint8Array(16);
const best = {
	error: 0,
	colors: 4,
	indices: /* @__PURE__ */ new Uint8Array(16),
	end: /* @__PURE__ */ new Int32Array(6)
};
const endpoints = /* @__PURE__ */ new Float64Array(6);
const trial = /* @__PURE__ */ new Int32Array(6);
const TO_5 = quantizeTable(5);
const TO_6 = quantizeTable(6);
const FLAT_5 = flatTable(5);
const FLAT_6 = flatTable(6);
/**
* Encodes 16 RGBA texels to 8 bytes at `at`. With `punchThrough` texels of alpha below 128 become
* transparent black; otherwise alpha is ignored and the mode with transparency is not used.
*/
function encodeBcColor(texels, punchThrough, out, at) {
	gather(texels, punchThrough);
	best.indices.fill(3);
	best.error = Number.POSITIVE_INFINITY;
	best.colors = used < 16 ? 3 : 4;
	best.end.fill(0);
	if (used > 0) {
		fitRange();
		if (best.error > 0 && best.colors === 4) fitFlat();
		if (best.error > 0) stepEndpoints();
	}
	writeBlock(out, at);
}
function gather(texels, punchThrough) {
	used = 0;
	for (let i = 0; i < 16; i++) {
		if (punchThrough && texels[i * 4 + 3] < 128) continue;
		red[used] = texels[i * 4];
		green[used] = texels[i * 4 + 1];
		blue[used] = texels[i * 4 + 2];
		place[used++] = i;
	}
}
/** Ends of the texels' range along their principal axis, then the best ends for those indices. */
function fitRange() {
	findRange();
	for (let round = 0; round < FIT_ROUNDS; round++) {
		for (let k = 0; k < 6; k++) {
			const value = Math.min(Math.max(Math.round(endpoints[k]), 0), 255);
			trial[k] = k % 3 === 1 ? TO_6[value] : TO_5[value];
		}
		const previous = best.error;
		if (!tryEndpoints() || previous - best.error < 1) return;
		if (best.error === 0 || !fitIndices()) return;
	}
}
function findRange() {
	let [r, g, b] = [
		0,
		0,
		0
	];
	for (let i = 0; i < used; i++) {
		r += red[i];
		g += green[i];
		b += blue[i];
	}
	r /= used;
	g /= used;
	b /= used;
	let [rr, rg, rb, gg, gb, bb] = [
		0,
		0,
		0,
		0,
		0,
		0
	];
	for (let i = 0; i < used; i++) {
		const dr = red[i] - r;
		const dg = green[i] - g;
		const db = blue[i] - b;
		rr += dr * dr;
		rg += dr * dg;
		rb += dr * db;
		gg += dg * dg;
		gb += dg * db;
		bb += db * db;
	}
	let [x, y, z] = rr >= gg && rr >= bb ? [
		rr,
		rg,
		rb
	] : gg >= bb ? [
		rg,
		gg,
		gb
	] : [
		rb,
		gb,
		bb
	];
	for (let round = 0; round < AXIS_ROUNDS; round++) {
		const length = Math.hypot(x, y, z) || 1;
		const [ux, uy, uz] = [
			x / length,
			y / length,
			z / length
		];
		x = rr * ux + rg * uy + rb * uz;
		y = rg * ux + gg * uy + gb * uz;
		z = rb * ux + gb * uy + bb * uz;
	}
	const length = Math.hypot(x, y, z) || 1;
	let low = 0;
	let high = 0;
	for (let i = 0; i < used; i++) {
		const along = ((red[i] - r) * x + (green[i] - g) * y + (blue[i] - b) * z) / length;
		low = Math.min(low, along);
		high = Math.max(high, along);
	}
	endpoints[0] = r + x * high / length;
	endpoints[1] = g + y * high / length;
	endpoints[2] = b + z * high / length;
	endpoints[3] = r + x * low / length;
	endpoints[4] = g + y * low / length;
	endpoints[5] = b + z * low / length;
}
/** Least squares: the endpoints that suit the best indices; false where the indices leave them open. */
function fitIndices() {
	const share = best.colors === 4 ? SHARE4 : SHARE3;
	let [aa, ab, bb] = [
		0,
		0,
		0
	];
	let [ar, ag, ablue, br, bg, bblue] = [
		0,
		0,
		0,
		0,
		0,
		0
	];
	for (let i = 0; i < used; i++) {
		const a = share[best.indices[place[i]]];
		const b = 1 - a;
		aa += a * a;
		ab += a * b;
		bb += b * b;
		ar += a * red[i];
		ag += a * green[i];
		ablue += a * blue[i];
		br += b * red[i];
		bg += b * green[i];
		bblue += b * blue[i];
	}
	const determinant = aa * bb - ab * ab;
	if (determinant < 1e-6) return false;
	endpoints[0] = (ar * bb - br * ab) / determinant;
	endpoints[1] = (ag * bb - bg * ab) / determinant;
	endpoints[2] = (ablue * bb - bblue * ab) / determinant;
	endpoints[3] = (br * aa - ar * ab) / determinant;
	endpoints[4] = (bg * aa - ag * ab) / determinant;
	endpoints[5] = (bblue * aa - ablue * ab) / determinant;
	return true;
}
/** The pair whose third comes nearest to the mean: exact for most single colours. */
function fitFlat() {
	let [r, g, b] = [
		0,
		0,
		0
	];
	for (let i = 0; i < used; i++) {
		r += red[i];
		g += green[i];
		b += blue[i];
	}
	const pairs = [
		FLAT_5[Math.round(r / used)],
		FLAT_6[Math.round(g / used)],
		FLAT_5[Math.round(b / used)]
	];
	for (let k = 0; k < 3; k++) {
		trial[k] = pairs[k] >> 8;
		trial[k + 3] = pairs[k] & 255;
	}
	tryEndpoints();
}
/** Moves one channel of one endpoint by one step at a time for as long as that helps. */
function stepEndpoints() {
	for (let round = 0; round < STEP_ROUNDS; round++) {
		const before = best.error;
		for (let k = 0; k < 6; k++) {
			const top = k % 3 === 1 ? 63 : 31;
			for (let step = -1; step <= 1; step += 2) {
				trial.set(best.end);
				trial[k] += step;
				if (trial[k] >= 0 && trial[k] <= top) tryEndpoints();
			}
		}
		if (best.error === before) return;
	}
}
/** Takes `trial` as the best endpoints if the nearest palette colours come closer than before. */
function tryEndpoints() {
	fillPalette();
	let error = 0;
	for (let i = 0; i < used; i++) {
		const r = red[i];
		const g = green[i];
		const b = blue[i];
		let least = 1 << 30;
		let index = 0;
		for (let k = 0; k < best.colors; k++) {
			const dr = palette[k * 3] - r;
			const dg = palette[k * 3 + 1] - g;
			const db = palette[k * 3 + 2] - b;
			const distance = dr * dr + dg * dg + db * db;
			if (distance < least) {
				least = distance;
				index = k;
			}
		}
		error += least;
		if (error >= best.error) return false;
		candidate$1[i] = index;
	}
	best.error = error;
	best.end.set(trial);
	for (let i = 0; i < used; i++) best.indices[place[i]] = candidate$1[i];
	return true;
}
function fillPalette() {
	for (let k = 0; k < 3; k++) {
		const a = k === 1 ? widen6(trial[k]) : widen5(trial[k]);
		const b = k === 1 ? widen6(trial[k + 3]) : widen5(trial[k + 3]);
		palette[k] = a;
		palette[k + 3] = b;
		palette[k + 6] = best.colors === 4 ? third(a, b) : a + b >> 1;
		palette[k + 9] = third(b, a);
	}
}
/** The order of the two words says how many colours the block has; the indices follow it. */
function writeBlock(out, at) {
	const { end, indices } = best;
	let c0 = end[0] << 11 | end[1] << 5 | end[2];
	let c1 = end[3] << 11 | end[4] << 5 | end[5];
	const isFlat = c0 === c1;
	const swaps = !isFlat && c0 < c1 === (best.colors === 4);
	if (swaps) [c0, c1] = [c1, c0];
	out[at] = c0 & 255;
	out[at + 1] = c0 >> 8;
	out[at + 2] = c1 & 255;
	out[at + 3] = c1 >> 8;
	for (let row = 0; row < 4; row++) {
		let bits = 0;
		for (let column = 0; column < 4; column++) {
			let index = indices[row * 4 + column];
			if (best.colors === 4) {
				if (isFlat) index = 0;
				else if (swaps) index ^= 1;
			} else if (swaps && index < 2) index ^= 1;
			bits |= index << column * 2;
		}
		out[at + 4 + row] = bits;
	}
}
function widen5(value) {
	return value << 3 | value >> 2;
}
function widen6(value) {
	return value << 2 | value >> 4;
}
function third(a, b) {
	return (2 * a + b) / 3 | 0;
}
function widen(value, bits) {
	return bits === 5 ? widen5(value) : widen6(value);
}
/** 8 bits to the nearest of the widened values. */
function quantizeTable(bits) {
	const top = (1 << bits) - 1;
	return Uint8Array.from({ length: 256 }, (_, value) => {
		const guess = Math.round(value * top / 255);
		let nearest = guess;
		for (const other of [guess - 1, guess + 1]) {
			if (other < 0 || other > top) continue;
			if (Math.abs(widen(nearest, bits) - value) - Math.abs(widen(other, bits) - value) > 0) nearest = other;
		}
		return nearest;
	});
}
/** 8 bits to endpoints `high << 8 | low` whose nearer third is closest; the closer pair of equals. */
function flatTable(bits) {
	const top = (1 << bits) - 1;
	return Uint16Array.from({ length: 256 }, (_, value) => {
		let pair = 0;
		let least = Number.POSITIVE_INFINITY;
		for (let a = 0; a <= top; a++) for (let b = 0; b <= top; b++) {
			const cost = Math.abs(third(widen(a, bits), widen(b, bits)) - value) * 1024 + Math.abs(a - b);
			if (cost >= least) continue;
			least = cost;
			pair = a << 8 | b;
		}
		return pair;
	});
}
// src/formats/vtf/encode-bc.ts
/** RGBA8 to BC1 and BC3 (DXT1, DXT5). The colours of a block are `encode-bc-color.ts`'s. */
const texels = /* @__PURE__ */ new Uint8Array(64);
const ramp$1 = /* @__PURE__ */ new Uint8Array(8);
const bestAlpha = {
	error: 0,
	ends: /* @__PURE__ */ new Uint8Array(2),
	indices: /* @__PURE__ */ new Uint8Array(16)
};
const candidate = /* @__PURE__ */ new Uint8Array(16);
/**
* Encodes one image of `width` x `height` texels. A block that hangs over the edge repeats the last
* texels. Of BC1, `punchThrough` makes texels of alpha below 128 transparent; else alpha is lost.
*/
function encodeBc(kind, rgba, width, height, punchThrough = false) {
	const blockBytes = kind === 1 ? 8 : 16;
	const out = new Uint8Array(Math.ceil(width / 4) * Math.ceil(height / 4) * blockBytes);
	let at = 0;
	for (let y = 0; y < height; y += 4) for (let x = 0; x < width; x += 4, at += blockBytes) {
		readBlock(rgba, width, height, x, y);
		if (kind === 3) encodeBcAlpha(out, at);
		encodeBcColor(texels, kind === 1 && punchThrough, out, at + blockBytes - 8);
	}
	return out;
}
function readBlock(rgba, width, height, x, y) {
	for (let row = 0; row < 4; row++) {
		const line = Math.min(y + row, height - 1) * width;
		for (let column = 0; column < 4; column++) {
			const from = (line + Math.min(x + column, width - 1)) * 4;
			const to = (row * 4 + column) * 4;
			for (let k = 0; k < 4; k++) texels[to + k] = rgba[from + k];
		}
	}
}
/** Eight steps over the whole range, or six over what is neither 0 nor 255, whichever is closer. */
function encodeBcAlpha(out, at) {
	let [low, high, innerLow, innerHigh] = [
		255,
		0,
		255,
		0
	];
	for (let i = 0; i < 16; i++) {
		const alpha = texels[i * 4 + 3];
		low = Math.min(low, alpha);
		high = Math.max(high, alpha);
		if (alpha > 0) innerLow = Math.min(innerLow, alpha);
		if (alpha < 255) innerHigh = Math.max(innerHigh, alpha);
	}
	bestAlpha.error = Number.POSITIVE_INFINITY;
	tryAlphaEnds(high, low);
	if (innerLow <= innerHigh) tryAlphaEnds(innerLow, innerHigh);
	else tryAlphaEnds(low, low);
	for (let round = 0; bestAlpha.error > 0 && round < 8; round++) {
		const before = bestAlpha.error;
		const [a, b] = bestAlpha.ends;
		for (const [da, db] of [
			[-1, 0],
			[1, 0],
			[0, -1],
			[0, 1]
		]) if (a + da > b + db === a > b && a + da >= 0 && a + da <= 255 && b + db >= 0 && b + db <= 255) tryAlphaEnds(a + da, b + db);
		if (bestAlpha.error === before) break;
	}
	writeAlpha(out, at);
}
function tryAlphaEnds(a, b) {
	ramp$1[0] = a;
	ramp$1[1] = b;
	if (a > b) for (let i = 1; i < 7; i++) ramp$1[i + 1] = ((7 - i) * a + i * b) / 7;
	else {
		for (let i = 1; i < 5; i++) ramp$1[i + 1] = ((5 - i) * a + i * b) / 5;
		ramp$1[6] = 0;
		ramp$1[7] = 255;
	}
	let error = 0;
	for (let i = 0; i < 16; i++) {
		const alpha = texels[i * 4 + 3];
		let least = Number.POSITIVE_INFINITY;
		for (let k = 0; k < 8; k++) {
			const distance = (ramp$1[k] - alpha) ** 2;
			if (distance < least) {
				least = distance;
				candidate[i] = k;
			}
		}
		error += least;
		if (error >= bestAlpha.error) return;
	}
	bestAlpha.error = error;
	bestAlpha.ends[0] = a;
	bestAlpha.ends[1] = b;
	bestAlpha.indices.set(candidate);
}
/** Two ends, then 48 bits of indices: 12 a row, two rows to three bytes. */
function writeAlpha(out, at) {
	out[at] = bestAlpha.ends[0];
	out[at + 1] = bestAlpha.ends[1];
	for (let half = 0; half < 2; half++) {
		let bits = 0;
		for (let i = 0; i < 8; i++) bits |= bestAlpha.indices[half * 8 + i] << i * 3;
		out[at + 2 + half * 3] = bits & 255;
		out[at + 3 + half * 3] = bits >> 8 & 255;
		out[at + 4 + half * 3] = bits >> 16 & 255;
	}
}
// src/formats/vtf/half-float.ts
/** Half floats (1 sign, 5 exponent, 10 mantissa bits) from single floats. */
const float = /* @__PURE__ */ new Float32Array(1);
const bits = new Uint32Array(float.buffer);
/** Rounds to nearest, half up in magnitude; too large becomes infinity, NaN stays NaN. */
function halfFromFloat(value) {
	float[0] = value;
	const word = bits[0];
	const sign = word >>> 16 & 32768;
	const magnitude = word & 2147483647;
	if (magnitude > 2139095040) return sign | 32256;
	if (magnitude >= 1199570944) return sign | 31744;
	if (magnitude >= 947912704) return sign | magnitude - 939524096 + 4096 >>> 13;
	const shift = 126 - (magnitude >>> 23);
	if (shift > 24) return sign;
	return sign | (magnitude & 8388607 | 8388608) + (1 << shift - 1) >>> shift;
}
// src/formats/vtf/encode-texels.ts
/** RGBA8 and RGBA floats to the uncompressed formats that are written. */
/** The largest finite half float. */
const MAX_HALF = 65504;
/** RGBA8 with red and blue exchanged: BGRA8888. */
function encodeBgra8888(rgba) {
	const out = new Uint8Array(rgba.length);
	for (let i = 0; i < rgba.length; i += 4) {
		out[i] = rgba[i + 2];
		out[i + 1] = rgba[i + 1];
		out[i + 2] = rgba[i];
		out[i + 3] = rgba[i + 3];
	}
	return out;
}
/** RGBA16161616F: 8 bytes a texel, little-endian; values past a half's range are clamped to it. */
function encodeRgba16161616f(rgba) {
	const out = new Uint8Array(rgba.length * 2);
	for (let i = 0; i < rgba.length; i++) {
		const half = halfFromFloat(Math.min(Math.max(rgba[i], -65504), MAX_HALF));
		out[i * 2] = half & 255;
		out[i * 2 + 1] = half >> 8;
	}
	return out;
}
const IMAGE_FORMATS = [
	[
		"RGBA8888",
		1,
		4
	],
	[
		"ABGR8888",
		1,
		4
	],
	[
		"RGB888",
		1,
		3
	],
	[
		"BGR888",
		1,
		3
	],
	[
		"RGB565",
		1,
		2
	],
	[
		"I8",
		1,
		1
	],
	[
		"IA88",
		1,
		2
	],
	[
		"P8",
		1,
		1
	],
	[
		"A8",
		1,
		1
	],
	[
		"RGB888_BLUESCREEN",
		1,
		3
	],
	[
		"BGR888_BLUESCREEN",
		1,
		3
	],
	[
		"ARGB8888",
		1,
		4
	],
	[
		"BGRA8888",
		1,
		4
	],
	[
		"DXT1",
		4,
		8
	],
	[
		"DXT3",
		4,
		16
	],
	[
		"DXT5",
		4,
		16
	],
	[
		"BGRX8888",
		1,
		4
	],
	[
		"BGR565",
		1,
		2
	],
	[
		"BGRX5551",
		1,
		2
	],
	[
		"BGRA4444",
		1,
		2
	],
	[
		"DXT1_ONEBITALPHA",
		4,
		8
	],
	[
		"BGRA5551",
		1,
		2
	],
	[
		"UV88",
		1,
		2
	],
	[
		"UVWQ8888",
		1,
		4
	],
	[
		"RGBA16161616F",
		1,
		8
	],
	[
		"RGBA16161616",
		1,
		8
	],
	[
		"UVLX8888",
		1,
		4
	],
	[
		"R32F",
		1,
		4
	],
	[
		"RGB323232F",
		1,
		12
	],
	[
		"RGBA32323232F",
		1,
		16
	],
	[
		"NV_DST16",
		1,
		2
	],
	[
		"NV_DST24",
		1,
		4
	],
	[
		"NV_INTZ",
		1,
		4
	],
	[
		"NV_RAWZ",
		1,
		4
	],
	[
		"ATI_DST16",
		1,
		2
	],
	[
		"ATI_DST24",
		1,
		4
	],
	[
		"NV_NULL",
		1,
		4
	],
	[
		"ATI2N",
		4,
		16
	],
	[
		"ATI1N",
		4,
		8
	],
	[
		"DXT1_RUNTIME",
		4,
		8
	],
	[
		"DXT5_RUNTIME",
		4,
		16
	]
].map(([name, blockTexels, blockBytes]) => ({
	name,
	blockTexels,
	blockBytes
}));
/** Bytes of one image of a format; a volume has `depth` of them. May exceed 2^32: compare, then use. */
function imageByteLength(format, width, height) {
	return Math.ceil(width / format.blockTexels) * Math.ceil(height / format.blockTexels) * format.blockBytes;
}
// src/formats/vtf/texture-flags.ts
const TEXTUREFLAGS_ONEBITALPHA = 4096;
const TEXTUREFLAGS_EIGHTBITALPHA = 8192;
const TEXTUREFLAGS_ENVMAP = 16384;
// src/formats/vtf/write-vtf.ts
/**
* Writes a VTF of version 7.4: header, resource table, thumbnail, image.
*
* Facts from Valve's public `vtf/vtf.h`: the table lists the thumbnail (0x01) and the image (0x30) by
* their offsets; the image is stored smallest mip first, and in a mip by frame, then face.
*/
const HEADER_BYTES = 80;
const RESOURCE_BYTES = 8;
const LOW_RES_IMAGE = 1;
const IMAGE = 48;
/** The first frame of a cubemap without a spheremap; else 7.4 expects a seventh face. */
const NO_SPHEREMAP = 65535;
/** Throws RangeError where counts, sizes and images do not make one texture. */
function writeVtf(vtf) {
	checkCounts(vtf);
	const images = listImages(vtf);
	const { lowRes } = vtf;
	if (lowRes) checkLowRes(lowRes);
	const headerBytes = HEADER_BYTES + RESOURCE_BYTES * (lowRes ? 2 : 1);
	const imageOffset = headerBytes + (lowRes?.data.length ?? 0);
	const imageBytes = images.reduce((sum, image) => sum + image.length, 0);
	const bytes = new Uint8Array(imageOffset + imageBytes);
	const view = new DataView(bytes.buffer);
	writeHeader(view, vtf, headerBytes);
	let entry = HEADER_BYTES;
	if (lowRes) {
		view.setUint32(entry, LOW_RES_IMAGE, true);
		view.setUint32(entry + 4, headerBytes, true);
		entry += RESOURCE_BYTES;
		bytes.set(lowRes.data, headerBytes);
	}
	view.setUint32(entry, IMAGE, true);
	view.setUint32(entry + 4, imageOffset, true);
	let at = imageOffset;
	for (const image of images) {
		bytes.set(image, at);
		at += image.length;
	}
	return bytes;
}
function writeHeader(view, vtf, headerBytes) {
	view.setUint32(0, 4609110, true);
	view.setUint32(4, 7, true);
	view.setUint32(8, 4, true);
	view.setUint32(12, headerBytes, true);
	view.setUint16(16, vtf.width, true);
	view.setUint16(18, vtf.height, true);
	view.setUint32(20, vtf.flags, true);
	view.setUint16(24, vtf.frameCount, true);
	view.setUint16(26, vtf.faceCount === 6 ? NO_SPHEREMAP : vtf.firstFrame, true);
	for (let k = 0; k < 3; k++) view.setFloat32(32 + k * 4, vtf.reflectivity[k], true);
	view.setFloat32(48, vtf.bumpScale, true);
	view.setInt32(52, vtf.format, true);
	view.setUint8(56, vtf.mipCount);
	view.setInt32(57, vtf.lowRes?.format ?? -1, true);
	view.setUint8(61, vtf.lowRes?.width ?? 0);
	view.setUint8(62, vtf.lowRes?.height ?? 0);
	view.setUint16(63, vtf.depth, true);
	view.setUint32(68, vtf.lowRes ? 2 : 1, true);
}
/** In the order of the file. */
function listImages(vtf) {
	const info = IMAGE_FORMATS[vtf.format];
	const images = [];
	for (let mip = vtf.mipCount - 1; mip >= 0; mip--) {
		const byteLength = imageByteLength(info, Math.max(1, vtf.width >>> mip), Math.max(1, vtf.height >>> mip)) * Math.max(1, vtf.depth >>> mip);
		for (let frame = 0; frame < vtf.frameCount; frame++) for (let face = 0; face < vtf.faceCount; face++) {
			const image = vtf.image(mip, frame, face);
			if (image.length !== byteLength) throw new RangeError(`mip ${mip}, frame ${frame}, face ${face} has ${image.length} bytes, not ${byteLength}`);
			images.push(image);
		}
	}
	return images;
}
function checkCounts(vtf) {
	if (!IMAGE_FORMATS[vtf.format]) throw new RangeError(`no image format ${vtf.format}`);
	for (const name of [
		"width",
		"height",
		"depth",
		"frameCount"
	]) if (!Number.isInteger(vtf[name]) || vtf[name] < 1 || vtf[name] > 65535) throw new RangeError(`${name} ${vtf[name]} is not 1 to 65535`);
	const fullChain = 32 - Math.clz32(Math.max(vtf.width, vtf.height, vtf.depth));
	if (!Number.isInteger(vtf.mipCount) || vtf.mipCount < 1 || vtf.mipCount > fullChain) throw new RangeError(`mipCount ${vtf.mipCount} is not 1 to ${fullChain}`);
	const isCube = (vtf.flags & TEXTUREFLAGS_ENVMAP) !== 0;
	const hasSpheremap = vtf.faceCount === 7 && vtf.firstFrame !== NO_SPHEREMAP;
	if (!(isCube ? vtf.faceCount === 6 || hasSpheremap : vtf.faceCount === 1)) throw new RangeError(`${vtf.faceCount} faces ${isCube ? "in" : "without"} a cubemap`);
}
function checkLowRes({ width, height, format, data }) {
	const info = IMAGE_FORMATS[format];
	if (!info || !(width >= 1 && width <= 255 && height >= 1 && height <= 255)) throw new RangeError(`a thumbnail of ${width}x${height} in format ${format}`);
	const byteLength = imageByteLength(info, width, height);
	if (data.length !== byteLength) throw new RangeError(`the thumbnail has ${data.length} bytes, not ${byteLength}`);
}
// src/compile/vtex/build-mips.ts
/** The whole chain, largest first. */
function buildMips(image, options) {
	const mips = [image];
	const reference = options.alphaTestReference;
	const coverage = reference === null ? 0 : alphaCoverage(image, reference, 1);
	for (let mip = image; mip.width > 1 || mip.height > 1;) {
		mip = halve(mip, reference !== null);
		mips.push(mip);
	}
	for (const mip of mips.slice(1)) {
		if (options.kind === "normal") normalize(mip);
		if (reference !== null) keepCoverage(mip, reference, coverage);
	}
	return mips;
}
function halve({ width, height, rgba }, weighted) {
	const newWidth = Math.max(1, width >>> 1);
	const newHeight = Math.max(1, height >>> 1);
	const out = new Float32Array(newWidth * newHeight * 4);
	const right = width > 1 ? 4 : 0;
	const below = height > 1 ? width * 4 : 0;
	for (let y = 0; y < newHeight; y++) for (let x = 0; x < newWidth; x++) {
		const a = (Math.min(y * 2, height - 1) * width + Math.min(x * 2, width - 1)) * 4;
		const [b, c, d] = [
			a + right,
			a + below,
			a + right + below
		];
		const to = (y * newWidth + x) * 4;
		const alpha = rgba[a + 3] + rgba[b + 3] + rgba[c + 3] + rgba[d + 3];
		out[to + 3] = alpha / 4;
		for (let k = 0; k < 3; k++) out[to + k] = weighted && alpha > 0 ? (rgba[a + k] * rgba[a + 3] + rgba[b + k] * rgba[b + 3] + rgba[c + k] * rgba[c + 3] + rgba[d + k] * rgba[d + 3]) / alpha : (rgba[a + k] + rgba[b + k] + rgba[c + k] + rgba[d + k]) / 4;
	}
	return {
		width: newWidth,
		height: newHeight,
		rgba: out
	};
}
/** Vectors that cancel each other out become straight up. */
function normalize({ rgba }) {
	for (let i = 0; i < rgba.length; i += 4) {
		const length = Math.hypot(rgba[i], rgba[i + 1], rgba[i + 2]);
		if (length < 1e-6) rgba.set([
			0,
			0,
			1
		], i);
		else for (let k = 0; k < 3; k++) rgba[i + k] /= length;
	}
}
/** Share of the texels whose alpha times `scale` reaches the reference. */
function alphaCoverage({ rgba }, reference, scale) {
	let count = 0;
	for (let i = 3; i < rgba.length; i += 4) if (rgba[i] * scale >= reference) count++;
	return count * 4 / rgba.length;
}
/** Scales alpha by the factor, found by halving an interval, that comes closest to the coverage. */
function keepCoverage(mip, reference, coverage) {
	let low = 0;
	let high = 8;
	for (let round = 0; round < 12; round++) {
		const scale = (low + high) / 2;
		if (alphaCoverage(mip, reference, scale) < coverage) low = scale;
		else high = scale;
	}
	for (let i = 3; i < mip.rgba.length; i += 4) mip.rgba[i] = Math.min(1, mip.rgba[i] * high);
}
// src/compile/vtex/linear-light.ts
/** Stored 8-bit colours and linear light. */
/** sRGB byte to linear light, 0..1. */
const LINEAR_FROM_BYTE = Float32Array.from({ length: 256 }, (_, byte) => {
	const value = byte / 255;
	return value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
});
/** Linear light to the nearest sRGB byte; clamped to 0..1. */
function byteFromLinear(value) {
	const linear = Math.min(Math.max(value, 0), 1);
	const encoded = linear <= .0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - .055;
	return Math.round(encoded * 255);
}
/** 0..1 to the nearest byte. */
function byteFromUnit(value) {
	return Math.round(Math.min(Math.max(value, 0), 1) * 255);
}
// src/compile/vtex/texels.ts
/** What the texels of an image mean, and how they are stored and filtered for it. */
/** From stored bytes. */
function planeFromBytes(bytes, width, height, kind) {
	const rgba = new Float32Array(bytes.length);
	for (let i = 0; i < bytes.length; i++) {
		const unit = bytes[i] / 255;
		if (i % 4 === 3 || kind === "data") rgba[i] = unit;
		else rgba[i] = kind === "color" ? LINEAR_FROM_BYTE[bytes[i]] : unit * 2 - 1;
	}
	return {
		width,
		height,
		rgba
	};
}
/** To stored bytes. */
function bytesFromPlane({ rgba }, kind) {
	const bytes = new Uint8Array(rgba.length);
	for (let i = 0; i < bytes.length; i++) if (i % 4 === 3 || kind === "data") bytes[i] = byteFromUnit(rgba[i]);
	else if (kind === "color") bytes[i] = byteFromLinear(rgba[i]);
	else bytes[i] = byteFromUnit(rgba[i] * .5 + .5);
	return bytes;
}
// src/compile/vtex/compile-vtex.ts
/**
* vtex: images to a VTF, with mips, thumbnail, mean colour and the flags that follow from the texels.
*
* Seen in files of the real tool: the reflectivity is the mean of (byte / 255)^2.2 over all frames and
* faces of the source, alpha without influence; the thumbnail is DXT1, at most 16 texels on an edge.
*/
const VTEX_DEFAULTS = {
	format: "DXT1",
	kind: "color",
	mips: true,
	flags: 0,
	cubemap: false,
	alphaTestReference: null
};
const LOW_RES_EDGE = 16;
/** Source's own idea of the curve between bytes and linear light, for mean colours. */
const REFLECTIVITY_GAMMA = 2.2;
/**
* Compiles one texture. `images` holds RGBA texels by frame, then face: bytes as they are stored, or
* floats of linear light (of `normal`, vectors; of `data`, 0..1). Alpha is 0..1 or a byte.
* Throws RangeError for sizes and counts that make no texture.
*/
function compileVtex(images, options) {
	const settings = {
		...VTEX_DEFAULTS,
		...options
	};
	const { width, height, kind, format } = settings;
	checkSizes(images, settings);
	const planes = images.map((image) => image instanceof Float32Array ? {
		width,
		height,
		rgba: image
	} : planeFromBytes(image, width, height, kind));
	const faceCount = settings.cubemap ? 6 : 1;
	const chains = planes.map((plane) => settings.mips ? buildMips(plane, settings) : [plane]);
	const hasAlpha = planes.some(isSeenThrough);
	const encoded = chains.map((chain) => chain.map((mip) => encodePlane(mip, settings, hasAlpha)));
	return writeVtf({
		width,
		height,
		depth: 1,
		frameCount: images.length / faceCount,
		firstFrame: 0,
		faceCount,
		mipCount: chains[0].length,
		flags: settings.flags | derivedFlags(settings, hasAlpha),
		format: formatNumber(format === "DXT1" && hasAlpha ? "DXT1_ONEBITALPHA" : format),
		reflectivity: measureReflectivity(images, planes, kind),
		bumpScale: 1,
		lowRes: makeLowRes(settings.mips ? chains[0] : buildMips(planes[0], settings), kind),
		image: (mip, frame = 0, face = 0) => encoded[frame * faceCount + face][mip]
	});
}
function checkSizes(images, { width, height, cubemap }) {
	for (const edge of [width, height]) if (!(edge >= 1 && edge <= 32768 && (edge & edge - 1) === 0)) throw new RangeError(`${width}x${height} texels: both must be powers of two`);
	if (images.length === 0 || cubemap && images.length % 6 !== 0) throw new RangeError(`${images.length} images make no ${cubemap ? "cubemap" : "texture"}`);
	for (const { length } of images) if (length !== width * height * 4) throw new RangeError(`an image has ${length} values, not ${width * height * 4}`);
}
function encodePlane(plane, settings, hasAlpha) {
	const { format, kind } = settings;
	if (format === "RGBA16161616F") return encodeRgba16161616f(plane.rgba);
	const bytes = bytesFromPlane(plane, kind);
	if (format === "RGBA8888") return bytes;
	if (format === "BGRA8888") return encodeBgra8888(bytes);
	if (format === "DXT5") return encodeBc(3, bytes, plane.width, plane.height);
	return encodeBc(1, bytes, plane.width, plane.height, hasAlpha);
}
function derivedFlags({ format, kind, cubemap }, hasAlpha) {
	let flags = kind === "normal" ? 128 : 0;
	if (cubemap) flags |= TEXTUREFLAGS_ENVMAP;
	if (!hasAlpha) return flags;
	return flags | (format === "DXT1" ? TEXTUREFLAGS_ONEBITALPHA : TEXTUREFLAGS_EIGHTBITALPHA);
}
function isSeenThrough({ rgba }) {
	for (let i = 3; i < rgba.length; i += 4) if (rgba[i] < 254.5 / 255) return true;
	return false;
}
function measureReflectivity(images, planes, kind) {
	const sum = [
		0,
		0,
		0
	];
	let count = 0;
	for (const [i, image] of images.entries()) {
		const bytes = image instanceof Float32Array ? null : image;
		const { rgba } = planes[i];
		for (let at = 0; at < image.length; at += 4, count++) for (let k = 0; k < 3; k++) sum[k] += bytes ? GAMMA_TABLE[bytes[at + k]] : lightOf(rgba[at + k], kind);
	}
	return [
		sum[0] / count,
		sum[1] / count,
		sum[2] / count
	];
}
const GAMMA_TABLE = Float64Array.from({ length: 256 }, (_, i) => (i / 255) ** REFLECTIVITY_GAMMA);
function lightOf(value, kind) {
	if (kind === "color") return value;
	const unit = kind === "normal" ? value * .5 + .5 : value;
	return Math.min(Math.max(unit, 0), 1) ** REFLECTIVITY_GAMMA;
}
/** The mip of at most 16 texels on an edge, opaque. */
function makeLowRes(mips, kind) {
	const small = mips.find(({ width, height }) => Math.max(width, height) <= LOW_RES_EDGE);
	const { width, height } = small;
	const data = encodeBc(1, bytesFromPlane(small, kind), width, height);
	return {
		width,
		height,
		format: formatNumber("DXT1"),
		data
	};
}
function formatNumber(name) {
	return IMAGE_FORMATS.findIndex((format) => format.name === name);
}
// assets/textures/color.ts
/** `#rrggbb`. */
function hex(text) {
	const value = Number.parseInt(text.slice(1), 16);
	return [
		(value >> 16) / 255,
		(value >> 8 & 255) / 255,
		(value & 255) / 255
	];
}
function clamp(value, low = 0, high = 1) {
	return Math.min(Math.max(value, low), high);
}
function smoothstep(low, high, value) {
	const t = clamp((value - low) / (high - low));
	return t * t * (3 - 2 * t);
}
function lerp(a, b, t) {
	return a + (b - a) * t;
}
function mix(a, b, t) {
	return [
		lerp(a[0], b[0], t),
		lerp(a[1], b[1], t),
		lerp(a[2], b[2], t)
	];
}
function scale(color, by) {
	return [
		color[0] * by,
		color[1] * by,
		color[2] * by
	];
}
/** The colour at `t`, 0..1, of evenly spaced stops. */
function ramp(stops, t) {
	const at = clamp(t) * (stops.length - 1);
	const i = Math.min(Math.floor(at), stops.length - 2);
	return mix(stops[i], stops[i + 1], at - i);
}
const PALETTE = {
	plaster: hex("#dcc6a1"),
	plasterShade: hex("#bfa078"),
	brick: hex("#a65a3c"),
	brickDark: hex("#7d402e"),
	mortar: hex("#b5a48a"),
	teal: hex("#33706f"),
	tealDark: hex("#1e4a4c"),
	tealLight: hex("#5a9c96"),
	steel: hex("#77797a"),
	steelDark: hex("#3d4245"),
	rust: hex("#8a4a24"),
	orange: hex("#ffa340"),
	orangeDark: hex("#c4661c"),
	concrete: hex("#99938a"),
	concreteDark: hex("#6f6a63"),
	wood: hex("#8a5a34"),
	woodDark: hex("#573620"),
	woodLight: hex("#ad7c4c"),
	rock: hex("#8b7c6d"),
	rockDark: hex("#544a42"),
	grass: hex("#67812f"),
	grassDark: hex("#3c5423"),
	grassDry: hex("#a39a4a"),
	dirt: hex("#6d5138"),
	dirtDark: hex("#463322"),
	sand: hex("#d2b585"),
	ink: hex("#20242a"),
	cream: hex("#f3e7d0")
};
// assets/textures/surface.ts
/** A texture in the making: colour, alpha and height, a value each texel, repeating at the edges. */
/** Asks `texel` once for each texel's centre; u runs right and v down, 0..1. */
function paint(width, height, texel) {
	const color = new Float32Array(width * height * 3);
	const alpha = new Float32Array(width * height);
	const relief = new Float32Array(width * height);
	for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) {
		const made = texel((x + .5) / width, (y + .5) / height);
		color.set(made.color, i * 3);
		alpha[i] = made.alpha ?? 1;
		relief[i] = made.height ?? 0;
	}
	return {
		width,
		height,
		color,
		alpha,
		relief
	};
}
/** Darkens what lies deeper than its surroundings and lightens what stands out, by `amount`. */
function shadeRelief(surface, radius, amount) {
	const { width, height, relief } = surface;
	const around = blur(relief, width, height, radius);
	const color = surface.color.slice();
	for (let i = 0; i < relief.length; i++) {
		const shade = clamp(1 + (relief[i] - around[i]) * amount, .35, 1.35);
		for (let k = 0; k < 3; k++) color[i * 3 + k] *= shade;
	}
	return {
		...surface,
		color
	};
}
/** Box blur in both directions, wrapping round. */
function blur(values, width, height, radius) {
	const lines = new Float32Array(values.length);
	const out = new Float32Array(values.length);
	const share = 1 / (radius * 2 + 1);
	for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
		let sum = 0;
		for (let d = -radius; d <= radius; d++) sum += values[y * width + (x + d + width) % width];
		lines[y * width + x] = sum * share;
	}
	for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
		let sum = 0;
		for (let d = -radius; d <= radius; d++) sum += lines[(y + d + height) % height * width + x];
		out[y * width + x] = sum * share;
	}
	return out;
}
/** RGBA bytes: sRGB and alpha. */
function toRgba({ color, alpha }) {
	const bytes = new Uint8Array(alpha.length * 4);
	for (let i = 0; i < alpha.length; i++) {
		for (let k = 0; k < 3; k++) bytes[i * 4 + k] = Math.round(clamp(color[i * 3 + k]) * 255);
		bytes[i * 4 + 3] = Math.round(clamp(alpha[i]) * 255);
	}
	return bytes;
}
/**
* The normal map of the relief as RGBA bytes: x to the right and y down the picture, as the texture's
* axes run. `depth` is the relief's height in texels. `gloss` of each texel goes into alpha, where
* `$normalmapalphaenvmapmask` looks for it.
*/
function toNormalMap({ width, height, relief }, depth, gloss = () => 1) {
	const bytes = new Uint8Array(relief.length * 4);
	const at = (x, y) => relief[(y + height) % height * width + (x + width) % width] * depth;
	for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) {
		const dx = (at(x + 1, y) - at(x - 1, y)) / 2;
		const dy = (at(x, y + 1) - at(x, y - 1)) / 2;
		const length = Math.hypot(dx, dy, 1);
		bytes[i * 4] = Math.round(-dx / length * 127.5 + 127.5);
		bytes[i * 4 + 1] = Math.round(-dy / length * 127.5 + 127.5);
		bytes[i * 4 + 2] = Math.round(127.5 / length + 127.5);
		bytes[i * 4 + 3] = Math.round(clamp(gloss(i)) * 255);
	}
	return bytes;
}
// assets/textures/noise.ts
/** Noise on the torus: everything repeats after 1 in u and in v. */
/** 0..1 from two whole numbers and a seed; the same on every machine. */
function hash(x, y, seed) {
	let h = Math.imul(x | 0, 668265261) ^ Math.imul(y | 0, 374761393) ^ Math.imul(seed | 0, 2654435761);
	h = Math.imul(h ^ h >>> 15, 2246822507);
	h = Math.imul(h ^ h >>> 13, 3266489909);
	return ((h ^ h >>> 16) >>> 0) / 4294967296;
}
function wrap(x, period) {
	const rest = x % period;
	return rest < 0 ? rest + period : rest;
}
function fade(t) {
	return t * t * t * (t * (t * 6 - 15) + 10);
}
const SLOPES = Array.from({ length: 16 }, (_, i) => [Math.cos(i * Math.PI / 8), Math.sin(i * Math.PI / 8)]);
function slope(x, y, dx, dy, seed) {
	const [sx, sy] = SLOPES[hash(x, y, seed) * 16 | 0];
	return sx * dx + sy * dy;
}
/** Gradient noise of `columns` x `rows` cells, about -1..1. */
function gradientNoise(u, v, columns, rows, seed) {
	const x = u * columns;
	const y = v * rows;
	const [fx, fy] = [Math.floor(x), Math.floor(y)];
	const [dx, dy] = [x - fx, y - fy];
	const [x0, y0] = [wrap(fx, columns), wrap(fy, rows)];
	const [x1, y1] = [wrap(fx + 1, columns), wrap(fy + 1, rows)];
	const tx = fade(dx);
	const top0 = slope(x0, y0, dx, dy, seed);
	const top = top0 + (slope(x1, y0, dx - 1, dy, seed) - top0) * tx;
	const low0 = slope(x0, y1, dx, dy - 1, seed);
	return (top + (low0 + (slope(x1, y1, dx - 1, dy - 1, seed) - low0) * tx - top) * fade(dy)) * 1.45;
}
/** A sum of octaves of gradient noise, each twice as fine and half as strong; about -1..1. */
function fbm(u, v, columns, rows, octaves, seed) {
	let sum = 0;
	let total = 0;
	for (let octave = 0, weight = 1; octave < octaves; octave++, weight /= 2) {
		sum += weight * gradientNoise(u, v, columns << octave, rows << octave, seed + octave * 101);
		total += weight;
	}
	return sum / total * 1.3;
}
/** Sharp crests: 0 in the valleys, 1 on the ridges. */
function ridges(u, v, cells, octaves, seed) {
	let sum = 0;
	let total = 0;
	for (let octave = 0, weight = 1; octave < octaves; octave++, weight /= 2) {
		const crest = 1 - Math.abs(gradientNoise(u, v, cells << octave, cells << octave, seed + octave));
		sum += weight * crest * crest;
		total += weight;
	}
	return sum / total;
}
/** Worley noise: a point in each of `columns` x `rows` cells. */
function cells(u, v, columns, rows, seed, jitter = 1) {
	const x = u * columns;
	const y = v * rows;
	const [cx, cy] = [Math.floor(x), Math.floor(y)];
	const found = {
		near: 9,
		next: 9,
		id: 0
	};
	for (let j = -1; j <= 1; j++) for (let i = -1; i <= 1; i++) {
		const [wx, wy] = [wrap(cx + i, columns), wrap(cy + j, rows)];
		const px = cx + i + .5 + (hash(wx, wy, seed) - .5) * jitter;
		const py = cy + j + .5 + (hash(wx, wy, seed + 1) - .5) * jitter;
		const distance = Math.hypot(px - x, py - y);
		if (distance < found.near) {
			found.next = found.near;
			found.near = distance;
			found.id = hash(wx, wy, seed + 2);
		} else if (distance < found.next) found.next = distance;
	}
	return found;
}
// assets/textures/patterns.ts
/** Layouts that repeat: bricks, tiles, planks, plates; and distances to shapes for signs. */
/**
* The brick at a place. Every other row is moved by `shift` of a brick's width. `aspect` is a brick's
* width by its height, so that joints are as wide on all sides.
*/
function brickAt(u, v, columns, rows, shift, aspect, seed) {
	const y = v * rows;
	const row = (Math.floor(y) % rows + rows) % rows;
	const x = u * columns + row % 2 * shift;
	const column = (Math.floor(x) % columns + columns) % columns;
	const s = x - Math.floor(x);
	const t = y - Math.floor(y);
	const edge = Math.min(Math.min(s, 1 - s) * aspect, Math.min(t, 1 - t));
	return {
		column,
		row,
		s,
		t,
		id: hash(column, row, seed),
		edge
	};
}
/** 0 in the joint, 1 on the face, over a rounded edge. */
function bevel(edge, joint, round) {
	return smoothstep(joint, joint + round, edge);
}
/** Signed distance to a box with its centre at the origin; below 0 inside. */
function boxDistance(x, y, halfWidth, halfHeight) {
	const dx = Math.abs(x) - halfWidth;
	const dy = Math.abs(y) - halfHeight;
	return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0);
}
/** Signed distance to a leaf: what two circles have in common, tips on the y axis at +-`length`. */
function leafDistance(x, y, length, width) {
	const radius = (length * length + width * width) / (2 * width);
	const offset = radius - width;
	return Math.hypot(Math.abs(x) + offset, y) - radius;
}
/** 1 inside a shape and 0 outside, with an edge of `softness` on both sides of it. */
function cover(distance, softness) {
	return 1 - smoothstep(-softness, softness, distance);
}
// assets/materials/floors.ts
/** Floors and ground: concrete slabs, tiles, grass, dirt, sand. */
/** Flagstones in courses of different widths, worn round. */
function paving() {
	return shadeRelief(paint(512, 512, (u, v) => {
		const wobble = gradientNoise(u, v, 9, 9, 303) * .005;
		const flag = brickAt(u + wobble, v + wobble, 3, 5, .37, 5 / 3, 301);
		const clouds = fbm(u, v, 5, 5, 5, 311);
		const grit = cells(u, v, 64, 64, 321);
		const speck = (1 - smoothstep(.15, .42, grit.near)) * (grit.id - .5);
		const wear = gradientNoise(u, v, 26, 26, 331) * .014;
		const face = bevel(flag.edge + wear, .03, .05);
		const tone = ramp([
			PALETTE.concreteDark,
			PALETTE.concrete,
			PALETTE.plasterShade
		], .22 + flag.id * .5 + clouds * .22);
		const moss = smoothstep(.1, .7, fbm(u, v, 6, 6, 4, 341)) * (1 - face) * .65;
		return {
			color: mix(scale(tone, (1 + speck * .22) * lerp(.48, 1, face)), scale(PALETTE.grassDark, .9), moss),
			height: face * (.65 + flag.id * .12) + clouds * .08 + speck * .08
		};
	}), 4, .4);
}
/** A carpet: teal, with a lattice of orange and small leaves. */
function carpet() {
	return paint(256, 256, (u, v) => {
		const s = u * 4 % 1 - .5;
		const t = v * 4 % 1 - .5;
		const line = 1 - smoothstep(.022, .034, Math.abs(Math.abs(s) + Math.abs(t) - .5) * Math.SQRT1_2);
		const leaf = cover(leafDistance(s, t, .24, .12), .012);
		const vein = cover(Math.abs(s) - .012, .008) * leaf;
		const knot = cover(Math.hypot(Math.abs(s) - .5, t) - .055, .012);
		const pile = gradientNoise(u, v, 110, 110, 345) * .13;
		const worn = fbm(u, v, 4, 4, 4, 346) * .08;
		let color = scale(PALETTE.tealDark, 1.02);
		color = mix(color, scale(PALETTE.orangeDark, .95), line);
		color = mix(color, scale(PALETTE.sand, .86), leaf);
		color = mix(color, PALETTE.tealDark, vein * .8);
		color = mix(color, scale(PALETTE.orange, .9), knot);
		return { color: scale(color, 1 + pile + worn) };
	});
}
/** Glazed tiles: cream, with a teal star where four of them meet. */
function tiles() {
	return shadeRelief(paint(256, 256, (u, v) => {
		const tile = brickAt(u, v, 4, 4, 0, 1, 351);
		const face = bevel(tile.edge, .022, .035);
		const glaze = fbm(u, v, 6, 6, 4, 361);
		const craze = cells(u, v, 26, 26, 371);
		const hair = 1 - smoothstep(.01, .05, craze.next - craze.near);
		const x = Math.abs(tile.s - .5);
		const y = Math.abs(tile.t - .5);
		const diamond = smoothstep(.765, .785, x + y);
		const band = smoothstep(.012, 0, Math.abs(x + y - .7) - .012);
		let color = mix((tile.column + tile.row) % 2 === 1 ? scale(PALETTE.cream, .84) : scale(PALETTE.cream, .95), PALETTE.teal, diamond);
		color = mix(color, PALETTE.orangeDark, band * .75);
		color = scale(color, (1 + glaze * .06 + (tile.id - .5) * .06) * (1 - hair * .05));
		return {
			color: mix(scale(PALETTE.concreteDark, .85), color, face),
			height: face * .85 + glaze * .05 + (tile.id - .5) * .04
		};
	}), 3, .2);
}
/** Blades of grass in layers, the upper ones lighter. */
function grass$1() {
	const size = 512;
	const depth = new Float32Array(size * size);
	const tint = new Float32Array(size * size);
	const blades = 15e3;
	for (let i = 0; i < blades; i++) {
		const layer = i / blades;
		const x0 = hash(i, 1, 401) * size;
		const y0 = hash(i, 2, 401) * size;
		const patch = fbm(x0 / size, y0 / size, 4, 4, 3, 411);
		const angle = (hash(i, 3, 401) + patch * .5) * Math.PI * 2;
		const length = 9 + hash(i, 4, 401) * 15;
		const curl = (hash(i, 5, 401) - .5) * .09;
		const shade = hash(i, 6, 401);
		for (let step = 0; step < length; step++) {
			const turn = angle + curl * step;
			const along = step / length;
			const x = (Math.round(x0 + Math.cos(turn) * step) + size) % size;
			const at = (Math.round(y0 + Math.sin(turn) * step) + size) % size * size + x;
			const wide = along < .6 ? at % size === 511 ? at + 1 - size : at + 1 : at;
			for (const place of [at, wide]) {
				depth[place] = layer * .6 + along * .4;
				tint[place] = shade * .5 + along * .5;
			}
		}
	}
	return shadeRelief(paint(size, size, (u, v) => {
		const at = Math.floor(v * size) * size + Math.floor(u * size);
		const patch = fbm(u, v, 3, 3, 4, 421);
		const dry = smoothstep(.3, .9, fbm(u, v, 5, 5, 4, 431)) * .55;
		return {
			color: scale(mix(ramp([
				scale(PALETTE.grassDark, .62),
				PALETTE.grassDark,
				PALETTE.grass
			], depth[at] * .75 + tint[at] * .3), PALETTE.grassDry, dry * tint[at]), 1 + patch * .14),
			height: depth[at]
		};
	}), 3, .45);
}
/** Trodden earth with pebbles. */
function dirt() {
	return shadeRelief(paint(256, 256, (u, v) => {
		const clods = fbm(u, v, 6, 6, 5, 441);
		const pebble = cells(u, v, 14, 14, 451);
		const stone = pebble.id > .55 ? 1 - smoothstep(.12 + pebble.id * .12, .2 + pebble.id * .16, pebble.near) : 0;
		const crumb = gradientNoise(u, v, 64, 64, 461);
		const tone = mix(PALETTE.dirtDark, PALETTE.dirt, clamp(.6 + clods * .6));
		const grey = mix(PALETTE.rock, PALETTE.rockDark, pebble.id * .8 - .3);
		return {
			color: mix(scale(tone, 1 + crumb * .14), scale(grey, 1 + crumb * .08), stone * .85),
			height: .4 + clods * .3 + crumb * .08 + stone * .3
		};
	}), 4, .6);
}
/** Sand in the wind's ripples. */
function sand() {
	return shadeRelief(paint(256, 256, (u, v) => {
		const bend = fbm(u, v, 3, 3, 3, 471) * .9;
		const crest = .5 + .5 * Math.sin((v * 9 + bend) * Math.PI * 2);
		const grain = gradientNoise(u, v, 128, 128, 481) * .6 + gradientNoise(u, v, 64, 64, 482) * .4;
		return {
			color: scale(mix(scale(PALETTE.sand, .86), scale(PALETTE.sand, 1.05), crest ** 1.5), 1 + grain * .07 + fbm(u, v, 4, 4, 3, 491) * .05),
			height: crest * .4 + grain * .06
		};
	}), 4, .35);
}
// assets/materials/metal.ts
/** Metal: teal plates, tread, grate, corrugated sheet, lamps, and what props wear. */
/** Paint that has come off at edges and in spots, and rust below. `worn` 0..1. */
function paintedMetal(u, v, color, worn, seed) {
	const spots = fbm(u, v, 7, 7, 5, seed);
	const scratch = gradientNoise(u, v, 6, 90, seed + 1);
	const bare = smoothstep(.62, .82, spots + worn * .75);
	const rust = smoothstep(.5, .75, spots + worn * .75) * (1 - bare * .55);
	const tone = scale(color, 1 + fbm(u, v, 3, 3, 3, seed + 2) * .12 + scratch * .04);
	const below = mix(PALETTE.steel, PALETTE.rust, clamp(.55 + spots * .5));
	return mix(mix(tone, PALETTE.rust, rust * .7), below, bare);
}
/** Teal plates with rivets around their edges. */
function metalPlate() {
	return shadeRelief(paint(256, 256, (u, v) => {
		const plate = brickAt(u, v, 2, 2, 0, 1, 501);
		const face = bevel(plate.edge, .008, .02);
		const x = .5 - Math.abs(plate.s - .5);
		const y = .5 - Math.abs(plate.t - .5);
		const alongS = Math.abs(plate.s * 5 % 1 - .5) / 5;
		const alongT = Math.abs(plate.t * 5 % 1 - .5) / 5;
		const rivetDistance = Math.min(Math.hypot(alongS, y - .07), Math.hypot(alongT, x - .07));
		const rivet = 1 - smoothstep(.014, .027, rivetDistance);
		const ring = smoothstep(.05, .026, rivetDistance) * (1 - rivet);
		const brushed = gradientNoise(u, v, 4, 120, 511) * .03;
		const worn = .12 + (1 - smoothstep(0, .09, plate.edge)) * .3 + rivet * .12;
		return {
			color: scale(paintedMetal(u, v, mix(PALETTE.teal, PALETTE.tealDark, plate.id * .35), worn, 521), (1 + brushed) * lerp(.4, 1, face) * (1 + rivet * .18) * (1 - ring * .22)),
			height: face * .5 + rivet * .35 + brushed * .4
		};
	}), 3, .35);
}
/** Painted steel for machines and lamps, without a pattern. */
function machineMetal(tone, seed) {
	return shadeRelief(paint(128, 128, (u, v) => {
		const hammered = fbm(u, v, 24, 24, 3, seed + 5);
		return {
			color: scale(paintedMetal(u, v, tone, .08, seed), 1 + hammered * .08),
			height: .5 + hammered * .2
		};
	}), 3, .3);
}
/** Tread plate: short bars, each row at right angles to the next. */
function metalTread() {
	return shadeRelief(paint(256, 256, (u, v) => {
		const column = Math.floor(u * 8);
		const row = Math.floor(v * 8);
		const s = u * 8 - column - .5;
		const t = v * 8 - row - .5;
		const turn = (column + row) % 2 === 0 ? 1 : -1;
		const along = (s + t * turn) * Math.SQRT1_2;
		const across = (t - s * turn) * Math.SQRT1_2;
		const bar = cover(Math.hypot(Math.max(Math.abs(along) - .3, 0), across) - .085, .05);
		const dirtIn = fbm(u, v, 6, 6, 4, 531);
		const tone = mix(PALETTE.steelDark, PALETTE.steel, .5 + dirtIn * .3);
		const bright = scale(mix(PALETTE.steel, PALETTE.cream, .16), 1.02);
		return {
			color: mix(mix(tone, PALETTE.rust, smoothstep(.45, .9, dirtIn) * .5), bright, bar * .75),
			height: .3 + bar * .5 + dirtIn * .03
		};
	}), 4, .5);
}
/** Corrugated sheet, rusting from below. */
function metalCorrugated() {
	return shadeRelief(paint(256, 256, (u, v) => {
		const wave = Math.sin(u * 10 * Math.PI * 2);
		const overlap = 1 - smoothstep(0, .03, brickAt(u, v, 1, 2, 0, 2, 541).t);
		const drip = smoothstep(.15, .75, fbm(u, v, 20, 2, 4, 551)) * .35;
		return {
			color: scale(paintedMetal(u, v, PALETTE.tealLight, .14 + drip, 561), lerp(.68, 1.06, .5 + .5 * wave) * (1 - overlap * .45)),
			height: .35 + wave * .3 - overlap * .2
		};
	}), 3, .15);
}
/** A walkway's grate: bars that carry, and thinner ones across; nothing between. */
function grate() {
	return paint(256, 256, (u, v) => {
		const s = Math.abs(u * 8 % 1 - .5);
		const t = Math.abs(v * 4 % 1 - .5);
		const bearer = cover(.5 - s - .15, .02);
		const cross = cover((.5 - t - .1) / 2, .02);
		const frame = cover(-boxDistance(u - .5, v - .5, .474, .474), .004);
		const alpha = Math.max(bearer, cross, frame);
		const wear = fbm(u, v, 10, 10, 4, 571);
		const round = 1 - Math.min(1, (.5 - s) / .15) * .35;
		return {
			color: scale(mix(PALETTE.steel, PALETTE.rust, smoothstep(.15, .8, wear) * .7), (bearer >= cross ? round : .72) * (1 + wear * .15)),
			alpha,
			height: bearer
		};
	});
}
/** A lamp behind ribbed glass in a dark frame; alpha is where it shines by itself. */
function lamp(glow) {
	return paint(128, 128, (u, v) => {
		const frame = boxDistance(u - .5, v - .5, .41, .41) - .02;
		const pane = cover(frame, .008);
		const rib = .5 + .5 * Math.cos(u * 14 * Math.PI * 2);
		const light = clamp(.62 + Math.exp(-(((v - .5) / .26) ** 2)) * .5 - rib * .14);
		const hot = mix(scale(glow, light), PALETTE.cream, smoothstep(.72, 1.1, light) * .8);
		const edge = cover(Math.abs(frame - .02) - .008, .006);
		return {
			color: mix(scale(PALETTE.steelDark, 1 + fbm(u, v, 8, 8, 3, 581) * .2 + edge * .5), hot, pane),
			alpha: pane,
			height: 1 - pane
		};
	});
}
/** A soft spot of light for an additive sprite. */
function glow(color) {
	return paint(128, 128, (u, v) => {
		const radius = Math.hypot(u - .5, v - .5) * 2;
		const halo = clamp(1 - radius) ** 2.4;
		const core = Math.exp(-((radius / .16) ** 2));
		return { color: mix(scale(color, halo), PALETTE.cream, core * .9) };
	});
}
/** Glass with smears; alpha is how much it covers. */
function glass() {
	return paint(256, 256, (u, v) => {
		const smear = smoothstep(0, .9, fbm(u + fbm(u, v, 2, 2, 2, 591) * .1, v, 3, 9, 4, 592));
		const dust = cells(u, v, 60, 60, 593);
		const speck = dust.id > .85 ? 1 - smoothstep(.05, .15, dust.near) : 0;
		const streak = smoothstep(.55, .9, gradientNoise(u + v, v, 5, 1, 594));
		return {
			color: mix(PALETTE.tealLight, PALETTE.cream, smear * .4 + streak * .4 + speck * .3),
			alpha: .16 + smear * .1 + streak * .1 + speck * .14
		};
	});
}
// assets/materials/props.ts
/** What models wear: crate, barrel, leaves, bark, cloth, and tufts of grass. */
/** One side of a crate: boards in a frame, with a brace across; `stops` from dark to light wood. */
function crate(stops) {
	return shadeRelief(paint(256, 256, (u, v) => {
		const x = u - .5;
		const y = v - .5;
		const isFrame = Math.max(Math.abs(x), Math.abs(y)) > .385;
		const isUpright = isFrame && Math.abs(x) > Math.abs(y);
		const brace = Math.abs(x - y) * Math.SQRT1_2 - .062;
		const isBrace = !isFrame && brace < 0;
		const [along, across] = isBrace ? [u + v, u - v] : isUpright ? [v, u] : [u, v];
		const board = isFrame || isBrace ? 40 : Math.floor(v * 6.5);
		const seam = isFrame || isBrace ? 1 : bevel(Math.abs(v * 6.5 % 1 - .5) * -1 + .5, .03, .05);
		const fibre = gradientNoise(along, across, 7, 90, 701);
		const grain = fbm(along + board * .37, across, 3, 14, 3, 711);
		const tone = ramp(stops, .5 + grain * .3 + (hash(board, 0, 721) - .5) * .25);
		const rim = smoothstep(0, .014, isFrame ? Math.min(.5 - Math.max(Math.abs(x), Math.abs(y)), Math.max(Math.abs(x), Math.abs(y)) - .385) : isBrace ? -brace : Math.min(brace, .385 - Math.max(Math.abs(x), Math.abs(y))));
		const nail = cover(Math.hypot(Math.abs(x) - .44, Math.abs(y) - .44) - .016, .005);
		const height = (isFrame ? .75 : isBrace ? .65 : .35) + grain * .06;
		return {
			color: mix(scale(tone, (1 + fibre * .12) * lerp(.55, 1, rim) * lerp(.35, 1, seam) * (isFrame ? 1.05 : .92)), PALETTE.steelDark, nail),
			height: height * lerp(.5, 1, seam)
		};
	}), 5, .35);
}
/** A barrel's side, u around it: a painted drum, two ribs, a band of cream. */
function barrel(tone) {
	return shadeRelief(paint(256, 256, (u, v) => {
		const rib = [.33, .67].map((at) => Math.exp(-(((v - at) / .022) ** 2)));
		const rim = smoothstep(.465, .48, Math.abs(v - .5));
		const height = Math.max(rib[0], rib[1], rim);
		const band = cover(Math.abs(v - .5) - .08, .004);
		const wear = fbm(u, v, 7, 7, 5, 731) + height * .25 - .05;
		const paintTone = mix(tone, PALETTE.cream, band * .85);
		const drip = smoothstep(.2, .8, fbm(u, v, 26, 2, 3, 741)) * .3;
		const below = mix(PALETTE.rust, PALETTE.steelDark, smoothstep(.6, .95, wear));
		return {
			color: scale(mix(scale(paintTone, 1 - drip), below, smoothstep(.42, .6, wear)), 1 + fbm(u, v, 4, 4, 3, 751) * .12),
			height
		};
	}), 5, .5);
}
/** A twig of leaves for a card, of colours from `stops`; alpha is tested. */
function leaves(stops) {
	const all = [];
	for (let i = 0; i < 90; i++) {
		const reach = Math.sqrt(hash(i, 1, 761)) * .38;
		const angle = hash(i, 2, 761) * Math.PI * 2;
		all.push({
			x: .5 + Math.cos(angle) * reach,
			y: .5 + Math.sin(angle) * reach,
			turn: angle + (hash(i, 3, 761) - .5) * 1.8 - Math.PI / 2,
			size: .065 + hash(i, 4, 761) * .035,
			tone: hash(i, 5, 761)
		});
	}
	return paint(256, 256, (u, v) => {
		let alpha = 0;
		let color = stops[0];
		for (const leaf of all) {
			const [dx, dy] = [u - leaf.x, v - leaf.y];
			if (Math.abs(dx) > .1 || Math.abs(dy) > .1) continue;
			const x = Math.cos(leaf.turn) * dx + Math.sin(leaf.turn) * dy;
			const shape = cover(leafDistance(x, Math.cos(leaf.turn) * dy - Math.sin(leaf.turn) * dx, leaf.size, leaf.size * .42), .004);
			if (shape <= 0) continue;
			const vein = 1 - smoothstep(.001, .006, Math.abs(x));
			const light = .82 + (x > 0 ? .16 : 0) + vein * .18;
			const tone = ramp(stops, leaf.tone);
			color = mix(color, scale(tone, light), shape);
			alpha = Math.max(alpha, shape);
		}
		return {
			color,
			alpha
		};
	});
}
/** Bark, its furrows running up. */
function bark() {
	return shadeRelief(paint(128, 256, (u, v) => {
		const plate = cells(u + fbm(u, v, 4, 4, 3, 771) * .07, v, 7, 5, 781);
		const furrow = smoothstep(.02, .32, plate.next - plate.near);
		const grain = fbm(u, v, 24, 6, 3, 791);
		return {
			color: scale(mix(PALETTE.woodDark, PALETTE.rock, clamp(.25 + plate.id * .35 + grain * .3)), lerp(.45, 1, furrow)),
			height: furrow * .7 + grain * .1
		};
	}), 4, .5);
}
/** A banner: teal cloth with cream borders and an orange leaf, fringed below. */
function banner() {
	return paint(128, 256, (u, v) => {
		const x = u - .5;
		const y = (v - .42) * 2;
		const weave = 1 + Math.sin(u * 64 * Math.PI * 2) * .04 + Math.sin(v * 128 * Math.PI * 2) * .04;
		const fold = fbm(u, v, 3, 2, 4, 801) * .1;
		const border = Math.abs(Math.abs(x) - .42) - .014;
		const leaf = leafDistance(x, y, .34, .19);
		const vein = Math.abs(x) - .009;
		let color = mix(PALETTE.teal, PALETTE.tealDark, v * .5);
		color = mix(color, PALETTE.cream, Math.max(cover(border, .006), cover(Math.abs(v - .86) - .008, .003)));
		color = mix(color, PALETTE.orange, cover(leaf, .006));
		color = mix(color, PALETTE.orangeDark, cover(Math.max(vein, leaf), .006));
		const fringe = v > .93 ? .6 + .4 * Math.sin(u * 40 * Math.PI * 2) : 1;
		if (v > .93) color = PALETTE.orange;
		return { color: scale(color, weave * (.95 + fold) * fringe) };
	});
}
/** Fired clay, turned on a wheel. */
function pot() {
	return paint(128, 128, (u, v) => {
		const groove = Math.sin((v * 9 + fbm(u, v, 2, 4, 2, 861) * .2) * Math.PI * 2);
		const bloom = smoothstep(.1, .8, fbm(u, v, 4, 3, 4, 871));
		return { color: scale(mix(scale(PALETTE.brick, 1.15), PALETTE.plaster, bloom * .4), 1 + groove * .06 + fbm(u, v, 20, 20, 3, 881) * .1) };
	});
}
/** Two tufts side by side, each a square: short grass, and tall grass with ears. */
function grassSprites() {
	const blades = [];
	for (let i = 0; i < 76; i++) {
		const isTall = i >= 42;
		const centre = isTall ? .75 : .25;
		const spread = hash(i, 1, 811) + hash(i, 2, 811) - 1;
		blades.push({
			foot: centre + spread * .11,
			lean: spread * .09 + (hash(i, 3, 811) - .5) * .09,
			top: isTall ? .04 + hash(i, 4, 811) * .42 : .3 + hash(i, 4, 811) * .4,
			wide: .006 + hash(i, 5, 811) * .006,
			tone: hash(i, 6, 811),
			ear: isTall && hash(i, 7, 811) > .55
		});
	}
	return paint(256, 128, (u, v) => {
		let alpha = 0;
		let color = PALETTE.grass;
		for (const blade of blades) {
			const along = (1 - v) / (1 - blade.top);
			if (along > 1) continue;
			const centre = blade.foot + blade.lean * along ** 1.7;
			const swell = blade.ear && along > .74 ? .9 : 0;
			const half = blade.wide * (1 - along * .75 + swell) + .0012;
			const shape = cover(Math.abs(u - centre) - half, .0025);
			if (shape <= 0) continue;
			const green = ramp([
				PALETTE.grassDark,
				PALETTE.grass,
				PALETTE.grassDry
			], blade.tone * .5 + along * .45);
			const tone = swell > 0 ? mix(green, PALETTE.sand, .8) : green;
			color = mix(color, scale(tone, .55 + along * .6), shape);
			alpha = Math.max(alpha, shape);
		}
		return {
			color,
			alpha
		};
	});
}
/** A door: four panels in a teal frame, an orange handle plate. One picture, not repeating. */
function door() {
	return shadeRelief(paint(128, 256, (u, v) => {
		const panel = boxDistance(Math.abs(u - .5) - .2, (Math.abs(v - .5) - .24) * 2, .14, .36);
		const groove = Math.exp(-((panel / .016) ** 2));
		const sunk = cover(panel, .012);
		const grain = fbm(u, v, 40, 5, 3, 821);
		const plate = cover(boxDistance(u - .9, (v - .52) * 2, .028, .12) - .008, .006);
		const rim = smoothstep(0, .025, Math.min(Math.min(u, 1 - u), Math.min(v, 1 - v) * 2));
		return {
			color: mix(scale(mix(PALETTE.teal, PALETTE.tealDark, .3 + sunk * .25 + grain * .25), (1 - groove * .4) * lerp(.6, 1, rim)), scale(PALETTE.orange, .82), plate),
			height: .6 - sunk * .15 - groove * .3 + plate * .2 + grain * .03
		};
	}), 3, .3);
}
/** A window with the light on inside; alpha is where it shines. */
function litWindow() {
	return paint(128, 128, (u, v) => {
		const bar = Math.min(Math.abs(u - .5), Math.abs(v - .5)) - .018;
		const pane = cover(boxDistance(u - .5, v - .5, .43, .43), .006) * (1 - cover(bar, .006));
		const curtain = .5 + .5 * Math.sin((u + fbm(u, v, 3, 2, 2, 831) * .08) * 12 * Math.PI * 2);
		const light = .66 + (1 - v) * .3 - curtain * .14 * smoothstep(.2, .5, Math.abs(u - .5) + .1);
		const warm = mix(scale(PALETTE.orange, light), PALETTE.cream, smoothstep(.75, 1, light) * .6);
		return {
			color: mix(scale(PALETTE.tealDark, 1 + fbm(u, v, 4, 30, 3, 841) * .25), warm, pane),
			alpha: pane,
			height: 1 - pane
		};
	});
}
/** Ceiling panels with small holes. */
function ceiling() {
	return shadeRelief(paint(256, 256, (u, v) => {
		const s = Math.abs(u * 2 % 1 - .5);
		const t = Math.abs(v * 2 % 1 - .5);
		const face = bevel(.5 - Math.max(s, t), .012, .02);
		const hole = 1 - smoothstep(.16, .26, Math.hypot(u * 32 % 1 - .5, v * 32 % 1 - .5));
		const inside = smoothstep(.06, .08, .5 - Math.max(s, t));
		return {
			color: scale(scale(PALETTE.cream, .86 + fbm(u, v, 4, 4, 4, 851) * .06), (1 - hole * inside * .3) * lerp(.55, 1, face)),
			height: face * .6 - hole * inside * .2
		};
	}), 3, .2);
}
// assets/textures/stroke-font.ts
/** Lines of each letter on a grid 4 wide and 6 high, from the upper left: "x y x y ...". */
const LETTERS = {
	A: ["0 6 2 0 4 6", "0.7 4 3.3 4"],
	C: ["4 1 3 0 1 0 0 1.2 0 4.8 1 6 3 6 4 5"],
	E: ["4 0 0 0 0 6 4 6", "0 3 3 3"],
	F: ["4 0 0 0 0 6", "0 3 3 3"],
	G: ["4 1 3 0 1 0 0 1.2 0 4.8 1 6 3 6 4 5 4 3.2 2.4 3.2"],
	H: [
		"0 0 0 6",
		"4 0 4 6",
		"0 3 4 3"
	],
	I: ["2 0 2 6"],
	L: ["0 0 0 6 4 6"],
	M: ["0 6 0 0 2 3.4 4 0 4 6"],
	N: ["0 6 0 0 4 6 4 0"],
	O: ["1 0 3 0 4 1.2 4 4.8 3 6 1 6 0 4.8 0 1.2 1 0"],
	R: ["0 6 0 0 3 0 4 0.9 4 2.3 3 3.2 0 3.2", "2.2 3.2 4 6"],
	S: ["4 1 3 0 1 0 0 0.9 0 2.1 1 3 3 3 4 3.9 4 5.1 3 6 1 6 0 5"],
	T: ["0 0 4 0", "2 0 2 6"],
	U: ["0 0 0 4.8 1 6 3 6 4 4.8 4 0"],
	V: ["0 0 2 6 4 0"],
	Y: ["0 0 2 3 4 0", "2 3 2 6"]
};
/** From one letter's left edge to the next one's, in grid units. */
const ADVANCE = 5.6;
const LETTER_HEIGHT = 6;
/**
* Distance from strokes `weight` wide to a place in a text that is 1 high; x runs right from the
* text's middle, y down from it. In units of the text's height, below 0 inside.
*/
function textDistance(text, x, y, weight) {
	const width = text.length * ADVANCE - 1.5999999999999996;
	const gridX = x * LETTER_HEIGHT + width / 2;
	const gridY = (y + .5) * LETTER_HEIGHT;
	const nearest = Math.floor((gridX + 1.5999999999999996 / 2) / ADVANCE);
	let distance = Number.POSITIVE_INFINITY;
	for (let i = Math.max(0, nearest - 1); i <= Math.min(text.length - 1, nearest + 1); i++) for (const line of strokesOf(text[i])) for (let k = 1; k < line.length; k++) {
		const near = segmentDistance(gridX - i * ADVANCE, gridY, line[k - 1], line[k]);
		distance = Math.min(distance, near);
	}
	return distance / LETTER_HEIGHT - weight / 2;
}
/** The text's width by its height. */
function textAspect(text) {
	return (text.length * ADVANCE - 1.5999999999999996) / LETTER_HEIGHT;
}
function strokesOf(letter) {
	const lines = LETTERS[letter];
	if (!lines) throw new RangeError(`no strokes for the letter "${letter}"`);
	return lines.map((line) => {
		const numbers = line.split(" ").map(Number);
		return numbers.flatMap((x, i) => i % 2 === 0 ? [[x, numbers[i + 1]]] : []);
	});
}
function segmentDistance(x, y, [ax, ay], [bx, by]) {
	const [dx, dy] = [bx - ax, by - ay];
	const length2 = dx * dx + dy * dy;
	const along = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length2, 0), 1);
	return Math.hypot(x - ax - dx * along, y - ay - dy * along);
}
// assets/materials/signs.ts
/** What is laid over walls and floors: signs, arrows, stripes, stains. Alpha is what covers. */
/** Paint that has been walked on: 1 whole, 0 gone. */
function worn(u, v, seed) {
	return 1 - smoothstep(.15, .6, fbm(u, v, 6, 6, 5, seed) + gradientNoise(u, v, 90, 90, seed + 1) * .35) * .7;
}
/** An arrow that points to the right, painted on the wall. */
function arrow() {
	return paint(256, 128, (u, v) => {
		const x = u * 2 - 1;
		const y = v - .5;
		const shaft = boxDistance(x + .28, y, .5, .11);
		const head = Math.max(Math.abs(y) + (x - .82) * .62, .16 - x);
		const shape = cover(Math.min(shaft, head), .008);
		return {
			color: scale(PALETTE.orange, .96),
			alpha: shape * worn(u, v, 601)
		};
	});
}
/** Stripes of orange and ink, slanting: repeats along u. */
function stripes() {
	return paint(256, 64, (u, v) => {
		const wave = Math.abs((u * 4 + v) % 1 - .5) * 2;
		return {
			color: mix(PALETTE.ink, PALETTE.orange, smoothstep(.46, .54, wave)),
			alpha: cover(Math.abs(v - .5) - .47, .01) * worn(u, v, 611)
		};
	});
}
/** An enamel board, four times as wide as high, with a word on it. */
function wordSign(word) {
	const height = Math.min(.46, 3.4 / textAspect(word));
	return paint(512, 128, (u, v) => {
		const x = (u - .5) * 4;
		const y = v - .5;
		const board = boxDistance(x, y, 1.9, .4) - .06;
		const rim = Math.abs(board + .07) - .012;
		const letter = textDistance(word, x / height, y / height, .17) * height;
		const bar = boxDistance(x, y - .335, 1.74, .012);
		const chipped = smoothstep(.45, .7, fbm(u, v, 24, 6, 4, 661) + cover(-board - .05, .05) * .25);
		let color = scale(PALETTE.tealDark, .95 + fbm(u, v, 8, 2, 4, 671) * .08);
		color = mix(color, PALETTE.orange, Math.max(cover(rim, .008), cover(bar, .006)));
		color = mix(color, PALETTE.cream, cover(letter, .01));
		return {
			color: mix(color, PALETTE.rust, chipped * .8),
			alpha: cover(board, .01)
		};
	});
}
/** The project's emblem: a leaf, cut by a plane into what is seen and what is not. */
function emblem() {
	return paint(256, 256, (u, v) => {
		const x = u - .5;
		const y = v - .5;
		const disc = Math.hypot(x, y) - .47;
		const ring = Math.abs(disc + .04) - .008;
		const lx = (x - y) * Math.SQRT1_2;
		const ly = (x + y) * Math.SQRT1_2;
		const leaf = leafDistance(lx, ly, .36, .19);
		const stem = boxDistance(lx, ly - .36, .009, .06);
		const side = Math.abs((ly + lx * lx * 2 + Math.abs(lx) + .42) % .105 - .0525) - .005;
		const vein = Math.min(Math.abs(lx) - .008, Math.max(side, leaf + .03));
		const fill = lx > 0 ? PALETTE.orange : PALETTE.tealLight;
		let color = scale(PALETTE.tealDark, .9 + fbm(u, v, 5, 5, 4, 621) * .1);
		color = mix(color, PALETTE.orange, cover(ring, .004));
		color = mix(color, fill, cover(Math.min(leaf, stem), .004));
		color = mix(color, PALETTE.tealDark, cover(Math.max(vein, leaf), .003) * .85);
		return {
			color,
			alpha: cover(disc, .005)
		};
	});
}
/** A dark stain on a floor. */
function stain() {
	return paint(256, 256, (u, v) => {
		const warp = fbm(u, v, 4, 4, 4, 631) * .16;
		const radius = Math.hypot(u - .5, v - .5) + warp;
		const pool = 1 - smoothstep(.22, .36, radius);
		const ring = Math.exp(-(((radius - .3) / .03) ** 2)) * .4;
		const drop = cells(u, v, 7, 7, 641);
		const spots = drop.id > .6 ? 1 - smoothstep(.1, .2, drop.near) : 0;
		const reach = 1 - smoothstep(.34, .46, Math.hypot(u - .5, v - .5));
		return {
			color: mix(scale(PALETTE.rust, .35), PALETTE.ink, .6 + warp * 2),
			alpha: clamp(Math.max(pool * .75, ring, spots * .55)) * reach
		};
	});
}
/** Fallen leaves for floors. */
function litter() {
	return paint(256, 256, (u, v) => {
		const leaf = cells(u, v, 9, 9, 645);
		const reach = Math.hypot(u - .5, v - .5);
		const there = leaf.id > .35 && reach < .3 + (leaf.id - .35) * .22;
		const shape = cover(leaf.near - .2 - gradientNoise(u, v, 40, 40, 646) * .1, .03);
		return {
			color: scale(mix(PALETTE.orangeDark, PALETTE.grassDry, leaf.id * 7 % 1), .7 + fbm(u, v, 20, 20, 2, 651) * .2),
			alpha: there ? shape : 0
		};
	});
}
// assets/materials/sky.ts
/**
* A dusk sky over the whole sphere, in linear light: a low sun, a glow about it, bands of cloud lit
* from below, the first stars. Every side is drawn from the same function of the direction, so that
* the sides meet without a seam.
*/
/** As `skyname` of the map has it. */
const SKY_NAME = "visleaf_dusk";
const SKY_SIDES = [
	"rt",
	"lf",
	"bk",
	"ft",
	"up",
	"dn"
];
/** The brightest light that RGBS can hold. */
const RGBS_RANGE = 8;
/** Towards the sun, a unit vector: yaw 205 degrees, 7 degrees above the horizon. */
const SUN_DIRECTION = directionOf(205, 7);
const linear = (text) => {
	const [r, g, b] = hex(text);
	return [
		r ** 2.2,
		g ** 2.2,
		b ** 2.2
	];
};
const ZENITH = linear("#1d3158");
const UPPER = linear("#4a6391");
const LOWER = linear("#b78f8f");
const HORIZON = linear("#f0b27c");
const AWAY = linear("#7d7f9f");
const GROUND = linear("#3a3438");
const GLOW = linear("#ffb45e");
const CLOUD_SHADE = linear("#56556f");
const CLOUD_LIGHT = linear("#ffb98a");
function directionOf(yaw, pitch) {
	const [y, p] = [yaw * Math.PI / 180, pitch * Math.PI / 180];
	return [
		Math.cos(p) * Math.cos(y),
		Math.cos(p) * Math.sin(y),
		Math.sin(p)
	];
}
/**
* World direction of a place on a side; s to the right and t up, -1..1. Source: the table `st_to_vec`
* of Quake II's public `gl_warp.c`, which the engine kept.
*/
function sideDirection(side, s, t) {
	const place = [
		[
			1,
			-s,
			t
		],
		[
			-1,
			s,
			t
		],
		[
			s,
			1,
			t
		],
		[
			-s,
			-1,
			t
		],
		[
			-t,
			-s,
			1
		],
		[
			t,
			-s,
			-1
		]
	][side];
	const length = Math.hypot(...place);
	return [
		place[0] / length,
		place[1] / length,
		place[2] / length
	];
}
/** One side as RGBA floats, linear light. */
function skySide(side, size) {
	const rgba = new Float32Array(size * size * 4);
	for (let y = 0, i = 0; y < size; y++) for (let x = 0; x < size; x++, i += 4) {
		const s = x / (size - 1) * 2 - 1;
		const t = 1 - y / (size - 1) * 2;
		rgba.set(skyColor(sideDirection(side, s, t)), i);
		rgba[i + 3] = 1;
	}
	return rgba;
}
/** Linear light as sRGB bytes, with just enough noise that slow gradients do not band. */
function skyByte(linearLight, size) {
	const bytes = new Uint8Array(linearLight.length);
	for (let i = 0; i < bytes.length; i++) {
		const texel = i >> 2;
		const noise = hash(texel % size, Math.floor(texel / size), 961 + (i & 3)) - .5;
		const value = clamp(linearLight[i]);
		const encoded = value <= .0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - .055;
		bytes[i] = i % 4 === 3 ? 255 : Math.round(clamp(encoded + noise * 1.5 / 255) * 255);
	}
	return bytes;
}
/** RGBS, as `$hdrcompressedtexture` has it: rgb * a * 8 is linear light. */
function skyRgbs(linearLight) {
	const bytes = new Uint8Array(linearLight.length);
	for (let i = 0; i < bytes.length; i += 4) {
		const peak = Math.max(linearLight[i], linearLight[i + 1], linearLight[i + 2]);
		const alpha = Math.max(1, Math.ceil(clamp(peak / RGBS_RANGE) * 255));
		const unit = 255 / (alpha / 255 * RGBS_RANGE);
		for (let k = 0; k < 3; k++) bytes[i + k] = Math.min(255, Math.round(linearLight[i + k] * unit));
		bytes[i + 3] = alpha;
	}
	return bytes;
}
/** Light from a direction. */
function skyColor(direction) {
	const [x, y, z] = direction;
	const toSun = x * SUN_DIRECTION[0] + y * SUN_DIRECTION[1] + z * SUN_DIRECTION[2];
	const sunward = clamp(toSun * .5 + .5);
	const color = gradient(z, sunward);
	const angle = Math.acos(clamp(toSun, -1, 1));
	const halo = Math.exp(-angle * 3.2) * .6 + Math.exp(-angle * 14) * .9;
	addScaled(color, GLOW, halo * smoothstep(-.12, .02, z));
	addStars(color, direction, smoothstep(.35, .8, z) * (1 - sunward * .6));
	const disc = 1 - smoothstep(.021, .025, angle);
	const cloud = cloudCover(direction);
	addScaled(color, [
		9,
		6.2,
		3.4
	], disc * (1 - cloud * .9) * smoothstep(-.02, 0, z));
	shadeCloud(color, cloud, sunward, angle, z);
	return [
		color[0],
		color[1],
		color[2]
	];
}
function addScaled(to, what, by) {
	for (let k = 0; k < 3; k++) to[k] += what[k] * by;
}
function blend(to, what, by) {
	for (let k = 0; k < 3; k++) to[k] = lerp(to[k], what[k], by);
}
/** Clear sky by height, warmer towards the sun; the ground's haze below. */
function gradient(z, sunward) {
	const height = Math.max(z, 0);
	const color = [...ZENITH];
	blend(color, UPPER, 1 - smoothstep(.15, .85, height));
	blend(color, LOWER, (1 - smoothstep(0, .42, height)) * (.35 + sunward * .65));
	const low = 1 - smoothstep(0, .2, height);
	for (let k = 0; k < 3; k++) color[k] = lerp(color[k], lerp(AWAY[k], HORIZON[k], sunward ** 1.5), low * .85);
	blend(color, GROUND, smoothstep(0, -.28, z));
	return color;
}
/** Two sheets of cloud seen from below, thin overhead and bunched up towards the horizon. */
function cloudCover([x, y, z]) {
	if (z < .01) return 0;
	const flat = 1 / (z + .16);
	const px = x * flat;
	const py = y * flat;
	const warp = noise3(px * .7, py * .7, 3.1, 4) * .6;
	const banks = noise3(px * .75 + warp, py * 1.5 + warp * .4, 7.7, 6);
	const wisps = noise3(px * .5 + 4, py * 3.2 + warp, 1.3, 5);
	const fade = smoothstep(.01, .1, z);
	return clamp(smoothstep(.02, .62, banks) * .9 + smoothstep(.15, .8, wisps) * .35) * fade;
}
/** Thick parts are dark, thin edges and what lies near the sun glow. */
function shadeCloud(color, cover, sunward, angle, z) {
	if (cover <= 0) return;
	const lit = (.18 + (1 - cover) * .6) * sunward ** 2 + Math.exp(-angle * 2.6) * .75;
	const low = 1 - smoothstep(.1, .7, z) * .55;
	const tone = [...CLOUD_SHADE];
	addScaled(tone, CLOUD_LIGHT, lit * low);
	blend(color, tone, cover * .88);
}
function addStars(color, [x, y, z], strength) {
	if (strength <= 0) return;
	const px = x / z * 60;
	const py = y / z * 60;
	const [cx, cy] = [Math.floor(px), Math.floor(py)];
	if (hash(cx, cy, 951) < .93) return;
	const dx = px - cx - .3 - hash(cx, cy, 952) * .4;
	const dy = py - cy - .3 - hash(cx, cy, 953) * .4;
	addScaled(color, [
		.9,
		.95,
		1.1
	], Math.exp(-(dx * dx + dy * dy) / .018) * hash(cx, cy, 954) ** 2 * strength * .8);
}
/** Octaves of value noise in space, about -1..1. */
function noise3(x, y, z, octaves) {
	let sum = 0;
	let total = 0;
	for (let octave = 0, weight = 1; octave < octaves; octave++, weight *= .52) {
		const scale = 2 ** octave;
		sum += weight * valueNoise(x * scale, y * scale, Math.round(z * 100) + octave * 17);
		total += weight;
	}
	return sum / total * 1.5;
}
function valueNoise(x, y, seed) {
	const [fx, fy] = [Math.floor(x), Math.floor(y)];
	const tx = smoothstep(0, 1, x - fx);
	const ty = smoothstep(0, 1, y - fy);
	return lerp(lerp(hash(fx, fy, seed), hash(fx + 1, fy, seed), tx), lerp(hash(fx, fy + 1, seed), hash(fx + 1, fy + 1, seed), tx), ty) * 2 - 1;
}
// assets/materials/walls.ts
/** Walls: brick, plaster, concrete, planks, roof tiles. */
/** Old bricks, no two of one colour, in wide warm joints. */
function brickWall() {
	return shadeRelief(paint(256, 256, (u, v) => {
		const wobble = fbm(u, v, 8, 8, 3, 11) * .004;
		const brick = brickAt(u + wobble, v + wobble, 4, 8, .5, 2, 3);
		const grain = fbm(u, v, 16, 16, 4, 21);
		const chips = smoothstep(.35, .75, gradientNoise(u, v, 24, 24, 5)) * .1;
		const face = bevel(brick.edge - chips, .055, .07);
		const clay = scale(ramp([
			PALETTE.brickDark,
			PALETTE.brick,
			scale(PALETTE.brick, 1.22)
		], brick.id), (brick.id > .86 ? .62 : 1) * (1 + grain * .22));
		const lime = scale(PALETTE.mortar, .86 + fbm(u, v, 32, 32, 3, 31) * .16);
		const bloom = smoothstep(.25, .8, fbm(u, v, 3, 3, 4, 41)) * .3;
		return {
			color: mix(lime, mix(clay, PALETTE.mortar, bloom), face),
			height: lerp(.12 + grain * .08, .75 + brick.id * .2 + grain * .1, face)
		};
	}), 5, .55);
}
/** Warm plaster by the trowel, with clouds of old paint and a few hair cracks. */
function plasterWall() {
	return shadeRelief(paint(512, 512, (u, v) => {
		const warpU = u + fbm(u, v, 3, 3, 3, 51) * .03;
		const warpV = v + fbm(u, v, 3, 3, 3, 52) * .03;
		const clouds = fbm(warpU, warpV, 3, 3, 5, 61);
		const trowel = fbm(u, v, 10, 26, 3, 71);
		const sand = gradientNoise(u, v, 170, 170, 81);
		const crack = cells(warpU + trowel * .008, warpV, 3, 3, 91);
		const near = crack.next - crack.near;
		const broken = smoothstep(.1, .5, gradientNoise(u, v, 4, 4, 95));
		const line = (1 - smoothstep(.004, .018, near)) * broken;
		return {
			color: scale(mix(PALETTE.plaster, PALETTE.plasterShade, clamp(.42 + clouds * .55)), (1 + trowel * .045 + sand * .022) * (1 - line * .35)),
			height: .5 + trowel * .18 + sand * .06 + clouds * .1 - line * .4
		};
	}), 4, .3);
}
/** Cast concrete: the boards' seams, the ties' holes, streaks of rain. */
function concreteWall() {
	return shadeRelief(paint(512, 512, (u, v) => {
		const clouds = fbm(u, v, 4, 4, 5, 111);
		const pores = cells(u, v, 40, 40, 121);
		const pit = (1 - smoothstep(.08, .2, pores.near)) * (pores.id > .7 ? 1 : 0);
		const streak = smoothstep(.1, .9, fbm(u, v, 22, 2, 3, 131)) * .16;
		const sheet = brickAt(u, v, 2, 2, 0, 1, 141);
		const seam = 1 - smoothstep(.004, .012, sheet.edge);
		const holeU = Math.abs(Math.abs(sheet.s - .5) - .32);
		const holeV = Math.abs(Math.abs(sheet.t - .5) - .32);
		const hole = 1 - smoothstep(.018, .026, Math.hypot(holeU, holeV));
		return {
			color: scale(mix(PALETTE.concrete, PALETTE.concreteDark, clamp(.32 + clouds * .5 + streak)), (1 + (sheet.id - .5) * .07 + gradientNoise(u, v, 128, 128, 151) * .03) * (1 - pit * .22) * (1 - seam * .3) * (1 - hole * .5)),
			height: .6 + clouds * .08 - pit * .2 - seam * .35 - hole * .5
		};
	}), 4, .4);
}
/** Dressed blocks of warm limestone. */
function stoneBlocks() {
	return shadeRelief(paint(256, 256, (u, v) => {
		const wobble = fbm(u, v, 6, 6, 3, 143) * .004;
		const block = brickAt(u + wobble, v + wobble, 2, 4, .5, 2, 145);
		const chips = smoothstep(.2, .8, gradientNoise(u, v, 18, 18, 146)) * .05;
		const face = bevel(block.edge - chips, .025, .05);
		const bed = fbm(u, v, 4, 22, 4, 147);
		const dent = (1 - smoothstep(.1, .35, cells(u, v, 44, 44, 148).near)) * .5;
		const tone = mix(PALETTE.plasterShade, PALETTE.sand, clamp(.3 + block.id * .6 + bed * .3));
		const shade = (.94 + bed * .07 - dent * .1) * (.92 + block.id * .12);
		return {
			color: mix(scale(PALETTE.concreteDark, .85), scale(tone, shade), face),
			height: face * .7 + bed * .06 - dent * .12 + block.id * .06
		};
	}), 4, .4);
}
/** Painted boards for skirtings and cornices, with an orange line. */
function trim() {
	return shadeRelief(paint(128, 128, (u, v) => {
		const grain = fbm(u, v, 3, 30, 3, 151);
		const groove = Math.max(Math.exp(-(((v - .18) / .018) ** 2)), Math.exp(-(((v - .82) / .018) ** 2)));
		const line = 1 - smoothstep(.035, .045, Math.abs(v - .5));
		const rub = smoothstep(.35, .8, fbm(u, v, 6, 6, 4, 153)) * .3;
		return {
			color: scale(mix(mix(PALETTE.tealDark, PALETTE.teal, .35 + grain * .25), scale(PALETTE.orange, .9), line * (1 - rub)), 1 - groove * .4),
			height: .7 - groove * .5 + grain * .05
		};
	}), 3, .3);
}
/** Upright planks with nails at both ends. */
function planks() {
	return shadeRelief(paint(256, 256, (u, v) => {
		const board = Math.floor(u * 5);
		const s = u * 5 - board;
		const id = hash(board, 0, 161);
		const shifted = v + id;
		const bend = fbm(u, shifted, 5, 2, 3, 171 + board) * .35;
		const rings = .5 + .5 * Math.sin((s * 9 + bend * 9 + id * 30) * 2);
		const fibre = gradientNoise(u, shifted, 120, 6, 181);
		const gap = bevel(Math.min(s, 1 - s), .022, .05);
		const knot = cells(u, shifted, 5, 3, 191);
		const eye = knot.id > .72 ? 1 - smoothstep(.04, .2, knot.near) : 0;
		const nail = 1 - smoothstep(.05, .075, Math.hypot(Math.abs(s - .5) - .26, (Math.abs(v - .5) - .46) * 5));
		return {
			color: mix(scale(ramp([
				PALETTE.woodDark,
				PALETTE.wood,
				PALETTE.woodLight
			], .3 + rings * .22 + id * .4), (1 + fibre * .12) * (1 - eye * .45) * lerp(.3, 1, gap)), PALETTE.steelDark, nail * .8),
			height: gap * (.6 + id * .2) + rings * .06 + fibre * .06 - eye * .1 + nail * .1
		};
	}), 3, .35);
}
/** Round terracotta tiles, one row lying on the next. */
function roofTiles() {
	return shadeRelief(paint(256, 256, (u, v) => {
		const row = Math.floor(v * 5);
		const t = v * 5 - row;
		const x = u * 6 + row % 2 * 0 + fbm(u, v, 6, 6, 2, 201) * .04;
		const column = (Math.floor(x) % 6 + 6) % 6;
		const s = x - Math.floor(x);
		const arch = Math.sin(s * Math.PI);
		const lip = smoothstep(0, .09, t) * smoothstep(1, .93, t);
		const id = hash(column, row, 211);
		const stain = fbm(u, v, 6, 6, 4, 221);
		const tone = ramp([
			PALETTE.brickDark,
			PALETTE.brick,
			PALETTE.orangeDark
		], .15 + id * .65 + stain * .12);
		const moss = smoothstep(.3, .75, fbm(u, v, 5, 5, 4, 231)) * (1 - arch) * .7;
		return {
			color: mix(scale(tone, (.42 + .58 * Math.sqrt(arch)) * lerp(.45, 1, lip) * (1 + stain * .1)), scale(PALETTE.grassDark, .8), moss),
			height: arch * .6 + t * .3 * lip
		};
	}), 4, .25);
}
/** The rough side of a cliff. */
function rock() {
	return shadeRelief(paint(512, 512, (u, v) => {
		const warpU = u + fbm(u, v, 3, 3, 4, 241) * .07;
		const warpV = v + fbm(u, v, 3, 3, 4, 242) * .07;
		const slab = cells(warpU, warpV, 5, 7, 251);
		const small = cells(warpU, warpV, 15, 19, 261);
		const split = smoothstep(0, .1, slab.next - slab.near);
		const chip = smoothstep(0, .14, small.next - small.near);
		const crest = ridges(warpU, warpV, 5, 5, 271);
		const grain = fbm(u, v, 32, 32, 3, 281);
		const height = slab.id * .3 + small.id * .12 + crest * .38 + split * .14 + chip * .05;
		const tone = mix(PALETTE.rockDark, PALETTE.rock, clamp(height * 1.15));
		const ochre = smoothstep(.05, .6, fbm(u, v, 4, 4, 4, 291)) * .35;
		const shade = (1 + grain * .12) * lerp(.62, 1, split) * lerp(.88, 1, chip) * 1.06;
		return {
			color: scale(mix(tone, PALETTE.sand, ochre * .6), shade),
			height: height + grain * .04
		};
	}), 6, .9);
}
// assets/materials/water.ts
/** Water: waves as a relief for normals; their colour is the picture that editors show. */
/** Swell with smaller waves across it. */
function waves() {
	return paint(256, 256, (u, v) => {
		const warp = fbm(u, v, 3, 3, 3, 901) * .06;
		const swell = gradientNoise(u + warp, v, 4, 6, 902);
		const cross = gradientNoise(u, v + warp, 7, 5, 903);
		const chop = fbm(u + warp, v + warp, 14, 17, 3, 904);
		const height = .5 + swell * .25 + cross * .2 + chop * .22;
		return {
			color: mix(scale(PALETTE.tealDark, .8), PALETTE.tealLight, height * .7),
			height
		};
	});
}
// assets/materials/textures.ts
/** The demo's textures: what each is painted by, and how it is stored. */
const TEXTUREFLAGS_CLAMP = 12;
const ALPHA_REFERENCE = .5;
const { woodDark, wood, woodLight, grassDark, grass, grassDry, orangeDark, brickDark } = PALETTE;
/** Alpha is tested; colours outside stay out of the mips. */
const CUT_OUT = {
	format: "DXT5",
	alphaTestReference: ALPHA_REFERENCE
};
const DECAL = {
	format: "DXT5",
	flags: TEXTUREFLAGS_CLAMP
};
const BLENDED = { format: "DXT5" };
/** By name under `materials/`. */
const PLANS = {
	"visleaf/plaster": { paint: plasterWall },
	"visleaf/brick": {
		paint: brickWall,
		relief: 3
	},
	"visleaf/stone": {
		paint: stoneBlocks,
		relief: 3
	},
	"visleaf/concrete": { paint: concreteWall },
	"visleaf/wood": { paint: planks },
	"visleaf/roof_tiles": { paint: roofTiles },
	"visleaf/trim": { paint: trim },
	"visleaf/rock": { paint: rock },
	"visleaf/paving": { paint: paving },
	"visleaf/carpet": { paint: carpet },
	"visleaf/tiles": {
		paint: tiles,
		relief: 1.5,
		gloss: .55
	},
	"visleaf/grass": { paint: grass$1 },
	"visleaf/dirt": { paint: dirt },
	"visleaf/sand": { paint: sand },
	"visleaf/metal": {
		paint: metalPlate,
		relief: 2.5,
		gloss: .7
	},
	"visleaf/metal_tread": { paint: metalTread },
	"visleaf/metal_corrugated": { paint: metalCorrugated },
	"visleaf/grate": {
		paint: grate,
		options: CUT_OUT
	},
	"visleaf/glass": {
		paint: glass,
		options: BLENDED
	},
	"visleaf/lamp_glow": {
		paint: () => lamp(PALETTE.orange),
		options: BLENDED
	},
	"visleaf/lamp_teal": {
		paint: () => lamp(PALETTE.tealLight),
		options: BLENDED
	},
	"visleaf/glow": {
		paint: () => glow(PALETTE.orange),
		options: { flags: TEXTUREFLAGS_CLAMP }
	},
	"visleaf/ceiling": { paint: ceiling },
	"visleaf/door": { paint: door },
	"visleaf/window_lit": {
		paint: litWindow,
		options: BLENDED
	},
	"visleaf/water": {
		paint: waves,
		relief: 9
	},
	"visleaf/sign_arrow": {
		paint: arrow,
		options: DECAL
	},
	"visleaf/sign_court": {
		paint: () => wordSign("COURT"),
		options: DECAL
	},
	"visleaf/sign_gallery": {
		paint: () => wordSign("GALLERY"),
		options: DECAL
	},
	"visleaf/sign_machines": {
		paint: () => wordSign("MACHINES"),
		options: DECAL
	},
	"visleaf/emblem": {
		paint: emblem,
		options: DECAL
	},
	"visleaf/stripes": {
		paint: stripes,
		options: BLENDED
	},
	"visleaf/stain": {
		paint: stain,
		options: DECAL
	},
	"visleaf/litter": {
		paint: litter,
		options: DECAL
	},
	"models/visleaf/crate": { paint: () => crate([
		woodDark,
		wood,
		woodLight
	]) },
	"models/visleaf/crate_b": { paint: () => crate([
		PALETTE.tealDark,
		PALETTE.teal,
		PALETTE.tealLight
	]) },
	"models/visleaf/barrel": { paint: () => barrel(scale(orangeDark, 1.12)) },
	"models/visleaf/barrel_b": { paint: () => barrel(PALETTE.teal) },
	"models/visleaf/leaves": {
		paint: () => leaves([
			grassDark,
			grass,
			grass,
			grassDry
		]),
		options: CUT_OUT
	},
	"models/visleaf/leaves_b": {
		paint: () => leaves([
			brickDark,
			orangeDark,
			PALETTE.orange,
			grassDry
		]),
		options: CUT_OUT
	},
	"models/visleaf/bark": { paint: bark },
	"models/visleaf/banner": { paint: banner },
	"models/visleaf/pot": { paint: pot },
	"models/visleaf/lamp": { paint: () => machineMetal(PALETTE.steelDark, 581) },
	"models/visleaf/crane": { paint: () => machineMetal(PALETTE.orangeDark, 587) },
	"detail/visleaf": {
		paint: grassSprites,
		options: {
			...CUT_OUT,
			flags: TEXTUREFLAGS_CLAMP
		}
	}
};
const SKY_SIZE = 512;
const SKY_HDR_SIZE = 128;
/** Adds every texture to `files`, by content path. */
function buildTextures(files) {
	for (const [name, plan] of Object.entries(PLANS)) buildTexture(files, name, plan);
	buildSky(files);
}
function buildTexture(files, name, plan) {
	const surface = plan.paint();
	const { width, height } = surface;
	const options = {
		width,
		height,
		...plan.options
	};
	files.set(`materials/${name}.vtf`, compileVtex([toRgba(surface)], options));
	if (plan.relief === void 0) return;
	const { gloss } = plan;
	const shine = gloss === void 0 ? void 0 : (i) => surface.relief[i] * gloss;
	const vtf = compileVtex([toNormalMap(surface, plan.relief, shine)], {
		width,
		height,
		kind: "normal",
		format: shine ? "DXT5" : "DXT1"
	});
	files.set(`materials/${name}_normal.vtf`, vtf);
}
/** Each side twice: sRGB for all, and small and of a wider range as RGBS for HDR. */
function buildSky(files) {
	const flags = TEXTUREFLAGS_CLAMP;
	for (const [i, side] of SKY_SIDES.entries()) {
		const size = side === "dn" ? 64 : SKY_SIZE;
		const ldr = compileVtex([skyByte(skySide(i, size), size)], {
			width: size,
			height: size,
			mips: false,
			flags
		});
		files.set(`materials/skybox/${SKY_NAME}${side}.vtf`, ldr);
		const hdrSize = Math.min(size, SKY_HDR_SIZE);
		const hdr = compileVtex([skyRgbs(skySide(i, hdrSize))], {
			width: hdrSize,
			height: hdrSize,
			format: "BGRA8888",
			kind: "data",
			mips: false,
			flags
		});
		files.set(`materials/skybox/${SKY_NAME}_hdr${side}.vtf`, hdr);
	}
}
// assets/materials/write-vmt.ts
/** `blocks` are given as they stand in the file, for proxies. */
function writeVmt(shader, params, ...blocks) {
	const lines = Object.entries(params).map(([key, value]) => `\t"${key}" "${value}"`);
	return [
		`"${shader}"`,
		"{",
		...lines,
		...blocks,
		"}",
		""
	].join("\n");
}
// assets/materials/tools.ts
/** What mappers give to surfaces that no player sees, and a small picture of each for the editor. */
const lit = (color, params) => ({
	color: hex(color),
	shader: "LightmappedGeneric",
	params
});
const unlit = (color, params) => ({
	color: hex(color),
	shader: "UnlitGeneric",
	params
});
/** By name under `tools/`. What the keys mean is vbsp's: see `src/compile/material-flags.ts`. */
const TOOLS = {
	toolsnodraw: lit("#d8a93c", {
		"%compilenodraw": 1,
		"%compilenolight": 0
	}),
	toolsinvisible: lit("#8aa0b8", { "%compileinvisible": 1 }),
	toolsskybox: unlit("#7fb4d8", { "%compilesky": 1 }),
	toolsskybox2d: unlit("#5d93c0", { "%compile2dsky": 1 }),
	toolshint: unlit("#3fa0a0", { "%compilehint": 1 }),
	toolsskip: unlit("#c8c04a", { "%compileskip": 1 }),
	toolstrigger: unlit("#e08a2c", {
		$translucent: 1,
		"%compiletrigger": 1
	}),
	toolsareaportal: lit("#50c070", {
		"%compilenodraw": 1,
		"%compileareaportal": 1
	}),
	toolsorigin: lit("#b05090", { "%compileorigin": 1 }),
	toolsclip: unlit("#b04848", { "%compileclip": 1 }),
	toolsplayerclip: unlit("#c06a8a", { "%playerclip": 1 }),
	toolsnpcclip: unlit("#8a6ac0", { "%compilenpcclip": 1 }),
	toolsblockbullets: lit("#706090", {
		"%compilenodraw": 1,
		"%compilepassbullets": 0
	}),
	toolsblack: unlit("#000000", {})
};
const SIZE = 64;
function buildTools(files, texts) {
	for (const [name, { color, shader, params }] of Object.entries(TOOLS)) {
		const vtf = compileVtex([toRgba(paint(SIZE, SIZE, (u, v) => {
			const stripe = Math.floor((u + v) * 4) % 2 === 0 ? 1 : .86;
			const frame = cover(-boxDistance(u - .5, v - .5, .46, .46), .01);
			return { color: mix(scale(color, stripe), scale(PALETTE.ink, color[1]), frame * .6) };
		}))], {
			width: SIZE,
			height: SIZE
		});
		files.set(`materials/tools/${name}.vtf`, vtf);
		const all = {
			$basetexture: `tools/${name}`,
			...params
		};
		texts.set(`materials/tools/${name}.vmt`, writeVmt(shader, all));
	}
}
// assets/materials/vmts.ts
/** The demo's materials. */
/** Plain walls and floors, by name under `visleaf/`, with what they sound like. */
const PLAIN = {
	plaster: "plaster",
	concrete: "concrete",
	wood: "wood_plank",
	roof_tiles: "brick",
	trim: "wood",
	rock: "rock",
	paving: "concrete",
	carpet: "carpet",
	dirt: "dirt",
	sand: "sand",
	metal_tread: "metal",
	metal_corrugated: "metal",
	ceiling: "plaster",
	door: "wood"
};
/** Signs and the like, laid over other surfaces. */
const OVERLAYS = [...[
	"sign_arrow",
	"sign_court",
	"sign_gallery",
	"sign_machines"
], ...[
	"emblem",
	"stripes",
	"stain",
	"litter"
]];
/** Models' own textures, by name under `models/visleaf/`. */
const MODEL_SKINS = [
	"crate",
	"crate_b",
	"barrel",
	"barrel_b",
	"bark",
	"pot",
	"lamp",
	"crane"
];
/** Models that wear a wall's texture. */
const MODEL_WALLS = {
	rock: "visleaf/rock",
	stone: "visleaf/stone",
	wood: "visleaf/wood",
	metal: "visleaf/metal"
};
/** Adds every VMT to `texts`, by content path. */
function buildVmts(texts) {
	const add = (name, shader, params, ...blocks) => texts.set(`materials/${name}.vmt`, writeVmt(shader, params, ...blocks));
	addWorld(add);
	addSeeThrough(add);
	addLights(add);
	addModels(add);
	for (const side of SKY_SIDES) add(`skybox/${SKY_NAME}${side}`, "sky", {
		$basetexture: `skybox/${SKY_NAME}${side}`,
		$hdrcompressedtexture: `skybox/${SKY_NAME}_hdr${side}`,
		$nofog: 1,
		$ignorez: 1
	});
}
function addWorld(add) {
	for (const [name, surfaceprop] of Object.entries(PLAIN)) add(`visleaf/${name}`, "LightmappedGeneric", {
		$basetexture: `visleaf/${name}`,
		$surfaceprop: surfaceprop
	});
	for (const name of ["brick", "stone"]) add(`visleaf/${name}`, "LightmappedGeneric", {
		$basetexture: `visleaf/${name}`,
		$bumpmap: `visleaf/${name}_normal`,
		$surfaceprop: "brick"
	});
	for (const [name, surfaceprop] of [["tiles", "tile"], ["metal", "metalpanel"]]) add(`visleaf/${name}`, "LightmappedGeneric", {
		$basetexture: `visleaf/${name}`,
		$bumpmap: `visleaf/${name}_normal`,
		$normalmapalphaenvmapmask: 1,
		$envmap: "env_cubemap",
		$envmaptint: "[.35 .35 .35]",
		$surfaceprop: surfaceprop
	});
	add("visleaf/brick_flat", "LightmappedGeneric", {
		$basetexture: "visleaf/brick",
		$surfaceprop: "brick"
	});
	add("visleaf/plaster_teal", "LightmappedGeneric", {
		$basetexture: "visleaf/plaster",
		$color: "[.55 .78 .78]",
		$surfaceprop: "plaster"
	});
	add("visleaf/grass", "LightmappedGeneric", {
		$basetexture: "visleaf/grass",
		$surfaceprop: "grass",
		"%detailtype": "visleaf_grass"
	});
	add("visleaf/terrain_blend", "WorldVertexTransition", {
		$basetexture: "visleaf/rock",
		$basetexture2: "visleaf/grass",
		$surfaceprop: "rock",
		$surfaceprop2: "grass",
		"%tooltexture": "visleaf/grass",
		"%detailtype": "visleaf_grass"
	});
	add("visleaf/shore_blend", "WorldVertexTransition", {
		$basetexture: "visleaf/sand",
		$basetexture2: "visleaf/grass",
		$surfaceprop: "sand",
		$surfaceprop2: "grass",
		"%tooltexture": "visleaf/sand"
	});
}
function addSeeThrough(add) {
	add("visleaf/glass", "LightmappedGeneric", {
		$basetexture: "visleaf/glass",
		$translucent: 1,
		$envmap: "env_cubemap",
		$envmaptint: "[.25 .3 .3]",
		$surfaceprop: "glass"
	});
	add("visleaf/grate", "LightmappedGeneric", {
		$basetexture: "visleaf/grate",
		$alphatest: 1,
		$alphatestreference: .5,
		$nocull: 1,
		$surfaceprop: "metalgrate",
		"%compilepassbullets": 1
	});
	const water = {
		$normalmap: "visleaf/water_normal",
		$bumpmap: "visleaf/water_normal",
		$surfaceprop: "water",
		$fogenable: 1,
		$fogcolor: "{38 82 84}",
		$fogstart: 1,
		"%compilewater": 1,
		"%tooltexture": "visleaf/water"
	};
	const drift = [
		"	\"Proxies\"",
		"	{",
		"		\"TextureScroll\"",
		"		{",
		"			\"texturescrollvar\" \"$bumptransform\"",
		"			\"texturescrollrate\" \".03\"",
		"			\"texturescrollangle\" \"35\"",
		"		}",
		"	}"
	];
	add("visleaf/water", "Water", {
		...water,
		$abovewater: 1,
		$fogend: 300,
		$bottommaterial: "visleaf/water_beneath",
		$reflecttexture: "_rt_WaterReflection",
		$refracttexture: "_rt_WaterRefraction",
		$reflecttint: "[.8 .9 .9]",
		$refracttint: "[.8 .95 .95]",
		$reflectamount: .6,
		$refractamount: .4
	}, ...drift);
	add("visleaf/water_beneath", "Water", {
		...water,
		$abovewater: 0,
		$fogend: 200,
		$refracttexture: "_rt_WaterRefraction"
	}, ...drift);
	for (const name of OVERLAYS) add(`visleaf/${name}`, "LightmappedGeneric", {
		$basetexture: `visleaf/${name}`,
		$translucent: 1,
		$decal: 1
	});
}
function addLights(add) {
	for (const name of [
		"lamp_glow",
		"lamp_teal",
		"window_lit"
	]) add(`visleaf/${name}`, "LightmappedGeneric", {
		$basetexture: `visleaf/${name}`,
		$selfillum: 1,
		$surfaceprop: "glass"
	});
	add("visleaf/glow", "UnlitGeneric", {
		$basetexture: "visleaf/glow",
		$additive: 1,
		$vertexcolor: 1,
		$nocull: 1
	});
}
function addModels(add) {
	const onModel = (name, texture, params = {}) => add(`models/visleaf/${name}`, "VertexLitGeneric", {
		$basetexture: texture,
		...params
	});
	for (const name of MODEL_SKINS) onModel(name, `models/visleaf/${name}`);
	for (const [name, texture] of Object.entries(MODEL_WALLS)) onModel(name, texture);
	const cut = {
		$alphatest: 1,
		$alphatestreference: .5,
		$nocull: 1
	};
	for (const name of ["leaves", "leaves_b"]) onModel(name, `models/visleaf/${name}`, cut);
	onModel("banner", "models/visleaf/banner", { $nocull: 1 });
	onModel("lamp_glow", "visleaf/lamp_glow", { $selfillum: 1 });
	add("detail/visleaf", "UnlitGeneric", {
		$basetexture: "detail/visleaf",
		...cut,
		$vertexcolor: 1
	});
}
// assets/materials/build-materials.ts
/** All of the demo's materials, made by code: the same bytes on every run. */
/** `materials/...` to the file's bytes, in the order of their paths. */
function buildMaterials() {
	const files = /* @__PURE__ */ new Map();
	const texts = /* @__PURE__ */ new Map();
	buildTextures(files);
	buildTools(files, texts);
	buildVmts(texts);
	const encoder = new TextEncoder();
	for (const [path, text] of texts) files.set(path, encoder.encode(text));
	return new Map([...files].sort(([a], [b]) => a < b ? -1 : 1));
}
// ../../tmp/build.ts
const t = performance.now();
const m = buildMaterials();
const h = createHash("sha1");
let n = 0;
let z = 0;
const rows = [];
for (const [p, b] of m) {
	h.update(p).update(b);
	n += b.length;
	const d = deflateSync(b).length;
	z += d;
	rows.push([
		b.length,
		d,
		p
	]);
}
rows.sort((a, b) => b[0] - a[0]);
console.log(rows.slice(0, 25).map((r) => r.join(" ")).join("\n"));
console.log(m.size, "files", n, "bytes deflated", z, h.digest("hex"), (performance.now() - t | 0) + "ms");
export {};
