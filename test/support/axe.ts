// Looks for barriers to people with disabilities, with axe-core.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Frame, Page } from "playwright-core"

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** The rules of WCAG 2.2 at the levels A and AA, and what axe-core calls best practice. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** Rules for a whole page, which what is in a frame need not follow. */
const OF_WHOLE_PAGES = ["region", "landmark-one-main", "page-has-heading-one", "bypass"]

type Found = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }

/**
 * Returns what axe-core finds in the page and in each of its frames, a line for each: the frame's address without its query, the rule and
 * the element. `leaveOut` names rules that do not apply to the page.
 */
export async function barriers(page: Page, { leaveOut = [] }: { leaveOut?: string[] } = {}): Promise<string[]> {
  const found: string[] = []
  for (const frame of page.frames()) {
    const off = frame === page.mainFrame() ? leaveOut : [...leaveOut, ...OF_WHOLE_PAGES]
    for (const { id, help, nodes } of await barriersOf(frame, off)) {
      for (const { html, failureSummary } of nodes)
        found.push(`${frame.url().split("?")[0]}: ${id}: ${help}: ${html}: ${failureSummary ?? ""}`)
    }
  }
  return found
}

async function barriersOf(frame: Frame, off: string[]): Promise<Found[]> {
  // A debugger's evaluation runs under any content security policy, and leaves it as strict as it was for the page.
  await frame.evaluate(source)
  return frame.evaluate(
    async ({ tags, rules }) => {
      const { axe, document } = globalThis as any
      const { violations } = await axe.run(document, {
        runOnly: { type: "tag", values: tags },
        rules,
        iframes: false,
        resultTypes: ["violations"],
      })
      return violations as Found[]
    },
    { tags: TAGS, rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])) },
  )
}
