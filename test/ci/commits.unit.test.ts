import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { problemsOfMessage } from "../../scripts/commits/message.ts"
import { commitsSince, rangeOf } from "../../scripts/commits/range.ts"

const LONG = `${"word ".repeat(15)}ends`

describe("A commit message", () => {
  for (const message of [
    "pix: poll a charge whose notification was lost",
    "docs: name the actor\n\nThe page said nobody where it meant the payer.",
    "billing, vault: keep a refused card out of renewals\n\nIts issuer had refused it for good.\n",
    `src/http: ${"é".repeat(62)}`,
    "http: follow RFC 9110\n\nSee https://www.rfc-editor.org/rfc/rfc9110.html#name-conditional-requests-and-more.",
    "sdk: page a list\n\nCo-authored-by: A contributor with a long name <a.contributor.with.a.long.name@example.com>",
  ])
    it(`is good: ${message.slice(0, 50).split("\n", 1)[0]}`, () => expect(problemsOfMessage(message)).to.deep.equal([]))

  for (const [message, problem] of [
    ["Fix the tests", "The subject must be `area: what it does`"],
    ["PIX: poll a lost charge", "The subject must be `area: what it does`"],
    ["pix:poll a lost charge", "The subject must be `area: what it does`"],
    ["pix: ", "The subject must be `area: what it does`"],
    ["fixup! pix: poll a lost charge", "The subject must be `area: what it does`"],
    ["", "The subject must be `area: what it does`"],
    [`pix: ${"a".repeat(68)}`, "The subject has 73 characters. At most 72 are allowed."],
    ["pix: poll a lost charge\nIt was paid.", "The second line must be empty."],
    [`pix: poll a lost charge\n\n${LONG}`, `Wrap at 76 columns: ${LONG}`],
    [`pix: poll a lost charge\n\nWhy: ${LONG}`, "Wrap at 76 columns: Why: "],
  ] as const)
    it(`is refused: ${JSON.stringify(message.slice(0, 50))}`, () => {
      const problems = problemsOfMessage(message)
      expect(problems).to.have.length(1)
      expect(problems[0]).to.include(problem)
    })
})

describe("The commits that are checked", () => {
  let folder: string
  const run = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.com", ...args], { cwd: folder, stdio: "pipe" })
  const commit = (message: string) => run("commit", "--quiet", "--allow-empty", "--message", message)

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "vintem-commits-"))
    run("init", "--quiet", "--initial-branch", "main")
    commit("An old subject that main has already")
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it("are those that the branch adds to main, without merges", () => {
    run("switch", "--quiet", "--create", "topic")
    commit("pix: one\n\nWhy.")
    run("switch", "--quiet", "main")
    commit("Another on main")
    run("switch", "--quiet", "topic")
    run("merge", "--quiet", "--no-edit", "main")
    commit("pix: two")
    expect(rangeOf(folder, {})).to.deep.equal({ base: "main" })
    expect(commitsSince(folder, "main").map(({ message }) => message.trim())).to.deep.equal(["pix: one\n\nWhy.", "pix: two"])
  })

  it("are compared with the target of a pull request, and with origin/main where there is none", () => {
    run("update-ref", "refs/remotes/origin/main", "HEAD")
    run("update-ref", "refs/remotes/origin/next", "HEAD")
    expect(rangeOf(folder, { GITHUB_BASE_REF: "next" })).to.deep.equal({ base: "origin/next" })
    expect(rangeOf(folder, { GITHUB_BASE_REF: "" })).to.deep.equal({ base: "origin/main" })
    expect(() => rangeOf(folder, { GITHUB_BASE_REF: "gone" })).to.throw("git fetch origin gone")
  })

  it("are none on main itself, or where nothing can be compared", () => {
    expect(commitsSince(folder, "main")).to.deep.equal([])
    run("branch", "--quiet", "--move", "only")
    expect(rangeOf(folder, {})).to.have.property("reason")
  })
})
