import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { valid } from "semver"
import { git } from "../commits/range.ts"
import { problemsOfChangelog } from "./changelog.ts"

/** The commit at which the whole of .ci/run passed. */
export const PASSED = "dist/ci-passed"

/** Returns what is wrong with the version in the files of the repository. All of them name the version that is released. */
export function problemsOfFiles(root: string, version: string): string[] {
  if (valid(version) !== version) return [`VERSION=${version} is no version such as 1.2.3.`]
  const read = (file: string) => readFileSync(join(root, file), "utf8")
  const { version: locked, packages } = JSON.parse(read("package-lock.json"))
  const named = {
    "package.json": JSON.parse(read("package.json")).version,
    "package-lock.json": locked === packages[""].version ? locked : `${locked} and ${packages[""].version}`,
    "generated/sdk/package.json": JSON.parse(read("generated/sdk/package.json")).version,
  }
  const others = Object.entries(named).filter(([, found]) => found !== version)
  const howTo = `Run: npm version ${version} --no-git-tag-version && make generate`
  return [
    ...others.map(([file, found]) => `${file} has the version ${found}, not ${version}. ${howTo}`),
    ...problemsOfChangelog("CHANGELOG.md", read("CHANGELOG.md"), version),
    ...problemsOfChangelog("src/sdk/package/CHANGELOG.md", read("src/sdk/package/CHANGELOG.md"), version),
  ]
}

/** Returns why a new tag must not be made here. */
export function problemsOfTree(root: string, tag: string): string[] {
  const exists = (ref: string) => git(root, "rev-parse", "--verify", "--quiet", ref) !== undefined
  const branch = git(root, "rev-parse", "--abbrev-ref", "HEAD")
  const isPublic = !exists("origin/main") || git(root, "merge-base", "--is-ancestor", "HEAD", "origin/main") !== undefined
  return [
    ...problemsOfChanges(root),
    ...(branch === "main" ? [] : [`This is ${branch === "HEAD" ? "no branch" : `the branch ${branch}`}, not main.`]),
    ...(isPublic ? [] : ["origin/main does not have this commit. Merge it first."]),
    ...(exists(`refs/tags/${tag}`) ? [`The tag ${tag} exists already. Choose another version.`] : []),
  ]
}

/** Returns why the files of an existing tag cannot be made here. */
export function problemsOfTag(root: string, tag: string): string[] {
  const tagged = git(root, "rev-parse", "--verify", "--quiet", `refs/tags/${tag}^{commit}`)
  const isHere = tagged !== undefined && tagged === git(root, "rev-parse", "HEAD")
  return [...problemsOfChanges(root), ...(isHere ? [] : [`This commit is not that of the tag ${tag}. Check the tag out first.`])]
}

function problemsOfChanges(root: string): string[] {
  return git(root, "status", "--porcelain") === "" ? [] : ["There are changes that are not committed. Commit or remove them."]
}

/** Returns whether .ci/run has passed at this commit. */
export function hasPassed(root: string): boolean {
  const file = join(root, PASSED)
  return existsSync(file) && readFileSync(file, "utf8").trim() === git(root, "rev-parse", "HEAD")
}
