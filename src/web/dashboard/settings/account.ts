import { html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import { settingsTabs } from "./tabs.ts"
import { WORDS } from "./words.ts"

/** What payers see of an account, and how an owner changes it. */
export function accountPages(area: Area): void {
  area.page("/settings", async (at) => ({ title: at.words(WORDS).settings, body: html`${settingsTabs(at, "")}` }))
}
