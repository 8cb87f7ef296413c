import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/**
 * Disabled features of Chromium. Without the first, each page starts an unused renderer, which takes a tenth of the time of these tests.
 * This list replaces Playwright's own. The other entries are those of Playwright's list that matter here.
 */
const OFF = [
  ...["SpareRendererForSitePerProcess", "PaintHolding", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "OptimizationHints", "NetworkTimeServiceQuerying"],
  // Tests give pages of this machine the names of hosts elsewhere. Chromium would let these frame none that is on this machine.
  "LocalNetworkAccessChecks",
]

/**
 * One process renders all pages and their cross-site frames, and none runs for a graphics card. This saves 15 % of the processor time.
 * Cross-site frames stay isolated from each other, as on phones, where browsers also share processes.
 */
const FEWER_PROCESSES = ["--in-process-gpu", "--renderer-process-limit=1", "--disable-site-isolation-trials"]

/** Starts a headless Chromium that makes no background requests and reaches only this machine. */
export async function launchChromium(args: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      ...FEWER_PROCESSES,
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${OFF.join()}`,
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      ...args,
    ],
  })
}

/**
 * Returns the path of a Chromium: the one in the variable CHROMIUM, an installed one, or the one of the package @sparticuz/chromium, which
 * is for Linux on x64. Throws if there is none, so no test passes without a browser.
 */
export async function chromiumPath(): Promise<string> {
  const { CHROMIUM } = process.env
  if (CHROMIUM) return CHROMIUM
  const installed = PLACES.find((place) => existsSync(place))
  if (installed) return installed
  if (process.platform === "linux" && process.arch === "x64") return unpackedChromium()
  throw new Error(
    "These tests need Chromium, and none is installed. Install Chrome or Chromium, or set CHROMIUM to the path of one.",
  )
}

async function unpackedChromium(): Promise<string> {
  // With this variable, the package also unpacks the libraries that a machine without a desktop lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x"
  const { default: packaged } = await import("@sparticuz/chromium")
  return packaged.executablePath()
}
