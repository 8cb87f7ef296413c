import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect } from "chai"
import { notesOf, problemsOfChangelog } from "../../scripts/release/changelog.ts"
import { hasPassed, PASSED, problemsOfFiles, problemsOfTag, problemsOfTree } from "../../scripts/release/conditions.ts"

const CHANGELOG = `# Changelog

## Unreleased

## 0.2.0 (2030-01-31)

### For merchants

- Refunds have [reasons](docs/guides/refunds.md). See [the RFC](https://example.com/rfc).

## 0.1.0 (2029-12-01)

- The first release.
`

describe("The notes of a release", () => {
  it("are the section of its version in the changelog", () => {
    expect(notesOf(CHANGELOG, "0.1.0")).to.equal("- The first release.\n")
    expect(notesOf(CHANGELOG, "0.2.0")).to.match(/^### For merchants\n\n- Refunds have .*\n$/)
  })

  it("are what is unreleased, in a dry run before the section is written", () => {
    const changelog = CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n- Something new.\n")
    expect(notesOf(changelog, "0.3.0")).to.equal("- Something new.\n")
    expect(() => notesOf("# Changelog\n", "0.3.0")).to.throw("CHANGELOG.md has no section for 0.3.0")
  })

  it("lead to the files of the tag", () => {
    const notes = notesOf(CHANGELOG, "0.2.0", "https://example.com/shop/blob/v0.2.0")
    expect(notes).to.include("[reasons](https://example.com/shop/blob/v0.2.0/docs/guides/refunds.md)")
    expect(notes).to.include("[the RFC](https://example.com/rfc)")
  })
})

describe("A changelog", () => {
  for (const [title, changelog, version, problem] of [
    ["without the version", CHANGELOG, "0.3.0", 'no section "## 0.3.0 (YYYY-MM-DD)"'],
    ["without the date", CHANGELOG.replace(" (2030-01-31)", ""), "0.2.0", 'no section "## 0.2.0 (YYYY-MM-DD)"'],
    ["with an empty section", "## 0.2.0 (2030-01-31)\n", "0.2.0", "says nothing about 0.2.0"],
    ["with entries that are not released", CHANGELOG.replace("Unreleased\n", "Unreleased\n\n- New.\n"), "0.2.0", "Unreleased"],
  ] as const)
    it(`${title} stops a release`, () => {
      const problems = problemsOfChangelog("CHANGELOG.md", changelog, version)
      expect(problems).to.have.length(1)
      expect(problems[0]).to.include("CHANGELOG.md").and.include(problem)
    })

  it("with the version and its date does not", () => {
    expect(problemsOfChangelog("CHANGELOG.md", CHANGELOG, "0.2.0")).to.deep.equal([])
  })
})

describe("A release", () => {
  let root: string
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.com", ...args], { cwd: root, encoding: "utf8" })
  const write = (file: string, content: string | object) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), typeof content === "string" ? content : JSON.stringify(content))
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "vintem-release-"))
    write("package.json", { version: "0.2.0" })
    write("package-lock.json", { version: "0.2.0", packages: { "": { version: "0.2.0" } } })
    write("generated/sdk/package.json", { version: "0.2.0" })
    write("CHANGELOG.md", CHANGELOG)
    write("src/sdk/package/CHANGELOG.md", CHANGELOG)
    write(".gitignore", "/dist/\n")
    git("init", "--quiet", "--initial-branch", "main")
    git("add", ".")
    git("commit", "--quiet", "--message", "release: 0.2.0")
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it("is made of a commit of main whose files name the version", () => {
    expect(problemsOfFiles(root, "0.2.0")).to.deep.equal([])
    expect(problemsOfTree(root, "v0.2.0")).to.deep.equal([])
  })

  it("is not made where a file names another version, and says how to change it", () => {
    write("generated/sdk/package.json", { version: "0.1.0" })
    write("package-lock.json", { version: "0.2.0", packages: { "": { version: "0.1.0" } } })
    const problems = problemsOfFiles(root, "0.2.0")
    expect(problems).to.have.length(2)
    expect(problems[0]).to.include("package-lock.json has the version 0.2.0 and 0.1.0, not 0.2.0. Run: npm version 0.2.0")
    expect(problems[1]).to.include("generated/sdk/package.json has the version 0.1.0")
    expect(problemsOfFiles(root, "v0.2")).to.deep.equal(["VERSION=v0.2 is no version such as 1.2.3."])
  })

  it("is not made of uncommitted changes, of another branch, or of a commit that origin/main does not have", () => {
    write("new.ts", "")
    expect(problemsOfTree(root, "v0.2.0")[0]).to.include("not committed")
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    git("add", ".")
    git("commit", "--quiet", "--message", "more: to merge")
    expect(problemsOfTree(root, "v0.2.0")[0]).to.include("origin/main does not have this commit")
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    git("switch", "--quiet", "--create", "topic")
    expect(problemsOfTree(root, "v0.2.0")).to.deep.equal(["This is the branch topic, not main."])
  })

  it("has a tag of its own, whose files are made of its commit alone", () => {
    expect(problemsOfTag(root, "v0.2.0")[0]).to.include("not that of the tag v0.2.0")
    git("tag", "--annotate", "v0.2.0", "--message", "0.2.0")
    expect(problemsOfTag(root, "v0.2.0")).to.deep.equal([])
    expect(problemsOfTree(root, "v0.2.0")[0]).to.include("The tag v0.2.0 exists already.")
    git("commit", "--quiet", "--allow-empty", "--message", "more: after the tag")
    expect(problemsOfTag(root, "v0.2.0")[0]).to.include("not that of the tag v0.2.0")
  })

  it("needs no second run of the checks at the commit at which they passed", () => {
    expect(hasPassed(root)).to.equal(false)
    write(PASSED, git("rev-parse", "HEAD"))
    expect(hasPassed(root)).to.equal(true)
    git("commit", "--quiet", "--allow-empty", "--message", "more: after the checks")
    expect(hasPassed(root)).to.equal(false)
  })
})
