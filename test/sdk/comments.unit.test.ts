import { join, resolve } from "node:path"
import { expect } from "chai"
import ts from "typescript"
import { buildSdk } from "../../scripts/build/sdk.ts"

const ENTRY = resolve(import.meta.dirname, "../../generated/sdk/dist/esm/index.d.ts")

describe("The comments that an editor shows for the SDK", function () {
  this.timeout(120_000)
  let checker: ts.TypeChecker
  let exported: Map<string, ts.Symbol>
  before(() => {
    buildSdk()
    const program = ts.createProgram([ENTRY], { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [] })
    checker = program.getTypeChecker()
    const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(ENTRY)!)!)
    exported = new Map(
      symbols.map((symbol) => [symbol.name, symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol]),
    )
  })

  const textOf = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const membersOf = (name: string) => checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(exported.get(name)!))
  const member = (type: string, name: string) => textOf(membersOf(type).find((each) => each.name === name)!)

  it("describe every type of the contract and every member of it", () => {
    const isModel = (symbol: ts.Symbol) => symbol.declarations?.[0]?.getSourceFile().fileName.endsWith(join("esm", "models.d.ts"))
    const models = [...exported].filter(([, symbol]) => isModel(symbol))
    expect(models.length).to.be.above(50)
    const silent = models.flatMap(([name, symbol]) => {
      const isInterface = (symbol.flags & ts.SymbolFlags.Interface) !== 0
      const members = isInterface ? membersOf(name).filter((each) => textOf(each) === "") : []
      return [...(textOf(symbol) ? [] : [name]), ...members.map((each) => `${name}.${each.name}`)]
    })
    expect(silent).to.deep.equal([])
  })

  it("say what a status means and what the payer has to do", () => {
    expect(member("PaymentIntent", "status")).to.contain("- `requires_action`: The payer has to act.")
    expect(member("PaymentIntent", "next_action")).to.contain("null unless the status is `requires_action`")
    expect(member("PaymentIntent", "last_payment_error")).to.contain("Why the charge failed.")
  })

  it("say the limits and defaults of what is sent", () => {
    expect(member("ListCustomersParams", "limit")).to.match(/ From 1 to 100\. Default: 10\.$/)
    expect(member("PaymentIntentCreateParams", "payment_method_types")).to.match(/ Default: `\["card"\]`\.$/)
    expect(member("PaymentIntentCreateParams", "statement_descriptor")).to.match(/ At most 22 characters\.$/)
    expect(member("PaymentIntentConfirmParams", "installments")).to.match(/ From 1 to 12\. Default: 1\.$/)
    expect(member("WebhookEndpointRotateSecretParams", "expire_old_in")).to.match(/ Default: 0\.$/)
    expect(member("PaymentIntent", "statement_descriptor")).not.to.contain("At most")
  })

  it("describe the functions that verify webhooks", () => {
    for (const name of ["constructEvent", "constructEventAsync", "generateTestHeader"]) {
      expect(member("Webhooks", name), name).not.to.equal("")
    }
  })

  it("name the error codes of an operation", () => {
    const confirm = member("PaymentIntentsResource", "confirm")
    expect(confirm).to.match(/^- 400: .*`token_unusable`/m)
    expect(confirm).not.to.contain("subscription_canceled")
  })
})
