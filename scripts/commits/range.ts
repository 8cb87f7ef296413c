import { spawnSync } from "node:child_process"

/** The commits to check: those of HEAD that `base` does not have. Without a base, `reason` says why there is none. */
export type Range = { base: string } | { reason: string }

type Environment = { GITHUB_BASE_REF?: string }

export function git(folder: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: 16 << 20 })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * Finds what the commits of a branch are compared with: the target of the pull request, origin/main, what the branch tracks, or the local
 * main. Throws if a pull request has a target that was not fetched.
 */
export function rangeOf(folder: string, { GITHUB_BASE_REF: target }: Environment): Range {
  const exists = (ref: string) => git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`)
  if (target) {
    if (exists(`origin/${target}`)) return { base: `origin/${target}` }
    throw new Error(`origin/${target}, the target of the pull request, was not fetched. Run: git fetch origin ${target}`)
  }
  const upstream = git(folder, "rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}")
  const candidates = ["origin/main", ...(upstream ? [upstream] : []), "main"]
  const base = candidates.find((ref) => exists(ref))
  if (!base) return { reason: "there is no origin/main, no upstream of this branch and no main to compare with" }
  return { base }
}

export type Commit = { id: string; author: string; message: string }

/**
 * Returns the commits of HEAD that `base` does not have, oldest first, without merges. Those from before the check are left out: its rules
 * did not hold for them.
 */
export function commitsSince(folder: string, base: string): Commit[] {
  const [first] = git(folder, "log", "--reverse", "--diff-filter=A", "--format=%H", "--", "scripts/commits.ts")?.split("\n") ?? []
  const range = [`${base}..HEAD`, ...(first ? [`^${first}`] : [])]
  const log = git(folder, "log", "--no-merges", "--reverse", "--format=%h%x00%an%x00%B%x01", ...range)
  if (log === undefined) throw new Error(`git log ${base}..HEAD failed. Fetch the whole history: git fetch --unshallow`)
  const records = log.split("\x01").filter((record) => record.trim())
  return records.map((record) => {
    const [id = "", author = "", message = ""] = record.trim().split("\0")
    return { id, author, message }
  })
}
