/**
 * Records as C structs say them, stated apart from the catalogue: fields one behind the other, `name:count` and a letter
 * for the type (B u8, b i8, H u16, h i16, I u32, i i32, f f32). What stands behind `>` is the column that readers take
 * the field as, of the same name if nothing does. Sources: Valve's public `bspfile.h` and `gamebspfile.h`; for wide
 * records and dialects those that `docs/formats.md` names.
 */

import type { LumpName } from "../../../../src/formats/bsp/lumps.ts";
import type { DialectName } from "../../../../src/formats/bsp/types.ts";

export interface StatedRecord {
  readonly slot: LumpName;
  /** A map version that has it. */
  readonly mapVersion: number;
  readonly lumpVersions: readonly number[];
  readonly name: string;
  readonly fields: string;
}

const stated = (
  slot: LumpName,
  mapVersion: number,
  lumpVersions: readonly number[],
  name: string,
  fields: string,
): StatedRecord => ({ slot, mapVersion, lumpVersions, name, fields });

export const STATED: readonly StatedRecord[] = [
  stated("LUMP_PLANES", 20, [0], "dplane_t", "normal>:3f dist>:f type>:i"),
  stated(
    "LUMP_TEXDATA",
    20,
    [0],
    "dtexdata_t",
    `reflectivity>:3f nameStringTableID>nameStringTableId:i width>:i height>:i view_width:i
    view_height:i`,
  ),
  stated("LUMP_TEXDATA_STRING_TABLE", 20, [0], "int", "offset>value:i"),
  stated(
    "LUMP_TEXINFO",
    20,
    [0],
    "texinfo_t",
    `textureVecsTexelsPerWorldUnits>textureVecs:8f
    lightmapVecsLuxelsPerWorldUnits>lightmapVecs:8f flags>:i texdata>:i`,
  ),
  stated("LUMP_VERTEXES", 20, [0], "dvertex_t", "point>position:3f"),
  stated("LUMP_VERTNORMALS", 20, [0], "Vector", "normal>value:3f"),
  stated("LUMP_VERTNORMALINDICES", 20, [0], "unsigned short", "value>:H"),
  stated("LUMP_VERTNORMALINDICES", 25, [1], "unsigned short", "value>:I"),
  stated("LUMP_EDGES", 20, [0], "dedge_t", "v>value:2H"),
  stated("LUMP_EDGES", 25, [1], "dedge_t", "v>value:2I"),
  stated("LUMP_SURFEDGES", 20, [0], "int", "edge>value:i"),
  stated(
    "LUMP_FACES",
    20,
    [0, 1],
    "dface_t",
    `planenum>plane:H side>:B onNode:B firstedge>firstEdge:i numedges>edgeCount:h texinfo>:h
    dispinfo>dispInfo:h surfaceFogVolumeID:h styles>:4B lightofs>lightOffset:i area>:f
    lightmapTextureMinsInLuxels>lightmapMins:2i lightmapTextureSizeInLuxels>lightmapSize:2i
    origFace>:i numPrims>primitiveCount:H firstPrimID>firstPrimitive:H smoothingGroups>:I`,
  ),
  stated(
    "LUMP_FACES",
    25,
    [2],
    "dface_t",
    `planenum>plane:I side>:B onNode:B pad:2B firstedge>firstEdge:i numedges>edgeCount:i
    texinfo>:i dispinfo>dispInfo:i surfaceFogVolumeID:i styles>:4B lightofs>lightOffset:i
    area>:f lightmapTextureMinsInLuxels>lightmapMins:2i
    lightmapTextureSizeInLuxels>lightmapSize:2i origFace>:i numPrims>primitiveCount:I
    firstPrimID>firstPrimitive:I smoothingGroups>:I`,
  ),
  stated("LUMP_FACEIDS", 20, [0], "dfaceid_t", "hammerfaceid>value:H"),
  stated("LUMP_FACEIDS", 25, [1], "dfaceid_t", "hammerfaceid>value:I"),
  stated(
    "LUMP_FACE_MACRO_TEXTURE_INFO",
    20,
    [0],
    "CFaceMacroTextureInfo",
    "macroTextureNameID>value:H",
  ),
  stated(
    "LUMP_NODES",
    20,
    [0],
    "dnode_t",
    `planenum>plane:i children>:2i mins>:3h maxs>:3h firstface>firstFace:H numfaces>faceCount:H
    area:h pad:2B`,
  ),
  stated(
    "LUMP_NODES",
    25,
    [1],
    "dnode_t",
    `planenum>plane:i children>:2i mins>:3f maxs>:3f firstface>firstFace:I numfaces>faceCount:I
    area:h pad:2B`,
  ),
  stated(
    "LUMP_LEAFS",
    25,
    [1],
    "dleaf_t",
    `contents>:i cluster>:h areaFlags>:H mins>:3h maxs>:3h firstleafface>firstLeafFace:H
    numleaffaces>leafFaceCount:H firstleafbrush>firstLeafBrush:H
    numleafbrushes>leafBrushCount:H leafWaterDataID>leafWaterData:h pad:2B`,
  ),
  stated(
    "LUMP_LEAFS",
    19,
    [0],
    "dleaf_version_0_t",
    `contents>:i cluster>:h areaFlags>:H mins>:3h maxs>:3h firstleafface>firstLeafFace:H
    numleaffaces>leafFaceCount:H firstleafbrush>firstLeafBrush:H
    numleafbrushes>leafBrushCount:H leafWaterDataID>leafWaterData:h ambientLighting:24B pad:2B`,
  ),
  stated(
    "LUMP_LEAFS",
    25,
    [2],
    "dleaf_t",
    `contents>:i cluster>:i areaFlags>:I mins>:3f maxs>:3f firstleafface>firstLeafFace:I
    numleaffaces>leafFaceCount:I firstleafbrush>firstLeafBrush:I
    numleafbrushes>leafBrushCount:I leafWaterDataID>leafWaterData:i`,
  ),
  stated("LUMP_LEAFFACES", 20, [0], "unsigned short", "value>:H"),
  stated("LUMP_LEAFFACES", 25, [1], "unsigned short", "value>:I"),
  stated("LUMP_LEAFBRUSHES", 20, [0], "unsigned short", "value>:H"),
  stated("LUMP_LEAFBRUSHES", 25, [1], "unsigned short", "value>:I"),
  stated(
    "LUMP_LEAFWATERDATA",
    20,
    [0],
    "dleafwaterdata_t",
    `surfaceZ>:f minZ>:f surfaceTexInfoID>surfaceTexInfo:h pad:2B`,
  ),
  stated(
    "LUMP_LEAFWATERDATA",
    25,
    [1],
    "dleafwaterdata_t",
    `surfaceZ>:f minZ>:f surfaceTexInfoID>surfaceTexInfo:i`,
  ),
  stated("LUMP_LEAFMINDISTTOWATER", 20, [0], "unsigned short", "distance>value:H"),
  stated(
    "LUMP_MODELS",
    20,
    [0],
    "dmodel_t",
    `mins>:3f maxs>:3f origin>:3f headnode>headNode:i firstface>firstFace:i
    numfaces>faceCount:i`,
  ),
  stated(
    "LUMP_PRIMITIVES",
    20,
    [0],
    "dprimitive_t",
    `type>:B pad:B firstIndex>:H indexCount>:H firstVert>:H vertCount>:H`,
  ),
  stated(
    "LUMP_PRIMITIVES",
    25,
    [1],
    "dprimitive_t",
    `type>:B pad:3B firstIndex>:I indexCount>:I firstVert>:I vertCount>:I`,
  ),
  stated("LUMP_PRIMVERTS", 20, [0], "dprimvert_t", "pos>position:3f"),
  stated("LUMP_PRIMINDICES", 20, [0], "unsigned short", "value>:H"),
  stated("LUMP_PRIMINDICES", 25, [1], "unsigned short", "value>:I"),
  stated(
    "LUMP_BRUSHES",
    20,
    [0],
    "dbrush_t",
    `firstside>firstSide:i numsides>sideCount:i contents>:i`,
  ),
  stated(
    "LUMP_BRUSHSIDES",
    20,
    [0],
    "dbrushside_t",
    `planenum>plane:H texinfo>:h dispinfo:h bevel>:B thin:B`,
  ),
  stated(
    "LUMP_BRUSHSIDES",
    25,
    [1],
    "dbrushside_t",
    `planenum>plane:I texinfo>:i dispinfo:i bevel>:B thin:B pad:2B`,
  ),
  stated(
    "LUMP_AREAS",
    20,
    [0],
    "darea_t",
    `numareaportals>areaPortalCount:i firstareaportal>firstAreaPortal:i`,
  ),
  stated(
    "LUMP_AREAPORTALS",
    20,
    [0],
    "dareaportal_t",
    `portalKey>:H otherarea>otherArea:H firstClipPortalVert>:H
    clipPortalVerts>clipPortalVertCount:H planenum>plane:i`,
  ),
  stated(
    "LUMP_AREAPORTALS",
    25,
    [1],
    "dareaportal_t",
    `portalKey>:I otherarea>otherArea:I firstClipPortalVert>:I
    clipPortalVerts>clipPortalVertCount:I planenum>plane:i`,
  ),
  stated("LUMP_CLIPPORTALVERTS", 20, [0], "Vector", "point>value:3f"),
  stated("LUMP_LIGHTING", 20, [0, 1], "ColorRGBExp32", "rgb:3B exponent:b"),
  stated("LUMP_DISP_LIGHTMAP_ALPHAS", 20, [0], "unsigned char", "alpha:B"),
  stated(
    "LUMP_WORLDLIGHTS",
    20,
    [0],
    "dworldlight_t",
    `origin>:3f intensity>:3f normal>:3f cluster>:i type>:i style>:i stopdot>:f stopdot2>:f
    exponent>:f radius>:f constant_attn>constantAttn:f linear_attn>linearAttn:f
    quadratic_attn>quadraticAttn:f flags>:i texinfo>:i owner>:i`,
  ),
  stated(
    "LUMP_WORLDLIGHTS",
    21,
    [1],
    "dworldlight_t",
    `origin>:3f intensity>:3f normal>:3f shadow_cast_offset:3f cluster>:i type>:i style>:i
    stopdot>:f stopdot2>:f exponent>:f radius>:f constant_attn>constantAttn:f
    linear_attn>linearAttn:f quadratic_attn>quadraticAttn:f flags>:i texinfo>:i owner>:i`,
  ),
  stated(
    "LUMP_WORLDLIGHTS",
    25,
    [2],
    "dworldlight_t",
    `origin>:3f intensity>:3f normal>:3f shadow_cast_offset:3f cluster>:i type>:B mode:B pad:2B
    style>:i stopdot>:f stopdot2>:f exponent>:f radius>:f constant_attn>constantAttn:f
    linear_attn>linearAttn:f quadratic_attn>quadraticAttn:f flags>:i texinfo>:i owner>:i`,
  ),
  stated(
    "LUMP_LEAF_AMBIENT_INDEX",
    20,
    [0],
    "dleafambientindex_t",
    `ambientSampleCount>sampleCount:H firstAmbientSample>firstSample:H`,
  ),
  stated(
    "LUMP_LEAF_AMBIENT_INDEX",
    25,
    [1],
    "dleafambientindex_t",
    `ambientSampleCount>sampleCount:I firstAmbientSample>firstSample:I`,
  ),
  stated(
    "LUMP_LEAF_AMBIENT_LIGHTING",
    20,
    [1],
    "dleafambientlighting_t",
    "cube>:24B position>:3B pad:B",
  ),
  stated("LUMP_LEAF_AMBIENT_LIGHTING", 20, [0], "CompressedLightCube", "cube:24B"),
  stated("LUMP_CUBEMAPS", 20, [0], "dcubemapsample_t", "origin>:3i size>:B pad:3B"),
  stated("LUMP_MAP_FLAGS", 20, [0], "dflagslump_t", "levelFlags>:I"),
  stated(
    "LUMP_DISPINFO",
    20,
    [0],
    "ddispinfo_t",
    `startPosition>:3f dispVertStart>firstVert:i dispTriStart>firstTri:i power>:i minTess>:i
    smoothingAngle>:f contents>:i mapFace>:H pad:2B lightmapAlphaStart:i
    lightmapSamplePositionStart:i edgeNeighbors:48B cornerNeighbors:40B allowedVerts>:10I`,
  ),
  stated(
    "LUMP_DISPINFO",
    25,
    [1],
    "ddispinfo_t",
    `startPosition>:3f dispVertStart>firstVert:i dispTriStart>firstTri:i power>:i minTess>:i
    smoothingAngle>:f contents>:i mapFace>:I lightmapAlphaStart:i
    lightmapSamplePositionStart:i edgeNeighbors:64B cornerNeighbors:80B allowedVerts>:10I`,
  ),
  stated("LUMP_DISP_VERTS", 20, [0], "CDispVert", "vector>:3f dist>:f alpha>:f"),
  stated("LUMP_DISP_TRIS", 20, [0], "CDispTri", "tags>:H"),
  stated(
    "LUMP_DISP_MULTIBLEND",
    20,
    [0],
    "CDispMultiBlend",
    `multiblend>values:4f alphaBlend:4f multiblendColors:12f`,
  ),
  stated(
    "LUMP_OVERLAYS",
    20,
    [0],
    "doverlay_t",
    `id>:i texInfo>texinfo:h faceCountAndRenderOrder>:H faces>:64i u>:2f v>:2f uvPoints>:12f
    origin>:3f basisNormal>:3f`,
  ),
  stated(
    "LUMP_OVERLAYS",
    25,
    [1],
    "doverlay_t",
    `id>:i texInfo>texinfo:i faceCountAndRenderOrder>:H pad:2B faces>:64i u>:2f v>:2f
    uvPoints>:12f origin>:3f basisNormal>:3f`,
  ),
  stated(
    "LUMP_OVERLAYS",
    25,
    [2],
    "doverlay_t",
    `id>:i texInfo>texinfo:i faceCountAndRenderOrder>:H pad:2B faces>:64i u>:2f v>:2f
    uvPoints>:12f origin>:3f basisNormal>:3f tint:4B`,
  ),
  stated(
    "LUMP_WATEROVERLAYS",
    20,
    [0],
    "dwateroverlay_t",
    `id:i texInfo:h faceCountAndRenderOrder:H faces:256i u:2f v:2f uvPoints:12f origin:3f
    basisNormal:3f`,
  ),
  stated(
    "LUMP_WATEROVERLAYS",
    25,
    [1],
    "dwateroverlay_t",
    `id:i texInfo:i faceCountAndRenderOrder:H pad:2B faces:256i u:2f v:2f uvPoints:12f
    origin:3f basisNormal:3f`,
  ),
  stated("LUMP_OVERLAY_FADES", 20, [0], "doverlayfade_t", "fadeDistMinSq>:f fadeDistMaxSq>:f"),
  stated(
    "LUMP_OVERLAY_SYSTEM_LEVELS",
    20,
    [0],
    "doverlaysystemlevel_t",
    `minCPULevel:B maxCPULevel:B minGPULevel:B maxGPULevel:B`,
  ),
  stated("LUMP_UNUSED0", 21, [0], "dpropcollision_t", "hullCount:i hullStart:i"),
  stated(
    "LUMP_UNUSED1",
    21,
    [0],
    "dprophull_t",
    "vertCount:i vertStart:i surfaceProp:i contents:I",
  ),
  stated("LUMP_UNUSED2", 21, [0], "Vector", "point:3f"),
  stated("LUMP_UNUSED3", 21, [0], "dprophulltris_t", "indexStart:i indexCount:i"),
  stated(
    "LUMP_UNUSED0",
    19,
    [0],
    "dportal_t",
    `firstportalvert:i numportalverts:i planenum:i cluster:2H`,
  ),
  stated("LUMP_UNUSED1", 19, [0], "dcluster_t", "firstportal:i numportals:i"),
  stated("LUMP_LEAF_AMBIENT_INDEX_HDR", 19, [0], "dlightmappage_t", "data:32768B palette:1024B"),
  stated(
    "LUMP_LEAF_AMBIENT_INDEX",
    19,
    [0],
    "dlightmappageinfo_t",
    "page:B offset:2B pad:B avgColor:3B avgExponent:b",
  ),
];

/** Records that a dialect has in place of those. */
export const DIALECT_STATED: readonly (readonly [
  dialect: DialectName,
  slot: LumpName,
  lumpVersions: readonly number[],
  fields: string,
])[] = [
  [
    "hl2-beta-17",
    "LUMP_FACES",
    [0, 1],
    `avgLightColor:16B planenum>plane:H side>:B onNode:B firstedge>firstEdge:i
    numedges>edgeCount:h texinfo>:h dispinfo>dispInfo:h surfaceFogVolumeID:h styles>:4B
    lightofs>lightOffset:i area>:f lightmapTextureMinsInLuxels>lightmapMins:2i
    lightmapTextureSizeInLuxels>lightmapSize:2i origFace>:i smoothingGroups>:I`,
  ],
  [
    "hl2-beta-17",
    "LUMP_LEAFS",
    [0, 1],
    `contents>:i cluster>:h areaFlags>:H mins>:3h maxs>:3h firstleafface>firstLeafFace:H
    numleaffaces>leafFaceCount:H firstleafbrush>firstLeafBrush:H
    numleafbrushes>leafBrushCount:H leafWaterDataID>leafWaterData:h pad:2B`,
  ],
  [
    "hl2-beta-17",
    "LUMP_DISPINFO",
    [0],
    `startPosition>:3f dispVertStart>firstVert:i power>:i minTess>:i smoothingAngle>:f
    contents>:i mapFace>:H pad:2B lightmapAlphaStart:i lightmapSamplePositionStart:i
    edgeNeighbors:48B cornerNeighbors:40B allowedVerts>:10I`,
  ],
  [
    "hl2-beta-18",
    "LUMP_FACES",
    [0, 1],
    `avgLightColor:16B planenum>plane:H side>:B onNode:B firstedge>firstEdge:i
    numedges>edgeCount:h texinfo>:h dispinfo>dispInfo:h surfaceFogVolumeID:h styles>:4B
    lightofs>lightOffset:i area>:f lightmapTextureMinsInLuxels>lightmapMins:2i
    lightmapTextureSizeInLuxels>lightmapSize:2i origFace>:i numPrims>primitiveCount:H
    firstPrimID>firstPrimitive:H smoothingGroups>:I`,
  ],
  [
    "hl2-beta-18",
    "LUMP_LEAFS",
    [0, 1],
    `contents>:i cluster>:h areaFlags>:H mins>:3h maxs>:3h firstleafface>firstLeafFace:H
    numleaffaces>leafFaceCount:H firstleafbrush>firstLeafBrush:H
    numleafbrushes>leafBrushCount:H leafWaterDataID>leafWaterData:h pad:2B`,
  ],
  [
    "vampire",
    "LUMP_FACES",
    [0],
    `avgLightColor:32B planenum>plane:H side>:B onNode:B firstedge>firstEdge:i
    numedges>edgeCount:h texinfo>:h dispinfo>dispInfo:h surfaceFogVolumeID:h styles>:8B day:8B
    night:8B lightofs>lightOffset:i area>:f lightmapTextureMinsInLuxels>lightmapMins:2i
    lightmapTextureSizeInLuxels>lightmapSize:2i origFace>:i smoothingGroups>:I`,
  ],
  [
    "vampire",
    "LUMP_LEAFS",
    [0, 1],
    `contents>:i cluster>:h areaFlags>:H mins>:3h maxs>:3h firstleafface>firstLeafFace:H
    numleaffaces>leafFaceCount:H firstleafbrush>firstLeafBrush:H
    numleafbrushes>leafBrushCount:H leafWaterDataID>leafWaterData:h pad:2B`,
  ],
  [
    "vindictus",
    "LUMP_FACES",
    [1],
    `planenum>plane:I side>:B onNode:B unknown:H firstedge>firstEdge:i numedges>edgeCount:i
    texinfo>:i dispinfo>dispInfo:i surfaceFogVolumeID:i styles>:4B lightofs>lightOffset:i
    area>:f lightmapTextureMinsInLuxels>lightmapMins:2i
    lightmapTextureSizeInLuxels>lightmapSize:2i origFace>:i numPrims>primitiveCount:I
    firstPrimID>firstPrimitive:I smoothingGroups>:I`,
  ],
  [
    "vindictus",
    "LUMP_FACES",
    [2],
    `planenum>plane:I side>:B onNode:B unknown:H firstedge>firstEdge:i numedges>edgeCount:i
    texinfo>:i dispinfo>dispInfo:i surfaceFogVolumeID:i styles>:4B unknown2:I
    lightofs>lightOffset:i area>:f lightmapTextureMinsInLuxels>lightmapMins:2i
    lightmapTextureSizeInLuxels>lightmapSize:2i origFace>:i numPrims>primitiveCount:I
    firstPrimID>firstPrimitive:I smoothingGroups>:I`,
  ],
  [
    "vindictus",
    "LUMP_NODES",
    [0],
    `planenum>plane:i children>:2i mins>:3i maxs>:3i firstface>firstFace:I numfaces>faceCount:I
    unknown:i`,
  ],
  [
    "vindictus",
    "LUMP_LEAFS",
    [0, 1],
    `contents>:i cluster>:i areaFlags>:I mins>:3i maxs>:3i firstleafface>firstLeafFace:I
    numleaffaces>leafFaceCount:I firstleafbrush>firstLeafBrush:I
    numleafbrushes>leafBrushCount:I leafWaterDataID>leafWaterData:i`,
  ],
  ["vindictus", "LUMP_EDGES", [0], `v>value:2I`],
  ["vindictus", "LUMP_LEAFFACES", [0], `value>:I`],
  ["vindictus", "LUMP_BRUSHSIDES", [0], `planenum>plane:I texinfo>:i dispinfo:i bevel>:I`],
  [
    "vindictus",
    "LUMP_AREAPORTALS",
    [0],
    `portalKey>:I otherarea>otherArea:I firstClipPortalVert>:I
    clipPortalVerts>clipPortalVertCount:I planenum>plane:i`,
  ],
  [
    "vindictus",
    "LUMP_DISPINFO",
    [0],
    `startPosition>:3f dispVertStart>firstVert:i dispTriStart>firstTri:i power>:i
    smoothingAngle>:f unknown:i contents>:i mapFace>:I lightmapAlphaStart:i
    lightmapSamplePositionStart:i edgeNeighbors:64B cornerNeighbors:80B allowedVerts>:10I`,
  ],
  [
    "vindictus",
    "LUMP_OVERLAYS",
    [0],
    `id>:i texInfo>texinfo:i faceCountAndRenderOrder>:I faces>:64i u>:2f v>:2f uvPoints>:12f
    origin>:3f basisNormal>:3f`,
  ],
  [
    "dark-messiah",
    "LUMP_TEXINFO",
    [0],
    `textureVecsTexelsPerWorldUnits>textureVecs:8f
    lightmapVecsLuxelsPerWorldUnits>lightmapVecs:8f unknown:24B flags>:i texdata>:i`,
  ],
  [
    "dark-messiah",
    "LUMP_MODELS",
    [0],
    `mins>:3f maxs>:3f origin>:3f unknown:i headnode>headNode:i firstface>firstFace:i
    numfaces>faceCount:i`,
  ],
  [
    "dark-messiah",
    "LUMP_WORLDLIGHTS",
    [0],
    `origin>:3f intensity>:3f normal>:3f cluster>:i type>:i style>:i stopdot>:f stopdot2>:f
    exponent>:f radius>:f constant_attn>constantAttn:f linear_attn>linearAttn:f
    quadratic_attn>quadraticAttn:f flags>:i texinfo>:i owner>:i illuminate_players:I`,
  ],
  [
    "dota2-22",
    "LUMP_DISPINFO",
    [0],
    `startPosition>:3f dispVertStart>firstVert:i dispTriStart>firstTri:i power>:i minTess>:i
    smoothingAngle>:f contents>:i mapFace>:H pad:2B lightmapAlphaStart:i
    lightmapSamplePositionStart:i unknown:i edgeNeighbors:48B cornerNeighbors:40B
    allowedVerts>:10I`,
  ],
  [
    "dota2-22",
    "LUMP_OVERLAYS",
    [0],
    `id>:i texInfo>texinfo:h faceCountAndRenderOrder>:H faces>:64i u>:2f v>:2f uvPoints>:12f
    origin>:3f basisNormal>:3f unknown:I`,
  ],
  [
    "dota2-23",
    "LUMP_DISPINFO",
    [0],
    `startPosition>:3f dispVertStart>firstVert:i dispTriStart>firstTri:i power>:i minTess>:i
    smoothingAngle>:f contents>:i unknown:i mapFace>:H pad:2B lightmapAlphaStart:i
    lightmapSamplePositionStart:i unknown2:i edgeNeighbors:48B cornerNeighbors:40B
    allowedVerts>:10I`,
  ],
  [
    "dota2-23",
    "LUMP_OVERLAYS",
    [0],
    `id>:i texInfo>texinfo:h faceCountAndRenderOrder>:H faces>:64i u>:2f v>:2f uvPoints>:12f
    origin>:3f basisNormal>:3f unknown:I`,
  ],
];

/** Static props by the versions that have them; of 80 bytes in version 11 there are two. */
export const STATIC_PROPS_STATED: readonly (readonly [
  versions: readonly number[],
  fields: string,
])[] = [
  [
    [4],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f`,
  ],
  [
    [5],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f`,
  ],
  [
    [6],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f minDXLevel>dxLevels:H
    maxDXLevel:H`,
  ],
  [
    [7],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f minDXLevel>dxLevels:H
    maxDXLevel:H diffuseModulation>:4B`,
  ],
  [
    [8],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f
    minCPULevel>systemLevels:B maxCPULevel:B minGPULevel:B maxGPULevel:B diffuseModulation>:4B`,
  ],
  [
    [7, 10],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B pad:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f minDXLevel>dxLevels:H
    maxDXLevel:H flags>:I lightmapResolutionX:H lightmapResolutionY:H`,
  ],
  [
    [8, 9],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f
    minCPULevel>systemLevels:B maxCPULevel:B minGPULevel:B maxGPULevel:B diffuseModulation>:4B
    disableX360:B pad:3B`,
  ],
  [
    [6],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f minDXLevel>dxLevels:H
    maxDXLevel:H unknown:8B`,
  ],
  [
    [11],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B pad:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f minDXLevel>dxLevels:H
    maxDXLevel:H flags>:I lightmapResolutionX:H lightmapResolutionY:H diffuseModulation:4B`,
  ],
  [
    [10],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f
    minCPULevel>systemLevels:B maxCPULevel:B minGPULevel:B maxGPULevel:B diffuseModulation>:4B
    disableX360:B pad:3B flagsEx>:I`,
  ],
  [
    [9],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B
    unknown:I skin>:i fadeMinDist>:f fadeMaxDist>:f unknownOrigin:12B forcedFadeScale>:f
    minCPULevel>systemLevels:B maxCPULevel:B minGPULevel:B maxGPULevel:B unknownByte:B
    diffuseModulation>:4B unknownEnd:3B`,
  ],
  [
    [11, 12],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f
    minCPULevel>systemLevels:B maxCPULevel:B minGPULevel:B maxGPULevel:B diffuseModulation>:4B
    disableX360:B pad:3B flagsEx>:I uniformScale>:f`,
  ],
  [
    [13],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f
    minCPULevel>systemLevels:B maxCPULevel:B minGPULevel:B maxGPULevel:B diffuseModulation>:4B
    disableX360:B pad:3B flagsEx>:I scale>uniformScale:3f`,
  ],
  [
    [5],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f targetName:128B`,
  ],
  [
    [6],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f minDXLevel>dxLevels:H
    maxDXLevel:H targetName:128B`,
  ],
  [
    [6],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B flags>:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f minDXLevel>dxLevels:H
    maxDXLevel:H unknown:72B`,
  ],
  [
    [11],
    `origin>:3f angles>:3f propType>model:H firstLeaf>:H leafCount>:H solid>:B pad:B skin>:i
    fadeMinDist>:f fadeMaxDist>:f lightingOrigin>:3f forcedFadeScale>:f minDXLevel>dxLevels:H
    maxDXLevel:H flags>:I lightmapResolutionX:H lightmapResolutionY:H diffuseModulation>:4B
    flagsEx>:I`,
  ],
];
