import type { AcquirerAddresses } from "../addresses.ts"
import { type Member, MemberError, type Members, memberText } from "../members.ts"
import { checkUrl } from "./addresses.ts"
import { checkIdentity, type Identity, identityEnd, identityOf } from "./identity.ts"
import { PROFILE_NAMES, PROFILES, type Profile, type ProfileName } from "./profiles.ts"

/** The credentials of an account at its bank. */
export type BankCredentials = {
  profile: Profile
  /** Undefined if nobody has said where the bank is. */
  baseUrl: string | undefined
  tokenUrl: string | undefined
  /** Of `/rec`, `/locrec` and `/webhookrec`. Banks may have PIX Automático elsewhere. */
  mandatesUrl: string | undefined
  /** Of `/cobr` and `/webhookcobr`. */
  mandateChargesUrl: string | undefined
  client_id: string
  client_secret: string
  app_key: string
  identity: Identity
  /** When its certificate ends, in Unix seconds. */
  certificateEnd: number
  /** The key of the account in Banco Central's directory (DICT), to which payers pay. */
  pix_key: string
  /** The bank account to which charges under mandates are paid. Undefined if the merchant takes none. */
  account: BankAccount | undefined
  /** Whether our address for notifications demands the bank's certificate. */
  webhookMtls: boolean
  /** The addresses that were set for this account alone. */
  ownUrls: readonly string[]
}

const ACCOUNT_TYPES = ["CORRENTE", "POUPANCA", "PAGAMENTO"] as const

/** A bank account as the contract names it. */
export type BankAccount = { branch: string; number: string; type: (typeof ACCOUNT_TYPES)[number] }

const ACCOUNT_MEMBERS: readonly Member[] = [{ name: "branch" }, { name: "number" }, { name: "type", choices: ACCOUNT_TYPES }]

const URLS = ["base_url", "token_url", "mandates_url", "mandate_charges_url"] as const

export const BANK_MEMBERS: readonly Member[] = [
  { name: "profile", choices: PROFILE_NAMES },
  { name: "pix_key" },
  { name: "client_id" },
  { name: "client_secret", secret: true, optional: true },
  { name: "app_key", secret: true, optional: true },
  { name: "certificate", optional: true, isLong: true },
  { name: "key", secret: true, optional: true, isLong: true },
  { name: "p12", secret: true, optional: true, isLong: true },
  { name: "passphrase", secret: true, optional: true },
  { name: "account", optional: true, members: ACCOUNT_MEMBERS },
  { name: "webhook", optional: true, members: [{ name: "mtls", choices: ["true", "false"] }] },
  ...URLS.map((name): Member => ({ name, optional: true, byOperator: true })),
]

/** A random key, an e-mail address, a phone number, a CPF or a CNPJ, which may have letters. */
const PIX_KEY = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\+\d{8,15}|\d{11}|[0-9A-Z]{12}\d{2}|[^\s@]+@[^\s@]+)$/
const MAX_PIX_KEY = 77

export function bankCredentials(members: Members, addresses: AcquirerAddresses): BankCredentials {
  const { bankPixUrl, bankPixTokenUrl, bankPixMandatesUrl, bankPixMandateChargesUrl } = addresses
  const text = (name: string) => memberText(members, name) ?? ""
  const profile: Profile = profileOf(members)
  const identity = identityOf(members)
  const url = (name: (typeof URLS)[number]) => memberText(members, name)
  // Where a test environment takes the place of the bank's own address, nothing of it may go to the real one.
  const baseUrl = bankPixUrl ?? url("base_url")
  const own = profile.baseUrl
  return {
    profile,
    baseUrl: baseUrl ?? own,
    tokenUrl: bankPixTokenUrl ?? url("token_url") ?? profile.tokenUrl,
    mandatesUrl: bankPixMandatesUrl ?? bankPixUrl ?? url("mandates_url") ?? baseUrl ?? profile.mandatesUrl ?? own,
    mandateChargesUrl:
      bankPixMandateChargesUrl ?? bankPixUrl ?? url("mandate_charges_url") ?? baseUrl ?? profile.mandateChargesUrl ?? own,
    account: accountOf(members),
    ownUrls: URLS.flatMap((name) => url(name) ?? []),
    webhookMtls: typeof members.webhook === "object" && members.webhook.mtls === "true",
    ...{ client_id: text("client_id"), client_secret: text("client_secret"), app_key: text("app_key") },
    ...{ identity, certificateEnd: identityEnd(identity), pix_key: text("pix_key") },
  }
}

function accountOf(members: Members): BankAccount | undefined {
  const group = members.account
  // The members were read as they are described.
  return typeof group === "object" ? (group as BankAccount) : undefined
}

/** The members were read as they are described. */
function profileOf(members: Members): Profile {
  return PROFILES[memberText(members, "profile") as ProfileName]
}

/** Throws MemberError, for the operator, if no bank can have issued such credentials. */
export function checkMembers(members: Members): void {
  const text = (name: string) => memberText(members, name) ?? ""
  const profile = profileOf(members)
  if (text("pix_key").length > MAX_PIX_KEY || !PIX_KEY.test(text("pix_key")))
    throw new MemberError(
      "pix_key",
      "A PIX key must be a random key in lower case, an e-mail address, a phone number with + and the country, a CPF or a CNPJ without punctuation.",
    )
  const isSecretNeeded = profile.token.secret !== "none"
  if (isSecretNeeded && text("client_secret") === "")
    throw new MemberError("client_secret", "This bank's clients need a secret in client_secret.")
  if (profile.hasAppKey && text("app_key") === "")
    throw new MemberError("app_key", "This bank wants the application's key of each call: set app_key.")
  const account = accountOf(members)
  if (account) checkAccount(account)
  for (const name of URLS) checkUrl(name, memberText(members, name))
  checkIdentity(members)
}

function checkAccount({ branch, number }: BankAccount): void {
  if (!/^\d{1,4}$/.test(branch))
    throw new MemberError("account.branch", "The branch must be its 1 to 4 digits, without a check digit.")
  if (!/^[0-9A-Za-z]{1,20}$/.test(number))
    throw new MemberError(
      "account.number",
      "The number of the account must be up to 20 digits with its check digit, without punctuation.",
    )
}

/** When the certificate of an account ends, in Unix seconds. */
export function certificateEnd(members: Members): number {
  return identityEnd(identityOf(members))
}
