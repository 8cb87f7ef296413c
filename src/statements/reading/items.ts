// What reading a file gives, line by line.
import type { Header, Trailer } from "../layout/frame.ts"
import type { Fields, RecordType } from "../layout/layout.ts"
import type { UnknownCode } from "./cut.ts"

type Kept = {
  line: number
  /** The line as it is, but for the first digits of card numbers. */
  raw: string
  /** What the line has after the columns that we know. */
  extra: string
  unknown: UnknownCode[]
  /** What names the line in every file that has it: a later line with this key replaces it. */
  key: string
  /** An earlier line of this file has the same key. */
  repeated: boolean
}

/** A record whose fields could all be read. B and C have the key of the negotiation (A) above them. */
export type RecordItem = {
  [T in RecordType]: Kept & { type: T; fields: Fields<T> } & (T extends "B" | "C" ? { negotiation: string } : unknown)
}[RecordType]

/** A line of a type that we don't know. It is kept and shown, and posts nothing. */
export type UnknownItem = { type: "unknown"; line: number; raw: string; key: string }

/** Something that is not as the layout says. Lines and columns count from 1. A file with one that `refuses` must not be posted. */
export type Problem = { type: "problem"; line: number; column: number; expected: string; found: string; refuses: boolean }

/** Comes last, always. The hash is that of the whole file in hex, null if reading stopped before its end. */
export type End = {
  type: "end"
  refused: boolean
  header: Header | undefined
  trailer: Trailer | undefined
  records: number
  sha256: string | null
}

export type Item = RecordItem | UnknownItem | Problem | End
export type ItemOf<T extends Item["type"]> = Extract<Item, { type: T }>

export function problemText({ line, column, expected, found }: Problem): string {
  return `line ${line}, column ${column}: expected ${expected}, found "${found.trim()}"`
}
