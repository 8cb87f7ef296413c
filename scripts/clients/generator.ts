// What the generators of `make clients` have in common.
import { cpSync, mkdirSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { runGenerator } from "../generate/openapi-generator.ts"

export const ROOT = resolve(import.meta.dirname, "../..")
export const CONTRACT = join(ROOT, "openapi.yaml")

/** Runs a command in a directory and returns its output. If it fails, throws with the output. */
export type Run = (command: string, args: string[], env?: Record<string, string>) => Promise<string>

/** The purpose of a program: it takes a payment, or reads responses with additions that its client does not know. */
export type Purpose = "payment" | "additions"

export type Generator = {
  name: string
  /** Prints the version of the language. Fails if the language is not installed. */
  needs: [string, ...string[]]
  programs: Purpose[]
  /** Generates the client into an empty directory and compiles it, with its programs. */
  build(directory: string, run: Run): Promise<void>
  start(purpose: Purpose, run: Run, env: Record<string, string>): Promise<string>
  /** The client has no operations for events. */
  lacksEvents?: true
}

/** Copies a program of a generator to a place. */
export const copyProgram = (generator: string, purpose: Purpose, place: string): void => {
  mkdirSync(dirname(place), { recursive: true })
  cpSync(join(ROOT, `scripts/clients/programs/${generator}-${purpose}${place.slice(place.lastIndexOf("."))}`), place)
}

/** Generates the client of a language with OpenAPI Generator. */
export const openapiGenerator = (language: string, directory: string, contract = CONTRACT, ...more: string[]): void =>
  runGenerator(["generate", "-g", language, "--package-name", "vintem", "-i", contract, "-o", directory, ...more])
