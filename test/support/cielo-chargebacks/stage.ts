import { type Caller, callerOf } from "./caller.ts"
import { type Chargebacks, startChargebacks } from "./chargebacks.ts"
import type { Case } from "./types.ts"

export const EC = "2000000001"
/** What a list of what is done must have. */
export const PERIOD = { startNotificationPeriod: "2026-11-01", endNotificationPeriod: "2026-12-31", establishmentNumber: [EC] }
/** A PDF of one page, as far as Cielo looks. */
export const PDF = Buffer.from("%PDF-1.4\n1 0 obj << /Type /Page >> endobj\n%%EOF")
/** Noon in Brasília on a Friday. */
const NOON = Date.parse("2026-11-20T15:00:00Z")

export type Stage = {
  cielo: Chargebacks
  /** It is signed in. */
  caller: Caller
  newCaller(...identity: [] | [{ cert: string; key: string } | null]): Promise<Caller>
}

/** Starts a server for each test of the simulator, on 2026-11-20, and a caller. Call it in a `describe`. */
export function stage(): Stage {
  const callers: Caller[] = []
  const on = {
    async newCaller(...identity) {
      const one = await callerOf(on.cielo, ...identity)
      callers.push(one)
      return one
    },
  } as Stage
  beforeEach(async () => {
    on.cielo = await startChargebacks({ clock: () => NOON })
    on.caller = await on.newCaller()
    await on.caller.signIn()
  })
  afterEach(async () => {
    for (const one of callers.splice(0)) await one.close()
    await on.cielo.close()
  })
  return on
}

/** What names the step of a case that is to be answered. */
export function idsOf({ steps, sale }: Case): { establishmentNumber: string; idChargeback: string } {
  return { establishmentNumber: sale.establishment, idChargeback: String(steps.at(-1)?.idChargeback) }
}

/** A refusal of a case's last step. */
export function answerTo(
  one: Case,
): [Record<"establishmentNumber" | "idChargeback" | "userName" | "reasonToRefuse", string>, File] {
  return [
    { ...idsOf(one), userName: "ana@example.com", reasonToRefuse: "Produto entregue" },
    { name: `${one.idCase}.PDF`, bytes: PDF },
  ]
}
type File = { name: string; bytes: Buffer }

/** Why a call failed, or the code that it was answered with. */
export async function outcomeOf(call: Promise<{ body: { code?: string } }>): Promise<string> {
  try {
    return (await call).body.code ?? "no code"
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return `${message} ${code ?? ""}`
  }
}
