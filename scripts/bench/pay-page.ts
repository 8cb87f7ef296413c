// make bench-pay-page: how soon a payer can type on a pay page, on a slow phone with a slow network, and how many bytes come before the card fields.
// Usage: pay-page.ts [--runs 15]
//
// Chromium delays each response by the round trip and slows its own threads. It does not delay the handshakes of TCP and TLS. Each run has a
// browser context of its own, whose cache is empty.
import { setTimeout } from "node:timers/promises"
import { parseArgs } from "node:util"
import type { Browser, CDPSession, Page } from "playwright-core"
import { startVintem } from "../../test/support/app/vintem.ts"
import { PHONE } from "../../test/support/browser/axe.ts"
import { launchChromium } from "../../test/support/browser/chromium.ts"
import type { InPage } from "../../test/support/browser/in-page.ts"
import { newMerchant } from "../../test/support/merchants/merchant.ts"
import { newCustomer, newIntent } from "../../test/support/merchants/payments.ts"
import { spreadOf } from "./shared/statistics.ts"
import { head, row } from "./shared/table.ts"

const BITS_PER_SECOND = 1_600_000
const ROUND_TRIP_MS = 150
const SLOWER = 4
const AIM = { ms: 1000, bytes: 60_000 }

const { values } = parseArgs({ options: { runs: { type: "string", default: "15" } } })
const runs = Number(values.runs)

/** A form of the pay page, and the field in which its payer types first. */
type Form = { name: string; query: string; isCard: boolean }
const FORMS: readonly Form[] = [
  { name: "card: the card number", query: "", isCard: true },
  { name: "PIX: the name", query: "?method=pix", isCard: false },
  { name: "boleto: the name", query: "?method=boleto", isCard: false },
]

type Run = { ms: number; page: number; script: number; beforeFrame: number; all: number; requests: number }

const vintem = await startVintem()
const browser = await launchChromium()
try {
  const shop = await newMerchant(vintem)
  const { id: customer } = await newCustomer(shop, { name: null })
  const open = await newIntent(shop, { customer, amount: 10_000, payment_method_types: ["card", "pix", "boleto"] })
  console.log(
    `${BITS_PER_SECOND / 1e6} Mbit/s, ${ROUND_TRIP_MS} ms round trip, processor slowed ${SLOWER} times, cold cache, ${runs} runs: the median, and the least and the most.\n`,
  )
  console.log(
    head(
      "The first field of",
      "usable after ms",
      "bytes of the page",
      "of its script",
      "before the card frame",
      "all",
      "requests",
    ),
  )
  let isMet = true
  for (const form of FORMS) {
    await measure(browser, open.hosted_url + form.query, form) // The service compresses its files at the first request.
    const all: Run[] = []
    for (let run = 0; run < runs; run++) all.push(await measure(browser, open.hosted_url + form.query, form))
    isMet = print(form, all) && isMet
  }
  console.log(`\nAim: within ${AIM.ms} ms, and under ${AIM.bytes / 1000} kB before the card frame: ${isMet ? "met" : "NOT MET"}.`)
} finally {
  await browser.close()
  await vintem.close()
}
process.exit(0) // the browser's driver keeps the process alive

/** Opens the form as a payer does who has never been there. */
async function measure(browser: Browser, url: string, { isCard }: Form): Promise<Run> {
  const context = await browser.newContext({ locale: "pt-BR", viewport: PHONE })
  try {
    const page = await context.newPage()
    await page.addInitScript(
      noteWhenUsable,
      isCard ? "input[autocomplete=cc-number]" : "form[data-form] input:not([type=hidden])",
    )
    const session = await slowDown(page)
    // Chromium does not slow down the document of a frame.
    await page.route(/\/v1\/frame\/card\?/, async (route) => {
      await setTimeout(ROUND_TRIP_MS)
      await route.continue()
    })
    const bytes = countBytes(session)
    await page.goto(url, { waitUntil: "commit" })
    const field = isCard ? page.frameLocator("iframe").locator("input[autocomplete=cc-number]") : page.locator("[name=name]")
    const usableAt = await field.evaluate(whenUsable)
    const began = await page.evaluate<number>("performance.timeOrigin")
    await page.waitForLoadState("networkidle")
    const own = (path: string) => sum(bytes(), (sent) => sent.startsWith(vintem.url) && new URL(sent).pathname === path)
    return {
      ms: usableAt - began,
      page: own(new URL(url).pathname),
      script: own("/pay/pay.js"),
      beforeFrame: sum(bytes(), (sent) => sent.startsWith(vintem.url)),
      all: sum(bytes(), () => true),
      requests: bytes().size,
    }
  } finally {
    await context.close()
  }
}

/** Runs in the page and in its frame, from their beginning: notes when the field is painted and takes what is typed. */
function noteWhenUsable(selector: string): void {
  const { document, performance, requestAnimationFrame, setTimeout } = globalThis as InPage
  const note = () => {
    ;(globalThis as InPage).usableAt = performance.timeOrigin + performance.now()
  }
  const look = () => {
    const field = document.querySelector(selector)
    // The frame after this one shows the field.
    if (field && !field.disabled && field.offsetParent !== null) requestAnimationFrame(() => setTimeout(note))
    else requestAnimationFrame(look)
  }
  look()
}

/** Runs in the page or in its frame. Returns the time in milliseconds since 1970. */
function whenUsable(): Promise<number> {
  const page = globalThis as InPage
  return new Promise((resolve) => {
    const look = () => (page.usableAt === undefined ? page.setTimeout(look, 5) : resolve(page.usableAt))
    look()
  })
}

async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.setCacheDisabled", { cacheDisabled: true })
  const bytesPerSecond = BITS_PER_SECOND / 8
  await session.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: ROUND_TRIP_MS },
    ...{ downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
  })
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER })
  return session
}

/** Counts what is sent over the network: the headers and the compressed bodies, by request. */
function countBytes(session: CDPSession): () => Map<string, { url: string; bytes: number }> {
  const sent = new Map<string, { url: string; bytes: number }>()
  session.on("Network.responseReceived", ({ requestId, response: { url } }) => {
    if (url.startsWith("http")) sent.set(requestId, { url, bytes: 0 })
  })
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = sent.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  return () => sent
}

function sum(sent: Map<string, { url: string; bytes: number }>, isCounted: (url: string) => boolean): number {
  return [...sent.values()].reduce((total, { url, bytes }) => total + (isCounted(url) ? bytes : 0), 0)
}

/** Returns whether the aim is met. */
function print({ name }: Form, all: Run[]): boolean {
  const of = (member: keyof Run) => spreadOf(all.map((run) => run[member])).median
  const { median, min, max } = spreadOf(all.map(({ ms }) => ms))
  const ms = `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`
  console.log(row(name, ms, of("page"), of("script"), of("beforeFrame"), of("all"), of("requests")))
  return median <= AIM.ms && of("beforeFrame") < AIM.bytes
}
