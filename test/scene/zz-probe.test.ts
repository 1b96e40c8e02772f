import { it } from "vitest";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { buildLeafTree } from "../../src/scene/leaf-tree.ts";
import { listWorldMaterials } from "../../src/scene/material-names.ts";
import { resolveMaterials } from "../../src/scene/materials.ts";
import { orderTextures, streamTextures } from "../../src/scene/textures.ts";
import { buildProps } from "../../src/scene/props.ts";
import { readSky } from "../../src/scene/sky.ts";
import { accessTo, mapContent } from "./content-sources.ts";import { readCorpus } from "../support/corpus.ts";
import { Diagnostics } from "../../src/core/diagnostics.ts";
const MAPS: [string,string?][] = [["rc_deathmatch1/rc_deathmatch1.bsp","rc_deathmatch1/content"],["gunman_city2/gunman_city2.bsp","gunman_city2/content"],["gc_city03_22_2/gc_city03_22_2.bsp","gc_city03_22_2/content"],
["lanofdoom_css/gg_canyon.bsp"],["lanofdoom_css/de_office_h2.bsp"],["lanofdoom_css/cs_crackhouse.bsp"],["lanofdoom_css/fy_simpsons_h.bsp"],["lanofdoom_csgo/aim_ag_texture2.bsp"],["background_01_a/background_01_a.bsp"],["momentum_game/triggertests_v1287.bsp"],["momentum_website/bhop_apitest.bsp"]];
it("probe", async () => {
  for (const [file, folder] of MAPS) {
    try {
    const t0=performance.now();
    const bsp = parseBsp(readCorpus(file), new Diagnostics());
    const t1=performance.now();
    const content = mapContent(file, bsp.pakfile);
    const t2=performance.now();
    const opt={textureCompressionBc:true,maxTextureDimension:8192};
    const a=accessTo(content);
    const wm=listWorldMaterials(bsp);
    const tm0=performance.now();
    const {materials:m,textures}=await resolveMaterials(wm.names,wm.reflectivity,a,opt);
    const tm1=performance.now();
    const order=orderTextures(m,new Float32Array(m.count));
    let n=0,bytes=0; for(const {image} of streamTextures(textures,order,a,opt)){n++;bytes+=image.data.byteLength;}
    const tm2=performance.now();
    const cnt:Record<string,number>={}; m.pass.forEach((p,i)=>{const k=`p${p}${m.flags[i]&32?"!":""}`;cnt[k]=(cnt[k]??0)+1;});
    const fl:Record<string,number>={}; m.flags.forEach(f=>{fl[f]=(fl[f]??0)+1;});
    console.log(`== ${file} parse ${(t1-t0).toFixed(0)}ms | materials ${m.count} ${JSON.stringify(cnt)} flags ${JSON.stringify(fl)} textures ${m.textures.count} arrays ${m.textures.arrays.length} in ${(tm1-tm0).toFixed(0)}ms; streamed ${n} ${(bytes/1e6).toFixed(1)}MB ${(tm2-tm1).toFixed(0)}ms`);
    const sky=await readSky(bsp.entities[0]?.get("skyname")??"",a,opt);
    console.log("sky",bsp.entities[0]?.get("skyname"),sky&&sky.sides.map(s=>s?`${s.format} ${s.width}x${s.height}`:"-").join(" "));
    const tree=buildLeafTree(bsp);
    const tp0=performance.now();
    const b=await buildProps(bsp,tree,bsp.hdr?"hdr":"ldr",a,opt);
    const tp1=performance.now();
    if(b){const p=b.props; let lum=0;p.ambient.forEach(v=>{lum+=v}); lum/=p.ambient.length;
      console.log(`props ${bsp.staticProps!.count} shown ${p.instanceCount} models ${p.modelCount} of ${bsp.staticProps!.modelName.length} variants ${p.variantCount} draws ${p.drawCount} verts ${p.vertexCount} bones ${p.boneCount} mats ${p.materials.count} tex ${p.materials.textures.count} missing mats ${[...p.materials.flags].filter(f=>f&32).length} noClu ${[...p.instanceClusterCount].filter(c=>!c).length} ambient ${lum.toFixed(3)} in ${(tp1-tp0).toFixed(0)}ms lod ${[...p.variantLodCount]} fade ${[...p.fadeMaxDist].filter(Boolean).length}`);
    } else console.log("no props", bsp.staticProps?.count, `${(tp1-tp0).toFixed(0)}ms`);
    const w:Record<string,number>={}; for(const x of a.diagnostics.warnings) w[x.code]=(w[x.code]??0)+1;
    console.log(JSON.stringify(w)); for (const x of a.diagnostics.warnings.slice(0,process.env.ALL?999:6)) console.log("   ",x.code,x.count,x.message);
    } catch(e) { console.log("!!",file,(e as Error).stack); }
  }
}, 120000);
import { corpusPath, hasCorpus } from "../support/corpus.ts";
it("standin", async () => {
  const m="koth_occult_models/models/props_cavern/stalactite01";
  const f:Record<string,Uint8Array>={mdl:readCorpus(m+".mdl"),vvd:readCorpus(m+".vvd"),"dx90.vtx":readCorpus(m+".dx90.vtx")};
  for (const [file] of MAPS) {
    const bsp = parseBsp(readCorpus(file), new Diagnostics()); if(!bsp.staticProps?.count) continue;
    const a=accessTo({read: async(p)=>f[p.split("/").pop()!.replace(/^[^.]*\./,"")]??null});
    const tree=buildLeafTree(bsp);
    const tp0=performance.now();
    const b=(await buildProps(bsp,tree,bsp.hdr?"hdr":"ldr",a,{textureCompressionBc:true,maxTextureDimension:8192}))!;
    const tp1=performance.now();
    const p=b.props; const lum=Array.from({length:p.instanceCount},(_,i)=>p.ambient.subarray(i*18,i*18+18).reduce((x,y)=>x+y)/18).sort((x,y)=>x-y);
    const own=[...Array(bsp.staticProps.count).keys()].filter(i=>![...bsp.staticProps!.leaf.subarray(bsp.staticProps!.firstLeaf[i],bsp.staticProps!.firstLeaf[i]+bsp.staticProps!.leafCount[i])].some(l=>bsp.leafs.cluster[l]>=0)).length;
    console.log(file,bsp.staticProps.version,p.instanceCount,"noleaf",own,"noclu",[...p.instanceClusterCount].filter(c=>!c).length,"models",p.modelCount,"ambient med",lum[lum.length>>1],lum[0],lum.at(-1),"flags",[...new Set(bsp.staticProps.flags)],"fade",[...p.fadeMaxDist].filter(Boolean).length, "color",[...new Set(p.instanceColor)].slice(0,5),"lod",p.variantLodCount[0],[...p.variantSwitchPoint.subarray(0,8)],"ms",(tp1-tp0).toFixed(0));
    console.log(a.diagnostics.warnings.filter(w=>w.code==="damaged-section").map(w=>w.message+w.count));
    const sides=[bsp.ldr,bsp.hdr].map(s=>s?.ambient&&s.lighting.length?(()=>{let l=0,n=0;for(let i=0;i<s.lighting.length;i+=4*Math.ceil(s.lighting.length/400000)){l+=(s.lighting[i]+s.lighting[i+1]+s.lighting[i+2])/3*2**((s.lighting[i+3]<<24)>>24);n++;}let c=0,k=0;for(let i=0;i<s.ambient!.cube.length;i+=4){c+=(s.ambient!.cube[i]+s.ambient!.cube[i+1]+s.ambient!.cube[i+2])/3*2**((s.ambient!.cube[i+3]<<24)>>24);k++;}return [l/n/255,c/k];})():null);
    console.log("light mean/255 vs ambient mean raw", JSON.stringify(sides));
  }
},60000);
