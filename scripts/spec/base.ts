// The earlier contract for the comparison, from the git history.
import { spawnSync } from "node:child_process"
import path from "node:path"
import { APPROVALS } from "./changes/approvals.ts"

export type Base = { name: string; contract: string; approvals: string }

const root = path.resolve(import.meta.dirname, "../..")

const git = (...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 16 << 20 })
  return status === 0 ? stdout : undefined
}

const at = (commit: string, name: string): Base | undefined => {
  const contract = git("show", `${commit}:openapi.yaml`)
  return contract === undefined ? undefined : { name, contract, approvals: git("show", `${commit}:${APPROVALS}`) ?? "" }
}

const short = (commit: string) => commit.slice(0, 7)

const commonWith = (ref: string): Base | undefined => {
  const commit = git("merge-base", "HEAD", ref)?.trim()
  return commit ? at(commit, `${ref} (${short(commit)})`) : undefined
}

/** The contract from which this branch left `main`. undefined if there is no `main`, or no contract in it. */
export const mergeBase = (): Base | undefined => commonWith("main") ?? commonWith("origin/main")

/** The contract from which this branch left the ref. Throws if there is none. */
export const baseAt = (ref: string): Base => {
  if (git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`) === undefined)
    throw new Error(`There is no branch, tag or commit ${ref}. Correct --base, or fetch it.`)
  const base = commonWith(ref)
  if (!base) throw new Error(`There is no openapi.yaml that this branch has in common with ${ref}.`)
  return base
}

const releaseTag = () => git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*")?.trim()

/** The text of the last release's contract, or undefined if nothing was released yet. */
export const releasedContract = (): string | undefined => {
  const tag = releaseTag()
  return tag ? at(tag, tag)?.contract : undefined
}

/** The contract of the last release. Throws if nothing was released yet. */
export const lastRelease = (): Base => {
  const tag = releaseTag()
  const base = tag ? at(tag, `the release ${tag}`) : undefined
  if (!base) throw new Error("There is no release to compare with: no tag v….")
  return base
}
