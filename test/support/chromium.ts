import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", process.env.CHROMIUM ?? ""]

/** The path of a Chromium on this machine, or undefined. The environment variable `CHROMIUM` takes precedence. */
export const chromiumPath: string | undefined = PLACES.findLast((place) => existsSync(place))

/** Starts a headless Chromium that makes no background requests and reaches no host except this machine. */
export function launchChromium(args: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath!,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      ...args,
    ],
  })
}
