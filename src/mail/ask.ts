import { Refusal } from "../base/errors.ts"
import { findAnywhere } from "../db/anywhere.ts"
import { seconds } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { findIntentAnywhere, mustFindIntent } from "../payments/intents/store.ts"
import { isUnproved } from "./anonymous.ts"
import { askForMail } from "./causes.ts"
import type { Kind } from "./kinds.ts"
import type { MailScope } from "./mode.ts"
import { findMail } from "./store.ts"
import { type MailRow, mails } from "./tables.ts"

const mailAnywhere = findAnywhere(mails)
const resolve = mails.statement(["account", "id", { now: seconds() }], (rows, p) =>
  rows.where({ account: p.account, id: p.id, status: "failed" }).whereNull("resolved_at").update({ resolved_at: p.now }),
)

/** Finds a mail of any account. */
export function findMailAnywhere(db: Queries, id: string): Promise<MailRow | undefined> {
  return db.one(mailAnywhere, { id })
}

/** Finds what can be mailed on request: a payment intent, or an earlier mail. */
export function findMailable(db: Queries, id: string): Promise<{ account: string } | undefined> {
  return id.startsWith("mail_") ? findMailAnywhere(db, id) : db.one(findIntentAnywhere, { id })
}

/**
 * Mails the code of a payment intent that waits for its payer, or an earlier mail again, as it is now. It goes to the address that the customer has
 * when its turn comes, also while its kind is off. Throws Refusal if there is nothing to pay, and payment_intent_not_found.
 */
export async function requestMail(tx: Transaction, scope: MailScope, id: string): Promise<MailRow> {
  if (id.startsWith("mail_")) return mailAgain(tx, scope, id)
  const { customer, status, next_action } = await mustFindIntent(tx, scope, id)
  const kind = status === "requires_action" ? KIND_TO_PAY[next_action?.type ?? ""] : undefined
  if (!kind)
    throw new Refusal(
      "mail_not_needed",
      `The payment ${id} has no PIX and no boleto that waits for its payer, so there is nothing to mail.`,
    )
  await refuseUnproved(tx, { account: scope.account, customer })
  return askForMail(tx, scope, { kind, cause: id, customer, user_id: null, about: "" })
}

async function refuseUnproved(tx: Transaction, of: { account: string; customer: string }): Promise<void> {
  if (await isUnproved(tx, of))
    throw new Refusal(
      "mail_unproved",
      `The customer ${of.customer} was made by the page of a payment link, and has paid nothing so far. Anybody could have typed the address, so nothing is mailed to it.`,
    )
}

/** The kind of mail that a payer needs to pay, by what the payer has to do. */
export const KIND_TO_PAY: Readonly<Record<string, Kind>> = {
  pix_display_qr_code: "pix_to_pay",
  boleto_display_details: "boleto_to_pay",
}

async function mailAgain(tx: Transaction, scope: MailScope, id: string): Promise<MailRow> {
  const { account, now } = scope
  const mail = await tx.only(findMail, { account, id })
  if (mail.status === "pending") throw new Refusal("mail_pending", `The mail ${id} waits for its turn. It is sent without this.`)
  const { kind, cause, customer, user_id, occasion } = mail
  await tx.run(resolve, { account, id, now })
  return askForMail(tx, scope, { kind, cause, customer, user_id, about: occasion })
}

/** Takes a mail that failed off the attention list. */
export async function resolveMail(
  tx: Transaction,
  { account, now }: Pick<MailScope, "account" | "now">,
  id: string,
): Promise<{ id: string }> {
  if ((await tx.run(resolve, { account, id, now })) === 0)
    throw new Refusal("mail_not_failed", `The mail ${id} does not wait for a person.`)
  return { id }
}
