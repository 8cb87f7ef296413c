import type { Html } from "../../html.ts"
import type { At } from "../shell/at.ts"
import { tabs } from "../shell/pieces.ts"
import { WORDS } from "./words.ts"

const TABS = ["", "/origins", "/integrations", "/acquirer"] as const

/** The tabs of the settings. `current` is the path of the current one, after `/settings`. */
export function settingsTabs(at: At, current: (typeof TABS)[number]): Html {
  const words = at.words(WORDS)
  const names = { "": words.account, "/origins": words.origins, "/integrations": words.integrations, "/acquirer": words.acquirer }
  const links = TABS.map((tab) => ({ href: at.path(`/settings${tab}`), text: names[tab], current: tab === current }))
  return tabs(words.settings, links)
}
