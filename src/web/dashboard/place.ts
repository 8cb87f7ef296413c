import { listAccounts, retrieveAccount } from "../../accounts/accounts.ts"
import type { Modes } from "../../http/mode.ts"
import type { ModeName } from "../../mode-name.ts"
import type { Mode } from "../../wiring.ts"
import { html } from "../html.ts"
import type { DashboardContext, DashboardRouter } from "./context.ts"
import { lonePage, messagePage, type Place, pathOf, type Section } from "./layout.ts"
import { goTo, sendPage } from "./respond.ts"

export type PlaceFinder = { modes: Modes<Mode> }

/** What a path names that does not exist, or that the user may not see: the same for both. */
export class NoSuchPage extends Error {}

/**
 * Finds the account and the mode of a path, which the user must be allowed to see. Throws NoSuchPage.
 */
export async function findPlace(
  ctx: DashboardContext & { params: Record<string, string> },
  { modes }: PlaceFinder,
  section: Section,
): Promise<{ place: Place; mode: Mode }> {
  const { account: id, mode: name } = ctx.params
  const mode = name === "test" || name === "live" ? modes[name] : undefined
  const own = ctx.state.user!.account
  const account = mode && (own === null || own === id) ? await retrieveAccount(modes.test.database, id!) : undefined
  if (!mode || !account) throw new NoSuchPage()
  return { place: { account, mode: name as ModeName, hasLive: modes.live !== undefined, section }, mode }
}

/** The first page: the payments of the user's account, or the list of accounts for somebody who sees several. */
export function homeRoute(router: DashboardRouter, { modes }: PlaceFinder): void {
  router.get("/", async (ctx) => {
    const own = ctx.state.user!.account
    const accounts = own ? [{ id: own, name: own }] : await listAccounts(modes.test.database)
    const mode: ModeName = modes.live ? "live" : "test"
    const pathOfAccount = (id: string) => pathOf({ account: { id } as Place["account"], mode }, "/payments")
    if (accounts.length === 1) return goTo(ctx, pathOfAccount(accounts[0]!.id))
    const entries = accounts.map(
      ({ id, name }) => html`<li><a href="${pathOfAccount(id)}">${name}</a> <span class="id">${id}</span></li>`,
    )
    sendPage(
      ctx,
      accounts.length === 0 ? messagePage("Accounts", NONE) : lonePage("Accounts", html`<ul class="accounts">${entries}</ul>`),
    )
  })
}

const NONE = html`There is no account yet. Create one with <code>vintem accounts create --name NAME</code>.`
