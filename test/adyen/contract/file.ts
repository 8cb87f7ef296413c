// Adyen's files are not a part of the repository. They are read where they lie beside the project.
import { existsSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const ROOT = resolve(import.meta.dirname, "../../..")

/** The files of github.com/Adyen/adyen-openapi, as of 2026-07-01. */
export const FILES = {
  checkout: "adyen-checkout-v72.yaml",
  webhooks: "adyen-webhooks-v1.yaml",
  disputes: "adyen-disputes-v30.yaml",
} as const

/**
 * The folder with all three files: what ADYEN_CONTRACTS names, or `.cache`, or `shared/acquirers` in a folder above the repository. Undefined
 * if there is none, or if the variable is empty. Throws if the variable names a folder without them.
 */
export function contractFolder(given = process.env.ADYEN_CONTRACTS): string | undefined {
  if (given === "") return undefined
  if (given !== undefined) {
    if (!hasAll(given)) throw new Error(`ADYEN_CONTRACTS names a folder without ${Object.values(FILES).join(", ")}: ${given}`)
    return given
  }
  return [join(ROOT, ".cache"), ...above(ROOT).map((folder) => join(folder, "shared/acquirers"))].find(hasAll)
}

/** What to tell where the files are missing. */
export const NOT_CHECKED = `NOT CHECKED: the simulator of Adyen against Adyen's own files. Set ADYEN_CONTRACTS to a folder with ${Object.values(FILES).join(", ")}, or put them into .cache: CheckoutService-v72.yaml, Webhooks-v1.yaml and DisputeService-v30.yaml of github.com/Adyen/adyen-openapi.`

function hasAll(folder: string): boolean {
  return Object.values(FILES).every((name) => existsSync(join(folder, name)))
}

function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [parent, ...above(parent)]
}
