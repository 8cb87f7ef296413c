import { expect } from "chai"
import { judge, readApprovals } from "../../scripts/spec/changes/approvals.ts"
import { type Change, compare } from "../../scripts/spec/changes/compare.ts"
import { asMarkdown, asPage, asText, passes, type Report } from "../../scripts/spec/changes/report.ts"
import { contract as written } from "../support/contract/openapi.ts"
import { values } from "./edits/edit.ts"

const LINE = "PaymentIntentStatus: no longer has the value requires_confirmation"

const edited = structuredClone(written)
values(edited.components.schemas.PaymentIntentStatus).splice(1, 1)
edited.components.schemas.Refund.properties.note = { type: "string" }
const changes = compare(written, edited)

const report = (found: Change[], approvals = "[]", before = "[]", lint = { passed: true, output: "" }): Report => ({
  lint,
  comparison: { base: "main (1234567)", ...judge(found, readApprovals(approvals), readApprovals(before)) },
})
const approval = (change: string, reason = "No intent was ever in this state.") => JSON.stringify([{ change, reason }])

describe("A breaking change of the contract", () => {
  it("fails, with the entry that would approve it", () => {
    const refused = report(changes)
    expect(passes(refused)).to.equal(false)
    expect(asText(refused)).to.include(`1 breaking change without approval:\n  ${LINE}\n`)
    const printed = asText(refused).match(/^- change: .*\n {2}reason: ''$/m)![0]
    expect(passes(report(changes, printed.replace("''", "It never occurred.")))).to.equal(true)
  })

  it("passes when it is approved, and shows the reason", () => {
    const approved = report(changes, approval(LINE))
    expect(passes(approved)).to.equal(true)
    expect(asText(approved)).to.include("approved: No intent was ever in this state.")
  })

  it("is not approved by the approval of another change", () => {
    expect(passes(report(changes, approval("PaymentIntentStatus: no longer has the value processing")))).to.equal(false)
  })

  it("is not approved by the approval of a value that begins alike", () => {
    const changesTo = (pattern: string) => {
      const contract = structuredClone(written)
      contract.components.schemas.PaymentMethodCreateParams.properties.token.pattern = pattern
      return compare(written, contract)
    }
    const long = `^tok_[${"0123456789".repeat(20)}]`
    const approved = `PaymentMethodCreateParams.token: has the new pattern ${long}+$`
    expect(passes(report(changesTo(`${long}+$`), approval(approved)))).to.equal(true)
    expect(passes(report(changesTo(`${long}*$`), approval(approved)))).to.equal(false)
  })

  it("is not approved a second time by an entry that the base has", () => {
    const repeated = report(changes, approval(LINE), approval(LINE))
    expect(passes(repeated)).to.equal(false)
    expect(passes(report(changes, approval(LINE, "Once more, for the same reason."), approval(LINE)))).to.equal(true)
  })

  it("in a schema that many operations share is one line, with the operations", () => {
    expect(asText(report(changes)).split(LINE)).to.have.length(3) // the line and the entry to copy
    expect(asText(report(changes))).to.match(
      /reaches listPaymentIntents, createPaymentIntent, retrievePaymentIntent and \d+ more/,
    )
    expect(asPage(report(changes)))
      .to.include("expirePaymentIntent")
      .and.include("webhook payment_intent.canceled")
  })
})

describe("An approval", () => {
  it("that matches no change fails", () => {
    const stale = report([], approval(LINE))
    expect(passes(stale)).to.equal(false)
    expect(asText(stale)).to.include(`1 approval that matches no change:\n  ${LINE}`)
  })

  it("that the base has already is not reported: its change is merged", () => {
    const done = report([], approval(LINE), approval(LINE))
    expect(passes(done)).to.equal(true)
    expect(asText(done)).to.include("No changes").and.not.include(LINE)
  })

  it("need not be there: the list may have comments only", () => {
    expect(readApprovals("# Nothing yet.\n")).to.deep.equal([])
    expect(readApprovals("")).to.deep.equal([])
  })

  for (const [title, yaml] of [
    ["without a reason", approval(LINE, " ")],
    ["with a reason that is still to be written", approval(LINE, "TODO: say why")],
    ["in a file that cannot be read", "- change: [\n"],
    ["with a member that nobody reads", JSON.stringify([{ change: LINE, reason: "x", until: "2027" }])],
    ["of the same change twice", JSON.stringify([...JSON.parse(approval(LINE)), ...JSON.parse(approval(LINE))])],
    ["that is not in a list", "change: x"],
  ] as const)
    it(`${title} is refused`, () => expect(() => readApprovals(yaml)).to.throw("openapi-approvals.yaml"))
})

describe("The report on the contract", () => {
  const failing = { passed: false, output: "[1] openapi.yaml:628:7 operationId is not camelCase <script>" }

  it("has both parts where lint fails", () => {
    const both = report(changes, "[]", "[]", failing)
    for (const text of [asText(both), asMarkdown(both), asPage(both)])
      expect(text).to.include("operationId is not camelCase").and.include(LINE)
    expect(passes(report([], "[]", "[]", failing))).to.equal(false)
  })

  it("has the lint part where the comparison cannot be made", () => {
    const unread: Report = { lint: failing, comparison: { problem: "bad indentation" } }
    expect(asText(unread)).to.include("operationId is not camelCase").and.include("bad indentation")
    expect(passes({ ...unread, lint: { passed: true, output: "" } })).to.equal(false)
  })

  it("lists additions apart from what breaks", () => {
    expect(asMarkdown(report(changes))).to.match(
      /### ❌ 1 breaking change without approval\n.*### 1 additive change\n\n- `Refund.note: is new \(no x-since\)`/s,
    )
  })

  it("shows which lines of the introduction changed", () => {
    const contract = structuredClone(written)
    const [first] = contract.info.description.split("\n")
    contract.info.description = contract.info.description.replace(first, "Take payments & <b>keep</b> them.")
    const told = report(compare(written, contract))
    const [gone, added] = [`- ${first}`, "+ Take payments & <b>keep</b> them."]
    expect(asText(told)).to.include(`  info: description changed\n      ${gone}\n      ${added}`)
    expect(asMarkdown(told)).to.include(`- \`info: description changed\`\n\n  \`\`\`\`diff\n  ${gone}\n  ${added}\n  \`\`\`\``)
    expect(asPage(told)).to.include("+ Take payments &amp; &lt;b&gt;keep&lt;/b&gt; them.</pre>")
  })

  it("is a page in which nothing runs", () => {
    expect(asPage(report(changes, "[]", "[]", failing)))
      .to.include("&lt;script&gt;")
      .and.not.include("<script")
  })

  it("of a contract that did not change says so", () => {
    expect(asText(report([]))).to.include("No changes")
    expect(passes(report([]))).to.equal(true)
  })
})
