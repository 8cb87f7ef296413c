// What the page says of an account's acquirers, and who gets which payments.

import { acquirerIsOfPlatform, notificationPath, notificationSecretOf, openMembers } from "../../../../acquirers/credentials.ts"
import { type Member, type Members, memberText } from "../../../../acquirers/members.ts"
import { PAYMENT_TYPES, type PaymentType } from "../../../../acquirers/sale.ts"
import type { CredentialsRow } from "../../../../acquirers/table.ts"
import { holderOf, usesOf } from "../../../../acquirers/uses.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, type Cell, facts, idText, titledCard } from "../../components/basics.ts"
import { codeBlock } from "../../components/code-block.ts"
import { copyable } from "../../components/copyable.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { errorText } from "../../request/error-text.ts"
import { acquirerName, memberLabel, wholeLabel } from "./acquirer-labels.ts"
import { ACQUIRER_PATH, kindNamed, liveFallback, methodNames } from "./acquirer-state.ts"
import { WORDS } from "./acquirer-words.ts"

type Fact = readonly [label: string, value: Cell]

/** Who gets the new payments of each method. */
export function routesCard(request: DashboardRequest, rows: readonly CredentialsRow[]): Html {
  const words = request.words(WORDS)
  const gets = (method: PaymentType): Cell => {
    const row = holderOf(rows, "methods", method)
    if (!row) return html`${badge("bad", words.nobody)} ${words.refused}`
    const name = acquirerName(request, row.acquirer)
    const fallback = liveFallback(rows, method)
    const other = fallback && acquirerName(request, fallback)
    if (row.drained_at === null) return other ? html`${name}<br><span class="hint">${words.thenFallback(other)}</span>` : name
    const text = other ? words.drainedToFallback(name, other) : words.drainedAndRefused(name)
    return html`${badge("waiting", words.drained)} ${text}`
  }
  return titledCard(words.whoGets, facts(PAYMENT_TYPES.map((method): Fact => [methodNames(request, [method]), gets(method)])))
}

/** An acquirer of the account, and what an owner can change. */
export async function acquirerCard(request: DashboardRequest, row: CredentialsRow): Promise<Html> {
  const words = request.words(WORDS)
  const { acquirer, funds, created, drained_at, certificate_ends_at, id } = row
  const { methods, fallback_for } = usesOf(row)
  const known = facts([
    [words.takes, methodNames(request, methods) || words.takesNone],
    [words.isFallbackFor, fallback_for.length > 0 && methodNames(request, fallback_for)],
    [words.drainedSince, drained_at !== null && request.dateTime(drained_at)],
    [words.paidOutBy, words.funds[funds]],
    ...(await memberFacts(request, row)),
    [words.certificateUntil, certificate_ends_at !== null && request.dateTime(certificate_ends_at)],
    ...(await notificationFact(request, row)),
    [words.since, request.dateTime(created)],
    [words.id, idText(id)],
  ])
  return titledCard(acquirerName(request, acquirer), html`${known}${request.may("owner") && changes(request, row)}`)
}

function changes(request: DashboardRequest, { acquirer, funds, drained_at }: CredentialsRow): Html {
  if (funds === "platform") return html`<p class="hint">${errorText(acquirerIsOfPlatform(), request.language)}</p>`
  const words = request.words(WORDS)
  const name = acquirerName(request, acquirer)
  const link = (path: string, text: string) => {
    const href = request.pathTo(`${ACQUIRER_PATH}/${acquirer}/${path}`)
    return html`<a class="button quiet" href="${href}">${text}<span class="unseen"> (${name})</span></a> `
  }
  const known = kindNamed(request, acquirer) && html`${link("set", words.replace)}${link("methods", words.choose)}`
  const draining = drained_at === null ? link("drain", words.drain) : link("undrain", words.undrain)
  return html`<p class="actions">${known}${draining}${link("remove", words.remove)}</p>`
}

/** The members, as the kind describes them. */
async function memberFacts(request: DashboardRequest, row: CredentialsRow): Promise<Fact[]> {
  const kind = kindNamed(request, row.acquirer)
  if (!kind) return []
  const members = await openMembers(request.mode.database, request.mode.ring, row)
  return kind.members.flatMap((member) => factsOf(request, kind.name, member, members, ""))
}

function factsOf(request: DashboardRequest, kind: string, member: Member, members: Members, group: string): Fact[] {
  const words = request.words(WORDS)
  const path = group + member.name
  const label = wholeLabel(request, kind, path)
  const value = members[member.name]
  if (typeof value === "object")
    return (member.members ?? []).flatMap((inner) => factsOf(request, kind, inner, value, `${path}.`))
  const text = memberText(members, member.name)
  if (text === undefined) return [[label, member.choices ? words.acquirersDefault : words.notSet]]
  if (member.secret) return [[label, words.hidden]]
  return [[label, member.isLong ? longText(request, memberLabel(request, kind, path), text) : text]]
}

function longText(request: DashboardRequest, label: string, text: string): Html {
  return html`<details><summary>${request.words(WORDS).show}</summary>${codeBlock(label, text)}</details>`
}

/** Whoever knows the address can make Vintém ask the acquirer, so it is for owners. */
async function notificationFact(request: DashboardRequest, row: CredentialsRow): Promise<Fact[]> {
  if (!request.may("owner")) return []
  const words = request.words(WORDS)
  const { database, ring, baseUrl } = request.mode
  const secret = await notificationSecretOf(database, ring, row)
  if (secret === undefined && !kindNamed(request, row.acquirer)?.hasOneAddress) return []
  const address = baseUrl + notificationPath(row, secret)
  return [[words.notifications, html`${copyable(address)}<br><span class="hint">${words.notificationsHint}</span>`]]
}

/** The kinds that the account does not have yet. */
export function addCard(request: DashboardRequest, rows: readonly CredentialsRow[]): Html | false {
  const words = request.words(WORDS)
  const others = request.parts.acquirerKinds.filter(({ name }) => rows.every(({ acquirer }) => acquirer !== name))
  if (others.length === 0) return false
  const fact = ({ name, methods }: (typeof others)[number]): Fact => {
    const shown = acquirerName(request, name)
    const add = buttonLink(request.pathTo(`${ACQUIRER_PATH}/${name}/set`), words.add(shown), "quiet")
    return [shown, html`${methodNames(request, methods)}<br>${add}`]
  }
  return titledCard(words.addTitle, facts(others.map(fact)))
}
