import { asciiText } from "../../ascii-text.ts"
import type { MpiCredentials } from "../../authentication.ts"
import { MemberError } from "../../members.ts"

/** Throws MemberError, for the operator, if Cielo cannot have issued such credentials. It repeats no value. */
export function checkMpi({ client_id, client_secret, establishment_code, merchant_name, mcc, amex_code }: MpiCredentials): void {
  const must = (is: boolean, member: keyof MpiCredentials, rule: string) => {
    if (!is) throw new MemberError(`mpi.${member}`, `Of the 3DS credentials, ${member} must ${rule}.`)
  }
  // The two are joined by a colon.
  must(/^[!-9;-~]{1,255}$/.test(client_id), "client_id", "be at most 255 characters without spaces and colons")
  must(/^[!-~]{1,255}$/.test(client_secret), "client_secret", "be at most 255 characters without spaces")
  must(/^\d{10}$/.test(establishment_code), "establishment_code", "have 10 digits")
  must(merchant_name.length <= 25 && asciiText(merchant_name, 25) !== "", "merchant_name", "have 1 to 25 characters")
  must(/^\d{4}$/.test(mcc), "mcc", "have 4 digits")
  must(amex_code === undefined || /^\d{10}$/.test(amex_code), "amex_code", "have 10 digits")
}
