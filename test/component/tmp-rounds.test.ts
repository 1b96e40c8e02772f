import { it } from "vitest";
import { openElementPage } from "./element-page.ts";
it("rounds", async () => {
  const on = await openElementPage();
  await on.show("");
  const client = await on.page.createCDPSession();
  const heap = async () => { for (let i=0;i<3;i++) await client.send("HeapProfiler.collectGarbage"); const m = await on.page.metrics(); return `heap ${(m.JSHeapUsedSize!/1e6).toFixed(2)} MB, nodes ${m.Nodes}, listeners ${m.JSEventListeners}, workers ${on.page.workers().length}`; };
  const rounds = (n: number) => on.page.evaluate(async (n) => {
    for (let i = 0; i < n; i++) {
      const map = document.createElement("visleaf-map");
      map.setAttribute("present", "readback"); map.src = "/room.bsp"; map.autoplay = true;
      const loaded = new Promise((d) => map.addEventListener("load", d));
      document.body.append(map); await loaded; map.remove(); await new Promise((d) => setTimeout(d, 5));
    }
  }, n);
  await rounds(5); console.log("after 5:", await heap());
  await rounds(25); console.log("after 30:", await heap());
  await rounds(25); console.log("after 55:", await heap());
  await on.close();
}, 200000);
