import { findAccount } from "../../../accounts/accounts.ts"
import type { Account } from "../../../accounts/tables.ts"
import type { ModeName } from "../../../base/mode-name.ts"
import { hasLive, type Modes } from "../../../http/mode.ts"
import { liveModeOf } from "../../../modes/of-account.ts"
import type { Mode } from "../../../modes/wiring.ts"
import type { DashboardContext } from "./context.ts"
import { PageNotFound } from "./errors.ts"
import type { MenuEntry } from "./menu.ts"

/** The location of a page: an account, a mode, and an entry of the menu. */
export type PageLocation = { account: Account; mode: ModeName; hasLive: boolean; menuEntry: MenuEntry }

/** Returns the path of a page of an account in a mode. `rest` begins with a slash. */
export const accountPath = ({ account, mode }: { account: Pick<Account, "id">; mode: ModeName }, rest: string): string =>
  `/${account.id}/${mode}${rest}`

/** Finds the account and the mode in a path. Throws PageNotFound, also if the user may not see them, or if there is no user. */
export async function findLocation(
  ctx: DashboardContext,
  modes: Modes<Mode>,
  entry: MenuEntry,
): Promise<{ location: PageLocation; mode: Mode }> {
  const [, id = "", name] = ctx.path.split("/")
  const isMode = name === "test" || (name === "live" && hasLive(modes))
  const own = ctx.state.user?.account
  const account = isMode && (own === null || own === id) ? await findAccount(modes.test.database, id) : undefined
  const mode = account && (name === "live" ? await liveModeOf(modes, id) : modes.test)
  if (!mode || !account) throw new PageNotFound()
  return { location: { account, mode: name as ModeName, hasLive: hasLive(modes), menuEntry: entry }, mode }
}
