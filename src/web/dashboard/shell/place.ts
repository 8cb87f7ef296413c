import { type Account, listAccounts, retrieveAccount } from "../../../accounts/accounts.ts"
import type { Modes } from "../../../http/mode.ts"
import type { ModeName } from "../../../mode-name.ts"
import type { Mode } from "../../../wiring.ts"
import { html } from "../../html.ts"
import type { DashboardContext, DashboardRouter } from "./context.ts"
import type { Words } from "./language.ts"
import { lonePage, messagePage } from "./lone-page.ts"
import { goTo, sendPage } from "./respond.ts"
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
  const { account: id, mode: name } = (ctx as DashboardContext & { params: Record<string, string> }).params
  const mode = name === "test" || name === "live" ? modes[name] : undefined
  const own = ctx.state.user!.account
  const account = mode && (own === null || own === id) ? await retrieveAccount(modes.test.database, id!) : undefined
  if (!mode || !account) throw new NoSuchPage()
  return { place: { account, mode: name as ModeName, hasLive: modes.live !== undefined, section }, mode }
}

/** The first page: the user's account, or the list of accounts for somebody who sees several. */
export function firstPage(router: DashboardRouter, modes: Modes<Mode>): void {
  router.get("/", async (ctx) => {
    const own = ctx.state.user!.account
    const accounts = own ? [{ id: own, name: own }] : await listAccounts(modes.test.database)
    const mode: ModeName = modes.live ? "live" : "test"
    const homeOf = (account: { id: string }) => pathOf({ account, mode }, "/home")
    if (accounts.length === 1) return goTo(ctx, homeOf(accounts[0]!))
    const words = WORDS[ctx.state.language]
    const entries = accounts.map(
      (account) => html`<li><a href="${homeOf(account)}">${account.name}</a> <span class="id">${account.id}</span></li>`,
    )
    const body = html`<ul class="accounts">${entries}</ul>`
    sendPage(ctx, accounts.length === 0 ? messagePage(ctx, words.accounts, words.none) : lonePage(ctx, words.accounts, body))
  })
}

const command = html`<code>vintem accounts create --name NAME</code>`
const WORDS: Words<{ accounts: string; none: ReturnType<typeof html> }> = {
  en: { accounts: "Accounts", none: html`There is no account yet. Create one with ${command}.` },
  pt: { accounts: "Contas", none: html`Ainda não há nenhuma conta. Crie uma com ${command}.` },
}
