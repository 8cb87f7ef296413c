// Chargeback cases in a simulated world: Cielo lists them, and takes the merchant's answers.
import { setEstablishments } from "../../../src/acquirers/establishments.ts"
import { newId } from "../../../src/base/ids.ts"
import { chargebackDesks } from "../../../src/payments/chargebacks/tables.ts"
import { ESTABLISHMENT } from "../../../test/support/cielo-statements/statements.ts"
import { testOnly } from "../../../test/support/databases/statement.ts"
import { CERTIFICATE } from "../certificate.ts"
import type { OpenBureau } from "../live-mode/bureau.ts"
import type { Callee } from "../live-mode/line.ts"
import type { Machine, Owner } from "../machine.ts"
import { checkCases, doneOfCases } from "./check.ts"
import { type Counter, openCounter } from "./counter.ts"
import { type Chosen, casesOf } from "./merchant.ts"

const insertDesk = testOnly(
  chargebackDesks.insert([
    ...(["id", "account", "created", "acquirer", "client_id", "user_name", "head"] as const),
    ...(["certificate", "sealed_secrets", "due_at", "held_until_ms"] as const),
  ]),
)

/** How often a process dies at a checkpoint of the lists or of an answer. */
const DIES = 0.05

export function casesCheckpoint(machine: Machine, owner: Owner): (step: string) => void {
  return (step) => void (step.startsWith("chargeback") && machine.dies(owner, DIES))
}

export function openCounterOf(machine: Machine): { callee: Callee; bureau: OpenBureau } {
  const counter = openCounter(machine)
  return { callee: { name: "desk", isLate: false, answer: counter.answer }, bureau: openCases(counter) }
}

/** `counter`: where the cases are. */
const openCases =
  (counter: Counter): OpenBureau =>
  async ({ world, mode, merchant: { account } }) => {
    const { machine, database } = world
    const now = () => Math.floor(machine.now / 1000)
    const chosen: Chosen = new Map()
    const { ec: establishment } = ESTABLISHMENT
    await database.transaction(async (tx) => {
      await setEstablishments(tx, { account, now: now() }, "cielo", [establishment])
      const id = newId("desk")
      const { id: client_id, secret: client_secret } = counter.client
      const sealed_secrets = await mode.ring.seal(tx, JSON.stringify({ client_secret, key: "" }), id)
      const access = { client_id, user_name: "ana@example.com", head: null, certificate: CERTIFICATE, sealed_secrets }
      await tx.run(insertDesk, { id, account, created: now(), acquirer: "cielo", ...access, due_at: now(), held_until_ms: 0 })
    })
    return {
      begin: () => {},
      act: casesOf({ world, counter, account, chosen, establishment }),
      days: 0,
      paysOut: false,
      done: () => doneOfCases(database, account, counter),
      finish: async () => {},
      check: ({ items, listed }) => checkCases({ ...{ database, account, counter, chosen, items, listed }, now: now() }),
      repeat: async () => [],
    }
  }
