// Banco Central's file is not a part of the repository: its license is another one. It is read where it lies beside the project.
import { existsSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const ROOT = resolve(import.meta.dirname, "../../..")
const NAME = "bacen-pix-2.9.0.yaml"

/**
 * The path of the contract: what BACEN_PIX_CONTRACT names, or `.cache/bacen-pix-2.9.0.yaml`, or `shared/acquirers/` in a folder above the
 * repository. Undefined if there is none, or if the variable is empty. Throws if it names a file that does not exist.
 */
export function contractFile(given = process.env.BACEN_PIX_CONTRACT): string | undefined {
  if (given === "") return undefined
  if (given !== undefined) {
    if (!existsSync(given)) throw new Error(`BACEN_PIX_CONTRACT names a file that does not exist: ${given}`)
    return given
  }
  return [join(ROOT, ".cache", NAME), ...above(ROOT).map((folder) => join(folder, "shared/acquirers", NAME))].find(existsSync)
}

/** What to tell where the file is missing. */
export const NOT_CHECKED = `NOT CHECKED: the simulator of a bank against the contract of API Pix 2.9.0. Set BACEN_PIX_CONTRACT to the file openapi.yaml of release 2.9.0 of github.com/bacen/pix-api, or put it at .cache/${NAME}.`

function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [parent, ...above(parent)]
}
