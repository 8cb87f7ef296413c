import { type Account, retrieveAccount } from "../../../accounts/accounts.ts"
import type { Modes } from "../../../http/mode.ts"
import type { ModeName } from "../../../mode-name.ts"
import type { Mode } from "../../../wiring.ts"
import type { DashboardContext } from "./context.ts"
import type { Section } from "./sections.ts"

/** Where a page stands: in an account, in a mode, and under an entry of the menu. */
export type Place = { account: Account; mode: ModeName; hasLive: boolean; section: Section }

/** What a path names that does not exist, or that the user may not see: the same for both. */
export class NoSuchPage extends Error {}

/** The path of a page of an account, in a mode. `rest` begins with a slash. */
export const pathOf = ({ account, mode }: { account: Pick<Account, "id">; mode: ModeName }, rest: string): string =>
  `/${account.id}/${mode}${rest}`

/** Finds the account and the mode of a path, which the user must be allowed to see. Throws NoSuchPage. */
export async function findPlace(
  ctx: DashboardContext,
  modes: Modes<Mode>,
  section: Section,
): Promise<{ place: Place; mode: Mode }> {
  const [, id, name] = ctx.path.split("/")
  const mode = name === "test" || name === "live" ? modes[name] : undefined
  const own = ctx.state.user!.account
  const account = mode && (own === null || own === id) ? await retrieveAccount(modes.test.database, id!) : undefined
  if (!mode || !account) throw new NoSuchPage()
  return { place: { account, mode: name as ModeName, hasLive: modes.live !== undefined, section }, mode }
}
