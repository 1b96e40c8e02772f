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
