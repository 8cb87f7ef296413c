// The guides of docs/guides and their samples. The words after ```sh, ```ts and ```html say how a sample is shown and run:
// title=curl           the name of the tab or file; a title with a dot is a file, which is written before the next sample runs
// background           a command that goes on while the rest of the page runs
// no-run               not run; guides.unit.test.ts lists these with the reason
// A ```json or ```text block after a sample is what it prints: members that are left out may have any value, and so may an "…".
// In TypeScript, a comment after console.log is what it prints. An id like pi_… stands for the one that was printed last.
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { ROOT } from "../support/app/commands.ts"

export type Block = { language: string; words: string[]; title: string | undefined; code: string; line: number; step: number }
export type Guide = { name: string; front: Record<string, string>; text: string; blocks: Block[] }

const FENCE = /^```(\w+)?([^\n]*)\n(.*?)^```$/gms

/** Returns all guides, in their order. */
export function guides(): Guide[] {
  const files = globSync("docs/guides/*.md", { cwd: ROOT })
  return files.map((file) => guide(file)).sort((a, b) => Number(a.front.order) - Number(b.front.order))
}

function guide(file: string): Guide {
  const page = readFileSync(join(ROOT, file), "utf8")
  const [, front = "", text = ""] = page.match(/^---\n(.*?)\n---\n(.*)$/s) ?? []
  const members = [...front.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name!, value!])
  return { name: basename(file, ".md"), front: Object.fromEntries(members), text, blocks: blocksOf(page) }
}

/** Blocks with nothing but blank lines between them are of one step. */
function blocksOf(page: string): Block[] {
  let end = 0
  let step = 0
  return [...page.matchAll(FENCE)].map((match) => {
    const [all, language = "", meta = "", code = ""] = match
    if (page.slice(end, match.index).trim()) step++
    end = match.index + all.length
    const words = meta.trim().split(/\s+/).filter(Boolean)
    const title = words.find((word) => word.startsWith("title="))?.slice("title=".length)
    return { language, words, title, code, line: page.slice(0, match.index).split("\n").length, step }
  })
}

export const isFile = ({ title }: Block) => title?.includes(".") ?? false
export const isRun = ({ words }: Block) => !words.includes("no-run")
export const isExpectation = ({ language }: Block) => language === "json" || language === "text"
