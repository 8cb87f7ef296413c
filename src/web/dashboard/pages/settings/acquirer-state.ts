// The acquirers of an account, as the pages and their forms see them.
import { lockAccount } from "../../../../accounts/accounts.ts"
import { findAllCredentials } from "../../../../acquirers/credentials.ts"
import type { AcquirerKind } from "../../../../acquirers/kind.ts"
import { PAYMENT_TYPES, type PaymentType } from "../../../../acquirers/sale.ts"
import type { CredentialsRow } from "../../../../acquirers/table.ts"
import { holderOf, usesOf } from "../../../../acquirers/uses.ts"
import { Refusal } from "../../../../base/errors.ts"
import type { Transaction } from "../../../../db/database.ts"
import { type Html, html } from "../../../shared/html.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import { FORM_WORDS } from "./acquirer-words.ts"

export const ACQUIRER_PATH = "/settings/acquirer"

/** An acquirer that a path names. */
export type NamedAcquirer = {
  name: string
  /** Undefined if this process does not know the kind. */
  kind: AcquirerKind | undefined
  /** Undefined if the account does not have the acquirer. */
  current: CredentialsRow | undefined
  /** Those of all acquirers of the account. */
  rows: readonly CredentialsRow[]
}

/** An acquirer that the account has. */
export type OwnAcquirer = NamedAcquirer & { current: CredentialsRow }

export function kindNamed(request: DashboardRequest, name: string): AcquirerKind | undefined {
  return request.parts.acquirerKinds.find((kind) => kind.name === name)
}

/** The acquirer that the path names. Throws PageNotFound in test mode. */
export async function findNamed(request: DashboardRequest): Promise<NamedAcquirer> {
  const { mode, account } = request
  if (!mode.livemode) throw new PageNotFound()
  const name = request.pathParameter("name")
  const rows = await findAllCredentials(mode.database, account)
  return { name, kind: kindNamed(request, name), current: rows.find(({ acquirer }) => acquirer === name), rows }
}

/** Throws PageNotFound if the account does not have the acquirer that the path names. */
export async function findOwn(request: DashboardRequest): Promise<OwnAcquirer> {
  const { current, ...named } = await findNamed(request)
  if (!current) throw new PageNotFound()
  return { ...named, current }
}

/** Throws PageNotFound if this process does not know the kind that the path names. */
export function mustKnow<Named extends NamedAcquirer>(named: Named): Named & { kind: AcquirerKind } {
  const { kind } = named
  if (!kind) throw new PageNotFound()
  return { ...named, kind }
}

/** The names of methods in a sentence. */
export function methodNames(request: DashboardRequest, methods: readonly PaymentType[]): string {
  const names = request.words(FORM_WORDS).methods
  return PAYMENT_TYPES.filter((method) => methods.includes(method))
    .map((method) => names[method])
    .join(", ")
}

/** The acquirer that takes over the sales of a method where its own one cannot make them. Undefined if there is none, or if it is drained. */
export function liveFallback(rows: readonly CredentialsRow[], method: PaymentType): string | undefined {
  const fallback = holderOf(rows, "fallback_for", method)
  return fallback?.drained_at === null ? fallback.acquirer : undefined
}

/** Stores in the form how the acquirers are when its page says what will happen. */
export function seenField(rows: readonly CredentialsRow[]): Html {
  return html`<input type="hidden" name="seen" value="${stateOf(rows)}">`
}

/** Locks the account. Throws Refusal if somebody has changed its acquirers since the page of the form. */
export async function mustBeAsSeen(tx: Transaction, request: DashboardRequest): Promise<void> {
  await lockAccount(tx, request.account)
  const rows = await findAllCredentials(tx, request.account)
  if (request.form.get("seen") === stateOf(rows)) return
  throw new Refusal("acquirers_changed", request.words(FORM_WORDS).changedMeanwhile)
}

function stateOf(rows: readonly CredentialsRow[]): string {
  const textOf = (row: CredentialsRow) => {
    const { methods, fallback_for } = usesOf(row)
    return [row.id, methods.join("+"), fallback_for.join("+"), row.drained_at ?? "", row.funds].join(" ")
  }
  return rows.map(textOf).join(", ")
}
