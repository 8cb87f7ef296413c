import type { MpiCredentials } from "../authentication.ts"
import type { Credentials } from "../kind.ts"
import { type Member, MemberError, type Members, memberText } from "../members.ts"
import { checkMpi } from "./mpi/credentials.ts"
import { BOLETO_PROVIDERS, type BoletoProvider } from "./requests.ts"
import { isGuid } from "./wire/members.ts"

/** The credentials of an account at Cielo. */
export type CieloCredentials = Pick<Credentials, "id" | "account"> & {
  merchant_id: string
  merchant_key: string
  /** The bank that issues the account's boletos. */
  boleto_provider: BoletoProvider
  /** With which payers are authenticated. Left out if none were set. */
  mpi?: MpiCredentials
  /** A later key of the same merchant id. Undefined if none was set. */
  renewedKey(): Promise<string | undefined>
}

const MPI_MEMBERS: readonly Member[] = [
  { name: "client_id" },
  { name: "client_secret", secret: true },
  { name: "establishment_code" },
  { name: "merchant_name" },
  { name: "mcc" },
  { name: "amex_code", optional: true },
]

export const CIELO_MEMBERS: readonly Member[] = [
  { name: "merchant_id" },
  { name: "merchant_key", secret: true },
  { name: "boleto_provider", optional: true, choices: BOLETO_PROVIDERS },
  { name: "mpi", optional: true, members: MPI_MEMBERS },
]

/** Throws MemberError, for the operator, if Cielo cannot have issued such credentials. */
export function checkMembers(members: Members): void {
  if (!isGuid(memberText(members, "merchant_id") ?? ""))
    throw new MemberError("merchant_id", "A merchant id of Cielo must be a GUID: 8-4-4-4-12 hexadecimal digits.")
  if (!/^[0-9A-Za-z]{40}$/.test(memberText(members, "merchant_key") ?? ""))
    throw new MemberError("merchant_key", "A merchant key of Cielo must be 40 letters and digits.")
  const mpi = mpiOf(members)
  if (mpi) checkMpi(mpi)
}

export function cieloCredentials({ id, account, members, renewed }: Credentials): CieloCredentials {
  const mpi = mpiOf(members)
  return {
    ...{ id, account },
    merchant_id: memberText(members, "merchant_id") ?? "",
    merchant_key: memberText(members, "merchant_key") ?? "",
    boleto_provider: (memberText(members, "boleto_provider") ?? BOLETO_PROVIDERS[0]) as BoletoProvider,
    ...(mpi && { mpi }),
    renewedKey: async () => {
      const later = await renewed()
      return later && memberText(later, "merchant_key")
    },
  }
}

/** The members were read as they are described. */
function mpiOf({ mpi }: Members): MpiCredentials | undefined {
  return mpi as MpiCredentials | undefined
}
