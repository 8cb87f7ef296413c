// Measures how long the card fields take from mount() to "ready", in a real Chromium on this machine.
// Usage: card-fields.ts [times]
import { gzipSync } from "node:zlib"
import { startVintem } from "../../test/support/app/vintem.ts"
import { startCardPages } from "../../test/support/browser/card-page.ts"
import { launchChromium } from "../../test/support/browser/chromium.ts"
import { percentilesOf } from "./shared/statistics.ts"

const times = Number(process.argv[2] ?? 40)
/** Runs in the merchant's page. */
const MOUNT = `new Promise((done) => {
  const box = document.body.appendChild(document.createElement("div"))
  const began = performance.now()
  const card = vintem.elements().create("card")
  card.on("ready", () => {
    const took = performance.now() - began
    card.destroy()
    box.remove()
    done(took)
  })
  card.mount(box)
})`

const vintem = await startVintem()
const browser = await launchChromium()
const pages = await startCardPages(vintem, browser)
try {
  const { page } = await pages.open({ bare: true })
  const script = Buffer.from(await (await fetch(`${vintem.server.frameOrigin}/v1/vintem.js`)).arrayBuffer())
  const first = await page.evaluate<number>(MOUNT)
  const warm: number[] = []
  for (let i = 0; i < times; i++) warm.push(await page.evaluate<number>(MOUNT))
  const percentile = percentilesOf(warm)
  const at = (share: number) => Math.round(percentile(share))
  console.log(`vintem.js: ${gzipSync(script, { level: 9 }).length} bytes gzipped`)
  console.log(`from mount() to ready: ${Math.round(first)} ms the first time`)
  console.log(`from mount() to ready, ${times} times more: median ${at(0.5)} ms, p95 ${at(0.95)} ms, maximum ${at(1)} ms`)
} finally {
  await pages.close()
  await browser.close()
  await vintem.close()
}
process.exit(0) // the browser's driver keeps the process alive
