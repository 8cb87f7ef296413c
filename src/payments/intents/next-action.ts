import { accountOf } from "../../accounts/accounts.ts"
import { stateCode } from "../../accounts/brazilian-address.ts"
import { settingsOf } from "../../accounts/settings.ts"
import type { Address } from "../../accounts/tables.ts"
import { lineOfBarCode } from "../../acquirers/bar-code.ts"
import type { PayerAction } from "../../acquirers/sale.ts"
import { businessDaysAfter } from "../../base/banking-days.ts"
import { must } from "../../base/must.ts"
import { mustFindCustomer } from "../../customers/customers.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { findAuthentication } from "../authentication/store.ts"
import { dayOf } from "../intents/terms.ts"
import { createLink } from "../links/links.ts"
import type { Agreed, BoletoPaper, Hosted } from "../links/table.ts"
import { mustFindMandate } from "../mandates/store.ts"
import { foundingLifetime, foundsMandate } from "./by-mandate.ts"
import type { PaymentScope } from "./mode.ts"
import type { IntentRow } from "./table.ts"
import { boletoDueDate, INSTRUCTIONS } from "./terms.ts"

/** What the merchant shows the payer (openapi.yaml, NextAction), and when the intent expires, in Unix seconds. */
export type NextAction = { next_action: NonNullable<IntentRow["next_action"]>; due_at: number }

/** Turns the acquirer's action into a next_action, with links to pages and images that Vintém hosts. */
export async function nextAction(
  tx: Transaction,
  scope: PaymentScope,
  attempt: AttemptRow,
  intent: IntentRow,
  action: PayerAction,
): Promise<NextAction> {
  const { config, baseUrl } = scope.mode
  const payee = await payeeOf(tx, intent.account)
  const purchase = {
    amount: intent.amount,
    payee: payee.name,
    payeeDocument: payee.document,
    statementDescriptor: intent.statement_descriptor,
    return_url: attempt.return_url,
  }
  const owner = { account: intent.account, payment_intent: intent.id, attempt: attempt.id, now: scope.now }
  const host = async (hosted: Hosted) => `${baseUrl}/pay/${await createLink(tx, owner, hosted)}`
  switch (action.type) {
    case "pix": {
      const { br_code } = action
      const expires_at = attempt.created + foundingLifetime(config, intent)
      const mandate = await agreedBy(tx, attempt)
      const url = await host({ kind: "pix", br_code, expires_at, ...purchase, ...(mandate && { mandate }) })
      const qr_code = { qr_code_data: br_code, qr_code_url: `${url}/qr.png` }
      return { next_action: { type: "pix_display_qr_code", ...qr_code, expires_at }, due_at: expires_at }
    }
    case "boleto": {
      const { date, expires_at } = boletoDueDate(config, intent, attempt)
      const paper = await paperOf(tx, attempt, intent, action, { payee, dueDate: date })
      const url = await host({ kind: "boleto", paper, expires_at, return_url: attempt.return_url })
      const next_action = {
        type: "boleto_display_details" as const,
        line_code: lineOfBarCode(action.bar_code),
        pdf_url: `${url}/boleto.pdf`,
        barcode_url: `${url}/barcode.png`,
        expires_at,
      }
      const acquirer = await scope.mode.acquirerOfAttempt(tx, attempt)
      return { next_action, due_at: businessDaysAfter(expires_at, acquirer?.boletoClearingDays ?? 0) }
    }
    case "authenticate": {
      const { return_url } = attempt
      const { expires_at: due_at } = must(await findAuthentication(tx, attempt), `the authentication of ${attempt.id}`)
      const hosted = { kind: "authentication", currency: intent.currency, ...purchase, return_url } as const
      const url = `${scope.mode.threedsOrigin}/pay/${await createLink(tx, owner, hosted)}`
      return { next_action: { type: "redirect_to_url", url, return_url }, due_at }
    }
    case "redirect":
      throw new Error(`The payer of ${attempt.id} is led to the issuer before any page of ours was shown.`)
    case "challenge": {
      const { return_url } = attempt
      const url = await host({ kind: "challenge", currency: intent.currency, ...purchase, return_url })
      return { next_action: { type: "redirect_to_url", url, return_url }, due_at: scope.now + config.threedsTtlSeconds }
    }
  }
}

/** What the payer of a code also agrees to. */
async function agreedBy(tx: Transaction, attempt: AttemptRow): Promise<Agreed | undefined> {
  if (!foundsMandate(attempt)) return undefined
  const { object, period, first_day, amount } = await mustFindMandate(
    tx,
    attempt.account,
    must(attempt.payment_method, attempt.id),
  )
  return { object, period, first_day, amount }
}

type Payee = { name: string; document: string | null; address: string | null }

/** The merchant as payers know it. */
export async function payeeOf(db: Queries, account: string): Promise<Payee> {
  const { display_name, document, address } = await settingsOf(db, account)
  return { name: display_name ?? (await accountOf(db, account)).name, document, address }
}

async function paperOf(
  tx: Transaction,
  attempt: AttemptRow,
  intent: IntentRow,
  action: Extract<PayerAction, { type: "boleto" }>,
  { payee, dueDate }: { payee: Payee; dueDate: string },
): Promise<BoletoPaper> {
  const { name, email, document, address } = await mustFindCustomer(tx, intent, intent.customer)
  return {
    barCode: action.bar_code,
    amount: intent.amount,
    dueDate,
    issuedOn: dayOf(attempt.created),
    bank: action.bank,
    payee: { ...payee, agencyAndCode: action.agency_and_code },
    payer: {
      name: name ?? email,
      document: document?.number ?? "",
      address: address === null ? [] : linesOf(address),
    },
    documentNumber: intent.id,
    ourNumber: action.our_number,
    wallet: action.wallet,
    statementDescriptor: intent.statement_descriptor,
    instructions: INSTRUCTIONS,
    test: !tx.livemode,
  }
}

/** An address in Brazil. It was checked when the payment was confirmed, and may have changed since. */
function linesOf({ line1, number, line2, district, city, state, postal_code }: Address): string[] {
  const street = [line1, number, line2].filter(Boolean).join(", ")
  const cep = postal_code.replace(/\D/g, "").replace(/^(\d{5})(\d{3})$/, "$1-$2")
  return [[street, district].filter(Boolean).join(" – "), `${city} – ${stateCode(state) ?? state} – CEP ${cep}`]
}
