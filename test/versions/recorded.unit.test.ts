import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { expect } from "chai"
import { load } from "js-yaml"
import { CONTRACT_FILE, compileContract } from "../../src/contract/contract.ts"
import { contractOf } from "../../src/contract/dated.ts"
import type { Json } from "../support/contract/json.ts"
import type { Answer } from "./recorded/normal.ts"

const RECORDED = path.join(import.meta.dirname, "recorded")

/** What may differ from the record, each with the reason, and an answer without it. */
const EXCEPTIONS: { because: string; without: (answer: Answer) => Answer }[] = [
  {
    because:
      "A route that a later version added is refused after the key is read, so the refusal names the version that lacks it.",
    without: (answer) =>
      /"code":"(route_not_found|method_not_allowed)"/.test(answer.body)
        ? { ...answer, headers: answer.headers.filter((line) => !line.includes("service-version")) }
        : answer,
  },
]

const comparable = (answer: Answer | undefined) => EXCEPTIONS.reduce((each, { without }) => each && without(each), answer)

const read = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n")
const answersIn = (file: string) => read(file).map((line): Answer => JSON.parse(line))

/** Plays the story in a process of its own, whose clock stands still. */
async function play(version: string, how: "pin" | "header"): Promise<Answer[]> {
  const directory = mkdtempSync(path.join(tmpdir(), "vintem-story-"))
  const file = path.join(directory, "answers.jsonl")
  try {
    await promisify(execFile)(process.execPath, [path.join(RECORDED, "play.ts"), file, version, how])
    return answersIn(file)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

describe("The story that was recorded before 2026-12-01", function () {
  this.timeout(240_000)
  const recorded = answersIn(path.join(RECORDED, "answers.jsonl"))

  it("has a success of each operation, each type of event and each code of an error that its versions have", async () => {
    const document = contractOf(load(readFileSync(CONTRACT_FILE, "utf8")) as object, "2026-04-27") as Json
    const contract = await compileContract(JSON.stringify(document))
    const succeeded = recorded.flatMap(({ request, status }) => {
      const [method, target] = request.replace(/<[^>]+>/g, "x").split(" ") as [string, string]
      const match = contract.match(method, target.replace(/\?.*/, ""))
      return match.found === "operation" && status < 300 ? [match.operation.operationId] : []
    })
    const texts = recorded.flatMap(({ body, webhooks = [] }) => [body, ...webhooks]).join("\n")
    const { EventType, ErrorCode } = document.components.schemas
    const lacks = (all: string[], has: (name: string) => boolean) => all.filter((name) => !has(name))
    const operations = contract.operations.map(({ operationId }) => operationId)
    expect(lacks(operations, (id) => succeeded.includes(id))).to.deep.equal(["showDocs"])
    expect(lacks(EventType["x-extensible-enum"], (type) => texts.includes(`"type":"${type}"`))).to.deep.equal([])
    // The payer fails a 3DS challenge on a page. Payment links are of a later version.
    const codes = Object.keys(ErrorCode["x-errors"])
    expect(lacks(codes, (code) => texts.includes(`"code":"${code}"`))).to.have.members([
      "authentication_failed",
      "payment_link_not_found",
    ])
  })

  for (const [version, how] of [
    ["2026-04-25", "pin"],
    ["2026-04-25", "header"],
    ["2026-04-27", "pin"],
    ["2026-04-27", "header"],
  ] as const)
    it(`is the same to the byte with ${version}, by ${how === "pin" ? "the key's version" : "header"}`, async () => {
      const answers = await play(version, how)
      expect(answers).to.have.length(recorded.length)
      for (const [index, answer] of answers.entries())
        expect(comparable(answer), `request ${index}: ${answer.request}`).to.deep.equal(comparable(recorded[index]))
    })
})
