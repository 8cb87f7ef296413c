/** A regular expression that takes longer than linear time, or that is built while the program runs, and why that does no harm. */
export type Exception = {
  file: string
  /** As it is written, with its slashes and flags. */
  regex: string
  /** Why no text that an attacker chooses gets long here. */
  because: string
}

/** Stands for each expression of a file that is built from more than constants. */
export const BUILT = "new RegExp(…)"

const SETTING = "reads a setting of the program's operator, once at its start"

export const EXCEPTIONS: Exception[] = [
  {
    file: "src/start/compile.js",
    regex: "/\\d+$/",
    because: "reads the path of a directory that Node.js names, when an image is built",
  },
  { file: "src/config/values.ts", regex: "/\\/+$/", because: SETTING },
  { file: "src/cli/conformance/command/command.ts", regex: "/\\/+$/", because: SETTING },
  { file: "src/sdk/runtime/settings.ts", regex: "/\\/+$/", because: SETTING },
  { file: "src/sdk/runtime/settings.ts", regex: "/\\/\\/.*@/", because: SETTING },
  {
    file: "src/web/pay/boleto/pdf.ts",
    regex: "/\\B(?=(\\d{3})+$)/g",
    because: "reads the digits of a safe integer, which are at most 16",
  },
  {
    file: "src/http/record-request.ts",
    regex: "/[^\\x20-\\x7e]|[^\\s<>()]+@[^\\s<>()]+|\\d{9,}|\\w{25,}/g",
    because: "reads at most the first 200 characters (MAX_USER_AGENT)",
  },
  {
    file: "src/base/log.ts",
    regex: '/"(?:[^"\\\\]|\\\\.)*"/g',
    because: "reads a line of JSON, in which each string has an end: it takes long only where a quote has none",
  },
  {
    file: "src/browser/card/field.ts",
    regex: "/\\D+$/",
    because: "reads what a payer typed into a card field, in their own browser",
  },
  {
    file: "src/base/read-amount.ts",
    regex: BUILT,
    because: "repeats without a bound once, or twice with a mark between that is no digit",
  },
  {
    file: "src/cli/conformance/contract/operations.ts",
    regex: BUILT,
    because: "is built from a path of the contract, in which a slash follows each parameter",
  },
  {
    file: "src/db/migrations/drop-not-null.ts",
    regex: BUILT,
    because: "is built from names that a migration gives, and reads what the database says of its own tables",
  },
]
