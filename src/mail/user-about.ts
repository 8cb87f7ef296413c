// What each kind of mail to users says, or undefined once there is nothing to say.

import { plainMoney } from "../base/currency.ts"
import { modeName } from "../base/mode-name.ts"
import { dashboardOriginOf } from "../config/addresses.ts"
import { findEndpoint } from "../events/webhooks/endpoints.ts"
import { healthOf, MAX_COUNTED } from "../events/webhooks/health.ts"
import { findDispute } from "../payments/disputes/store.ts"
import { findBankAccount } from "../payouts/bank-accounts.ts"
import type { ShownDestination } from "../payouts/destination.ts"
import type { BankAccountChange } from "../payouts/mode.ts"
import { findPayout } from "../payouts/store.ts"
import { occasionOf } from "./causes.ts"
import type { Content } from "./content.ts"
import { known, timeText } from "./facts.ts"
import type { UserKind } from "./kinds.ts"
import type { MailMode } from "./mode.ts"
import type { MailRow } from "./tables.ts"
import { USER_WORDS as words } from "./user-words.ts"

/** What a mail to a user is made from. `name` is that of the account, and `now` is account time. */
export type UserMaking = { mode: MailMode; now: number; mail: Pick<MailRow, "account" | "cause" | "occasion">; name: string }

type Said = Promise<Content | undefined>

/** Users have no language of their own (user-words.ts). */
const LOCALE = "pt-BR"

/** Returns what a mail to a user says. Undefined if it need not be said any more. */
export function userContentOf(kind: UserKind, making: UserMaking): Said {
  return ABOUT[kind](making)
}

const ABOUT: Readonly<Record<UserKind, (making: UserMaking) => Said>> = {
  dispute_opened: disputeOpened,
  payout_failed: payoutFailed,
  endpoint_failing: endpointFailing,
  bank_account_changed: bankAccountChanged,
}

async function disputeOpened(making: UserMaking): Said {
  const { mode, mail, name, now } = making
  const dispute = await findDispute(mode.database, mail.account, mail.cause)
  if (!dispute || dispute.status === "won") return undefined
  const { amount, currency, payment_intent, reason, network_reason, status, due_by } = dispute
  const canAnswer = status === "needs_response" && due_by !== null && due_by > now
  // The deadline is told once, if it was known from the beginning.
  if (occasionOf(mail) === "deadline" && !canAnswer) return undefined
  const { text, answer, noAnswer, ...said } = words.dispute_opened(plainMoney(amount, currency), name)
  const facts = [
    [words.amount, plainMoney(amount, currency)],
    [words.payment, payment_intent],
    [words.reason, network_reason ?? reason],
    [words.answerBy, canAnswer && timeText(LOCALE, due_by)],
  ]
  return {
    ...said,
    paragraphs: [text, canAnswer ? answer : noAnswer],
    facts: known(facts),
    button: buttonTo(making, `/disputes/${dispute.id}`),
  }
}

async function payoutFailed(making: UserMaking): Said {
  const { mode, mail, name } = making
  const payout = await findPayout(mode.database, mail.account, mail.cause)
  if (payout?.status !== "failed") return undefined
  const { id, amount, currency, failure_code, destination } = payout
  const { text, ...said } = words.payout_failed(plainMoney(amount, currency), name)
  const facts = [
    [words.amount, plainMoney(amount, currency)],
    [words.reason, failure_code && words.failures[failure_code]],
    [words.destination, destinationText(destination)],
    [words.payout, id],
  ]
  return { ...said, paragraphs: [text], facts: known(facts), button: buttonTo(making, `/balance/payouts/${id}`) }
}

async function endpointFailing(making: UserMaking): Said {
  const { mode, mail, name } = making
  const { account, cause: target } = mail
  const endpoint = await mode.database.one(findEndpoint, { account, id: target })
  if (!endpoint) return undefined
  const nowMs = mode.clock.now()
  const health = await healthOf(mode.database, { account, target, nowMs, limit: MAX_COUNTED })
  const { lastSuccess, lastFailure, waiting, deadLetters } = health
  const hasRecovered = lastSuccess !== null && lastSuccess > (lastFailure ?? 0)
  if (hasRecovered) return undefined
  // The path of a URL may have a secret.
  const host = new URL(endpoint.url).host
  const { text, ...said } = words.endpoint_failing(host, name)
  const facts = [
    [words.endpoint, host],
    [words.waiting, countText(waiting)],
    [words.deadLetters, countText(deadLetters)],
    [words.lastSuccess, lastSuccess === null ? words.never : timeText(LOCALE, lastSuccess)],
  ]
  return { ...said, paragraphs: [text], facts: known(facts), button: buttonTo(making, `/webhooks/${target}`) }
}

/** It is told whatever has become of it since. */
async function bankAccountChanged(making: UserMaking): Said {
  const { mode, mail, name } = making
  const row = await findBankAccount(mode.database, mail.account, mail.cause)
  if (!row) return undefined
  const change = occasionOf(mail) as BankAccountChange
  const { text, subject } = words.bank_account_changed(name)
  const facts = [
    [words.destination, destinationText(row.destination)],
    [words.countsFrom, change !== "removed" && timeText(LOCALE, row.counts_from)],
  ]
  return {
    ...{ subject, heading: words.changes[change], paragraphs: [text], facts: known(facts) },
    button: buttonTo(making, "/balance/payouts"),
  }
}

function buttonTo({ mode, mail }: UserMaking, path: string): NonNullable<Content["button"]> {
  return { text: words.open, url: `${dashboardOriginOf(mode.config)}/${mail.account}/${modeName(mode)}${path}` }
}

function destinationText({ pix_key, bank, branch, account }: ShownDestination): string | null {
  if (pix_key !== null) return words.pixKey(pix_key)
  return bank !== null && branch !== null && account !== null ? words.numbers(bank, branch, account) : null
}

function countText(count: number): string {
  return count >= MAX_COUNTED ? words.more(MAX_COUNTED - 1) : String(count)
}
