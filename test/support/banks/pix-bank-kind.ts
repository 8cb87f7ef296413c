// An acquirer for tests that takes PIX only, and whose credentials have every form that a kind can describe.
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import type { AcquirerKind } from "../../../src/acquirers/kind.ts"
import { type Member, MemberError, memberText } from "../../../src/acquirers/members.ts"

const MEMBERS: readonly Member[] = [
  { name: "pix_key" },
  { name: "environment", choices: ["production", "homologation"] },
  { name: "certificate", isLong: true },
  { name: "private_key", secret: true, isLong: true },
  { name: "account", members: [{ name: "branch" }, { name: "number" }] },
]

/** If `acquirer` is omitted, the kind can be configured but not used. */
export function pixBankKind(acquirer?: Acquirer): AcquirerKind {
  return {
    name: "pix-bank",
    methods: ["pix"],
    members: MEMBERS,
    merchant: "pix_key",
    checkMembers: (members) => {
      if (!memberText(members, "certificate")?.startsWith("-----BEGIN CERTIFICATE-----"))
        throw new MemberError("certificate", "The certificate must be PEM.")
    },
    open: ({ id }) => ({ ...acquirer!, name: "pix-bank", credentials: id }),
    readNotifications: () => [],
  }
}

export const PIX_BANK = {
  "member.pix_key": "pix@padaria.example",
  "member.environment": "production",
  "member.certificate": "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
  "member.private_key": "-----BEGIN PRIVATE KEY-----\nThePrivateKeyThatNobodyMaySee\n-----END PRIVATE KEY-----",
  "member.account.branch": "0001",
  "member.account.number": "123456-7",
}
