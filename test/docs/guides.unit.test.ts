import { expect } from "chai"
import { cleanUp, compile, project } from "../sdk/packed.ts"
import { contract } from "../support/contract/openapi.ts"
import { guides, isExpectation, isFile, isRun } from "./guides.ts"
import { programOf } from "./run-guide.ts"

/** The samples that no test runs, by their first line, with the reason. */
const NOT_RUN: Record<string, string> = {
  "index: payer's browser                your server                     Vintém": "a picture",
  "index: export VINTEM_KEY=zsk_test_…": "the tests have a key and an address already",
  "first-payment: npm pack ./generated/sdk": "the tests pack it in a directory of their own",
  "first-payment: npm init -y && npm install ../vintem/vintem-*.tgz": "the tests install what they have packed",
  'pix: const { outcome } = await vintem.handleNextAction(intent, { container: "#pix" })':
    "test/browser/guides runs it in a page",
  'boleto: const { outcome } = await vintem.handleNextAction(intent, { container: "#boleto" })':
    "test/browser/guides runs it in a page",
  'three-d-secure: const { outcome } = await vintem.handleNextAction(intent, { container: "#challenge" })':
    "the page of the guide on cards calls it",
  'cards: const elements = vintem.elements({ locale: "pt-BR", appearance: { theme: "auto", variables: { colorPrimary: "#1f5f4a" } } })':
    "test/browser/guides runs it in a page",
  'cards: const card = vintem.elements().create("card", { funding: "choice" })': "test/browser/card-funding runs it in a page",
  "going-live: vintem keys create --mode live --kind restricted --scopes payment_intents:write,payment_intents:read,customers:write":
    "the tests have no live mode",
  "going-live: vintem origins add --mode live https://shop.example": "the tests have no live mode",
  'other-languages: curl -s "$VINTEM_BASE_URL/v1/openapi.json?version=2026-12-01" -o openapi.json':
    "`make clients` runs the generators",
  "other-languages: generator:": "`make clients` has the same file",
  'other-languages: jq \'walk(if type == "object"': "`make clients` makes the same copy",
  "postman: http://127.0.0.1:3000/v1/openapi.json": "an address",
  'postman: if (pm.request.headers.has("Idempotency-Key"))': "it runs in Postman",
}

describe("The guides", function () {
  this.timeout(60_000)
  const all = guides()
  const found = (problem: (guide: (typeof all)[number]) => string[]) =>
    all.flatMap((guide) => problem(guide).map((each) => `${guide.name}: ${each}`))

  after(cleanUp)

  it("have a title, a summary, a group and a place of their own in the order", () => {
    expect(found(({ front }) => ["title", "summary", "order", "group"].filter((name) => !front[name]))).to.deep.equal([])
    expect(new Set(all.map(({ front }) => front.order))).to.have.property("size", all.length)
    expect(all.map(({ name }) => name)).to.include.members(["index", "first-payment", "cards", "webhooks", "going-live"])
  })

  it("have samples that a test runs, except for those that this test lists", () => {
    const first = (code: string) => code.trim().split("\n")[0]!
    const notRun = found(({ blocks }) => blocks.filter((block) => !isRun(block)).map(({ code }) => first(code)))
    expect(notRun.sort()).to.deep.equal(Object.keys(NOT_RUN).sort())
  })

  it("show each sample once in each language, so that the languages become tabs", () => {
    const repeated = found(({ blocks }) =>
      blocks
        .filter((block, i) => blocks.slice(0, i).some((other) => other.step === block.step && other.language === block.language))
        .map(({ line }) => `line ${line}`),
    )
    expect(repeated).to.deep.equal([])
    const untitled = found(({ blocks }) =>
      blocks
        .filter(({ title, step, language }) => !title && blocks.some((each) => each.step === step && each.language !== language))
        .filter((block) => !isExpectation(block) && !block.words.includes("background"))
        .filter(({ step }) => blocks.filter((each) => each.step === step && !isExpectation(each)).length > 1)
        .map(({ line }) => `line ${line}`),
    )
    expect(untitled).to.deep.equal([])
  })

  it("name every test card", () => {
    const { text } = all.find(({ name }) => name === "testing")!
    const cards = [...contract.info.description.matchAll(/^\| ([\d ]{15,}) \|/gm)].map(([, number]) => number!)
    expect(cards).to.have.length.above(10)
    expect(cards.filter((number) => !text.includes(`| ${number} |`))).to.deep.equal([])
  })

  it("have TypeScript that compiles", () => {
    const user = project("module", ["express", "@types/express", "@types/node", "undici-types"])
    const files: string[] = []
    const write = (name: string, code: string) => {
      user.write(name, code)
      files.push(name)
    }
    for (const guide of all) {
      const samples = guide.blocks.filter((block) => block.language === "ts" && isRun(block))
      for (const file of samples.filter(isFile)) write(`${guide.name}-${file.title}`, file.code)
      write(`${guide.name}.ts`, programOf(samples.filter((block) => !isFile(block))))
    }
    const settings = { module: "nodenext", lib: ["es2023", "dom"], types: ["node"] }
    compile(user, files, { ...settings, exactOptionalPropertyTypes: false, skipLibCheck: true })
  })
})
