// An acquirer for tests that accounts can use in live mode, with their own credentials.
import type { Acquirer, AcquirerKind, Credentials } from "../../../src/acquirers/acquirer.ts"
import type { Bank } from "./bank.ts"

type Opened = Pick<Credentials, "id" | "account" | "merchant_id" | "merchant_key" | "boleto_provider">

export type BankKind = AcquirerKind & {
  /** The credentials with which it was opened, in order. */
  readonly opened: Opened[]
  /** The called operations, each with the key of the call, such as "authorize aaa". */
  readonly calls: string[]
  /** How many of the opened acquirers were closed. */
  closed: number
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** All accounts have their sales at the same bank. If `bank` is omitted, the acquirer can be configured but not used. */
export function bankKind(bank?: Bank): BankKind {
  const kind: BankKind = {
    name: "bank",
    boletoProviders: ["BancoUm", "BancoDois"],
    opened: [],
    calls: [],
    closed: 0,
    checkCredentials: ({ merchant_id, merchant_key }) => {
      if (!GUID.test(merchant_id)) throw new RangeError("The merchant id of the bank must be a GUID.")
      if (merchant_key.length !== 40) throw new RangeError("The merchant key of the bank must have 40 characters.")
    },
    open: (credentials) => {
      kind.opened.push(credentials)
      return noting(kind, bank!.acquirer, credentials)
    },
    readNotification: (body) => {
      const { PaymentId: charge, ChangeType: type } = body as { PaymentId?: unknown; ChangeType?: unknown }
      if (typeof charge !== "string" || typeof type !== "number") return undefined
      return { charge, chargeback: type === 7 }
    },
  }
  return kind
}

function noting(kind: BankKind, acquirer: Acquirer, { id, merchant_key }: Credentials): Acquirer {
  const noted = Object.entries(acquirer).map(([name, member]) => {
    if (typeof member !== "function") return [name, member]
    const call = (...args: unknown[]) => {
      kind.calls.push(`${name} ${merchant_key}`)
      return (member as (...args: unknown[]) => unknown)(...args)
    }
    return [name, call]
  })
  return {
    ...(Object.fromEntries(noted) as Acquirer),
    name: kind.name,
    credentials: id,
    close: async () => void kind.closed++,
  }
}
