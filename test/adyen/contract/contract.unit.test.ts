import { expect } from "chai"
import { DISPUTE_CODES } from "../disputes/events.ts"
import { OPERATIONS } from "../operations.ts"
import { paymentOf } from "../stage.ts"
import type { Json } from "../types.ts"
import { type Contract, findContract } from "./contract.ts"
import { contractFolder, NOT_CHECKED } from "./file.ts"
import { REPAIRS, repair } from "./repairs.ts"

/** Examples that the files themselves refuse, and why. All others are data as good as any. */
const WRONG_EXAMPLES: Record<string, RegExp> = {
  "applepay, googlepay, ideal, klarna, on-demand-top-up-from-transfer-instrument": /type is none that the simulator plays/,
  order_closed: /has no member order-1-/,
  prearbitration_lost: /has no member metadata\./,
  recurring_contract: /has no member recurring\.shopperReference/,
}

type Example = { name: string; problems: string[] }

function examplesIn(contract: Contract): Example[] {
  const operations = Object.values(OPERATIONS).flatMap(({ api, path }) => {
    const document = contract.documents[api]
    const { requestBody, responses } = document.paths[path].post
    const asked = valuesOf(requestBody, document).map(([name, value]) => ({ name, problems: contract.request(api, path, value) }))
    const answered = Object.entries<Json>(responses).flatMap(([status, one]) =>
      valuesOf(one, document).map(([name, value]) => ({ name, problems: contract.answer(api, path, Number(status), value) })),
    )
    return [...asked, ...answered]
  })
  const { webhooks } = contract.documents
  const told = contract.codes.flatMap((code) =>
    valuesOf(webhooks.webhooks[`/${code}`].post.requestBody, webhooks).map(([name, value]) => ({
      name,
      problems: contract.webhook(code, value) ?? [],
    })),
  )
  return [...operations, ...told]
}

function valuesOf({ content }: Json, document: Json): [name: string, value: Json][] {
  const examples = Object.entries<Json>(content["application/json"].examples ?? {})
  return examples.map(([name, { $ref }]) => [name, document.components.examples[$ref.split("/").at(-1)].value])
}

describe("Adyen's files", () => {
  it("are found where ADYEN_CONTRACTS says, or not at all where it is empty", () => {
    expect(contractFolder("")).to.equal(undefined)
    expect(() => contractFolder("/nowhere")).to.throw("ADYEN_CONTRACTS names a folder without")
    expect(NOT_CHECKED).to.match(/^NOT CHECKED: /)
  })
  const contract = findContract()
  if (contract) withFiles(contract)
})

function withFiles(contract: Contract): void {
  const wrong = (more: object, card: object = {}) =>
    contract
      .request("checkout", "/payments", paymentOf({ merchant: { account: "A", apiKey: "", hmacKey: "" } }, more, card))
      .join("\n")

  it("have the faults that are known, and are not repaired twice", () => {
    expect(REPAIRS).to.have.length.greaterThan(2)
    expect(() => repair("checkout", structuredClone(contract.documents.checkout))).to.throw("another fault than known")
  })

  it("allow a payment, and refuse what they do not name", () => {
    expect(wrong({})).to.equal("")
    expect(wrong({ extra: 1 })).to.contain("body has no member extra")
    expect(wrong({}, { pan: "1" })).to.contain("body.paymentMethod has no member pan")
    expect(wrong({ reference: undefined })).to.contain("must have required property 'reference'")
    expect(wrong({ amount: { currency: "BRL", value: 1.5 } })).to.contain("body.amount.value")
    expect(wrong({ returnUrl: "x".repeat(1025) })).to.contain("body.returnUrl must NOT have more than 1024 characters")
    expect(wrong({ billingAddress: { street: "Rua Um" } })).to.contain("must have required property 'city'")
    expect(wrong({}, { type: "ideal" })).to.contain("type is none that the simulator plays")
  })

  it("have no merchantAccount in the details, and demand one everywhere else", () => {
    const details = { details: { redirectResult: "x" } }
    expect(contract.request("checkout", "/payments/details", details)).to.deep.equal([])
    expect(contract.request("checkout", "/payments/details", { ...details, merchantAccount: "A" })).to.deep.equal([
      "body has no member merchantAccount",
    ])
    for (const { api, path, account } of Object.values(OPERATIONS)) {
      if (path === "/payments/details") continue
      expect(contract.request(api, path, path === "/payments" ? { paymentMethod: { type: "pix" } } : {}).join(), path).to.contain(
        `'${account}'`,
      )
    }
  })

  it("have answers with 200 or 201, and no others but errors", () => {
    expect(contract.answer("checkout", "/payments", 201, {})).to.deep.equal(["the contract has no answer 201"])
    expect(contract.answer("checkout", "/payments", 200, { resultCode: "Paid" })[0]).to.contain("answer.resultCode must be equal")
    expect(contract.answer("checkout", "/cancels", 201, { status: "done" }).join()).to.contain("answer.status")
  })

  it("have all codes of webhooks that the simulator tells", () => {
    const own = ["AUTHORISATION", "CAPTURE", "CAPTURE_FAILED", "CANCELLATION", "TECHNICAL_CANCEL", "CANCEL_OR_REFUND", "REFUND"]
    const others = [
      "REFUND_FAILED",
      "REFUNDED_REVERSED",
      "EXPIRE",
      "OFFER_CLOSED",
      "REPORT_AVAILABLE",
      ...Object.keys(DISPUTE_CODES),
    ]
    expect(contract.codes).to.include.members([...own, ...others])
    expect(contract.webhook("SOMETHING_NEW", {})).to.equal(undefined)
  })

  it("agree with all of their examples but those that are wrong", () => {
    const allowed = (name: string) => Object.entries(WRONG_EXAMPLES).find(([names]) => names.split(", ").includes(name))?.[1]
    const examples = examplesIn(contract)
    const found = examples.flatMap(({ name, problems }) =>
      problems.filter((problem) => !allowed(name)?.test(problem)).map((problem) => `${name}: ${problem}`),
    )
    expect(found).to.deep.equal([])
    expect(examples).to.have.length.greaterThan(100)
  })
}
