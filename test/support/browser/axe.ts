// Finds accessibility barriers, with axe-core.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { BrowserContext, Frame, Page } from "playwright-core"
import type { InPage } from "./in-page.ts"

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** The rules of WCAG 2.2 at levels A and AA, and those that axe-core calls best practice. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** The rules whose findings depend on the color scheme. */
const COLORS = ["color-contrast", "link-in-text-block"]

/** Rules for a whole page, which do not apply to the content of a frame. */
const OF_WHOLE_PAGES = ["region", "landmark-one-main", "page-has-heading-one", "bypass"]

type RunOnly = { type: "tag" | "rule"; values: string[] }
type Found = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }

/**
 * Returns the findings of axe-core in the page and in each of its frames. Each is a line with the frame's address without its query, the
 * rule and the element.
 */
export function barriers(page: Page): Promise<string[]> {
  return find(page, { type: "tag", values: TAGS })
}

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 780 }

/**
 * Returns the findings in light colors on a desktop and in dark colors on a phone, and those about dark colors on a desktop. The page is
 * loaded once, because axe-core's start takes longer than its check of a page.
 */
export async function barriersInEveryLook(page: Page): Promise<string[]> {
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: "light" })
  const light = await barriers(page)
  await page.emulateMedia({ colorScheme: "dark" })
  const dark = await find(page, { type: "rule", values: COLORS })
  await page.setViewportSize(PHONE)
  return [...light, ...dark, ...(await barriers(page))]
}

async function find(page: Page, runOnly: RunOnly): Promise<string[]> {
  const found: string[] = []
  for (const frame of page.frames()) {
    const off = frame === page.mainFrame() || runOnly.type === "rule" ? [] : OF_WHOLE_PAGES
    for (const { id, help, nodes } of await ((await isSandboxed(frame)) ? barriersOfCopy : barriersOf)(frame, runOnly, off)) {
      for (const { html, failureSummary } of nodes)
        found.push(`${frame.url().split("?")[0]}: ${id}: ${help}: ${html}: ${failureSummary ?? ""}`)
    }
  }
  return found
}

async function barriersOf(frame: Frame, runOnly: RunOnly, off: string[]): Promise<Found[]> {
  // An evaluation through the debugger works under any content security policy, and leaves the policy intact for the page.
  if (!(await frame.evaluate("'axe' in globalThis"))) {
    await frame.evaluate(source)
    await giveToLaterPages(frame.page().context())
  }
  return frame.evaluate(
    async ({ runOnly, rules }) => {
      const { axe, document } = globalThis as InPage
      const { violations } = await axe.run(document, { runOnly, rules, iframes: false, resultTypes: ["violations"] })
      return violations as Found[]
    },
    { runOnly, rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])) },
  )
}

/** Whether the page lets no script run in the frame. */
async function isSandboxed(frame: Frame): Promise<boolean> {
  if (frame === frame.page().mainFrame()) return false
  const sandbox = await (await frame.frameElement()).getAttribute("sandbox")
  return sandbox !== null && !sandbox.includes("allow-scripts")
}

/** axe-core waits, which it cannot where no script runs. So it gets a copy of the frame's document, in a page of the same size and colors. */
async function barriersOfCopy(frame: Frame, runOnly: RunOnly, off: string[]): Promise<Found[]> {
  const copy = await frame.page().context().newPage()
  try {
    const isDark = await frame.page().evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
    await copy.emulateMedia({ colorScheme: isDark ? "dark" : "light" })
    await copy.setViewportSize(frame.page().viewportSize() ?? DESKTOP)
    await copy.setContent(await frame.content())
    return await barriersOf(copy.mainFrame(), runOnly, off)
  } finally {
    await copy.close()
  }
}

const given = new WeakSet<BrowserContext>()

/** Adds axe-core to all pages that are loaded from now on. Sending it to each of them takes longer than starting it. */
async function giveToLaterPages(context: BrowserContext): Promise<void> {
  if (given.has(context)) return
  given.add(context)
  await context.addInitScript(source)
}
