import type { Page } from "playwright-core"
import type { Shot, Stage } from "./shot.ts"

/** The documentation that the service serves. */
export async function documentation({ vintem }: Stage): Promise<Shot[]> {
  const at = (path: string) => ({ url: `${vintem.url}/v1/docs${path}`, language: "en", cut: true }) as const
  return [
    { name: "docs-home", title: "Home", ...at("") },
    { name: "docs-guide", title: "A guide", ...at("/guides/pix") },
    { name: "docs-search", title: "The search", ...at(""), prepare: search },
    { name: "docs-reference", title: "The reference", ...at("/reference#tag/refunds/POST/v1/refunds"), prepare: rendered },
  ]
}

async function search(page: Page): Promise<void> {
  await page.getByRole("combobox").fill("refund")
  await page.getByRole("option").first().waitFor()
}

async function rendered(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Create a refund" }).first().waitFor()
  await page.waitForTimeout(1500) // It scrolls to the operation.
}
