/** How a column is stored. A `json` column is text, and a `boolean` is 0 or 1 on SQLite: src/db/statement.ts and src/db/decode.ts translate both. */
export type Kind = "text" | "integer" | "real" | "boolean" | "json"

/** A column of a table. `Type` is the type of its values in rows and parameters. */
export class Column<Type> {
  readonly kind: Kind
  readonly isNullable: boolean
  /** Only carries the type. */
  declare readonly type: Type

  constructor(kind: Kind, isNullable = false) {
    this.kind = kind
    this.isNullable = isNullable
  }

  nullable(): Column<Type | null> {
    return new Column<Type | null>(this.kind, true)
  }
}

export const text = <Type extends string = string>() => new Column<Type>("text")
export const integer = <Type extends number = number>() => new Column<Type>("integer")
export const real = () => new Column<number>("real")
export const boolean = () => new Column<boolean>("boolean")
/** A value that is stored as JSON. Rows and parameters have the value itself. */
export const json = <Type>() => new Column<Type>("json")
/** An id such as `re_…`. */
export const id = text
/** A time in Unix seconds. */
export const seconds = () => integer()
/** A time in Unix milliseconds, or a span of milliseconds. */
export const milliseconds = () => integer()
/** An amount in the smallest unit of its currency. */
export const cents = () => integer()

export type Columns = Readonly<Record<string, Column<unknown>>>

/** A key of a table of accounts. It begins with the account, so that the rows of two accounts have nothing to do with each other. */
type AccountKey<Name extends string> = readonly ["account", ...Name[]]

/** Whose rows a table has, and their keys. */
export type Keys<Name extends string> = (
  | {
      of: "account"
      /** The primary key. */
      key: AccountKey<Name>
      unique?: readonly AccountKey<Name>[]
      /** Unique over all accounts, because a row is found by it before its account is known. */
      uniqueOverAll?: readonly (readonly Name[])[]
    }
  | { of: "platform"; key: readonly Name[]; unique?: readonly (readonly Name[])[]; uniqueOverAll?: undefined }
) & {
  /** The tables whose rows this one names, by the column that has the id. In a table of accounts, both rows belong to one account. */
  references?: { readonly [Column in Name]?: string }
}

/** Turns a row of the database into a row of its table, in place. */
export type Decode = (row: Record<string, unknown>) => void

/** A declared table, whatever its columns are. */
export type AnyTable = {
  readonly name: string
  readonly columns: Columns
  readonly decode?: Decode | undefined
  of: "account" | "platform"
  key: readonly string[]
  unique?: readonly (readonly string[])[]
  uniqueOverAll?: readonly (readonly string[])[]
  references?: { readonly [column: string]: string | undefined }
}
