// An acquirer for tests that accounts can use in live mode, with their own credentials.
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import type { AcquirerKind, Credentials } from "../../../src/acquirers/kind.ts"
import { type Member, type Members, memberText } from "../../../src/acquirers/members.ts"
import { PAYMENT_TYPES } from "../../../src/acquirers/sale.ts"
import type { Bank } from "./bank.ts"

type Opened = Pick<Credentials, "id" | "account"> & { merchant_id: string; merchant_key: string; boleto_provider: string | null }

export type BankKind = AcquirerKind & {
  /** The credentials with which it was opened, in order. */
  readonly opened: Opened[]
  /** The called operations, each with the key of the call, such as "authorize aaa". */
  readonly calls: string[]
  /** How many of the opened acquirers were closed. */
  closed: number
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const BANK_MEMBERS: readonly Member[] = [
  { name: "merchant_id" },
  { name: "merchant_key", secret: true },
  { name: "boleto_provider", optional: true, choices: ["BancoUm", "BancoDois"] },
  { name: "certificate_end", optional: true },
]

function bankMembers(members: Members) {
  const text = (name: string) => memberText(members, name)
  const boleto_provider = text("boleto_provider") ?? null
  return { merchant_id: text("merchant_id") ?? "", merchant_key: text("merchant_key") ?? "", boleto_provider }
}

/** All accounts have their sales at the same bank. If `bank` is omitted, the acquirer can be configured but not used. */
export function bankKind(bank?: Bank): BankKind {
  const kind: BankKind = {
    name: "bank",
    methods: PAYMENT_TYPES,
    members: BANK_MEMBERS,
    merchant: "merchant_id",
    hasOneAddress: true,
    opened: [],
    calls: [],
    closed: 0,
    checkMembers: (members) => {
      const { merchant_id, merchant_key } = bankMembers(members)
      if (!GUID.test(merchant_id)) throw new RangeError("The merchant id of the bank must be a GUID.")
      if (merchant_key.length !== 40) throw new RangeError("The merchant key of the bank must have 40 characters.")
    },
    certificateEnd: ({ certificate_end }) => (certificate_end === undefined ? undefined : Number(certificate_end)),
    open: ({ id, account, members }) => {
      const opened = { id, account, ...bankMembers(members) }
      kind.opened.push(opened)
      return noting(kind, bank!.acquirer, opened)
    },
    readNotifications: (body) => {
      const { PaymentId: charge, ChangeType: type } = body as { PaymentId?: unknown; ChangeType?: unknown }
      if (typeof charge !== "string" || typeof type !== "number") return undefined
      return [{ charge, chargeback: type === 7 }]
    },
  }
  return kind
}

/** The same bank under another name, as one that takes PIX alone. */
export function pixBankKind(bank?: Bank): BankKind {
  return Object.assign(bankKind(bank), { name: "pixbank", methods: ["pix"] } satisfies Partial<AcquirerKind>)
}

function noting(kind: BankKind, acquirer: Acquirer, { id, merchant_key }: Opened): Acquirer {
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
