import { InvalidArgumentError } from "commander"
import type { MethodType } from "../../acquirers/sale.ts"
import { ApiError } from "../../base/errors.ts"
import type { Contract } from "../../contract/contract.ts"
import type { CustomerInput } from "../../customers/customers.ts"
import { checkedBody } from "../../http/validate.ts"
import type { NewIntent } from "../../payments/intents/create.ts"

/** Members of a payment intent, as texts. `customer` is the id of a customer, or has the members of a new one. */
export type Members = { [name: string]: string | Members }

/** The bodies that make the customer and the payment intent. Without `customer`, the payment intent names one that exists. */
export type Bodies = { customer?: CustomerInput & { email: string }; intent: NewIntent }

/** PIX and boleto need all of these. */
const PAYER = {
  email: "ana@example.com",
  name: "Ana Souza",
  document: { type: "cpf", number: "52998224725" },
  address: { line1: "Rua das Flores", number: "1", city: "Recife", state: "PE", postal_code: "50000000" },
}

/** Reads one `--set`, such as `metadata.order=1042`, and adds it to those before. */
export function readMember(text: string, before: Members): Members {
  const [, path, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (!path || !value) throw new InvalidArgumentError("Must be like metadata.order=1042 or customer.name=Ana.")
  return withMember(before, path, value)
}

function withMember(before: Members, path: string, value: string): Members {
  const end = path.indexOf(".")
  if (end === -1) return { ...before, [path]: value }
  const [name, inside] = [path.slice(0, end), path.slice(end + 1)]
  const members = within(before, name)
  // A name in metadata may have full stops.
  return { ...before, [name]: name === "metadata" ? { ...members, [inside]: value } : withMember(members, inside, value) }
}

/** Returns the bodies of a payment with these members. Throws what the API would answer, for example to a member that it does not have. */
export function bodiesOf(contract: Contract, method: MethodType, { amount, ...members }: Members): Bodies {
  if (Object.hasOwn(members, "payment_method_types")) throw new ApiError("parameter_invalid", "--method says how the payer pays.")
  const intent = { currency: "brl", payment_method_types: [method], customer: "new", ...members, amount: Number(amount) }
  if (typeof intent.customer === "string" && intent.customer !== "new")
    return { intent: checkedBody(contract, "createPaymentIntent", intent) }
  const payer = within(members, "customer")
  const [document, address] = [
    { ...PAYER.document, ...within(payer, "document") },
    { ...PAYER.address, ...within(payer, "address") },
  ]
  return {
    customer: naming("customer", () => checkedBody(contract, "createCustomer", { ...PAYER, ...payer, document, address })),
    intent: checkedBody(contract, "createPaymentIntent", { ...intent, customer: "new" }),
  }
}

function within(members: Members, name: string): Members {
  const member = Object.hasOwn(members, name) ? members[name] : undefined
  return typeof member === "object" ? member : {}
}

/** Says in an error which object it is about. */
function naming<T>(object: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError(error.code, `${object}: ${error.message}`, error.param)
    throw error
  }
}
