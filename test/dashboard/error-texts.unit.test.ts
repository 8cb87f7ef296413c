import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect } from "chai"
import { Refusal } from "../../src/base/errors.ts"
import { errorText } from "../../src/web/dashboard/request/error-text.ts"

const SOURCES = resolve(import.meta.dirname, "../../src")
const REFUSAL = /new Refusal\(\s*"(\w+)",\s*(["`])((?:(?!\2)[^\\]|\\.)*)\2/g
/** Refusals of what only commands do. */
const OF_COMMANDS = ["line_not_found"]

describe("A refusal on a page of the dashboard", () => {
  it("names no command: a merchant has none", () => {
    const files = globSync("{accounts,acquirers,attention,payments,payouts,statements}/**/*.ts", { cwd: SOURCES })
    const found = files.flatMap((file) => [...readFileSync(join(SOURCES, file), "utf8").matchAll(REFUSAL)])
    expect(found.length).to.be.above(40)
    const refusals = found.map(([, code = "", , message = ""]) => new Refusal(code, message))
    const named = refusals.filter(({ message }) => /\bvintem [a-z]|command line|--[a-z]/.test(message))
    expect(named.map(({ code }) => code)).to.include.members(["payouts_not_open", "bank_account_missing"])
    for (const each of named.filter(({ code }) => !OF_COMMANDS.includes(code)))
      for (const language of ["en", "pt"] as const)
        expect(errorText(each, language), each.code).to.not.match(/\bvintem [a-z]|command line|linha de comando|--[a-z]/)
  })
})
