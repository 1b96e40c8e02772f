/**
 * Studio records as C structs state them, apart from the catalogue: fields one behind the other, as
 * `name:count` and a letter for the type (B u8, H u16, h i16, I u32, i i32, f f32), and the size of
 * the whole. Sources: Valve's public `studio.h`, `optimize.h`, `phyfile.h`, `hardwareverts.h` and
 * `hardwaretexels.h`; for other records those that the catalogue names.
 */

export interface StatedRecord {
  /** Name of the constant in the catalogue. */
  readonly constant: string;
  readonly name: string;
  readonly versions: readonly number[];
  readonly bytes: number;
  readonly fields: string;
}

const stated = (
  constant: string,
  name: string,
  versions: readonly number[],
  bytes: number,
  fields: string,
): StatedRecord => ({ constant, name, versions, bytes, fields });

const MDL = [44, 45, 46, 47, 48, 49];
/** Both forms of collision models. */
const SURFACES = [0x100, 0x101];

export const STATED: readonly StatedRecord[] = [
  stated(
    "STUDIOHDR",
    "studiohdr_t",
    MDL,
    408,
    `id:i version:i checksum:i name:64B length:i eyeposition:3f illumposition:3f hull_min:3f
    hull_max:3f view_bbmin:3f view_bbmax:3f flags:i numbones:i boneindex:i
    numbonecontrollers:i bonecontrollerindex:i numhitboxsets:i hitboxsetindex:i
    numlocalanim:i localanimindex:i numlocalseq:i localseqindex:i activitylistversion:i
    eventsindexed:i numtextures:i textureindex:i numcdtextures:i cdtextureindex:i
    numskinref:i numskinfamilies:i skinindex:i numbodyparts:i bodypartindex:i
    numlocalattachments:i localattachmentindex:i numlocalnodes:i localnodeindex:i
    localnodenameindex:i numflexdesc:i flexdescindex:i numflexcontrollers:i
    flexcontrollerindex:i numflexrules:i flexruleindex:i numikchains:i ikchainindex:i
    nummouths:i mouthindex:i numlocalposeparameters:i localposeparamindex:i
    surfacepropindex:i keyvalueindex:i keyvaluesize:i numlocalikautoplaylocks:i
    localikautoplaylockindex:i mass:f contents:i numincludemodels:i includemodelindex:i
    virtualModel:i szanimblocknameindex:i numanimblocks:i animblockindex:i animblockModel:i
    bonetablebynameindex:i pVertexBase:i pIndexBase:i constdirectionallightdot:B rootLOD:B
    numAllowedRootLODs:B unused:B unused4:i numflexcontrollerui:i flexcontrolleruiindex:i
    flVertAnimFixedPointScale:f surfacepropLookup:i studiohdr2index:i unused2:i`,
  ),
  stated(
    "STUDIOHDR2",
    "studiohdr2_t",
    MDL,
    256,
    `numsrcbonetransform:i srcbonetransformindex:i illumpositionattachmentindex:i
    flMaxEyeDeflection:f linearboneindex:i sznameindex:i m_nBoneFlexDriverCount:i
    m_nBoneFlexDriverIndex:i reserved:56i`,
  ),
  stated(
    "TEXTURE",
    "mstudiotexture_t",
    MDL,
    64,
    "sznameindex:i flags:i used:i unused1:i material:i clientmaterial:i unused:10i",
  ),
  stated("MODEL_GROUP", "mstudiomodelgroup_t", MDL, 8, "szlabelindex:i sznameindex:i"),
  stated(
    "BONE",
    "mstudiobone_t",
    MDL,
    216,
    `sznameindex:i parent:i bonecontroller:6i pos:3f quat:4f rot:3f posscale:3f rotscale:3f
    poseToBone:12f qAlignment:4f flags:i proctype:i procindex:i physicsbone:i
    surfacepropidx:i contents:i surfacepropLookup:i unused:7i`,
  ),
  stated(
    "AXIS_INTERP_BONE",
    "mstudioaxisinterpbone_t",
    MDL,
    176,
    "control:i axis:i pos:18f quat:24f",
  ),
  stated(
    "QUAT_INTERP_INFO",
    "mstudioquatinterpinfo_t",
    MDL,
    48,
    "inv_tolerance:f trigger:4f pos:3f quat:4f",
  ),
  stated(
    "QUAT_INTERP_BONE",
    "mstudioquatinterpbone_t",
    MDL,
    12,
    "control:i numtriggers:i triggerindex:i",
  ),
  stated(
    "AIM_AT_BONE",
    "mstudioaimatbone_t",
    MDL,
    44,
    "parent:i aim:i aimvector:3f upvector:3f basepos:3f",
  ),
  stated(
    "JIGGLE_BONE",
    "mstudiojigglebone_t",
    MDL,
    140,
    `flags:i length:f tipMass:f yawStiffness:f yawDamping:f pitchStiffness:f pitchDamping:f
    alongStiffness:f alongDamping:f angleLimit:f minYaw:f maxYaw:f yawFriction:f yawBounce:f
    minPitch:f maxPitch:f pitchFriction:f pitchBounce:f baseMass:f baseStiffness:f
    baseDamping:f baseMinLeft:f baseMaxLeft:f baseLeftFriction:f baseMinUp:f baseMaxUp:f
    baseUpFriction:f baseMinForward:f baseMaxForward:f baseForwardFriction:f
    boingImpactSpeed:f boingImpactAngle:f boingDampingRate:f boingFrequency:f
    boingAmplitude:f`,
  ),
  stated(
    "LINEAR_BONE",
    "mstudiolinearbone_t",
    MDL,
    64,
    `numbones:i flagsindex:i parentindex:i posindex:i quatindex:i rotindex:i
    posetoboneindex:i posscaleindex:i rotscaleindex:i qalignmentindex:i unused:6i`,
  ),
  stated(
    "SRC_BONE_TRANSFORM",
    "mstudiosrcbonetransform_t",
    MDL,
    100,
    "sznameindex:i pretransform:12f posttransform:12f",
  ),
  stated(
    "BONE_FLEX_DRIVER_CONTROL",
    "mstudioboneflexdrivercontrol_t",
    MDL,
    16,
    "m_nBoneComponent:i m_nFlexControllerIndex:i m_flMin:f m_flMax:f",
  ),
  stated(
    "BONE_FLEX_DRIVER",
    "mstudioboneflexdriver_t",
    MDL,
    24,
    "m_nBoneIndex:i m_nControlCount:i m_nControlIndex:i unused:3i",
  ),
  stated(
    "BONE_CONTROLLER",
    "mstudiobonecontroller_t",
    MDL,
    56,
    "bone:i type:i start:f end:f rest:i inputfield:i unused:8i",
  ),
  stated(
    "ATTACHMENT",
    "mstudioattachment_t",
    MDL,
    92,
    "sznameindex:i flags:I localbone:i local:12f unused:8i",
  ),
  stated(
    "BBOX",
    "mstudiobbox_t",
    MDL,
    68,
    "bone:i group:i bbmin:3f bbmax:3f szhitboxnameindex:i unused:8i",
  ),
  stated("HITBOX_SET", "mstudiohitboxset_t", MDL, 12, "sznameindex:i numhitboxes:i hitboxindex:i"),
  stated("IK_LINK", "mstudioiklink_t", MDL, 28, "bone:i kneeDir:3f unused0:3f"),
  stated(
    "IK_CHAIN",
    "mstudioikchain_t",
    MDL,
    16,
    "sznameindex:i linktype:i numlinks:i linkindex:i",
  ),
  stated(
    "IK_LOCK",
    "mstudioiklock_t",
    MDL,
    32,
    "chain:i flPosWeight:f flLocalQWeight:f flags:i unused:4i",
  ),
  stated(
    "POSE_PARAM_DESC",
    "mstudioposeparamdesc_t",
    MDL,
    20,
    "sznameindex:i flags:i start:f end:f loop:f",
  ),
  stated("ANIM_VALUE_PTR", "mstudioanim_valueptr_t", MDL, 6, "offset:3h"),
  stated("ANIM", "mstudioanim_t", MDL, 4, "bone:B flags:B nextoffset:h"),
  stated("ANIM_BLOCK", "mstudioanimblock_t", MDL, 8, "datastart:i dataend:i"),
  stated("ANIM_SECTION", "mstudioanimsections_t", MDL, 8, "animblock:i animindex:i"),
  stated(
    "MOVEMENT",
    "mstudiomovement_t",
    MDL,
    44,
    "endframe:i motionflags:i v0:f v1:f angle:f vector:3f position:3f",
  ),
  stated("IK_ERROR", "mstudioikerror_t", MDL, 28, "pos:3f q:4f"),
  stated("COMPRESSED_IK_ERROR", "mstudiocompressedikerror_t", MDL, 36, "scale:6f offset:6h"),
  stated(
    "IK_RULE",
    "mstudioikrule_t",
    MDL,
    152,
    `index:i type:i chain:i bone:i slot:i height:f radius:f floor:f pos:3f q:4f
    compressedikerrorindex:i unused2:i iStart:i ikerrorindex:i start:f peak:f tail:f end:f
    unused3:f contact:f drop:f top:f unused6:i unused7:i unused8:i szattachmentindex:i
    unused:7i`,
  ),
  stated(
    "LOCAL_HIERARCHY",
    "mstudiolocalhierarchy_t",
    MDL,
    48,
    "iBone:i iNewParent:i start:f peak:f tail:f end:f iStart:i localanimindex:i unused:4i",
  ),
  stated(
    "ANIM_DESC",
    "mstudioanimdesc_t",
    MDL,
    100,
    `baseptr:i sznameindex:i fps:f flags:i numframes:i nummovements:i movementindex:i
    unused1:6i animblock:i animindex:i numikrules:i ikruleindex:i animblockikruleindex:i
    numlocalhierarchy:i localhierarchyindex:i sectionindex:i sectionframes:i zeroframespan:h
    zeroframecount:h zeroframeindex:i zeroframestalltime:f`,
  ),
  stated(
    "AUTO_LAYER",
    "mstudioautolayer_t",
    MDL,
    24,
    "iSequence:h iPose:h flags:i start:f peak:f tail:f end:f",
  ),
  stated("ACTIVITY_MODIFIER", "mstudioactivitymodifier_t", MDL, 4, "sznameindex:i"),
  stated("EVENT", "mstudioevent_t", MDL, 80, "cycle:f event:i type:i options:64B szeventindex:i"),
  stated(
    "SEQ_DESC",
    "mstudioseqdesc_t",
    MDL,
    212,
    `baseptr:i szlabelindex:i szactivitynameindex:i flags:i activity:i actweight:i
    numevents:i eventindex:i bbmin:3f bbmax:3f numblends:i animindexindex:i movementindex:i
    groupsize:2i paramindex:2i paramstart:2f paramend:2f paramparent:i fadeintime:f
    fadeouttime:f localentrynode:i localexitnode:i nodeflags:i entryphase:f exitphase:f
    lastframe:f nextseq:i pose:i numikrules:i numautolayers:i autolayerindex:i
    weightlistindex:i posekeyindex:i numiklocks:i iklockindex:i keyvalueindex:i
    keyvaluesize:i cycleposeindex:i activitymodifierindex:i numactivitymodifiers:i unused:5i`,
  ),
  stated("VERT_ANIM", "mstudiovertanim_t", MDL, 16, "index:H speed:B side:B delta:3H ndelta:3H"),
  stated(
    "VERT_ANIM_WRINKLE",
    "mstudiovertanim_wrinkle_t",
    MDL,
    18,
    "index:H speed:B side:B delta:3H ndelta:3H wrinkledelta:h",
  ),
  stated(
    "FLEX",
    "mstudioflex_t",
    MDL,
    60,
    `flexdesc:i target0:f target1:f target2:f target3:f numverts:i vertindex:i flexpair:i
    vertanimtype:B unusedchar:3B unused:6i`,
  ),
  stated(
    "EYEBALL",
    "mstudioeyeball_t",
    MDL,
    172,
    `sznameindex:i bone:i org:3f zoffset:f radius:f up:3f forward:3f texture:i unused1:i
    iris_scale:f unused2:i upperflexdesc:3i lowerflexdesc:3i uppertarget:3f lowertarget:3f
    upperlidflexdesc:i lowerlidflexdesc:i unused:4i m_bNonFACS:B unused3:3B unused4:7i`,
  ),
  stated(
    "MESH",
    "mstudiomesh_t",
    MDL,
    116,
    `material:i modelindex:i numvertices:i vertexoffset:i numflexes:i flexindex:i
    materialtype:i materialparam:i meshid:i center:3f modelvertexdata:i numLODVertexes:8i
    unused:8i`,
  ),
  stated(
    "MODEL",
    "mstudiomodel_t",
    MDL,
    148,
    `name:64B type:i boundingradius:f nummeshes:i meshindex:i numvertices:i vertexindex:i
    tangentsindex:i numattachments:i attachmentindex:i numeyeballs:i eyeballindex:i
    vertexdata:2i unused:8i`,
  ),
  stated(
    "BODYPARTS",
    "mstudiobodyparts_t",
    MDL,
    16,
    "sznameindex:i nummodels:i base:i modelindex:i",
  ),
  stated("FLEX_DESC", "mstudioflexdesc_t", MDL, 4, "szFACSindex:i"),
  stated(
    "FLEX_CONTROLLER",
    "mstudioflexcontroller_t",
    MDL,
    20,
    "sztypeindex:i sznameindex:i localToGlobal:i min:f max:f",
  ),
  stated(
    "FLEX_CONTROLLER_UI",
    "mstudioflexcontrollerui_t",
    MDL,
    20,
    "sznameindex:i szindex0:i szindex1:i szindex2:i remaptype:B stereo:B unused:2B",
  ),
  stated("FLEX_OPERATION", "mstudioflexop_t", MDL, 8, "op:i index:i"),
  stated("FLEX_RULE", "mstudioflexrule_t", MDL, 12, "flex:i numops:i opindex:i"),
  stated("MOUTH", "mstudiomouth_t", MDL, 20, "bone:i forward:3f flexdesc:i"),
  stated("CD_TEXTURE", "cdtexture", MDL, 4, "name:i"),
  stated("NODE_NAME", "localnodename", MDL, 4, "name:i"),
  stated("SKIN_REF", "short", MDL, 2, "texture:H"),
  stated("BONE_BY_NAME", "byte", MDL, 1, "bone:B"),
  stated("VECTOR48", "Vector48", MDL, 6, "xyz:3H"),
  stated("QUATERNION48", "Quaternion48", MDL, 6, "xyz:3H"),
  stated("QUATERNION64", "Quaternion64", MDL, 8, "xyz:2i"),
  stated("ANIM_VALUE", "mstudioanimvalue_t", MDL, 2, "valid:B total:B"),
  stated(
    "FRAME_ANIM",
    "mstudio_frame_anim_t",
    [49],
    24,
    "constantsoffset:i frameoffset:i framelength:i unused:3i",
  ),
  stated(
    "VERTEX",
    "mstudiovertex_t",
    [4],
    48,
    "weight:3f bone:3B numbones:B m_vecPosition:3f m_vecNormal:3f m_vecTexCoord:2f",
  ),
  stated("FIXUP", "vertexFileFixup_t", [4], 12, "lod:i sourceVertexID:i numVertexes:i"),
  stated(
    "VERTEX_FILE_HEADER",
    "vertexFileHeader_t",
    [4],
    64,
    `id:i version:i checksum:i numLODs:i numLODVertexes:8i numFixups:i fixupTableStart:i
    vertexDataStart:i tangentDataStart:i`,
  ),
  stated("TANGENT", "Vector4D", [4], 16, "tangent:4f"),
  stated("EXTRA_HEADER", "ExtraVertexAttributesHeader_t", [4], 8, "m_count:i m_totalBytes:i"),
  stated("EXTRA_INDEX", "ExtraVertexAttributeIndex_t", [4], 12, "m_type:i m_offset:i m_bytes:i"),
  stated(
    "VHV_HEADER",
    "FileHeader_t",
    [2],
    40,
    `m_nVersion:i m_nChecksum:I m_nVertexFlags:I m_nVertexSize:I m_nVertexes:I m_nMeshes:i
    m_nUnused:4I`,
  ),
  stated("VHV_MESH", "MeshHeader_t", [2], 28, "m_nLod:I m_nVertexes:I m_nOffset:I m_nUnused:4I"),
  stated(
    "PPL_HEADER",
    "FileHeader_t",
    [0],
    32,
    "m_nVersion:i m_nChecksum:I m_nTexelFormat:I m_nMeshes:i m_nUnused:4I",
  ),
  stated(
    "PPL_MESH",
    "MeshHeader_t",
    [0],
    32,
    "m_nLod:I m_nOffset:I m_nBytes:I m_nWidth:I m_nHeight:I m_nUnused:3I",
  ),
  stated(
    "VTX_VERTEX",
    "Vertex_t",
    [7],
    9,
    "boneWeightIndex:3B numBones:B origMeshVertID:H boneID:3B",
  ),
  stated("BONE_STATE_CHANGE", "BoneStateChangeHeader_t", [7], 8, "hardwareID:i newBoneID:i"),
  stated(
    "STRIP",
    "StripHeader_t",
    [7],
    27,
    `numIndices:i indexOffset:i numVerts:i vertOffset:i numBones:h flags:B
    numBoneStateChanges:i boneStateChangeOffset:i`,
  ),
  stated(
    "STRIP_GROUP",
    "StripGroupHeader_t",
    [7],
    25,
    "numVerts:i vertOffset:i numIndices:i indexOffset:i numStrips:i stripOffset:i flags:B",
  ),
  stated("VTX_MESH", "MeshHeader_t", [7], 9, "numStripGroups:i stripGroupHeaderOffset:i flags:B"),
  stated("MODEL_LOD", "ModelLODHeader_t", [7], 12, "numMeshes:i meshOffset:i switchPoint:f"),
  stated("VTX_MODEL", "ModelHeader_t", [7], 8, "numLODs:i lodOffset:i"),
  stated("VTX_BODY_PART", "BodyPartHeader_t", [7], 8, "numModels:i modelOffset:i"),
  stated(
    "MATERIAL_REPLACEMENT",
    "MaterialReplacementHeader_t",
    [7],
    6,
    "materialID:h replacementMaterialNameOffset:i",
  ),
  stated(
    "MATERIAL_REPLACEMENT_LIST",
    "MaterialReplacementListHeader_t",
    [7],
    8,
    "numReplacements:i replacementOffset:i",
  ),
  stated(
    "VTX_HEADER",
    "FileHeader_t",
    [7],
    36,
    `version:i vertCacheSize:i maxBonesPerStrip:H maxBonesPerTri:H maxBonesPerVert:i
    checkSum:i numLODs:i materialReplacementListOffset:i numBodyParts:i bodyPartOffset:i`,
  ),
  stated("VTX_INDEX", "unsigned short", [7], 2, "vertex:H"),
  stated(
    "LONG_STRIP",
    "StripHeader_t",
    [7],
    35,
    `numIndices:i indexOffset:i numVerts:i vertOffset:i numBones:h flags:B
    numBoneStateChanges:i boneStateChangeOffset:i numTopologyIndices:i topologyOffset:i`,
  ),
  stated(
    "LONG_STRIP_GROUP",
    "StripGroupHeader_t",
    [7],
    33,
    `numVerts:i vertOffset:i numIndices:i indexOffset:i numStrips:i stripOffset:i flags:B
    numTopologyIndices:i topologyOffset:i`,
  ),
  stated(
    "BONE_53",
    "mstudiobone_t",
    [53],
    244,
    `sznameindex:i parent:i bonecontroller:6i pos:3f quat:4f rot:3f scale:3f posscale:3f
    rotscale:3f scalescale:3f poseToBone:12f qAlignment:4f flags:i proctype:i procindex:i
    physicsbone:i surfacepropidx:i contents:i surfacepropLookup:i unread:8i`,
  ),
  stated("TEXTURE_53", "mstudiotexture_t", [53], 44, "sznameindex:i flags:i used:i unread:8i"),
  stated(
    "IK_CHAIN_53",
    "mstudioikchain_t",
    [53],
    32,
    "sznameindex:i linktype:i numlinks:i linkindex:i unread:4i",
  ),
  stated(
    "ANIM_DESC_53",
    "mstudioanimdesc_t",
    [53],
    92,
    "baseptr:i sznameindex:i fps:f flags:i numframes:i unread:18i",
  ),
  stated(
    "SEQ_DESC_53",
    "mstudioseqdesc_t",
    [53],
    232,
    `baseptr:i szlabelindex:i szactivitynameindex:i flags:i activity:i actweight:i
    numevents:i eventindex:i bbmin:3f bbmax:3f numblends:i animindexindex:i movementindex:i
    groupsize:2i paramindex:2i paramstart:2f paramend:2f paramparent:i fadeintime:f
    fadeouttime:f localentrynode:i localexitnode:i nodeflags:i entryphase:f exitphase:f
    lastframe:f nextseq:i pose:i numikrules:i numautolayers:i autolayerindex:i
    weightlistindex:i posekeyindex:i numiklocks:i iklockindex:i keyvalueindex:i
    keyvaluesize:i cycleposeindex:i activitymodifierindex:i numactivitymodifiers:i
    unread:10i`,
  ),
  stated(
    "STUDIOHDR_53",
    "studiohdr_t",
    [53],
    716,
    `id:i version:i checksum:i sznameindex:i name:64B length:i eyeposition:3f
    illumposition:3f hull_min:3f hull_max:3f view_bbmin:3f view_bbmax:3f flags:i numbones:i
    boneindex:i numbonecontrollers:i bonecontrollerindex:i numhitboxsets:i hitboxsetindex:i
    numlocalanim:i localanimindex:i numlocalseq:i localseqindex:i activitylistversion:i
    eventsindexed:i numtextures:i textureindex:i numcdtextures:i cdtextureindex:i
    numskinref:i numskinfamilies:i skinindex:i numbodyparts:i bodypartindex:i
    numlocalattachments:i localattachmentindex:i numlocalnodes:i localnodeindex:i
    localnodenameindex:i numflexdesc:i flexdescindex:i numflexcontrollers:i
    flexcontrollerindex:i numflexrules:i flexruleindex:i numikchains:i ikchainindex:i
    nummouths:i mouthindex:i numlocalposeparameters:i localposeparamindex:i
    surfacepropindex:i keyvalueindex:i keyvaluesize:i numlocalikautoplaylocks:i
    localikautoplaylockindex:i mass:f contents:i numincludemodels:i includemodelindex:i
    virtualModel:i bonetablebynameindex:i constdirectionallightdot:B rootLOD:B
    numAllowedRootLODs:B unused:B fadeDistance:f numflexcontrollerui:i
    flexcontrolleruiindex:i flVertAnimFixedPointScale:f surfacepropLookup:i
    sourceFilenameOffset:i numsrcbonetransform:i srcbonetransformindex:i
    illumpositionattachmentindex:i linearboneindex:i m_nBoneFlexDriverCount:i
    m_nBoneFlexDriverIndex:i unread:5i vtxOffset:i vvdOffset:i vvcOffset:i phyOffset:i
    vtxSize:i vvdSize:i vvcSize:i phySize:i unread2:4i unread3:240B`,
  ),
  stated("PHY_HEADER", "phyheader_t", [], 16, "size:i id:i solidCount:i checkSum:i"),
  stated("SOLID_SIZE", "solid", [], 4, "size:i"),
  stated(
    "SOLID_HEADER",
    "compactsurfaceheader_t",
    SURFACES,
    28,
    "vphysicsID:i version:H modelType:H surfaceSize:i dragAxisAreas:3f axisMapSize:i",
  ),
  stated(
    "SURFACE",
    "compactsurface_t",
    [0x100],
    48,
    `mass_center:3f rotation_inertia:3f upper_limit_radius:f max_deviation_and_byte_size:i
    offset_ledgetree_root:i dummy:3i`,
  ),
  stated(
    "LARGE_SURFACE",
    "compactsurface_t",
    [0x101],
    52,
    `mass_center:3f rotation_inertia:3f upper_limit_radius:f max_deviation:i byte_size:i
    offset_ledgetree_root:i dummy:3i`,
  ),
  stated(
    "LEDGE_NODE",
    "compactledgenode_t",
    SURFACES,
    28,
    "offset_right_node:i offset_compact_ledge:i center:3f radius:f box_sizes:3B free_0:B",
  ),
  stated(
    "LEDGE",
    "compactledge_t",
    [0x100],
    16,
    "c_point_offset:i client_data:i flags_and_size_div_16:i n_triangles:H for_future_use:H",
  ),
  stated(
    "LARGE_LEDGE",
    "compactledge_t",
    [0x101],
    64,
    "c_point_offset:i client_data:i unread:i n_triangles:i unread2:12i",
  ),
  stated(
    "EDGE",
    "compactedge_t",
    [0x100],
    4,
    "start_point_index:H opposite_index_and_is_virtual:H",
  ),
  stated(
    "LARGE_EDGE",
    "compactedge_t",
    [0x101],
    16,
    "start_point_index:i opposite_index:i is_virtual:i unread:i",
  ),
  stated("TRIANGLE", "compacttriangle_t", [0x100], 16, "indices:i c_three_edges:6H"),
  stated("LARGE_TRIANGLE", "compacttriangle_t", [0x101], 64, "indices:4i c_three_edges:12i"),
  stated("POINT", "compactpoint_t", SURFACES, 16, "xyz:3f hesse_val:f"),
];

/** Arrays that records refer to: the fields with their count and offset, and the records there. */
export const STATED_TABLES: readonly string[] = [
  "STUDIOHDR: numbones boneindex mstudiobone_t 216",
  "STUDIOHDR: numbonecontrollers bonecontrollerindex mstudiobonecontroller_t 56",
  "STUDIOHDR: numhitboxsets hitboxsetindex mstudiohitboxset_t 12",
  "STUDIOHDR: numlocalanim localanimindex mstudioanimdesc_t 100",
  "STUDIOHDR: numlocalseq localseqindex mstudioseqdesc_t 212",
  "STUDIOHDR: numtextures textureindex mstudiotexture_t 64",
  "STUDIOHDR: numcdtextures cdtextureindex cdtexture 4",
  "STUDIOHDR: numbodyparts bodypartindex mstudiobodyparts_t 16",
  "STUDIOHDR: numlocalattachments localattachmentindex mstudioattachment_t 92",
  "STUDIOHDR: numlocalnodes localnodenameindex localnodename 4",
  "STUDIOHDR: numflexdesc flexdescindex mstudioflexdesc_t 4",
  "STUDIOHDR: numflexcontrollers flexcontrollerindex mstudioflexcontroller_t 20",
  "STUDIOHDR: numflexrules flexruleindex mstudioflexrule_t 12",
  "STUDIOHDR: numikchains ikchainindex mstudioikchain_t 16",
  "STUDIOHDR: nummouths mouthindex mstudiomouth_t 20",
  "STUDIOHDR: numlocalposeparameters localposeparamindex mstudioposeparamdesc_t 20",
  "STUDIOHDR: numlocalikautoplaylocks localikautoplaylockindex mstudioiklock_t 32",
  "STUDIOHDR: numincludemodels includemodelindex mstudiomodelgroup_t 8",
  "STUDIOHDR: numanimblocks animblockindex mstudioanimblock_t 8",
  "STUDIOHDR: numflexcontrollerui flexcontrolleruiindex mstudioflexcontrollerui_t 20",
  "STUDIOHDR2: numsrcbonetransform srcbonetransformindex mstudiosrcbonetransform_t 100",
  "STUDIOHDR2: m_nBoneFlexDriverCount m_nBoneFlexDriverIndex mstudioboneflexdriver_t 24",
  "FLEX: numverts vertindex mstudiovertanim_t 16",
  "MESH: numflexes flexindex mstudioflex_t 60",
  "MODEL: nummeshes meshindex mstudiomesh_t 116",
  "MODEL: numeyeballs eyeballindex mstudioeyeball_t 172",
  "BODYPARTS: nummodels modelindex mstudiomodel_t 148",
  "FLEX_RULE: numops opindex mstudioflexop_t 8",
  "ANIM_DESC: nummovements movementindex mstudiomovement_t 44",
  "ANIM_DESC: numikrules ikruleindex mstudioikrule_t 152",
  "ANIM_DESC: numlocalhierarchy localhierarchyindex mstudiolocalhierarchy_t 48",
  "SEQ_DESC: numevents eventindex mstudioevent_t 80",
  "SEQ_DESC: numautolayers autolayerindex mstudioautolayer_t 24",
  "SEQ_DESC: numiklocks iklockindex mstudioiklock_t 32",
  "SEQ_DESC: numactivitymodifiers activitymodifierindex mstudioactivitymodifier_t 4",
  "IK_CHAIN_53: numlinks linkindex mstudioiklink_t 28",
  "SEQ_DESC_53: numevents eventindex mstudioevent_t 80",
  "SEQ_DESC_53: numautolayers autolayerindex mstudioautolayer_t 24",
  "SEQ_DESC_53: numiklocks iklockindex mstudioiklock_t 32",
  "SEQ_DESC_53: numactivitymodifiers activitymodifierindex mstudioactivitymodifier_t 4",
  "STUDIOHDR_53: numbones boneindex mstudiobone_t 244",
  "STUDIOHDR_53: numbonecontrollers bonecontrollerindex mstudiobonecontroller_t 56",
  "STUDIOHDR_53: numhitboxsets hitboxsetindex mstudiohitboxset_t 12",
  "STUDIOHDR_53: numlocalanim localanimindex mstudioanimdesc_t 92",
  "STUDIOHDR_53: numlocalseq localseqindex mstudioseqdesc_t 232",
  "STUDIOHDR_53: numtextures textureindex mstudiotexture_t 44",
  "STUDIOHDR_53: numcdtextures cdtextureindex cdtexture 4",
  "STUDIOHDR_53: numbodyparts bodypartindex mstudiobodyparts_t 16",
  "STUDIOHDR_53: numlocalattachments localattachmentindex mstudioattachment_t 92",
  "STUDIOHDR_53: numlocalnodes localnodenameindex localnodename 4",
  "STUDIOHDR_53: numflexdesc flexdescindex mstudioflexdesc_t 4",
  "STUDIOHDR_53: numflexcontrollers flexcontrollerindex mstudioflexcontroller_t 20",
  "STUDIOHDR_53: numflexrules flexruleindex mstudioflexrule_t 12",
  "STUDIOHDR_53: numikchains ikchainindex mstudioikchain_t 32",
  "STUDIOHDR_53: nummouths mouthindex mstudiomouth_t 20",
  "STUDIOHDR_53: numlocalposeparameters localposeparamindex mstudioposeparamdesc_t 20",
  "STUDIOHDR_53: numlocalikautoplaylocks localikautoplaylockindex mstudioiklock_t 32",
  "STUDIOHDR_53: numincludemodels includemodelindex mstudiomodelgroup_t 8",
  "QUAT_INTERP_BONE: numtriggers triggerindex mstudioquatinterpinfo_t 48",
  "BONE_FLEX_DRIVER: m_nControlCount m_nControlIndex mstudioboneflexdrivercontrol_t 16",
  "HITBOX_SET: numhitboxes hitboxindex mstudiobbox_t 68",
  "IK_CHAIN: numlinks linkindex mstudioiklink_t 28",
  "STRIP: numBoneStateChanges boneStateChangeOffset BoneStateChangeHeader_t 8",
  "LONG_STRIP: numBoneStateChanges boneStateChangeOffset BoneStateChangeHeader_t 8",
  "LONG_STRIP: numTopologyIndices topologyOffset unsigned short 2",
  "STRIP_GROUP: numVerts vertOffset Vertex_t 9",
  "STRIP_GROUP: numIndices indexOffset unsigned short 2",
  "STRIP_GROUP: numStrips stripOffset StripHeader_t 27",
  "LONG_STRIP_GROUP: numVerts vertOffset Vertex_t 9",
  "LONG_STRIP_GROUP: numIndices indexOffset unsigned short 2",
  "LONG_STRIP_GROUP: numStrips stripOffset StripHeader_t 35",
  "LONG_STRIP_GROUP: numTopologyIndices topologyOffset unsigned short 2",
  "VTX_MESH: numStripGroups stripGroupHeaderOffset StripGroupHeader_t 25",
  "MODEL_LOD: numMeshes meshOffset MeshHeader_t 9",
  "VTX_MODEL: numLODs lodOffset ModelLODHeader_t 12",
  "VTX_BODY_PART: numModels modelOffset ModelHeader_t 8",
  "MATERIAL_REPLACEMENT_LIST: numReplacements replacementOffset MaterialReplacementHeader_t 6",
  "VTX_HEADER: numBodyParts bodyPartOffset BodyPartHeader_t 8",
  "VERTEX_FILE_HEADER: numFixups fixupTableStart vertexFileFixup_t 12",
  "VERTEX_FILE_HEADER: numLODVertexes vertexDataStart mstudiovertex_t 48",
  "VERTEX_FILE_HEADER: numLODVertexes tangentDataStart Vector4D 16",
];
