import type { Html } from "../../../shared/html.ts"
import { tabs } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { WORDS } from "./words.ts"

const TABS = ["", "/origins", "/integrations", "/acquirer"] as const

/** The tabs of the settings. `current` is the path of the current one, after `/settings`. */
export function settingsTabs(request: DashboardRequest, current: (typeof TABS)[number]): Html {
  const words = request.words(WORDS)
  const names = { "": words.account, "/origins": words.origins, "/integrations": words.integrations, "/acquirer": words.acquirer }
  const links = TABS.map((tab) => ({ href: request.pathTo(`/settings${tab}`), text: names[tab], current: tab === current }))
  return tabs(words.settings, links)
}
