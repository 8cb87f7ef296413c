import type { Command } from "commander"
import { dayOfDate, startOfDay } from "../base/day.ts"
import type { Queries } from "../db/database.ts"
import { findInquiry } from "../payments/attempts/charges.ts"
import { dismissCase } from "../payments/chargebacks/by-hand.ts"
import { findCaseAnywhere } from "../payments/chargebacks/store.ts"
import { openDispute } from "../payments/disputes/disputes.ts"
import { settleExcess } from "../payments/disputes/excess.ts"
import { findDisputeAnywhere, presentDispute } from "../payments/disputes/store.ts"
import { dismissInquiry } from "../payments/inquiries/dismiss.ts"
import { findIntentAnywhere } from "../payments/intents/store.ts"
import { caseCommands } from "./dispute-cases.ts"
import { decisionCommands, listCommands } from "./dispute-decisions.ts"
import { actOn } from "./shared/act.ts"
import { readCents } from "./shared/amounts.ts"
import { print, withModes } from "./shared/operator.ts"
import { readTime } from "./shared/time.ts"

type OpenOptions = { amount?: number; respondBy?: number; again?: string; json?: boolean }
type ExcessOptions = { taken?: boolean; notTaken?: boolean; json?: boolean }

export function disputeCommands(vintem: Command): void {
  const disputes = vintem.command("disputes").description("Record and answer disputes, the chargebacks of a card network.")

  disputes
    .command("open")
    .argument("<payment-intent>", "pi_…")
    .description(
      "Record that the card network has taken money of a payment back. Books a refund, which sends no money, and sends the event charge.dispute.created.",
    )
    .option(
      "--amount <cents>",
      "what was taken (default: what is left of the payment, or all of it if nothing is left)",
      readCents(1),
    )
    .option(
      "--respond-by <when>",
      "until when you can answer it: a date (its end in Brasília), 10d or an ISO 8601 time (default: nobody can, and it is lost)",
      readRespondBy,
    )
    .option("--again <dispute>", "dp_…, which was won: the card network has taken the money of its case again")
    .option("--json", "print one JSON value")
    .action((id: string, { amount, respondBy: due_by, again, json }: OpenOptions) =>
      withModes(async (modes) => {
        const { mode, done } = await actOn(
          modes,
          { action: "dispute.open", id, missing: `No such payment intent: '${id}'.`, find: findIntent },
          (tx, scope) => openDispute(tx, scope, id, { reason: "fraudulent", amount, due_by, again }),
        )
        print(json, presentDispute(done, mode.livemode), () =>
          done.refund === null
            ? `Opened dispute ${done.id} of ${id}. The payment had nothing left, so there is no refund.`
            : `Opened dispute ${done.id} of ${id}. The refund is ${done.refund}.`,
        )
      }),
    )
  listCommands(disputes)
  decisionCommands(disputes)
  caseCommands(disputes)
  dismissCommand(disputes)
  excessCommand(disputes)
}

function dismissCommand(disputes: Command): void {
  disputes
    .command("dismiss")
    .argument("<id>", "a question to the acquirer (att_…) or a case (cbk_…); vintem attention list shows those that wait")
    .description(
      "Record that there is no chargeback, although one was notified, or that a case is about no payment of Vintém. The acquirer is no longer asked.",
    )
    .option("--json", "print one JSON value")
    .action((id: string, { json }) =>
      withModes(async (modes) => {
        const missing = `No such question to an acquirer: '${id}'. List those that wait for you with: vintem attention list`
        const action = "dispute.dismiss" as const
        const wanted = { action, id, missing, find: findDismissed }
        const { done } = await actOn(
          modes,
          wanted,
          async (tx, scope, found): Promise<Dismissed> =>
            "number" in found ? dismissCase(tx, found) : dismissInquiry(tx, scope, found),
        )
        const { payment_intent, charge } = done
        print(json, { id, payment_intent, charge, status: "dismissed" }, () => `${id} is dismissed: nothing is booked.`)
      }),
    )
}

function excessCommand(disputes: Command): void {
  disputes
    .command("excess")
    .argument("<dispute>", "dp_…; vintem attention list shows those that wait")
    .description("Record whether you lost what a dispute took beyond its payment, such as after a refund.")
    .option("--taken", "the card network kept it")
    .option("--not-taken", "you got it back, or it was not taken")
    .option("--json", "print one JSON value")
    .action((id: string, { taken = false, notTaken = false, json }: ExcessOptions, command: Command) => {
      if (taken === notTaken) command.error("error: give either --taken or --not-taken")
      return withModes(async (modes) => {
        const wanted = {
          action: "dispute.settle_excess",
          id,
          missing: `No such dispute: '${id}'.`,
          find: findDisputeAnywhere,
        } as const
        const { done } = await actOn(modes, wanted, (tx, scope, dispute) => settleExcess(tx, scope, dispute, taken))
        const { excess, currency } = done
        print(json, { id, excess, currency, taken }, () => `The excess of ${id} is recorded as ${taken ? "taken" : "not taken"}.`)
      })
    })
}

type Dismissed = { payment_intent: string | null; charge: string | null }

const findDismissed = async (db: Queries, id: string) => (await findInquiry(db, id)) ?? findCaseAnywhere(db, id)

const findIntent = (db: Queries, id: string) => db.one(findIntentAnywhere, { id })

/** A bare date is the whole day, as card networks mean it. */
function readRespondBy(text: string): number {
  const day = dayOfDate(text)
  return day === undefined ? readTime(text, 1) : startOfDay(day + 1) - 1
}
